"""A group in words: what it consists of, under a broken law; and where it stands today, in one or two sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.hosted.target_name import telling_line
from kafka_assay.assignors.interface import HANG
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.pipeline.audit.audit_row import NOT_COUNTED, AuditRow, Grade
from kafka_assay.pipeline.audit.extra_columns import WeightCell
from kafka_assay.reports.wording.safe_names import escape_unprintable, shorten
from kafka_assay.reports.wording.words import WEIGHT_UNITS, load_list, quantity, series, weight_text

LONGEST_STDERR = 200
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
    The topics with their partition counts, and their replica racks, offsets and weights if known.

    >>> offsets = Topic(name="t1", partitions=2, end_offsets=(90, 7), committed_offsets=(10, None))
    >>> topics_in_words(Group(topics=(offsets,), members=(), auto_offset_reset="earliest"))
    't1: 2, committed 10 of ..90 and none of ..7   where none is committed: earliest'
    >>> topics_in_words(Group(topics=(Topic(name="t2", partitions=2, weights=(3.5, 1)),), members=()))
    't2: 2, weights 3.5 and 1'
    """
    texts = [
        f"{topic.name}: {topic.partitions}{_racks(topic)}{_offsets(topic)}{_weights(topic)}" for topic in group.topics
    ]
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


def _weights(topic: Topic) -> str:
    return "" if topic.weights is None else f", weights {series([f'{weight:g}' for weight in topic.weights])}"


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


def stderr_text(error: Mapping[str, str] | None) -> str:
    """The most useful line that a host wrote on stderr before this `error`; empty if it wrote none, or answered."""
    is_of_process = error is not None and error["type"] in {"crash", HANG, "garbage", "output-flood"}
    return shorten(telling_line(error.get("trace", "")), LONGEST_STDERR) if is_of_process and error else ""


GRADE_SIGNS = {
    Grade.OPTIMAL: "✓",
    Grade.NEEDLESS_MOVES: "~",
    Grade.LESS_EVEN: "✗",
    Grade.INVALID: "✗✗",
    Grade.NO_ANSWER: "✗✗",
    Grade.UNKNOWN: "?",
    Grade.REBALANCING: "↻",
    Grade.EMPTY: "–",
    Grade.UNASKED: "–",
}


def count_sentence(grades: Mapping[Grade, int]) -> str:
    """
    The number of groups at the optimum today, the faults of the others, and the groups left out.

    >>> count_sentence({Grade.OPTIMAL: 28, Grade.LESS_EVEN: 2, Grade.REBALANCING: 1, Grade.EMPTY: 2})
    '28 of 30 groups are at the proven optimum today; 2 are less balanced than possible. (1 more group was \
rebalancing. 2 more groups have no members.)'
    >>> count_sentence({Grade.LESS_EVEN: 1})
    'The only group is less balanced than possible today.'
    """
    total = sum(count for met, count in grades.items() if met not in NOT_COUNTED)
    good = grades.get(Grade.OPTIMAL, 0)
    if not total:
        return " ".join(["There is no group to judge.", *_left_out(grades, "group")])
    left_out = " ".join(_left_out(grades, "more group"))
    aside = f" ({left_out})" if left_out else ""
    if good == total:
        all_of_them = "The only group is" if total == 1 else f"All {total:,} groups are"
        return f"{all_of_them} at the proven optimum today.{aside}"
    others = [
        f"{grades[met]:,} {'is' if grades[met] == 1 else 'are'} {met}"
        for met in Grade
        if met not in {Grade.OPTIMAL, *NOT_COUNTED} and grades.get(met)
    ]
    if total == 1:
        return f"The only group {others[0].removeprefix('1 ')} today.{aside}"
    verb = "is" if good == 1 else "are"
    return f"{good:,} of {quantity(total, 'group')} {verb} at the proven optimum today; {', '.join(others)}.{aside}"


