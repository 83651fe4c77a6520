"""Tests of the verbs on groups that are not expressible for a target."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from assay.cli import run
from tests.assay.groups import PAIR, write_documents

pytestmark = pytest.mark.functional

TARGET = "python:mute:Mute"
WHY = "cannot express this group: the client knows no instance ids"
STATIC = {**PAIR, "members": [{**member, "instance_id": member["id"]} for member in PAIR["members"]]}

MUTE = """
    from kafka_assay.assignors.interface import CannotBeAsked
    from kafka_assay.assignors.registry import reference_assignor

    class Mute:
        like = "range"

        def assign(self, group):
            if any(member.instance_id for member in group.members):
                raise CannotBeAsked("the client knows no instance ids")
            return reference_assignor("range").assign(group)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with an assignor that cannot express static members."""
    (tmp_path / "mute.py").write_text(dedent(MUTE))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_judge_judges_the_other_groups(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", write_documents(here / "g.jsonl", STATIC, PAIR), TARGET])

    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (3, None, f"{TARGET} on pair {WHY}.") == (code, first["assignment"], first["sentences"][0])
    assert second["assignment"] is not None


def test_check_of_one_group_is_undecided(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", TARGET, "--case", write_documents(here / "g.json", STATIC), "--json"])

    cells = json.loads(capsys.readouterr().out)["cells"]
    assert (3, {f"it {WHY}"}) == (code, {cell["reason"] for cell in cells})


def test_check_names_skipped_groups_and_is_kept(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", TARGET, "--inputs", "clean", "--inputs", "static-members", "--groups", "5"])

    told = " ".join(capsys.readouterr().out.split())
    assert 0 == code
    assert f"static-members: 2 groups skipped, because it {WHY}." in told


def test_check_of_an_inexpressible_family_says_so_in_the_headline(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["check", TARGET, "--inputs", "static-members", "--groups", "5"])

    first = " ".join(capsys.readouterr().out.split())
    assert 3 == code
    assert "UNDECIDED: nothing was checked, because it cannot express this group: the client" in first


def test_judge_shows_the_reason_and_breaks_no_law(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", write_documents(here / "g.json", STATIC), TARGET])

    told = capsys.readouterr().out
    assert 3 == code
    assert f"{TARGET} on pair {WHY}." in told
    assert "gave no answer" not in told


def test_judge_prints_no_test_for_an_inexpressible_group(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The test would always pass."""
    code = run(["judge", write_documents(here / "g.json", STATIC), TARGET, "--as-test"])

    assert 2 == code
    assert f"assay: --as-test: {TARGET} on pair: no law was decided" in capsys.readouterr().err


def test_comparison_puts_expressible_groups_only(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(
        ["check", "range", "--same-as", TARGET, "--inputs", "clean", "--inputs", "static-members", "--groups", "5"]
    )

    told = " ".join(capsys.readouterr().out.split())
    assert 0 == code
    assert "KEPT: 1 law" in told
    assert "same-plan (static-members): skipped for 2 groups, because it cannot express this group" in told
