"""Expected failures: Kafka's own rules that break a law, with the smallest group."""

from __future__ import annotations

import json

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
"""
The expected failure of every reference that uses the general path's rack rule in rounds: they never end.

A member keeps nothing on a wrong rack. The next round places its partitions again, first on right racks, and then
levels the loads without regard to racks. So the member may get back partitions that it cannot keep, while other members
give up partitions that they could keep. With equal subscriptions the shares are the same in every round.
"""

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
"""
The expected failure of every reference that uses racks with equal subscriptions: members' order changes the moves.

A member keeps no claim on a wrong rack, and no claim on a partition whose replicas are on no known rack. The other free
partitions decide what becomes of it. If members with one partition too many give up one on the claimant's rack, it gets
that one, and its own partition goes elsewhere. If not, it may get its own again. The first members in order keep one
more. (In Kafka's classes that is hash order, so the members' ids decide.) Without such a claim every order moves the
same number.
"""

SURPLUS = (44, 24, 24, 22, 19, 19, 19)
"""Partitions of each topic of the chain. Its first subscriber owns all of them; its second is the next member."""


def sixteen_laps_group() -> str:
    """The smallest group found, as JSON text."""
    last = len(SURPLUS)
    members = [
        {
            "id": f"m{place}",
            "subscription": [f"t{topic}" for topic in (place - 1, place) if 0 <= topic < last],
            **({"owned": {f"t{place}": list(range(SURPLUS[place]))}, "generation": 1} if place < last else {}),
        }
        for place in range(last + 1)
    ]
    topics = {f"t{topic}": partitions for topic, partitions in enumerate(SURPLUS)}
    return json.dumps({"format": "assay-group/1", "topics": topics, "members": members})


STOPPED_TOO_EARLY: tuple[ExpectedFailure, ...] = tuple(
    ExpectedFailure(law=law, family="clean", reason=reason, group=sixteen_laps_group())
    for law, reason in (
        ("locally-balanced", "Kafka stops after 16 laps, even if a long chain of members is not level by then"),
        ("stable-group-moves-nothing", "Kafka stops after 16 laps, and goes on levelling when it is asked again"),
    )
)
"""
The expected failures of server-uniform, on long chains of members that share topics two by two.

Each lap moves a surplus a little further along the chain. Kafka's builder stops after 16 laps. If it gets its own
answer back, it continues where it stopped. The smallest group found has eight members and 171 partitions. Most groups
are even after a few laps: among 3,000 groups of the family `large`, two were not even after 16.
"""

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
"""
The expected failures of every reference with the current claim rule, on three claimants of one partition.

Two claims of one generation void each other for good. A later claim of a newer generation does not restore the
partition (KAFKA-14639). So a member may lose what it clearly owns, and the order of the claims decides. It does not
happen with at most two claimants. Sequences of rebalances and mixed inputs can contain such a tie too.
"""
