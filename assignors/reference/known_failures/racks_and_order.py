"""
Where Kafka's rule for racks lets the order of members decide how much moves, so that the references' does.

A member keeps no claim on a wrong rack, nor on a partition whose replicas are on no known one. What becomes of it
depends on what else is free: if the ones with one too many give up something on its rack, it gets that and its own goes
elsewhere; if not, it may get its own again. And who of them keeps one more, with equal subscriptions, goes by who comes
first (in Kafka's classes by hash order, so that there the members' ids decide). Without such a claim every order moves
as much.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure

GOT_AGAIN = """{"format": "assay-group/1", "topics": {
 "t": {"partitions": 5, "replica_racks": [["y"], ["y"], ["y"], ["x"], ["y"]]}}, "members": [
 {"id": "a", "subscription": ["t"], "owned": {"t": [0, 1]}, "generation": 1},
 {"id": "b", "subscription": ["t"], "owned": {"t": [2, 3]}, "generation": 1}, {"id": "c", "subscription": ["t"]},
 {"id": "d", "subscription": ["t"], "owned": {"t": [4]}, "generation": 1, "rack": "x"}]}"""
"""If a keeps two, b gives up t-3, which d gets and loses t-4: two moves. If b keeps two, d gets t-4 again: one."""

ALONE = '{"id": "c", '
GOT_AGAIN_AND_STATIC = GOT_AGAIN.replace(ALONE, f'{ALONE}"instance_id": "i0", ')
"""The same for `mixed`, where two things are special; that one member is static decides nothing."""

WRONG_RACKS_AND_ORDER: tuple[ExpectedFailure, ...] = tuple(
    ExpectedFailure(
        law="order-does-not-matter",
        family=family,
        reason="who keeps one more goes by order, and so whether a member gets again what it had on a wrong rack",
        group=group,
    )
    for family, group in (("racks", GOT_AGAIN), ("mixed", GOT_AGAIN_AND_STATIC))
)
"""The expected failures of every reference that looks at racks where subscriptions are equal."""
