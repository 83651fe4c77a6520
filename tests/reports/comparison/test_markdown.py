from __future__ import annotations

import re
from pathlib import Path

from kafka_assay.properties.records.case_format import write_case
from kafka_assay.reports.comparison.changes import headline, law_changes, reason_of_failure, summary_sentences
from kafka_assay.reports.views.comparison import MOST, comparison_comment
from tests.reports.comparison.records import (
    BROKEN_LINE,
    EMPTY,
    LESS_EVEN_LINE,
    MOVES_LINE,
    SAME_LINE,
    SECONDS_LINE,
    TWO_TIMED_LINE,
    record,
)


def test_first_line_names_both_sides_and_the_verdict() -> None:
    first = comparison_comment(record()).splitlines()[0]

    assert "## `sticky@main` → `sticky@my-branch`: **REGRESSED**" == first


def test_whole_report_has_the_expected_text(tmp_path: Path) -> None:
    made = record()
    path = next(write_case(line.case, tmp_path / "cases") for line in made.lines if line.case is not None)

    text = comparison_comment(made, tmp_path)

    assert text.splitlines()[2:] == [
        "* Newly broken: stable-group-moves-nothing in clean (3 of 400 groups).",
        "* Worse: moves per rebalance 0.250 before, now 0.560.",
        "* Better: time of one call ×0.71 (0.68 to 0.74).",
        "",
        "2,000 groups, paired, seed 7.",
        "",
        "| what | outcome | inputs | base | candidate | difference | worse / better | effect |",
        "|---|---|---|---:|---:|---:|---:|---|",
        "| `stable-group-moves-nothing` | ✗ NEWLY BROKEN | clean | 0 of 400 | 3 of 400 | +3 | 3 / 0 | small |",
        (
            "| moves per rebalance | − WORSE | all | 0.250 (0.000 more than the best plan) | "
            "0.560 (0.310 more than the best plan) | +0.270 .. +0.350 | 412 / 3 | large |"
        ),
        "| time of one call | + better |  | 2 ms | 1.4 ms | ×0.71 (0.68 .. 0.74) |  | medium |",
        "",
        "### stable-group-moves-nothing, clean: newly broken",
        "",
        "The law: with its own settled answer as the claims, it moves nothing.",
        "",
        "    topics     t0: 2",
        "    members    C0 subscribes to t0",
        "               C1 subscribes to nothing",
        "    base       C0: t0-0 t0-1   C1: nothing",
        "               asked again → C0: t0-0 t0-1   C1: nothing",
        "    candidate  C0: t0-0 t0-1   C1: nothing",
        "               asked again → C0: nothing   C1: nothing",
        "",
        "t0-1 moved from C0 to C1.",
        "",
        f"Repeat: `assay check b --case {path}`",
        "",
        "<details><summary>Everything else that was compared</summary>",
        "",
        "* 1 cell (law × inputs) kept by both.",
        "* Not compared: locally-balanced (the base does not promise it).",
        "* Noise of this machine: the base against itself differs by up to 3.4% in time.",
        "",
        "</details>",
        "",
        "Repeat: `assay compare a b`",
    ]


def test_one_law_in_many_families_is_one_row() -> None:
    lines = [{**BROKEN_LINE, "inputs": family} for family in ("clean", "racks", "everyday", "large", "mixed")]

    (change,) = law_changes(record(lines=lines))

    assert (15, 2000, "small") == (change.counts.worse, change.counts.groups, change.effect)
    assert "| clean, racks, everyday and 2 more | 0 of 2,000 | 15 of 2,000 | +15 |" in comparison_comment(
        record(lines=lines)
    )


def test_report_fits_a_comment_whatever_the_record_holds() -> None:
    """Every law is newly broken on a group of 400 members that could not be shrunk."""
    topics = {f"topic-{number}": 50 for number in range(40)}
    members = [{"id": f"consumer-{number}-{'x' * 40}", "subscription": [*topics]} for number in range(400)]
    everything = {members[0]["id"]: {topic: [*range(50)] for topic in topics}}
    step = {"group": {"format": "assay-group/1", "topics": topics, "members": members}, "assignment": everything}
    laws = ["returns-an-answer", "one-owner-each", "even-when-equal", "settles", "co-partitioned", "contiguous"] * 5
    lines = [
        {
            **BROKEN_LINE,
            "measure": f"law:{law}",
            "inputs": f"family-{number}",
            "case": {
                "format": "assay-case/1",
                "inputs": "clean",
                "law": law,
                "explanation": "x" * 5000,
                "steps": [step],
            },
            "reason": "y" * 5000,
            "counterpart": None,
        }
        for number, law in enumerate(laws)
    ]

    text = comparison_comment(record(lines=lines, stale=["z" * 30_000]))

    assert len(text) <= MOST
    assert "NEWLY BROKEN" in text


def test_difference_within_tolerance_is_never_called_no_change() -> None:
    within = record(verdict="same", lines=[{**MOVES_LINE, "outcome": "worse-within-tolerance"}])

    text = comparison_comment(within)

    assert "no regression; some differences are listed that do not fail" == headline(within)
    assert "Worse, not clearly beyond the tolerance: moves per rebalance 0.250 before, now 0.560." in text
    assert not re.search("no difference|as before", text)


def test_no_difference_is_said_only_if_there_is_none() -> None:
    same = record(verdict="same", lines=[SAME_LINE])

    assert "no difference found" == headline(same)
    assert "* All laws and measures that could be compared are as before." in comparison_comment(same)


