"""Twists of members: static membership, racks, and old versions of the protocol."""

from __future__ import annotations

from kafka_assay.properties.strategies.choices import Draw, booleans, integers, named
from kafka_assay.properties.strategies.claims import stale_claims
from kafka_assay.properties.strategies.draft import Draft
from kafka_assay.properties.strategies.names import make_different, mixed_names, orders, reorder
from kafka_assay.properties.strategies.subscriptions import some_members

_EVERYBODY = named("everybody", booleans())
_RACK_POOL = named("rack-pool", integers(0, 2))


def static_members(draw: Draw, draft: Draft) -> None:
    """All members have an instance id, or some have, or every second one."""
    if draw(integers(0, 3)) == 3:
        chosen = draft.members[draw(integers(0, min(1, len(draft.members) - 1))) :: 2]
    else:
        chosen = some_members(draw, draft)
    plain = reorder([f"i{position}" for position in range(len(chosen))], draw(orders()))
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
