from __future__ import annotations

from kafka_assay.assignors.model import Assignment, group_of
from tests.properties.laws.test_answers import CHAIN, CHAINED
from tests.properties.verdicts import two_members
from tests.reports.wording.law_breaches import on_answer


def test_unevenness_names_most_and_least_loaded_member() -> None:
    even = on_answer("even-when-equal", two_members(3), {"a": {"t": [0, 1, 2]}})
    spread = on_answer("spread-within-topic", two_members(4), {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}})

    assert (
        "All members subscribe to the same topics, but a has 3 partitions and b has none. "
        "A difference of 1 is always possible." == even
    )
    assert "In t, a has 3 partitions and b has 1, although both subscribe to it." == spread


def test_local_imbalance_shows_one_move_that_helps() -> None:
    said = on_answer("locally-balanced", two_members(2), {"a": {"t": [0, 1]}})

    assert "If a gave t-0 to b, their loads would change from 2 and 0 to 1 and 1." == said


def test_imbalance_shows_a_chain_if_no_single_move_helps() -> None:
    assert (
        "If C0 gave t1-1 to C2 and C2 gave t0-0 to C1, the loads of C0 and C1 would change from 2 and 0 to 1 and 1; "
        "all other loads would stay the same."
    ) == on_answer("optimally-balanced", CHAIN, CHAINED)


def test_long_chain_shows_its_ends_and_a_count() -> None:
    topics = {f"t{number}": 1 for number in range(20)}
    members = {f"m{number}": [f"t{place}" for place in (number - 1, number) if 0 <= place < 20] for number in range(21)}
    members["m0"].append("extra")
    answer: Assignment = {f"m{number}": {f"t{number}": [0]} for number in range(20)} | {"m20": {}}
    answer["m0"]["extra"] = [0]

    said = on_answer("optimally-balanced", group_of({**topics, "extra": 1}, members), answer)

    assert "m2 gave t2-0 to m3, so on over 14 more members, m17 gave t17-0 to m18" in said
