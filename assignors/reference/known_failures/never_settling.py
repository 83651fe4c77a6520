"""
Where Kafka's cooperative rounds never end, so that the reference's do not: racks and unequal subscriptions.

A member on a wrong rack keeps nothing there: what it has is placed anew in the next round, on the right racks first,
and then levelled without regard to racks. So it may get back what it cannot keep, and others give up what they could
have kept, and so for ever. With equal subscriptions the shares are the same in every round, and it does not happen.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure

ALTERNATING = """{"format": "assay-group/1", "topics": {
 "t0": 1, "t1": {"partitions": 5, "replica_racks": [["b"], ["b"], ["a"], ["b"], ["a"]]}}, "members": [
 {"id": "C0", "subscription": ["t0", "t1"]}, {"id": "C1", "subscription": ["t0", "t1"], "rack": "b"},
 {"id": "C2", "subscription": ["t1"], "rack": "c"}]}"""

STATIC = '"id": "C0", '
ALTERNATING_AND_STATIC = ALTERNATING.replace(STATIC, f'{STATIC}"instance_id": "i0", ')
"""The same for `mixed`, where two things are special; that one member is static decides nothing."""

RACKS_THAT_ALTERNATE: tuple[ExpectedFailure, ...] = tuple(
    ExpectedFailure(
        law="settles",
        family=family,
        reason="with racks and unequal subscriptions a member on a wrong rack gets again what it cannot keep, for ever",
        group=group,
    )
    for family, group in (("racks", ALTERNATING), ("mixed", ALTERNATING_AND_STATIC))
)
"""The expected failures of every reference with the general path's rule for racks, in rounds."""
