"""What the verbs say of a question that cannot be put to a target."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from assay.cli import run
from tests.assay.groups import PAIR, written

pytestmark = pytest.mark.functional

TARGET = "python:mute:Mute"
WHY = "cannot be asked: the client knows no instance ids"
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
    """The current directory, with an assignor that knows no static members."""
    (tmp_path / "mute.py").write_text(dedent(MUTE))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_assign_says_why_there_is_no_answer(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and undecided: nothing is wrong with the assignor."""
    code = run(["assign", TARGET, written(here / "g.json", STATIC)])

    assert (3, f"assay: {TARGET} {WHY}") == (code, capsys.readouterr().err.strip())


def test_of_many_groups_assign_answers_the_others(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The reason stands in the place of the answer."""
    code = run(["assign", TARGET, written(here / "g.jsonl", STATIC, PAIR)])

    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (3, f"{TARGET} {WHY}", "assay-assignment/1") == (code, first["message"], second["format"])


def test_a_check_of_one_group_is_undecided(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every law has the reason."""
    code = run(["check", TARGET, "--case", written(here / "g.json", STATIC), "--json"])

    cells = json.loads(capsys.readouterr().out)["cells"]
    assert (3, {f"it {WHY}"}) == (code, {cell["reason"] for cell in cells})


def test_a_search_says_what_it_passed_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The matrix has the families that can be put, one sentence tells of the others, and the verdict is kept."""
    code = run(["check", TARGET, "--inputs", "clean", "--inputs", "static-members", "--examples", "5"])

    told = capsys.readouterr().out
    assert 0 == code
    assert f"static-members: 120 groups passed over; it {WHY}." in told


def test_a_family_that_cannot_be_put_is_said_in_the_headline(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first line says why nothing was asked."""
    code = run(["check", TARGET, "--inputs", "static-members", "--examples", "5"])

    first = capsys.readouterr().out.splitlines()[0]
    assert 3 == code
    assert "UNDECIDED: nothing was checked, because it cannot be asked: the client" in first


def test_explain_tells_the_reason(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said in the place of the answer, and no law is broken."""
    code = run(["explain", written(here / "g.json", STATIC), TARGET])

    told = capsys.readouterr().out
    assert 3 == code
    assert f"{TARGET} on pair {WHY}." in told
    assert "gave no answer" not in told


def test_no_test_is_made_of_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A test that asks nothing would pass for ever."""
    code = run(["explain", written(here / "g.json", STATIC), TARGET, "--as-test"])

    assert 2 == code
    assert f"assay: --as-test: {TARGET} on pair: no law was decided" in capsys.readouterr().err


def test_differ_compares_the_others(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Alike where both can be asked, and the rest is told."""
    code = run(["differ", "range", TARGET, "--inputs", "clean", "--inputs", "static-members", "--examples", "5"])

    told = capsys.readouterr().out
    assert 0 == code
    assert "ALIKE" in told
    assert "static-members: " in told
    assert "groups passed over" in told
