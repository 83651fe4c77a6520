"""
Twists: what turns a clean draft into a group with an oddity of its subscriptions, claims, members or topics.

Each changes the draft as its name says, and in no other way.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kafka_assay.assignors.model import MOST_PARTITIONS, TopicPartition
from kafka_assay.properties.strategies.choices import Choice, Draw, booleans, integers, lists, named, sets, tuples
from kafka_assay.properties.strategies.clean import partitions_of
from kafka_assay.properties.strategies.draft import Draft, DraftMember
from kafka_assay.properties.strategies.names import ORDERS, make_different, mixed_names, reorder

GENERATIONS = (None, 1, 2, 3, 6)
"""
Generations of members whose claims differ in age, the oldest first.

Generation 0 is absent. A coordinator counts from 1, so no member has seen it, and franz-go reads it as none.
"""

_AGES = integers(0, len(GENERATIONS) - 1)
_MORE = lists(tuples(integers(0, 15), integers(0, 7)), most=3)


def overlapping_claims(draw: Draw, draft: Draft) -> None:
    """Two members claim the same partition at the same generation. One partition or several."""
    for _ in range(1 + draw(integers(0, 2))):
        (first, second), _ = _contest(draw, draft, 2)
        # The two differ in age only in `mixed`.
        second.generation = first.generation


def stale_claims(draw: Draw, draft: Draft) -> None:
    """Claims have different generations. No partition has more than two claimants, or two of one generation."""
    (first, second), disputed = _contest(draw, draft, 2)
    _vary_generations(draw, draft)
    if first.generation == second.generation:
        second.generation = _newer_generation(first.generation)
    for claim, member in _draw_claims(draw, draft):
        rivals = draft.claimants(claim)
        if len(rivals) < 2 and all(rival.generation != member.generation for rival in rivals):
            draft.claim(member, claim)
    if len(first.claims) > 1 and draw(booleans()):
        first.claims.remove(disputed)


def three_claimants(draw: Draw, draft: Draft) -> None:
    """Three or more members claim the same partition, at any generations."""
    most = min(4, len(draft.members))
    _contest(draw, draft, draw(integers(3, most)) if most > 3 else 3)
    _vary_generations(draw, draft)
    for claim, member in _draw_claims(draw, draft):
        draft.claim(member, claim)


def foreign_claims(draw: Draw, draft: Draft) -> None:
    """One or two members claim partitions of topics that they do not subscribe to, at any generation."""
    for _ in range(1 + draw(integers(0, 1))):
        member = _draw_member(draw, draft)
        topic = _foreign_topic(draw, draft, member)
        for _ in range(1 + draw(integers(0, 1))):
            claim = TopicPartition(topic, draw(integers(0, draft.topics[topic] - 1)))
            if len(draft.claimants(claim)) < 2:
                draft.claim(member, claim)
        age = draw(integers(0, 2))
        if age == 1:
            member.generation = _newer_generation(member.generation)
        elif age == 2 and member.generation is not None and member.generation > 1:
            member.generation -= 1


def ghost_claims(draw: Draw, draft: Draft) -> None:
    """Members claim partitions that do not exist: beyond the last, negative, or of a deleted topic."""
    for _ in range(1 + draw(integers(0, 2))):
        member = _draw_member(draw, draft)
        mine = [topic for topic in member.subscription if topic in draft.topics]
        kind, number = draw(integers(0, 3 if mine else 0)), draw(integers(0, 3))
        topic = mine[number % len(mine)] if mine else ""
        if kind == 0 and mine:
            claim = TopicPartition(topic, draft.topics[topic] + number)
        elif kind == 1:
            claim = TopicPartition(topic, -1 - number)
        elif kind == 2:
            claim = TopicPartition(topic, MOST_PARTITIONS)
        else:
            claim = TopicPartition(make_different("", "deleted", draft.topics, mark="_"), number)
        if not draft.claimants(claim):
            draft.claim(member, claim)


def _contest(draw: Draw, draft: Draft, count: int) -> tuple[list[DraftMember], TopicPartition]:
    """Let exactly `count` members claim the same existing partition. If its topic has too few subscribers, add some."""
    existing = partitions_of(draft, list(draft.topics))
    claim = existing[draw(integers(0, len(existing) - 1))]
    subscribers = draft.subscribers(claim.topic)
    others = [member for member in draft.members if member not in subscribers]
    pool = subscribers if len(subscribers) >= count else subscribers + others[: count - len(subscribers)]
    rivals = [pool.pop(draw(integers(0, len(pool) - 1))) for _ in range(count)]
    for member in draft.members:
        if member in rivals:
            if claim.topic not in member.subscription:
                member.subscription.append(claim.topic)
            draft.claim(member, claim)
        elif claim in member.claims:
            member.claims.remove(claim)
    return rivals, claim


def _vary_generations(draw: Draw, draft: Draft) -> None:
    draft.generation = None
    for member in draft.members:
        member.generation = GENERATIONS[draw(_AGES)]


def _newer_generation(generation: int | None) -> int:
    return 1 if generation is None else generation + 1


def _draw_claims(draw: Draw, draft: Draft) -> list[tuple[TopicPartition, DraftMember]]:
    """Further claims of members on existing partitions of topics that they subscribe to."""
    drawn = []
    for ordinal, position in draw(_MORE):
        member = draft.members[position % len(draft.members)]
        mine = partitions_of(draft, member.subscription)
        if mine:
            drawn.append((mine[ordinal % len(mine)], member))
    return drawn


def _draw_member(draw: Draw, draft: Draft) -> DraftMember:
    return draft.members[draw(integers(0, len(draft.members) - 1))]


def _foreign_topic(draw: Draw, draft: Draft, member: DraftMember) -> str:
    """A topic that `member` does not subscribe to; if there is none, a new one, to which others may subscribe."""
    foreign = [topic for topic in draft.topics if topic not in member.subscription]
    if foreign:
        return foreign[draw(integers(0, len(foreign) - 1))]
    topic = make_different("", f"t{len(draft.topics)}", draft.topics, mark="_")
    draft.topics[topic] = draw(integers(1, 3))
    if draw(booleans()):
        for other in draft.members:
            if other is not member:
                other.subscription.append(topic)
    return topic


def some_members(draw: Draw, draft: Draft) -> list[DraftMember]:
    """Draw one member, a few, or all, in member order."""
    count = len(draft.members)
    if draw(booleans()):
        return list(draft.members)
    chosen = draw(sets(count, most=3))
    return [draft.members[index] for index in sorted(chosen)]


def empty_subscriptions(draw: Draw, draft: Draft) -> None:
    """Some members subscribe to nothing and claim nothing."""
    for member in some_members(draw, draft):
        member.subscription.clear()
        member.claims.clear()


def missing_topics(draw: Draw, draft: Draft) -> None:
    """Some members subscribe to a topic that does not exist, alone or with others."""
    name = make_different("", "gone", draft.topics, mark="_")
    for member in some_members(draw, draft):
        where = draw(integers(0, 2))
        if where == 2:
            member.subscription.clear()
            member.claims.clear()
        member.subscription.insert(0 if where == 1 else len(member.subscription), name)


def repeated_topics(draw: Draw, draft: Draft) -> None:
    """Some members name a topic twice in their subscription."""
    for member in some_members(draw, draft):
        if not member.subscription:
            member.subscription.append(next(iter(draft.topics)))
        again = member.subscription[draw(integers(0, len(member.subscription) - 1))]
        member.subscription.insert(0 if draw(booleans()) else len(member.subscription), again)


_EVERYBODY = named("everybody", booleans())
_RACK_POOL = named("rack-pool", integers(0, 2))


def static_members(draw: Draw, draft: Draft) -> None:
    """All members have an instance id, or some have, or every second one."""
    if draw(integers(0, 3)) == 3:
        chosen = draft.members[draw(integers(0, min(1, len(draft.members) - 1))) :: 2]
    else:
        chosen = some_members(draw, draft)
    plain = reorder([f"i{position}" for position in range(len(chosen))], draw(ORDERS))
    taken: list[str] = []
    for member, name in zip(chosen, plain, strict=True):
        taken.append(make_different(mixed_names(draw), name, taken))
        member.instance_id = taken[-1]


def racks(draw: Draw, draft: Draft) -> None:
    """Some members have a rack, and some topics have replica racks, with one replica or several."""
    pool: list[str] = []
    for position in range(1 + draw(_RACK_POOL)):
        pool.append(make_different(mixed_names(draw), f"r{'abc'[position]}", pool))
    # Some laws are defined only if every member has a rack.
    for member in draft.members if draw(_EVERYBODY) else some_members(draw, draft):
        member.rack = pool[draw(integers(0, len(pool) - 1))]
    known = draw(integers(1, len(draft.topics)))
    for topic in list(draft.topics)[:known]:
        replicas = draw(integers(1, len(pool)))
        leaders = (draw(integers(0, len(pool) - 1)) for _ in range(draft.topics[topic]))
        draft.replica_racks[topic] = tuple(
            tuple(pool[(leader + replica) % len(pool)] for replica in range(replicas)) for leader in leaders
        )


def old_metadata(draw: Draw, draft: Draft) -> None:
    """Some members use an old version of the subscription protocol. Claims are clean or of different ages."""
    if len(draft.members) > 1 and draw(booleans()):
        stale_claims(draw, draft)
    for member in some_members(draw, draft):
        member.metadata_version = 2 - draw(integers(0, 2))


RESETS = ("latest", "earliest", "none", "LATEST", "by_duration:P1D")
"""Values of `auto.offset.reset`: the default first, then others, one of them in upper case."""

LAGS = (0, 1, 2, 5, 90, 1_000)
BEGIN = 10
BEYOND = 7
COMMITTED = 5
"""The number of kinds of committed offset: in the log, none, beyond its end, before its beginning, 0."""

_USE = integers(0, 7)
_RESETS = integers(0, len(RESETS) - 1)
_KNOWN = integers(0, 7)


@cache
def _partitions(count: int) -> Choice[list[int]]:
    return lists(integers(0, len(LAGS) * COMMITTED - 1), least=count, most=count)


def offsets(draw: Draw, draft: Draft) -> None:
    """Give some topics offsets and sometimes weights, with a reset policy. Three of four groups get none."""
    use = draw(_USE)
    if use < 6:
        return
    draft.auto_offset_reset = RESETS[draw(_RESETS)]
    for topic, count in draft.topics.items():
        known = draw(_KNOWN)
        drawn = draw(_partitions(count))
        if known < 7:
            draft.offsets[topic] = _offsets(drawn, known)
        if use == 7:
            draft.weights[topic] = tuple(LAGS[number % len(LAGS)] / 2 for number in drawn)


def _offsets(drawn: list[int], known: int) -> dict[str, Any]:
    """The offsets for these numbers. A `known` of 4 to 6 leaves out one of the three lists."""
    lags = [LAGS[number % len(LAGS)] for number in drawn]
    found = {
        "begin_offsets": (BEGIN,) * len(drawn),
        "end_offsets": tuple(BEGIN + lag for lag in lags),
        "committed_offsets": tuple(
            (BEGIN, None, BEGIN + lag + BEYOND, BEGIN - 1, 0)[number // len(LAGS)]
            for lag, number in zip(lags, drawn, strict=True)
        ),
    }
    missing = {4: "begin_offsets", 5: "committed_offsets", 6: "end_offsets"}.get(known)
    return {key: offsets for key, offsets in found.items() if key != missing}
