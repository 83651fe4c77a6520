"""
Expected failure: with Kafka's rack rule, and so the references', the order of members changes the number of moves.

A member keeps no claim on a wrong rack, and no claim on a partition whose replicas are on no known rack. The other free
partitions decide what becomes of it. If members with one partition too many give up one on the claimant's rack, it gets
that one, and its own partition goes elsewhere. If not, it may get its own again. With equal subscriptions the first
members in order keep one more. (In Kafka's classes that is hash order, so the members' ids decide.) Without such a
claim every order moves the same number.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure

GOT_AGAIN = """{"format": "assay-group/1", "topics": {
 "t": {"partitions": 5, "replica_racks": [["y"], ["y"], ["y"], ["x"], ["y"]]}}, "members": [
 {"id": "a", "subscription": ["t"], "owned": {"t": [0, 1]}, "generation": 1},
 {"id": "b", "subscription": ["t"], "owned": {"t": [2, 3]}, "generation": 1}, {"id": "c", "subscription": ["t"]},
 {"id": "d", "subscription": ["t"], "owned": {"t": [4]}, "generation": 1, "rack": "x"}]}"""
"""
If a keeps two, b gives up t-3, which d gets, and d loses t-4: two moves. If b keeps two, d gets t-4 again: one move.
"""

WRONG_RACKS_AND_ORDER: tuple[ExpectedFailure, ...] = (
    ExpectedFailure(
        law="order-does-not-matter",
        family="racks",
        reason="who keeps one more goes by order, and so whether a member gets again what it had on a wrong rack",
        group=GOT_AGAIN,
    ),
)
"""The expected failure of every reference that uses racks with equal subscriptions."""
