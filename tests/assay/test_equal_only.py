"""Tests of the verbs with exhibits and with assignors for equal subscriptions only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.registry import default_names, is_exhibit, reference_names
from kafka_assay.reports.answer.verdict_lines import NOT_ASKED
from tests.assay.groups import CHAIN, CHAINED, PAIR, answer_file, write_documents

pytestmark = pytest.mark.functional

WHY = "constrained-2phase supports equal subscriptions only, but 'C1' subscribes to other topics than 'C0'"


NAME = "constrained-2phase"


@pytest.mark.parametrize(
    "words", [["assign", NAME, "{group}"], ["explain", "{group}", NAME], ["check", NAME, "--case", "{group}"]]
)
def test_group_with_unequal_subscriptions_is_a_usage_error(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    group = write_documents(tmp_path / "g.json", CHAIN)

    code = run([word.format(group=group) for word in words])

    assert (2, f"assay: {WHY}") == (code, capsys.readouterr().err.strip())


def test_family_without_equal_subscriptions_is_named_in_the_headline(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", NAME, "--inputs", "empty-subscriptions"])

    first, *others = capsys.readouterr().out.splitlines()
    assert 3 == code
    assert first.startswith(f"? {NAME}: UNDECIDED: nothing was checked, because the target takes equal subscriptions")
    assert "equal subscriptions" not in "".join(others)


def test_other_groups_are_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["assign", "constrained-2phase", write_documents(tmp_path / "g.jsonl", CHAIN, PAIR)])

    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (2, WHY, "assay-assignment/1") == (code, first["message"], second["format"])


def test_answer_to_a_group_with_unequal_subscriptions_is_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = write_documents(tmp_path / "g.json", CHAIN), answer_file(tmp_path / "a.json", CHAINED)

    code = run(["judge", *files, "--like", "constrained-4phase", "--json"])

    document = json.loads(capsys.readouterr().out)
    assert (3, [], NOT_ASKED) == (code, document["laws"], document["note"])
    assert 5 == document["gap"]["sum_of_squares"]


def test_compare_uses_groups_with_equal_subscriptions_only(capsys: pytest.CaptureFixture[str]) -> None:
    run(["compare", "sticky", "constrained-2phase", "--inputs", "clean", "--examples", "12", "--json"])

    document = json.loads(capsys.readouterr().out)
    (left_out,) = document["cannot_be_asked"]
    assert "constrained-2phase supports equal subscriptions only" == left_out["reason"]
    assert 12 == document["groups"] + left_out["groups"]
    assert all(line["base"] == 0 for line in document["lines"] if line["measure"] == "balance_gap")


def test_exhibits_are_listed_separately_and_omitted_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    run(["list", "assignors"])

    told = capsys.readouterr().out
    ordinary, exhibits = told.split("exhibits:")
    assert "sticky@kip54" in exhibits
    assert "@" not in ordinary
    assert [name for name in reference_names() if not is_exhibit(name)] == default_names()
