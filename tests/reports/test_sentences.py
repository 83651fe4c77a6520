"""
Tests of `reports.sentences` and of the files it is made of: each sentence is checked against facts that a law found.
"""

from __future__ import annotations

from assignors.model import Assignment, group_of
from assignors.registry import reference
from properties.registry import LAW_BY_ID
from properties.verdict import Undecided, facts_of
from reports.sentences import EXPLAINED, explanation, source_of, why_it_matters
from tests.mutants_of_placement import ALIKE, STATIC
from tests.properties.test_laws_balance import CHAIN, CHAINED
from tests.properties.test_laws_rounds import swaps
from tests.properties.verdicts import dealt, two_members
from tests.reports.told_breaches import on_answer, on_assignor


def test_every_law_is_explained_and_matters() -> None:
    """
    No law is without words for its facts, its stakes and its source, and no words are without a law.
    """
    assert LAW_BY_ID.keys() == EXPLAINED.keys()
    assert all(why_it_matters(law, {}).endswith(".") and source_of(law) for law in LAW_BY_ID)


def test_kept_laws_need_no_words_and_undecided_ones_a_reason() -> None:
    """
    Nothing is said of a kept law; of an undecided one, why.
    """
    reason = facts_of(Undecided("the answer breaks one-owner-each (t-0)"))

    assert "" == explanation("one-owner-each", {})
    assert "Not decided: the answer breaks one-owner-each (t-0)." == explanation("optimally-balanced", reason)


def test_unevenness_names_both_ends() -> None:
    """
    Most and least loaded, and how far apart they are.
    """
    even = on_answer("even-when-equal", two_members(3), {"a": {"t": [0, 1, 2]}})
    spread = on_answer("spread-within-topic", two_members(4), {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}})

    assert (
        "All members read the same topics, yet a has 3 and b none, three fewer; a difference of one is always possible."
        == even
    )
    assert "Of t, a has 3 and b 1, two fewer, although both subscribe to it." == spread


def test_one_hand_over_proves_local_imbalance() -> None:
    """
    Who could hand what to whom, and what the loads would become.
    """
    said = on_answer("locally-balanced", two_members(2), {"a": {"t": [0, 1]}})

    assert "a could hand t-0 to b, who has two fewer: 2 and 0 would become 1 and 1." == said


def test_a_chain_proves_imbalance_where_no_single_hand_over_does() -> None:
    """
    Each step of the chain, its ends compared, and those in between cleared.
    """
    assert (
        "C0 could hand t1-1 to C2 and C2 t0-0 to C1, who has two fewer than C0: "
        "2 and 0 would become 1 and 1; nobody in between gains or loses."
    ) == on_answer("optimally-balanced", CHAIN, CHAINED)


def test_a_long_chain_is_told_by_its_ends() -> None:
    """
    Of a chain over twenty members the first and last hand-overs are told, the others counted.
    """
    topics = {f"t{number}": 1 for number in range(20)}
    members = {f"m{number}": [f"t{place}" for place in (number - 1, number) if 0 <= place < 20] for number in range(21)}
    members["m0"].append("extra")
    answer: Assignment = {f"m{number}": {f"t{number}": [0]} for number in range(20)} | {"m20": {}}
    answer["m0"]["extra"] = [0]

    said = on_answer("optimally-balanced", group_of({**topics, "extra": 1}, members), answer)

    assert "m2 t2-0 to m3, so on over 14 more members, m17 t17-0 to m18" in said


def test_rounds_are_told_with_holder_and_taker() -> None:
    """
    Who was granted what another held, and what was still moving at the end.
    """
    double = on_assignor("no-double-ownership", two_members(2, a=[0, 1]), dealt, cooperative=True)
    restless = on_assignor("settles", two_members(2), swaps, cooperative=True)

    assert "In round 1: t-1 was granted to b while a still held it." == double
    assert "After 6 rounds the group had not come to rest; the last round took t-0 from a to b" in restless


def test_misplaced_partitions_are_told_with_their_place() -> None:
    """
    A hole in a block, two topics that lie apart, and a restart that moved something.
    """
    hole = on_answer("contiguous", two_members(3), {"a": {"t": [0, 2]}, "b": {"t": [1]}})
    apart = on_answer("co-partitioned", ALIKE, {"a": {"t": [0], "u": [1]}, "b": {"t": [1], "u": [0]}})
    moved = on_assignor("restart-keeps-static-members", STATIC, reference("sticky").assign)

    assert "a has t-0 and t-2, and not what lies between." == hole
    assert "t-0 is with a, u-0 with b, though the topics are alike." == apart
    assert moved.startswith("A restart of all members moved 2 partitions between instance ids: t-0 from i1 to i2")


def test_a_topic_in_pieces_is_told_with_its_owners() -> None:
    """
    One topic, then several.
    """
    one = on_answer("topics-stay-whole", two_members(2), {"a": {"t": [0]}, "b": {"t": [1]}})
    two = on_answer("topics-stay-whole", ALIKE, {"a": {"t": [0], "u": [1]}, "b": {"t": [1], "u": [0]}})

    assert "t is split among a and b." == one
    assert "t is split among a and b. So is one more topic." == two


def test_names_that_cannot_be_shown_are_made_legible() -> None:
    """
    A member id with a character that turns the line around is written with an escape.
    """
    group = group_of({"t": 1}, {"a\u202eb": ["t"]})

    assert r"a\u202eb is missing from the answer." == on_answer("answers-every-member", group, {})
