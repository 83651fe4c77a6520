"""
The planted faults: in which input family each shows, and how it is built and asked.

The classes in this folder, and the Java and Go sources in `java/` and `go/`, say what each does wrong.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Language: TypeAlias = Literal["python", "java", "go"]


class Fault(NamedTuple):
    """
    One fault. `part` is the class, or the assignor of the Go program. `family` is the one that it was made for.

    An assignor without a fault has no family. It must keep all laws, so that a broken law shows the fault.
    """

    name: str
    language: Language
    part: str
    family: str | None
    like: str = "roundrobin"


HEALTHY = (
    Fault("python", "python", "python_roundrobin:RoundRobin", None),
    Fault("java", "java", "RoundRobin", None),
    Fault("go", "go", "healthy", None),
    Fault("sticky", "python", "python_sticky:Sticky", None, "sticky"),
)

ROUND_ROBIN = (
    Fault("instance-table", "python", "python_roundrobin:InstanceTable", "static-members"),
    Fault("short-names", "python", "python_roundrobin:ShortNames", "old-metadata"),
    Fault("raised-counts", "python", "python_roundrobin:RaisedCounts", "ghost-claims"),
    Fault("lost-remainder", "python", "python_roundrobin:LostRemainder", "missing-topics"),
    Fault("last-lap", "java", "LastLap", "empty-subscriptions"),
    Fault("strange-racks", "java", "StrangeRacks", "racks"),
    Fault("closed-rings", "java", "ClosedRings", "repeated-topics"),
    Fault("fast-path", "go", "fast-path", "clean"),
    Fault("topic-table", "go", "topic-table", "many-small-topics"),
    Fault("generation-ring", "go", "generation-ring", "stale-claims"),
)
"""Each hits one in 625 to 1,250 groups of its family, as was counted (docs/results/evidence.md)."""

STICKY = (
    Fault("sticky-generation-ring", "python", "python_sticky:GenerationRing", "stale-claims", "sticky"),
    Fault("sticky-short-user-data", "python", "python_sticky:ShortUserData", "old-metadata", "sticky"),
    Fault("sticky-kept-twice", "python", "python_sticky:KeptTwice", "overlapping-claims", "sticky"),
)
"""Each hits one in 172 to 513 groups of its family, as was counted (docs/results/evidence.md)."""

FAULT_BY_NAME = {one.name: one for one in (*ROUND_ROBIN, *STICKY)}
"""Name -> fault."""
