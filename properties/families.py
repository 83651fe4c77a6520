"""
The input families: what a check draws its groups from. Each is `clean` plus the one thing that it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from assignors.errors import AssayError, nearest
from properties.traits import traits

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from assignors.model import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """
    One input family: a name, what its groups are like, and which further traits the named one may bring along.

    `groups` makes the Hypothesis strategy; nothing is imported before it is called.
    """

    name: str
    says: str
    allows: frozenset[str] = frozenset()

    def groups(self, *, tiny: bool = False) -> SearchStrategy[Group]:
        """
        The strategy that draws groups of this family, of any size or of at most 3 members and 4 partitions.
        """
        return _strategy(self.name, tiny)


@cache
def _strategy(name: str, tiny: bool) -> SearchStrategy[Group]:  # noqa: FBT001 - the key of a cache
    from properties.strategies.clean import TINY
    from properties.strategies.groups import groups_of

    return groups_of(name, TINY if tiny else None)


def _family(name: str, says: str, *allows: str) -> tuple[str, Family]:
    return name, Family(name=name, says=says, allows=frozenset(allows))


FAMILIES: dict[str, Family] = dict(
    [
        _family("clean", "every claim is undisputed, every subscription names existing topics, each once"),
        _family("overlapping-claims", "two members claim one partition, at the same generation"),
        _family("stale-claims", "claims of different generations; at most two claimants for any partition"),
        _family(
            "three-claimants",
            "three members or more claim one partition, at any generations",
            "overlapping-claims",
            "stale-claims",
        ),
        _family("foreign-claims", "claims, of any age, on topics outside the subscription", "stale-claims"),
        _family("ghost-claims", "claims on partitions that do not exist: beyond the last, negative, of deleted topics"),
        _family("empty-subscriptions", "some members subscribe to nothing"),
        _family("missing-topics", "some members subscribe to a topic that the metadata does not know"),
        _family("repeated-topics", "some subscriptions name a topic twice"),
        _family("static-members", "all members have an instance id, or some with others between them"),
        _family("racks", "members and replicas have racks"),
        _family("old-metadata", "some members speak subscription version 0 to 2; claims may be stale", "stale-claims"),
        _family("many-small-topics", "six topics or more, of one partition each"),
        _family("mixed", "two or three of the others at once"),
    ]
)


def family(name: str) -> Family:
    """
    The family called `name`. Raises `AssayError` with the nearest known name where there is none.
    """
    found = FAMILIES.get(name)
    if found is None:
        raise AssayError(f"no input family is called {name!r}{nearest(name, FAMILIES)} (see assay list)")
    return found


def is_member_of(name: str, group: Group) -> bool:
    """
    Whether `group` is what the family called `name` says: it has the one thing, and nothing else that is special.

    Many small topics are a matter of size, so every family may have them.
    """
    found = traits(group)
    if name == "mixed":
        return len(found & FAMILIES.keys()) >= 2 and found <= FAMILIES.keys()
    wanted = frozenset() if name == "clean" else frozenset({name})
    return wanted <= found <= wanted | FAMILIES[name].allows | {"many-small-topics"}
