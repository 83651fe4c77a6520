"""
Tests of `reports.sentences` and of the files it is made of: each sentence is checked against facts that a law found.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assignors.interface import AssignorFailed
from assignors.model import Assignment, Group, group_of
from assignors.registry import reference
from properties.registry import LAW_BY_ID
from properties.verdict import Undecided, facts_of
from reports.sentences import EXPLAINED, explanation, source_of, why_it_matters
from tests.mutants_of_placement import ALIKE, STATIC
from tests.properties.test_laws_balance import CHAIN, CHAINED
from tests.properties.test_laws_change import THREE
from tests.properties.test_laws_rounds import swaps
from tests.properties.test_laws_stickiness import ONE_IS_ENOUGH
from tests.properties.verdicts import broken, dealt, facts_on, two_members, verdict_of


def throws(_: Group) -> Assignment:
    """
    An assignor that never answers.
    """
    raise AssignorFailed("KeyError", "(None, 'b')")


def on_answer(law: str, group: Group, answer: Assignment) -> str:
    """
    The explanation of how `answer` breaks `law`.
    """
    return explanation(law, facts_on(law, group, answer))


def on_assignor(law: str, group: Group, ask: object, *, cooperative: bool = False) -> str:
    """
    The explanation of how the assignor `ask` breaks `law`.
    """
    return explanation(law, broken(verdict_of(law, group, ask, cooperative=cooperative)))  # type: ignore[arg-type]


def test_every_law_is_explained_and_matters() -> None:
    """
    No law is without words for its facts, its stakes and its source, and no words are without a law.
    """
    assert LAW_BY_ID.keys() == EXPLAINED.keys()
    assert all(why_it_matters(law).endswith(".") and source_of(law) for law in LAW_BY_ID)


def test_kept_laws_need_no_words_and_undecided_ones_a_reason() -> None:
    """
    Nothing is said of a kept law; of an undecided one, why.
    """
    reason = facts_of(Undecided("the answer breaks one-owner-each (t-0)"))

    assert "" == explanation("one-owner-each", {})
    assert "Not decided: the answer breaks one-owner-each (t-0)." == explanation("optimally-balanced", reason)


def test_a_failure_says_what_was_thrown() -> None:
    """
    Type and message of the exception.
    """
    said = on_assignor("returns-an-answer", two_members(1), throws)

    assert "It gave no answer: KeyError ((None, 'b'))." == said


def test_a_later_round_is_named() -> None:
    """
    Where a cooperative assignor goes wrong in a later round, the sentence begins with it.
    """

    def fails_later(group: Group) -> Assignment:
        return throws(group) if group.members[0].owned else dealt(group)

    said = on_assignor("returns-an-answer", two_members(2), fails_later, cooperative=True)

    assert said.startswith("In round 2: It gave no answer")


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (2, "m0 and m1 are missing from the answer."),
        (1, "m0 is missing from the answer."),
        (9, "m0, m1, m2, m3, m4 and 4 more are missing from the answer."),
    ],
)
def test_missing_members_are_counted(members: int, expected: str) -> None:
    """
    One, a few, and many: verb and list fit.
    """
    group = group_of({}, {f"m{number}": [] for number in range(members)})

    assert expected == on_answer("answers-every-member", group, {})


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([2], "a was given t-2, but t has 2 partitions: numbers 0 to 1."),
        ([-1, 7], "a was given t--1, but t has 2 partitions: numbers 0 to 1. Nor does t-7 exist."),
        ([2, 3, 4], "a was given t-2, but t has 2 partitions: numbers 0 to 1. Nor do t-3 and t-4 exist."),
    ],
)
def test_ghosts_are_set_against_what_exists(ids: list[int], expected: str) -> None:
    """
    The sentence says which numbers the topic has.
    """
    assert expected == on_answer("only-existing-partitions", two_members(2), {"a": {"t": ids}, "b": {}})


@pytest.mark.parametrize(
    ("topics", "expected"),
    [
        ({}, "a was given t-0, but there is no topic t."),
        ({"t": 0}, "a was given t-0, but t has no partitions."),
        ({"t": 1}, "a was given t-5, but t has 1 partition: number 0."),
    ],
)
def test_topics_without_partitions_are_told_apart(topics: dict[str, int], expected: str) -> None:
    """
    A missing topic, an empty one, and one with a single partition.
    """
    group = group_of(topics, {"a": ["t"]})
    given = 5 if topics.get("t") == 1 else 0

    assert expected == on_answer("only-existing-partitions", group, {"a": {"t": [given]}})


def test_foreign_partitions_are_told_with_the_reason() -> None:
    """
    A member that does not subscribe, and somebody who is no member.
    """
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["u"]})

    unsubscribed = on_answer("only-subscribed-topics", group, {"a": {"u": [0]}, "b": {"t": [0, 1]}})
    stranger = on_answer("only-subscribed-topics", group, {"x": {"u": [0]}})

    assert (
        "a was given u-0, but does not subscribe to u. 2 further partitions went to members that may not have them."
        == unsubscribed
    )
    assert "x was given u-0, but is no member of the group." == stranger


def test_owners_are_both_named() -> None:
    """
    Two owners, one owner twice, and several partitions.
    """
    two = on_answer("one-owner-each", two_members(2), {"a": {"t": [0, 1]}, "b": {"t": [0, 1]}})
    twice = on_answer("one-owner-each", two_members(1), {"a": {"t": [0, 0]}, "b": {}})

    assert "t-0 was given to both a and b. So was t-1." == two
    assert "t-0 is listed twice for a." == twice


def test_what_nobody_owns_is_cut_with_a_count() -> None:
    """
    The first five by name, the others by number.
    """
    said = on_answer("nothing-left-out", two_members(8), {"a": {"t": [0]}})

    assert "Nobody owns t-1, t-2, t-3, t-4, t-5 and 2 more, although their topic has subscribers." == said


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


def test_needless_moves_name_the_cheaper_plan() -> None:
    """
    What should have stayed with whom, what goes elsewhere instead, and what that saves.
    """
    exchanged = on_answer(
        "needless-moves-when-equal", two_members(4, a=[0, 1], b=[2, 3]), {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}
    )

    assert (
        "2 partitions moved, where none was necessary for the evenest loads. "
        "Leaving t-1 with a and t-2 with b instead costs two moves fewer at the same loads."
    ) == exchanged


def test_a_plan_with_fewer_moves_is_named() -> None:
    """
    One partition stays, a free one goes elsewhere instead.
    """
    answer: Assignment = {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}}

    assert (
        "2 moves where one would do. "
        "Leaving t1-1 with C2 and giving C0 t1-0 instead costs one move fewer at the same loads."
    ) == on_answer("fewest-moves", ONE_IS_ENOUGH, answer)


def test_without_a_cheaper_plan_the_numbers_speak() -> None:
    """
    Where the answer is no plan, or another plan has other loads, nothing false is said of the loads.
    """
    owned = two_members(4, a=[0, 1], b=[2, 3])
    no_plan = on_answer("needless-moves-when-equal", owned, {"a": {"t": [0]}, "b": {"t": [2, 3]}})
    uneven = on_answer("needless-moves-when-equal", two_members(3, a=[0, 1, 2]), {"a": {}, "b": {"t": [0, 1, 2]}})

    assert "1 partition moved, where none was necessary for the evenest loads." == no_plan
    assert uneven.endswith(
        "Leaving t-0 with a and t-1 with a instead costs two moves fewer and makes the loads more even."
    )


def test_small_changes_say_who_lost_what_to_whom() -> None:
    """
    A stable group, a join and a leave, each with the partitions that moved.
    """

    def turning(group: Group) -> Assignment:
        turn = (group.members[0].generation or 0) % len(group.members)
        return dealt(replace(group, members=group.members[turn:] + group.members[:turn]))

    stable = on_assignor("stable-group-moves-nothing", two_members(2), turning)
    join = on_assignor("join-only-gives-to-joiner", THREE, dealt)
    leave = on_assignor("leave-only-takes-from-leaver", THREE, dealt)

    assert "it moved 2 partitions although nothing had changed: t-0 from a to b and t-1 from b to a." in stable
    assert "When !joiner joined" in join
    assert "When a, who had 2 partitions, left" in leave
    assert "members that stayed lost 3 partitions: t-1 from b to c, t-4 from b to c" not in join


def test_worse_than_blind_is_told_in_partitions_kept() -> None:
    """
    What the seeing assignor kept, and what the blind one keeps.
    """

    def contrary(group: Group) -> Assignment:
        answer = dealt(group)
        return {"a": answer["b"], "b": answer["a"]} if group.members[0].owned else answer

    assert (
        "0 partitions stayed with their owners; the same assignor, asked with all claims hidden, keeps 2 by chance, "
        "at the same balance."
    ) == on_assignor("no-worse-stickiness", two_members(2, a=[0], b=[1]), contrary)


def test_an_older_claim_that_counts_is_named() -> None:
    """
    Whose claim it is, and what changes without it.
    """

    def first_claim_wins(group: Group) -> Assignment:
        return {"a": {"t": [0, 1]}, "b": {}} if group.members[0].claims() else {"a": {"t": [1]}, "b": {"t": [0]}}

    group = two_members(2, a=[0], b=[0, 1])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))

    assert (
        "a claims t-0, which another member claims at a newer generation. That should change nothing, yet with it "
        "there are 2 moves and loads 0/2, without it 1 move and loads 1/1."
    ) == on_assignor("newest-claim-wins", newer, first_claim_wins)


def test_claims_that_moved_and_free_partitions_badly_placed() -> None:
    """
    The two laws of sticky yet fair.
    """
    moved = on_answer("keeps-every-claim", two_members(2, a=[0, 1]), {"a": {"t": [0]}, "b": {"t": [1]}})
    placed = on_answer("evenest-around-claims", two_members(3, a=[0]), {"a": {"t": [0, 1, 2]}})

    assert "1 of 2 validly owned partitions moved: t-1 from a to b." == moved
    assert "With a partition that nobody validly owned before, a could hand t-2 to b, who has three fewer" in placed


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
