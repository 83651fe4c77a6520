"""A small group in words, shown under a broken law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import quantity, series

MOST_LINES = 12
"""The most members listed one by one. The rest is counted."""


def size_in_words(group: Group) -> str:
    """
    The size of a group.

    >>> size_in_words(Group(topics=(Topic(name="t0", partitions=3),), members=(Member(id="C0", subscription=()),)))
    '1 member, 3 partitions'
    """
    partitions = sum(topic.partitions for topic in group.topics)
    return f"{quantity(len(group.members), 'member')}, {quantity(partitions, 'partition')}"


def topics_in_words(group: Group) -> str:
    """
    The topics with their partition counts, and their replica racks and offsets if known.

    >>> topic = Topic(name="t1", partitions=2, end_offsets=(90, 7), committed_offsets=(10, None))
    >>> topics_in_words(Group(topics=(topic,), members=(), auto_offset_reset="earliest"))
    't1: 2, committed 10 of ..90 and none of ..7   where none is committed: earliest'
    """
    texts = [f"{topic.name}: {topic.partitions}{_racks(topic)}{_offsets(topic)}" for topic in group.topics]
    if group.auto_offset_reset != "latest":
        texts.append(f"where none is committed: {escape_unprintable(group.auto_offset_reset)}")
    return "   ".join(texts) or "none"


def _racks(topic: Topic) -> str:
    """The partitions by the racks of their replicas."""
    places: dict[str, list[int]] = {}
    for partition, replicas in enumerate(topic.replica_racks or ()):
        racks = "+".join(map(escape_unprintable, replicas)) or "no rack"
        places.setdefault(racks, []).append(partition)
    texts = [f"{_partitions([(topic.name, ids)])} on {racks}" for racks, ids in places.items()]
    return f" ({', '.join(texts)})" if texts else ""


def _offsets(topic: Topic) -> str:
    """The committed offset of each partition and the log's bounds, `10 of 0..90`. Unknown values are left out."""
    known: list[Sequence[int | None] | None] = [topic.committed_offsets, topic.begin_offsets, topic.end_offsets]
    if not any(known):
        return ""
    committed, begin, end = ([None] * topic.partitions if offsets is None else offsets for offsets in known)
    texts = [
        f"{'none' if reached is None else reached} of {'' if first is None else first}..{'' if last is None else last}"
        for reached, first, last in zip(committed, begin, end, strict=True)
    ]
    return f", committed {series(texts)}"


def members_in_words(group: Group) -> list[str]:
    """
    One line for each member: its subscription, its claims with their generation, and its other features.

    If some claims have a generation, the others say that they have none.
    """
    dated = has_generations(group)
    texts = [
        f"{escape_unprintable(member.id)} {features_in_words(member, dated=dated)}"
        for member in group.members[:MOST_LINES]
    ]
    hidden = len(group.members) - MOST_LINES
    return [*texts, f"and {hidden:,} more"] if hidden > 0 else texts


def has_generations(group: Group) -> bool:
    """Whether some claims of the group have a generation."""
    return any(member.owned and member.generation is not None for member in group.members)


def features_in_words(member: Member, *, dated: bool = False) -> str:
    """
    A member without its id. If the group's claims are `dated`, a missing generation is named.

    >>> features_in_words(Member(id="C0", subscription=("t0", "t1"), rack="ra"))
    'subscribes to t0 t1, rack ra'
    """
    text = f"subscribes to {' '.join(member.subscription) or 'nothing'}"
    claims = claims_in_words(member, dated=dated)
    text += f", claims {claims}" if claims != "nothing" else ""
    text += "" if member.instance_id is None else f", instance {escape_unprintable(member.instance_id)}"
    text += "" if member.rack is None else f", rack {escape_unprintable(member.rack)}"
    return text if member.metadata_version == 3 else f"{text}, metadata version {member.metadata_version}"


def claims_in_words(member: Member, *, dated: bool = False) -> str:
    """
    A member's claims and their generation. If the group's claims are `dated`, a missing generation is named.

    >>> claims_in_words(Member(id="C0", subscription=("t0",), owned=(("t0", (2,)),)), dated=True)
    't0-2 with no generation'
    """
    none = " with no generation" if dated and member.owned else ""
    age = none if member.generation is None else f" at generation {member.generation}"
    return f"{_partitions(member.owned) or 'nothing'}{age}"


def _partitions(topics: Iterable[tuple[str, Sequence[int]]]) -> str:
    return " ".join(f"{escape_unprintable(topic)}-{partition}" for topic, ids in topics for partition in ids)


def answer_in_words(answer: Assignment | None, error: Mapping[str, str] | None) -> str:
    """The answer by member, or the error."""
    if error is not None:
        return f"{escape_unprintable(error['type'])}: {escape_unprintable(error['message'])}"
    answer = assignment_to_json(answer or {})
    texts = [
        f"{escape_unprintable(member)}: {_partitions(topics.items()) or 'nothing'}"
        for member, topics in list(answer.items())[:MOST_LINES]
    ]
    if len(answer) > MOST_LINES:
        texts.append(f"and {len(answer) - MOST_LINES:,} more")
    return "   ".join(texts) or "nobody is in it"
