"""
Expected failure: Kafka's cooperative rounds, and so the reference's, never end with racks and unequal subscriptions.

A member keeps nothing on a wrong rack. The next round places its partitions again, first on right racks, and then
levels the loads without regard to racks. So the member may get back partitions that it cannot keep, while other members
give up partitions that they could keep. This repeats without end. With equal subscriptions the shares are the same in
every round, so it does not happen.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure

ALTERNATING = """{"format": "assay-group/1", "topics": {
 "t0": 1, "t1": {"partitions": 5, "replica_racks": [["b"], ["b"], ["a"], ["b"], ["a"]]}}, "members": [
 {"id": "C0", "subscription": ["t0", "t1"]}, {"id": "C1", "subscription": ["t0", "t1"], "rack": "b"},
 {"id": "C2", "subscription": ["t1"], "rack": "c"}]}"""

RACKS_THAT_ALTERNATE: tuple[ExpectedFailure, ...] = (
    ExpectedFailure(
        law="settles",
        family="racks",
        reason="with racks and unequal subscriptions a member on a wrong rack gets again what it cannot keep, for ever",
        group=ALTERNATING,
    ),
)
"""The expected failure of every reference that uses the general path's rack rule in rounds."""