def test_reason_of_a_failure_is_one_line() -> None:
    assert (
        "regressed: stable-group-moves-nothing newly broken in clean (3 of 400 groups); "
        "moves per rebalance 0.250 before, now 0.560: worse"
    ) == reason_of_failure(record())


def test_stale_entry_is_a_reason() -> None:
    assert "moves was accepted until 2" == reason_of_failure(record(lines=[], stale=["moves was accepted until 2"]))


def test_unstable_time_is_no_reason() -> None:
    unstable = record(verdict="same", lines=[{**SECONDS_LINE, "outcome": "unstable"}])

    assert "" == reason_of_failure(unstable)
    assert ["Unstable: time of one call ×0.71 (0.68 to 0.74)."] == summary_sentences(unstable)


def test_interrupted_comparison_is_marked() -> None:
    text = comparison_comment(record(interrupted=True))

    assert "2,000 groups, paired, seed 7. Interrupted: only what was finished is compared." in text


def test_accepted_line_says_why() -> None:
    accepted = {**MOVES_LINE, "outcome": "accepted", "reason": "balance first (until 2.0)"}

    assert "| − worse, accepted: balance first (until 2.0) |" in comparison_comment(record(lines=[accepted]))


def test_title_of_a_better_candidate_mentions_accepted_regressions() -> None:
    accepted = {**MOVES_LINE, "outcome": "accepted", "reason": "balance first (until 2.0)"}

    alone = headline(record(verdict="better", lines=[SECONDS_LINE]))
    with_accepted = headline(record(verdict="better", lines=[accepted, SECONDS_LINE]))

    assert "better, nothing worse" == alone
    assert "better; some differences are listed that do not fail" == with_accepted


def test_target_name_cannot_break_the_text() -> None:
    """A target may be any command line."""
    text = comparison_comment(record(base={"target": "exec:a `b` | @team <b>", "version": ""}))

    assert text.startswith("## ``exec:a `b` | @team <b>`` →")


def test_measure_without_a_value_has_its_reason() -> None:
    line = {**EMPTY, "measure": "seconds", "inputs": None, "outcome": "not-comparable", "reason": "interrupted"}

    text = comparison_comment(record(lines=[line]))

    assert "| time of one call | ? not comparable: interrupted |  | - | - |  |  |  |" in text


def test_law_that_the_base_breaks_in_another_family_is_worse_and_not_newly_broken() -> None:
    lines = [BROKEN_LINE, {**BROKEN_LINE, "inputs": "racks", "outcome": "worse", "base": 1, "candidate": 5}]

    (change,) = law_changes(record(lines=lines))

    assert ("worse", ["clean", "racks"], 1, 8) == (change.outcome, change.inputs, *change.counts[1:3])


def test_each_law_has_one_group() -> None:
    kept = {**BROKEN_LINE, "inputs": "racks", "outcome": "newly-kept", "base": 3, "candidate": 0}

    text = comparison_comment(record(lines=[BROKEN_LINE, kept]))

    assert 1 == text.count("### stable-group-moves-nothing")


def test_law_without_a_certain_direction_is_named() -> None:
    mixed = {**BROKEN_LINE, "outcome": "same", "base": 3, "worse_groups": 2, "better_groups": 2}

    text = comparison_comment(record(verdict="same", lines=[mixed]))

    assert "0 cells (law × inputs) kept by both, 1 broken by both, without a certain difference." in text
    assert "Groups differ without a certain direction: stable-group-moves-nothing (clean: 2 worse, 2 better)." in text


def test_each_timed_group_has_a_row_with_its_own_milliseconds_and_factor() -> None:
    text = comparison_comment(record(lines=[TWO_TIMED_LINE]))

    assert [
        (
            "| time of one call (geometric mean of 2 groups) | + better |  | 2 ms | 1.4 ms | ×0.71 (0.68 .. 0.74) |  "
            "| medium |"
        ),
        "| time on small |  |  | 1 ms | 0.5 ms | ×0.50 (0.48 .. 0.52) |  |  |",
        "| time on large |  |  | 4 ms | 3.92 ms | ×0.98 (0.97 .. 0.99) |  |  |",
    ] == [row for row in text.splitlines() if row.startswith("| time")]


def test_fewer_moves_with_less_balance_are_qualified() -> None:
    less_even = record(verdict="better", lines=[LESS_EVEN_LINE])

    text = comparison_comment(less_even)

    assert "0.250 (0.190 fewer than the best plan, because it is less even than that plan)" in text
    assert (
        "| + better, but less even: on the 415 groups whose moves differ the balance gap was 1.500 and is now 4.250 |"
    ) in text
    assert ["Better: moves per rebalance 0.560 before, now 0.250, but less even."] == summary_sentences(less_even)


def test_more_moves_for_a_better_balance_are_qualified() -> None:
    more_even = record(lines=[{**MOVES_LINE, "gap_where_moves_differ": [3.0, 1.0]}])

    assert "regressed: moves per rebalance 0.250 before, now 0.560, but more even: worse" == reason_of_failure(
        more_even
    )


def test_fewer_moves_without_a_measured_reason_have_none() -> None:
    line = {**LESS_EVEN_LINE, "less_even": [False, False], "gap_where_moves_differ": [4.0, 4.0]}

    text = comparison_comment(record(verdict="better", lines=[line]))

    assert "0.250 (0.190 fewer than the best plan)" in text
    assert "even" not in text