def weight_clause(cell: WeightCell) -> str:
    """
    The heaviest member today, and with the best plan found.

    >>> weight_clause(WeightCell(most=9.0, best_most=5.5, by="lag"))
    'The heaviest member has 9 unread records; 5.50 with the best plan found.'
    """
    unit = WEIGHT_UNITS[cell.by or "weights"]
    best = (
        "no plan found has less"
        if cell.most == cell.best_most
        else f"{weight_text(cell.best_most or 0)} with the best plan found"
    )
    return f"The heaviest member has {weight_text(cell.most or 0)}{unit}; {best}."


def _left_out(grades: Mapping[Grade, int], noun: str) -> list[str]:
    moving, empty = grades.get(Grade.REBALANCING, 0), grades.get(Grade.EMPTY, 0)
    sentences = []
    if moving:
        sentences.append(f"{quantity(moving, noun)} {'was' if moving == 1 else 'were'} rebalancing.")
    if empty:
        sentences.append(f"{quantity(empty, noun)} {'has' if empty == 1 else 'have'} no members.")
    return sentences


def lag_sentence(today: AuditRow) -> str:
    """
    How a group stands by lag: its heaviest member, and what no plan can avoid. It is the worst of an audit.

    >>> from kafka_assay.pipeline.audit.answer_figures import LagCell
    >>> row = AuditRow(index=0, file="g", line=None, group="pay", target="today")
    >>> row.by_lag = LagCell(46887, 60000, 15000, "t-2", 20000)
    >>> lag_sentence(row)
    "By lag: a member of pay has 46,887 of the group's 60,000 unread records; no plan leaves fewer than 20,000 to one \
member. assay audit --weights lag finds the best plan."
    """
    cell = today.by_lag
    assert cell is not None
    if not cell.total:
        return "By lag: in the groups whose offsets are known, no record is unread."
    start = f"By lag: a member of {today.group} has {cell.most:,} of the group's {cell.total:,} unread records"
    why = f", because {cell.partition} alone holds {cell.floor:,}" if cell.least == cell.floor else ""
    if cell.most <= (cell.least or 0):
        return f"{start}; that is the least possible{why}."
    limit = f"no plan leaves fewer than {cell.least:,} to one member{why}"
    return f"{start}; {limit}. assay audit --weights lag finds the best plan."


def standing_sentence(today: AuditRow) -> str:
    """
    The state of the group in a row of today, without its name.

    >>> standing_sentence(AuditRow(
    ...     index=0, file="pay.json", line=None, group="pay", target="today", members=2, partitions=4, strategy="range",
    ...     loads=(1, 3), optimal_loads=(2, 2), optimal_moves=1,
    ... ))
    '2 members, 4 partitions, assigned by range. Loads 3/1; best 2/2 (1 move).'
    """
    by = "" if today.strategy is None else f", assigned by {escape_unprintable(today.strategy)}"
    sizes = f"{quantity(today.members or 0, 'member')}, {quantity(today.partitions or 0, 'partition')}{by}."
    if not today.members:
        return f"{sizes} The group has no members."
    vain = today.idle_in_vain if today.own_grade is Grade.LESS_EVEN else 0
    idle = f" {quantity(vain, 'idle member')} could work." if vain else ""
    wrong = f" Broken: {', '.join(today.broken)}." if today.broken else ""
    lost = f" ({quantity(today.unassigned, 'partition')} without an owner)" if today.unassigned else ""
    present, best = list(today.loads or ()), None if today.optimal_loads is None else list(today.optimal_loads)
    heavy = today.weighted if today.weight_excess is not None and today.own_grade is not Grade.REBALANCING else None
    if heavy is not None:
        sizes += f" {weight_clause(heavy)}"
    loads = f"{sizes} Loads {load_list(present)}{lost}"
    if today.own_grade is Grade.REBALANCING:
        return f"{loads} during a rebalance ({today.state}). They are about to change."
    if best is None:
        return f"{loads}; best unknown.{wrong}"
    if present == best and not today.optimal_moves:
        return f"{loads}: the best possible.{wrong}"
    return f"{loads}; best {load_list(best)} ({quantity(today.optimal_moves or 0, 'move')}).{idle}{wrong}"
