from __future__ import annotations

import pytest

from kafka_assay.reports.comparison.ci_results import SourcePlace, comparison_suite, github_commands, gitlab_issues
from kafka_assay.reports.render.junit import Outcome
from tests.reports.comparison.records import BROKEN_LINE, MOVES_LINE, SECONDS_LINE, record
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of


def test_github_gets_a_command_for_each_change() -> None:
    assert github_commands(record(), SourcePlace("src/mine.py", 7)) == [
        (
            "::error file=src/mine.py,line=7,title=assay compare%3A stable-group-moves-nothing"
            "::stable-group-moves-nothing newly broken in clean (3 of 400 groups)"
        ),
        (
            "::error file=src/mine.py,line=7,title=assay compare%3A moves"
            "::moves per rebalance 0.250 before, now 0.560: worse"
        ),
        (
            "::notice file=src/mine.py,line=7,title=assay compare%3A seconds"
            "::time of one call ×0.71 (0.68 .. 0.74): better"
        ),
    ]


def test_text_cannot_start_another_command() -> None:
    """A line break in an entry of the file of accepted regressions, for example."""
    (command,) = github_commands(record(lines=[], stale=["100 %\n::error::x"]), None)

    assert "::error title=assay compare%3A accepted::100 %25%0A::error::x" == command


def test_what_does_not_fail_is_a_warning_in_words() -> None:
    lines = [{**MOVES_LINE, "outcome": "worse-within-tolerance", "tolerance": 0.4}]

    (command,) = github_commands(record(lines=lines), None)

    assert "::warning" == command.split()[0]
    assert command.endswith("::moves per rebalance 0.250 before, now 0.560: worse, within tolerance (0.4)")


def test_failed_case_names_its_family_and_the_total() -> None:
    elsewhere = {**BROKEN_LINE, "inputs": "racks", "outcome": "same", "base": 9, "candidate": 9, "worse_groups": 0}

    cases = comparison_suite(record(lines=[BROKEN_LINE, elsewhere])).cases

    assert "failure" == cases[0].outcome.word
    assert (
        "stable-group-moves-nothing newly broken in clean (3 of 400 groups; over all families 9 before, now 12 of 800)"
    ) == cases[0].outcome.message


def test_unstable_difference_is_not_shown_beside_the_code() -> None:
    unstable = record(lines=[{**BROKEN_LINE, "outcome": "unstable"}, {**SECONDS_LINE, "outcome": "unstable"}])

    assert [] == github_commands(unstable, None)
    assert [] == gitlab_issues(unstable, None)


def test_gitlab_gets_no_issue_for_what_is_better() -> None:
    issues = gitlab_issues(record(), SourcePlace("src/mine.py", 7))

    assert ["stable-group-moves-nothing", "moves"] == [issue["check_name"] for issue in issues]
    assert {"critical"} == {issue["severity"] for issue in issues}
    assert {"path": "src/mine.py", "lines": {"begin": 7}} == issues[0]["location"]
    assert 2 == len({issue["fingerprint"] for issue in issues})


def test_suite_has_a_case_for_each_line() -> None:
    suite = comparison_suite(record())

    outcomes = {case.name: case.outcome.word for case in suite.cases}

    assert {
        "one-owner-each": "passed",
        "stable-group-moves-nothing": "failure",
        "locally-balanced": "skipped",
        "moves": "failure",
        "seconds": "passed",
    } == outcomes


def test_undecided_line_is_an_error_of_the_suite_and_a_stale_entry_fails_it() -> None:
    line = {"measure": "moves", "outcome": "not-comparable", "reason": "why", "undecided": True}

    undecided, stale = comparison_suite(record(lines=[line], stale=["moves was accepted until 2"])).cases

    assert Outcome("error", "why") == undecided.outcome
    assert "failure" == stale.outcome.word


def test_annotation_and_test_name_the_known_break_of_the_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    law = "stable-group-moves-nothing"
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on(law, "clean"))))
    found = record(lines=[BROKEN_LINE], candidate={"target": "npm:stand-in@2:x", "version": "2"})

    (command,) = github_commands(found, None)
    (case,) = comparison_suite(found).cases

    said = f"{law} newly broken in clean (3 of 400 groups), known: stand-in-1"
    assert f"::error title=assay compare%3A {law}::{said}" == command
    assert "failure" == case.outcome.word
    assert said == case.outcome.message
    assert [f"assay compare: {said}"] == [issue["description"] for issue in gitlab_issues(found, None)]
