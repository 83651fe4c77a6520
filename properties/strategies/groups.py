"""The strategies of the input families: a clean draft, changed by the family's twists."""

from __future__ import annotations

from itertools import combinations

from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.strategies import twists
from kafka_assay.properties.strategies.choices import Choice, Draw, integers, made
from kafka_assay.properties.strategies.clean import MANY_SMALL_TOPICS, GroupSize, clean_draft
from kafka_assay.properties.strategies.draft import Draft, Twist

TWISTS: dict[str, Twist] = {
    "missing-topics": twists.missing_topics,
    "repeated-topics": twists.repeated_topics,
    "empty-subscriptions": twists.empty_subscriptions,
    "stale-claims": twists.stale_claims,
    "three-claimants": twists.three_claimants,
    "overlapping-claims": twists.overlapping_claims,
    "foreign-claims": twists.foreign_claims,
    "ghost-claims": twists.ghost_claims,
    "static-members": twists.static_members,
    "racks": twists.racks,
    "old-metadata": twists.old_metadata,
}
"""The twist of each family, in the order in which `mixed` applies them: subscriptions, claims, members."""

SMALL_TOPICS = "many-small-topics"
LEAST_MEMBERS = {"three-claimants": 3, "overlapping-claims": 2, "stale-claims": 2}
BLENDS = [
    blend for count in (2, 3) for blend in combinations([*TWISTS, SMALL_TOPICS], count) if set(blend) & TWISTS.keys()
]
_BLEND = integers(0, len(BLENDS) - 1)


def groups_of(name: str, size: GroupSize | None = None) -> Choice[Group]:
    """The groups of the family called `name`, of any size or of the given one."""
    return made(_mixed_group, size) if name == "mixed" else made(_blended_group, (name,), size)


def _draft(draw: Draw, blend: tuple[str, ...], size: GroupSize | None) -> Draft:
    """Draw a clean draft that is large enough for all of `blend`, apply the twists, and perhaps add offsets."""
    least = max(LEAST_MEMBERS.get(name, 1) for name in blend)
    draft = clean_draft(draw, least_members=least, size=MANY_SMALL_TOPICS if SMALL_TOPICS in blend else size)
    for name, twist in TWISTS.items():
        if name in blend:
            twist(draw, draft)
    twists.offsets(draw, draft)
    return draft


def _blended_group(draw: Draw, blend: tuple[str, ...], size: GroupSize | None) -> Group:
    return _draft(draw, blend, size).group()


def _mixed_group(draw: Draw, size: GroupSize | None) -> Group:
    """
    A group with two or three oddities at once.

    One twist may undo another (claims of two ages become claims of one). Then another twist that works on any group
    replaces it, so that no draw is thrown away.
    """
    draft = _draft(draw, BLENDS[draw(_BLEND)], size)
    group = draft.group()
    for name in ("repeated-topics", "static-members"):
        if len(traits(group)) >= 2:
            break
        TWISTS[name](draw, draft)
        group = draft.group()
    return group
