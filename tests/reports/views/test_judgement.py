from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment
from kafka_assay.properties.judging.judgement import Gap, LawVerdict
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from kafka_assay.reports.explanation import gap_sentence, why_no_plan
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.views.judgement import headline, law_lines
from tests.properties.verdicts import two_members

LEFT_OUT = Broken({"partitions": [{"topic": "t", "partition": 0}], "count": 1})
APART = Broken({"most": {"member": "a", "load": 2}, "least": {"member": "b", "load": 0}})
CHAIN = Broken({"chain": [{"from": "a", "to": "b", "topic": "t", "partition": 0}], "loads": {"a": 2, "b": 0}})


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        ([LawVerdict("one-owner-each", Kept())], "KEPT: 1 law"),
        ([LawVerdict("one-owner-each", Kept()), LawVerdict("nothing-left-out", LEFT_OUT)], "BROKEN: nothing-left-out"),
        (
            [LawVerdict("optimally-balanced", CHAIN), LawVerdict("even-when-equal", APART)],
            "BROKEN: 2 of 2 laws, the most basic is even-when-equal",
        ),
        (
            [LawVerdict("one-owner-each", Undecided("?"))],
            "UNDECIDED: nothing broken, but 1 of 1 law could not be judged",
        ),
    ],
)
def test_first_line_is_the_verdict(judged: list[LawVerdict], expected: str) -> None:
    """Broken laws first, weakest first; else undecided ones; else all kept."""
    assert expected == headline(judged).text


def test_implied_broken_laws_are_indented_below_the_weakest() -> None:
    lines = list(
        law_lines(
            [
                LawVerdict("locally-balanced", CHAIN),
                LawVerdict("even-when-equal", APART),
                LawVerdict("one-owner-each", Kept()),
            ]
        )
    )

    assert ["even-when-equal", "locally-balanced"] == [
        line.text.split(":")[0] for line in lines if line.word == "broken"
    ]
    assert [0, 2, 2, 2, 4, 4, 0] == [line.indent for line in lines]
    assert TextLine("one-owner-each", 0, "kept") == lines[-1]


def test_reason_of_several_undecided_laws_is_stated_once() -> None:
    lines = law_lines([LawVerdict(law, Undecided("no answer")) for law in ("one-owner-each", "nothing-left-out")])

    assert [TextLine("one-owner-each, nothing-left-out: Undecided: no answer.", 0, "undecided")] == list(lines)


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        (Gap(8, 8, 0, 0), "The loads are the best possible (sum of squares 8), and nothing moved."),
        (Gap(8, 8, 1, 1), "The loads are the best possible (sum of squares 8), with the fewest moves (1)."),
        (Gap(8, 8, 3, 1), "The loads are the best possible (sum of squares 8); 3 moves (best 1)."),
        (Gap(10, 8, 0, 2), "Sum of squared loads 10 (best 8); 0 moves (best 2)."),
    ],
)
def test_gap_sentence_names_balance_then_moves(gap: Gap, expected: str) -> None:
    assert expected == gap_sentence(gap, None)


@pytest.mark.parametrize(
    ("answer", "flaw"),
    [
        ({"a": {"t": [0]}, "b": {"t": [1]}}, "2 partitions are left out"),
        ({"a": {"t": [0, 1]}, "b": {"t": [3]}}, "1 partition is left out"),
        ({"a": {"t": [0, 1, 2]}, "b": {"t": [2, 3]}}, "The answer breaks one-owner-each (t-2)"),
        ({"a": {"t": [0, 1, 4]}, "b": {"t": [2, 3]}}, "The answer breaks only-existing-partitions (t-4)"),
    ],
)
def test_invalid_answer_is_not_compared_with_the_optimum(answer: Assignment, flaw: str) -> None:
    found = why_no_plan(two_members(4), answer)

    assert flaw == found
    assert f"{flaw}, so the loads are not compared. Best plan: sum of squared loads 8, 1 move." == gap_sentence(
        Gap(4, 8, 0, 1), found
    )
