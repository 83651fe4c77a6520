"""
Expected failure: Kafka's claim rule, and so its references', breaks stickiness with three claimants of one partition.

Two claims of one generation void each other for good. A later claim of a newer generation does not restore the
partition (KAFKA-14639). So a member may lose what it clearly owns, and the order of the claims decides. It does not
happen with at most two claimants. Sequences of rebalances and mixed inputs can contain such a tie too.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure

TIE_BELOW_THE_NEWEST = """{"format": "assay-group/1", "topics": {"t": 1}, "members": [
 {"id": "a", "subscription": ["t"], "owned": {"t": [0]}, "generation": 1},
 {"id": "b", "subscription": ["t"], "owned": {"t": [0]}, "generation": 1},
 {"id": "c", "subscription": ["t"], "owned": {"t": [0]}, "generation": 2}]}"""

BLIND_LUCK = """{"format": "assay-group/1", "topics": {"t": 4}, "members": [
 {"id": "a", "subscription": ["t"], "owned": {"t": [2, 3]}, "generation": 1},
 {"id": "b", "subscription": ["t"], "owned": {"t": [2]}, "generation": 1},
 {"id": "c", "subscription": ["t"], "owned": {"t": [2]}, "generation": 2}]}"""

BROKEN = {
    "newest-claim-wins": (
        "two claims that tie at an older generation void the partition, and the newest claim does not restore it",
        TIE_BELOW_THE_NEWEST,
    ),
    "order-does-not-matter": (
        "the tie voids the partition only if both older claims come before the newest, and members come in their order",
        TIE_BELOW_THE_NEWEST,
    ),
    "no-worse-stickiness": (
        "a voided partition is dealt out like one that nobody owned, while blind dealing may by luck give it back",
        BLIND_LUCK,
    ),
}

TIES_BELOW_THE_NEWEST: tuple[ExpectedFailure, ...] = tuple(
    ExpectedFailure(law=law, family="three-claimants", reason=reason, group=group)
    for law, (reason, group) in BROKEN.items()
)
"""The expected failures of every reference with the current claim rule."""
