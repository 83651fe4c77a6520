"""
Twists that damage ownership: claims that overlap or are stale, foreign, or on partitions that do not exist.

Each changes a clean draft as its name says, and in no other way.
"""

from __future__ import annotations

from kafka_assay.assignors.model import MOST_PARTITIONS, TopicPartition
from kafka_assay.properties.strategies.choices import Draw, booleans, integers, lists, tuples
from kafka_assay.properties.strategies.clean import partitions_of
from kafka_assay.properties.strategies.draft import Draft, DraftMember
from kafka_assay.properties.strategies.names import make_different

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
