"""The planted faults: what each does wrong, in which input family it shows, and how it is built and asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["python", "java", "go"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """
    One fault. `part` is the class, or the assignor of the Go program. `family` is the one that it was made for.

    An assignor without a fault has no family. It must keep all laws, so that a broken law shows the fault.
    """

    name: str
    language: Language
    part: str
    like: str = "roundrobin"
    family: str | None
    says: str


HEALTHY = (
    Fault(name="python", language="python", part="python_roundrobin:RoundRobin", family=None, says="no fault"),
    Fault(name="java", language="java", part="RoundRobin", family=None, says="no fault"),
    Fault(name="go", language="go", part="healthy", family=None, says="no fault"),
    Fault(name="sticky", language="python", part="python_sticky:Sticky", like="sticky", family=None, says="no fault"),
)

ROUND_ROBIN = (
    Fault(
        name="instance-table",
        language="python",
        part="python_roundrobin:InstanceTable",
        family="static-members",
        says="two instance ids with one checksum are taken for one",
    ),
    Fault(
        name="short-names",
        language="python",
        part="python_roundrobin:ShortNames",
        family="old-metadata",
        says="a new member's subscription of version 0 is not read behind a long topic name",
    ),
    Fault(
        name="raised-counts",
        language="python",
        part="python_roundrobin:RaisedCounts",
        family="ghost-claims",
        says="after two claims just behind the end, topics count as grown",
    ),
    Fault(
        name="lost-remainder",
        language="python",
        part="python_roundrobin:LostRemainder",
        family="missing-topics",
        says="with as many waiting members as readers, the rest after three laps is not dealt",
    ),
    Fault(
        name="last-lap",
        language="java",
        part="LastLap",
        family="empty-subscriptions",
        says="behind as many idle members as readers, a short last lap lacks one partition",
    ),
    Fault(
        name="strange-racks",
        language="java",
        part="StrangeRacks",
        family="racks",
        says="of two members on different racks without replicas, one is lost",
    ),
    Fault(
        name="closed-rings",
        language="java",
        part="ClosedRings",
        family="repeated-topics",
        says="a long subscription that ends as it began gets more turns",
    ),
    Fault(
        name="fast-path",
        language="go",
        part="fast-path",
        family="clean",
        says="with as many topics as members, a single partition after two laps is not dealt",
    ),
    Fault(
        name="topic-table",
        language="go",
        part="topic-table",
        family="many-small-topics",
        says="two topics with one hash are taken for one",
    ),
    Fault(
        name="generation-ring",
        language="go",
        part="generation-ring",
        family="stale-claims",
        says="an owner eight generations behind another is taken to have left",
    ),
)
"""Each hits one in 625 to 1,250 groups of its family, as was counted (docs/results/evidence.md)."""

STICKY = (
    Fault(
        name="sticky-generation-ring",
        language="python",
        part="python_sticky:GenerationRing",
        like="sticky",
        family="stale-claims",
        says="claims seven generations behind others are dropped",
    ),
    Fault(
        name="sticky-short-user-data",
        language="python",
        part="python_sticky:ShortUserData",
        like="sticky",
        family="old-metadata",
        says="of an old member's claims, those on three topics are read",
    ),
    Fault(
        name="sticky-kept-twice",
        language="python",
        part="python_sticky:KeptTwice",
        like="sticky",
        family="overlapping-claims",
        says="in a group of four, two members keep a partition that both claim",
    ),
)
"""Each hits one in 172 to 513 groups of its family, as was counted (docs/results/evidence.md)."""

FAULT_BY_NAME = {one.name: one for one in (*ROUND_ROBIN, *STICKY)}
"""Name -> fault."""
