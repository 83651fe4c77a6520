"""
Where Kafka's cooperative rounds never end, so that the reference's do not: racks and unequal subscriptions.

A partition may be placed on a member without a rack and then move on to a member on a wrong one, which does not keep
it: the next round places it again, and so for ever. KIP-881's rule for the general path; with equal subscriptions, or a
rack on every member, it does not happen.
"""

from __future__ import annotations

from assignors.interface import ExpectedFailure

ALTERNATING = """{"format": "assay-group/1", "topics": {
 "t1": {"partitions": 2, "replica_racks": [["b"], ["a"]]}, "t3": {"partitions": 1, "replica_racks": [["b"]]},
 "t11": {"partitions": 3, "replica_racks": [["b"], ["a"], ["b"]]}}, "members": [
 {"id": "aXb", "subscription": ["t1", "t11"]}, {"id": "1ca", "subscription": ["t1", "t11"], "rack": "c"},
 {"id": "Zd9Z", "subscription": ["t1", "t3", "t11"], "rack": "b"}]}"""

RACKS_THAT_ALTERNATE: tuple[ExpectedFailure, ...] = tuple(
    ExpectedFailure(
        law="settles",
        family=family,
        reason="with racks and unequal subscriptions, what is placed by rack moves on to a wrong rack, round by round",
        group=ALTERNATING,
    )
    for family in ("racks", "mixed")
)
"""The expected failures of every reference with the general path's rule for racks, in rounds."""
