"""The answers of the references to small groups: one row of the table for each sentence of a rule."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.reference.known_failures import TIE_BELOW_THE_NEWEST
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import answer, group_on_racks, lagging_group, question

STATIC = question({"t": 3}, "m-zz m-aa m-bb", instances={"m-zz": "I1", "m-bb": "I0"})
ON_STATIC = answer(**{"m-zz": "t-1", "m-aa": "t-2", "m-bb": "t-0"})
ONE_SUBSCRIBER_EACH = {"C0": "a b", "C1": "b"}
STUCK, STUCK_OWNED = {"C0": "t1", "C1": "t0", "C2": "t0 t1"}, answer(C2="t0-0")
RETURNED = {"A": "t gone", "B": "t", "D": "t"}, answer(B="t-0 t-1 t-2 t-3", D="t-0"), {"B": 2, "D": 1}
MISSED_ONE = question(
    {"t": 6}, "A B C", answer(A="t-0 t-3", B="t-0 t-1 t-4", C="t-2 t-3 t-5"), {"A": 1, "B": 2, "C": 2}
)
KIP54_SECOND = question(
    {"t0": 1, "t1": 2, "t2": 3}, {"C1": "t0 t1", "C2": "t0 t1 t2"}, answer(C1="t1-0 t1-1", C2="t2-0 t2-1 t2-2")
)
KIP54_FIRST = question({"t0": 2, "t1": 2, "t2": 2, "t3": 2}, "C0 C2", answer(C0="t0-0 t1-1 t3-0", C2="t1-0 t2-1"))
LAGS = lagging_group({"t": [1, 9]}, "A B")
UNCOMMITTED = replace(LAGS, topics=(replace(LAGS.topics[0], committed_offsets=None),))
SERVER_UNEQUAL = {"a": "t u", "b": "u", "c": "t u", "d": "t u", "e": "u"}

CASES: dict[str, tuple[Group, Assignment]] = {
    "range: only topics with equal subscribers are co-partitioned": (
        question({"a": 2, "b": 2}, ONE_SUBSCRIBER_EACH),
        answer(C0="a-0 a-1 b-0", C1="b-1"),
    ),
    "range: static members come first, by instance id": (STATIC, ON_STATIC),
    "range: members with one instance id are ordered by member id": (
        question({"t": 3}, "b a", instances={"a": "I", "b": "I"}),
        answer(b="t-2", a="t-0 t-1"),
    ),
    "range: ids are ordered by UTF-16 code units, as in Java": (
        question({"t": 4}, "\uffff \U0001f600 C2 C10"),
        answer(**{"\uffff": "t-3", "\U0001f600": "t-2", "C2": "t-1", "C10": "t-0"}),
    ),
    "range: on racks, a member takes its only match, another the rest in two pieces": (
        group_on_racks({"t": "a b a"}, A="b", B="a"),
        answer(A="t-1", B="t-0 t-2"),
    ),
    "range: on racks, room comes before racks": (
        group_on_racks({"t": "a a a ac"}, A="a", B="b"),
        answer(A="t-0 t-1", B="t-2 t-3"),
    ),
    "range: on racks, without a rack everything matches": (
        group_on_racks({"t": "b b a a"}, A="-", B="b"),
        answer(A="t-0 t-1", B="t-2 t-3"),
    ),
    "range: on racks, an empty name is no rack": (
        group_on_racks({"t": "b b a"}, A="", B="b"),
        answer(A="t-0 t-1", B="t-2"),
    ),
    "range: on racks, followers count like leaders": (
        group_on_racks({"t": "c ca b ab"}, A="a", B="b"),
        answer(A="t-1 t-3", B="t-0 t-2"),
    ),
    "range: on racks, a partition on nobody's rack fills up the first with room": (
        group_on_racks({"t": "b a c"}, A="a", B="b"),
        answer(A="t-1 t-2", B="t-0"),
    ),
    "range: on racks, co-partitioned topics stay together": (
        group_on_racks({"t": "b a", "u": "a a"}, A="a", B="b"),
        answer(A="t-1 u-1", B="t-0 u-0"),
    ),
    "range: on racks, co-partitioned topics are matched id by id": (
        group_on_racks({"t": "b a b ac", "u": "b ac b a"}, A="a", B="b"),
        answer(A="t-1 t-3 u-1 u-3", B="t-0 t-2 u-0 u-2"),
    ),
    "range: on racks, a topic with equal racks for all partitions is cut into blocks": (
        group_on_racks({"t": "a b b a", "u": "a a a"}, A="b", B="a"),
        answer(A="t-1 t-2 u-0 u-1", B="t-0 t-3 u-2"),
    ),
    "range: on racks, one topic with racks makes all co-partitioned topics match": (
        group_on_racks({"t": "- -", "u": "- -", "v": "a b c"}, A="a", B="-"),
        answer(A="t-1 u-1 v-0", B="t-0 u-0 v-1 v-2"),
    ),
    "range: on racks, without that topic they are cut into blocks": (
        group_on_racks({"t": "- -", "u": "- -"}, A="a", B="-"),
        answer(A="t-0 u-0", B="t-1 u-1"),
    ),
    "roundrobin: static members come first, by instance id": (STATIC, ON_STATIC),
    "hashed-roundrobin: equal instance ids are ordered by member id": (
        question({"t": 2}, "b a", instances={"a": "I", "b": "I"}),
        answer(b="t-1", a="t-0"),
    ),
    "hashed-roundrobin: an empty instance id is an instance id": (
        question({"t": 2}, "b a", instances={"b": ""}),
        answer(b="t-1", a="t-0"),
    ),
    "topicroundrobin: a member without the topic loses its turn (a test of the pull request)": (
        question({"A": 2, "B": 2}, {"C1": "A", "C2": "A B", "C3": "A"}),
        answer(C1="A-0 A-1", C2="B-0 B-1", C3=""),
    ),
    "topicroundrobin: more topics than members are assigned in turn": (
        question({f"t{number}": 1 for number in range(5)}, "C0 C1"),
        answer(C0="t0-0 t2-0 t4-0", C1="t1-0 t3-0"),
    ),
    "topicroundrobin: the last members stay idle with fewer topics than members": (
        question({"t0": 2, "t1": 1}, "C3 C1 C0 C2"),
        answer(C3="", C1="t1-0", C0="t0-0 t0-1", C2=""),
    ),
    "topicroundrobin: the KIP prints t0 on two consumers, which its rule forbids": (
        question({"t0": 3, "t1": 2}, "A0.C0 A0.C1 A1.C0 A1.C1"),
        answer(**{"A0.C0": "t0-0 t0-1 t0-2", "A0.C1": "t1-0 t1-1", "A1.C0": "", "A1.C1": ""}),
    ),
    "topicroundrobin: an owned topic changes hands": (
        question({"t": 1}, "C0 C1", answer(C0="t-0")),
        answer(C0="", C1="t-0"),
    ),
    "topicroundrobin: subscriptions of version 0 have no owned partitions": (
        question({"t": 1}, "C0 C1", answer(C0="t-0"), version=0),
        answer(C0="t-0", C1=""),
    ),
    "topicroundrobin: a topic without partitions takes no turn": (
        question({"a": 0, "b": 1}, "C0 C1"),
        answer(C0="b-0", C1=""),
    ),
    "topicroundrobin: topics are ordered by name, not by hash as in the pull request": (
        question({"t2": 1, "t10": 1}, "C0 C1"),
        answer(C0="t10-0", C1="t2-0"),
    ),
    "lag: the counters restart with each topic, so one member gets all lag": (
        lagging_group({"t0": [90], "t1": [90]}, "A B"),
        answer(A="t0-0 t1-0", B=""),
    ),
    "lag: ties go to the lower id in Kafka's order, and to the smaller partition": (
        lagging_group({"t": [5, 5, 5]}, "C2 C10"),
        answer(C2="t-1", C10="t-0 t-2"),
    ),
    "lag: instance ids are ignored": (
        question({"t": 1}, "a b", instances={"b": "0"}),
        answer(a="t-0", b=""),
    ),
    "lag: without a commit `earliest` puts the longest partition first": (
        replace(UNCOMMITTED, auto_offset_reset="earliest"),
        answer(A="t-1", B="t-0"),
    ),
    "lag: without a commit `latest` means no lag": (UNCOMMITTED, answer(A="t-0", B="t-1")),
    "lag-global: one topic is assigned as in the README": (
        lagging_group({"t0": [100_000, 50_000, 60_000]}, "C0 C1"),
        answer(C0="t0-0", C1="t0-1 t0-2"),
    ),
    "lag-global: a member with few topics gets its share from them": (
        lagging_group({"t0": [9], "t1": [5, 5]}, {"A": "t0 t1", "B": "t1"}),
        answer(A="t0-0", B="t1-0 t1-1"),
    ),
    "lag-global: the largest lags are summed exactly": (
        lagging_group({"t0": [2**63 - 1, 2**63 - 1, 0, 0]}, "A B"),
        answer(A="t0-0 t0-2", B="t0-1 t0-3"),
    ),
    "sticky: of equal subscriptions, an extra goes first to a member that kept its share": (
        question({"t": 7}, "A B C", answer(B="t-0 t-1", C="t-2")),
        answer(A="t-3 t-5", B="t-0 t-1 t-6", C="t-2 t-4"),
    ),
    "sticky: of equal subscriptions, partitions are dealt by topic and id, not in blocks as KAFKA-12464 prints it": (
        question({"t0": 3, "t1": 3}, "A B"),
        answer(A="t0-0 t0-2 t1-1", B="t0-1 t1-0 t1-2"),
    ),
    "sticky: of equal subscriptions, claims are cut by (partition id, topic)": (
        question({"a": 2, "b": 2}, "A B", answer(A="a-0 a-1 b-0 b-1")),
        answer(A="a-0 b-0", B="a-1 b-1"),
    ),
    "sticky: of equal subscriptions, overloaded members keep extras in the members' order": (
        question({"t": 7}, "Z A B", answer(Z="t-0 t-1 t-2 t-3", A="t-4 t-5 t-6")),
        answer(Z="t-0 t-1 t-2", A="t-4 t-5", B="t-3 t-6"),
    ),
    "sticky: of equal subscriptions, KIP-341's returning member takes nothing from the owners": (
        MISSED_ONE,
        answer(A="t-4 t-5", B="t-0 t-1", C="t-2 t-3"),
    ),
    "sticky: of equal subscriptions, lists in another order and missing topics count as equal": (
        question({"t": 4}, {"A": "t gone", "B": "gone t"}, answer(A="t-0 t-1 t-2 t-3")),
        answer(A="t-0 t-1", B="t-2 t-3"),
    ),
    "sticky: of equal subscriptions, claims on nonexistent partitions do not count against a share": (
        question({"t": 2}, "A B", {"A": {"t": [-1, 7, 2**31, 0]}, "B": {"t": [1]}}),
        answer(A="t-0", B="t-1"),
    ),
    "sticky: of unequal subscriptions, single moves miss the best balance": (
        question({"t0": 1, "t1": 2}, STUCK, STUCK_OWNED),
        answer(C0="t1-0 t1-1", C1="", C2="t0-0"),
    ),
    "sticky: of unequal subscriptions, placing one by one misses the best balance of a new group": (
        question({"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0 t1", "C2": "t0"}),
        answer(C0="t1-0 t1-1", C1="t0-0", C2=""),
    ),
    "sticky: of unequal subscriptions, two partitions move where one move was enough": (
        question({"t0": 2, "t1": 2}, {"C0": "t0 t1", "C1": "t0", "C2": "t0 t1"}, answer(C2="t0-0 t0-1 t1-1")),
        answer(C0="t1-0 t1-1", C1="t0-0", C2="t0-1"),
    ),
    "sticky: of unequal subscriptions, a moved partition prefers its previous owner": (
        question({"t": 4}, *RETURNED),
        answer(A="t-1", B="t-2 t-3", D="t-0"),
    ),
    "sticky: of unequal subscriptions, a previous owner without the subscription gets nothing": (
        question(
            {"t": 3, "u": 1},
            {"A": "u", "B": "t u", "C": "t u"},
            answer(A="t-0", B="t-0 t-1 t-2"),
            {"A": 1, "B": 2, "C": 2},
        ),
        answer(A="u-0", B="t-1 t-2", C="t-0"),
    ),
    "sticky: of unequal subscriptions, a topic that is named twice by one member is placed later": (
        question({"a": 1, "b": 1}, {"C0": "a b a", "C1": "a b"}),
        answer(C0="b-0", C1="a-0"),
    ),
    "sticky: of unequal subscriptions, levelling ends where Kafka's class never answers (4.4.0)": (
        question(
            {"t0": 3, "t1": 2, "t2": 3, "t3": 2, "t4": 1},
            {"m0": "t1 t3 t4", "m1": "t0 t2 t3 t4", "m2": "t1 t4", "m3": "t0 t1"},
            answer(m0="t1-0", m1="t0-0 t0-1 t0-2 t3-1"),
        ),
        answer(m0="t1-1 t3-0 t3-1", m1="t2-0 t2-1 t2-2", m2="t1-0 t4-0", m3="t0-0 t0-1 t0-2"),
    ),
    "sticky: on racks, partitions go to the racks of their replicas": (
        group_on_racks({"t": "b b a a"}, A="a", B="b"),
        answer(A="t-2 t-3", B="t-0 t-1"),
    ),
    "sticky: on racks, followers count like leaders": (
        group_on_racks({"t": "c ca"}, A="a", B="c"),
        answer(A="t-1", B="t-0"),
    ),
    "sticky: on racks, a claim on a wrong rack is not kept": (
        group_on_racks({"t": "a b"}, A="at-1", B="bt-0"),
        answer(A="t-0", B="t-1"),
    ),
    "sticky: on racks, a member without a rack keeps its partitions": (
        group_on_racks({"t": "a b"}, A="-t-1", B="at-0"),
        answer(A="t-1", B="t-0"),
    ),
    "sticky: on racks, balance comes first": (
        group_on_racks({"t": "a a a ab"}, A="a", B="c"),
        answer(A="t-0 t-1", B="t-2 t-3"),
    ),
    "sticky: on racks, the partition with the fewest matching members comes first": (
        group_on_racks({"t": "ab a"}, A="a", B="b"),
        answer(A="t-1", B="t-0"),
    ),
    "sticky: on racks, a matching member gets the extra where no matching member is short": (
        group_on_racks({"t": "b b b a a"}, A="a", B="bt-0 t-2"),
        answer(A="t-3 t-4", B="t-0 t-1 t-2"),
    ),
    "sticky: on racks, members on one rack take turns": (
        group_on_racks({"t": "a a a a b b"}, A="a", B="a", C="b"),
        answer(A="t-0 t-2", B="t-1 t-3", C="t-4 t-5"),
    ),
    "sticky: on racks, a topic without racks matches no member": (
        Group(
            topics=(Topic(name="t", partitions=1, replica_racks=(("a",),)), Topic(name="u", partitions=1)),
            members=tuple(
                Member(id=name, subscription=("t", "u"), rack=rack) for name, rack in (("A", None), ("B", "a"))
            ),
        ),
        answer(A="u-0", B="t-0"),
    ),
    "cooperative-sticky: a tied claimant gets its partition at once on the general path": (
        question({"t": 2}, {"A": "t", "B": "t gone"}, answer(A="t-0", B="t-0 t-1")),
        answer(A="t-0", B="t-1"),
    ),
    "cooperative-sticky: Kafka grants t-0 to an old claimant while its owner still has it": (
        question({"t": 4}, *RETURNED),
        answer(A="", B="t-2 t-3", D=""),
    ),
    "cooperative-sticky: a partition on a wrong rack that nobody matches returns at once": (
        group_on_racks({"t": "b a"}, C0="at-0 t-1"),
        answer(C0="t-0 t-1"),
    ),
    "cooperative-sticky: version 0 has no owned partitions": (
        question({"t": 2}, "C0 C1", answer(C0="t-1", C1="t-0"), version=0),
        answer(C0="t-0", C1="t-1"),
    ),
    "cooperative-sticky: version 1 has owned partitions": (
        question({"t": 2}, "C0 C1", answer(C0="t-1", C1="t-0"), version=1),
        answer(C0="t-1", C1="t-0"),
    ),
    "cooperative-sticky: generations of version 1 come from the user data": (
        question({"t": 2}, "C0 C1", answer(C0="t-0 t-1", C1="t-0"), {"C1": 2}, version=1),
        answer(C0="t-1", C1="t-0"),
    ),
    "constrained-2phase: a tie below the newest claim changes nothing, unlike in sticky": (
        group_from_json(json.loads(TIE_BELOW_THE_NEWEST)),
        answer(a="", b="", c="t-0"),
    ),
    "constrained-2phase@printed: members take blocks, ordered by id": (
        question({"t0": 3, "t1": 3}, "A B"),
        answer(A="t0-0 t0-1 t1-0", B="t0-2 t1-1 t1-2"),
    ),
    "constrained-4phase: short members are filled in turn": (
        question({"t0": 3, "t1": 3}, "A B"),
        answer(A="t0-0 t0-2 t1-1", B="t0-1 t1-0 t1-2"),
    ),
    "constrained-4phase: extras go to the members that were even first": (
        question({"t": 5}, "A B", answer(B="t-0 t-1")),
        answer(A="t-2 t-3", B="t-0 t-1 t-4"),
    ),
    "constrained-4phase: phase 3 takes the first partition in the member's list": (
        question({"t": 3}, "A B", {"B": {"t": [2, 0, 1]}}),
        answer(A="t-1", B="t-0 t-2"),
    ),
    "sticky@kip54: old claims count as much as new ones": (
        question({"t": 2}, "A B", answer(A="t-0", B="t-0 t-1"), {"A": 1, "B": 2}),
        answer(A="t-0", B="t-0 t-1"),
    ),
    "sticky@kip54: double claims count as load and never move": (
        question({"t": 4}, "A B C", answer(A="t-0 t-1", B="t-0 t-1 t-2 t-3")),
        answer(A="t-0 t-1", B="t-2 t-3", C="t-0 t-1"),
    ),
    "sticky@kip54: claims outside the subscription do not count": (
        question({"t": 1, "u": 1}, {"A": "t", "B": "u"}, answer(A="t-0", B="t-0 u-0")),
        answer(A="t-0", B="u-0"),
    ),
    "sticky@kip54: KIP-341's returning member stays with what it claims": (
        MISSED_ONE,
        answer(A="t-0 t-3", B="t-0 t-1 t-4", C="t-2 t-3 t-5"),
    ),
    "sticky@kafka9987: an old claim holds with unequal subscriptions": (
        question({"t": 2, "u": 1}, {"A": "t", "B": "t u"}, answer(A="t-1", B="u-0"), {"A": 1, "B": 2}),
        answer(A="t-0 t-1", B="u-0"),
    ),
    **{
        f"{name}: KIP-54's second example after C0 has left": (
            KIP54_SECOND,
            answer(C1="t0-0 t1-0 t1-1", C2="t2-0 t2-1 t2-2"),
        )
        for name in ("sticky@kip54", "sticky@kip341", "sticky@kafka9987")
    },
    **{
        f"{name}: KIP-54's first example after C1 has left, as it is printed": (
            KIP54_FIRST,
            answer(C0="t0-0 t1-1 t2-0 t3-0", C2="t0-1 t1-0 t2-1 t3-1"),
        )
        for name in ("sticky@kip54", "sticky@kip341")
    },
    "server-uniform: any member may keep the extra (KAFKA-18688)": (
        question({"t": 3}, "A B", answer(A="t-2", B="t-0 t-1")),
        answer(A="t-2", B="t-0 t-1"),
    ),
    "server-uniform: unowned extras go to the last members; 4.0.0 gave them to the first": (
        question({"t": 5}, "A B C"),
        answer(A="t-0", B="t-1 t-2", C="t-3 t-4"),
    ),
    "server-uniform: unowned partitions are assigned before revoked ones": (
        question({"t": 6}, "A B C", answer(C="t-0 t-1 t-2 t-3")),
        answer(A="t-4 t-5", B="t-2 t-3", C="t-0 t-1"),
    ),
    "server-uniform: an extra stays with the first member above the quota": (
        question({"t": 7}, "A B C", answer(A="t-6", B="t-0 t-1 t-2", C="t-3 t-4 t-5")),
        answer(A="t-5 t-6", B="t-0 t-1 t-2", C="t-3 t-4"),
    ),
    "server-uniform: the rest fills one member after the other": (
        question({"a": 2, "b": 3}, "A B"),
        answer(A="a-0 a-1", B="b-0 b-1 b-2"),
    ),
    "server-uniform: topics with most partitions for each subscriber come first": (
        question({"a": 1, "b": 4}, {"A": "a b", "B": "b", "C": "a b"}),
        answer(A="b-0 b-3", B="b-1", C="a-0 b-2"),
    ),
    "server-uniform: the highest ids move from the most to the least loaded": (
        question({"t": 4, "u": 1}, {"A": "t u", "B": "t"}, answer(A="t-0 t-1 t-2 t-3 u-0")),
        answer(A="t-0 t-1 u-0", B="t-2 t-3"),
    ),
    "server-uniform: the first giver takes the turn of one without partitions, as 4.4.0 answered": (
        question({"t": 8, "u": 4}, SERVER_UNEQUAL, answer(c="u-0 u-1", d="u-2 u-3")),
        answer(a="t-0 t-1 t-2", b="u-0 u-3", c="t-3 t-5 t-6", d="t-4 t-7", e="u-1 u-2"),
    ),
    "server-uniform: a previous owner gets no preference": (
        question({"t": 4, "u": 1}, {"B": "t", "D": "t u"}, *RETURNED[1:]),
        answer(B="t-0 t-1 t-2", D="t-3 u-0"),
    ),
    "server-uniform: a partition claimed twice has no owner; Kafka's class throws": (
        question({"t": 1}, "A B", answer(A="t-0", B="t-0")),
        answer(A="", B="t-0"),
    ),
    "server-uniform: a repeated name is the same set": (
        question({"t": 3}, {"A": "t", "B": "t t"}),
        answer(A="t-0", B="t-1 t-2"),
    ),
    "server-uniform: missing topics count in the set": (
        question({"t": 3}, {"A": "t gone", "B": "t"}),
        answer(A="t-0 t-2", B="t-1"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_reference_gives_the_answer_of_its_rule(case: str) -> None:
    group, expected = CASES[case]

    assert expected == reference_assignor(case.partition(":")[0]).assign(group)
