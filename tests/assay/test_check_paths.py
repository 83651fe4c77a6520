"""Tests of the path to a counterexample on the command line: the grade, its life, and the options."""

from __future__ import annotations

import json
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run

pytestmark = pytest.mark.functional

FAULTY = '''
from kafka_assay.assignors.registry import reference_assignor


def stale(group):
    """Fails if members claim something at different generations."""
    if len({member.generation for member in group.members if member.owned and member.generation}) > 1:
        raise ValueError("two generations")
    return reference_assignor("roundrobin").assign(group)


def negative(group):
    """Fails if a member claims a negative partition."""
    if any(partition < 0 for member in group.members for _, ids in member.owned for partition in ids):
        raise ValueError("negative")
    return reference_assignor("roundrobin").assign(group)
'''
CHECK = ["check", "python:faulty:stale", "--inputs", "stale-claims", "--groups", "40", "--seconds", "60"]
SEARCH = [*CHECK, "--jobs", "1", "--path-seconds", "40", "--histories", "40"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with assignors that have one fault each."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "faulty.py").write_text(FAULTY, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """Return what a search prints, and the case that it saves."""
    folder, printed = tmp_path_factory.mktemp("searched"), StringIO()
    (folder / "faulty.py").write_text(FAULTY, encoding="utf-8")
    with chdir(folder), redirect_stdout(printed):
        assert 1 == run([*SEARCH, "--json"])
    [saved] = (folder / ".assay" / "cases").glob("*.json")
    return json.loads(printed.getvalue()), saved.read_text(encoding="utf-8")


@pytest.fixture
def saved(here: Path, searched: tuple[dict[str, Any], str]) -> Path:
    """Return the saved case, in the working directory."""
    path = here / "saved.json"
    path.write_text(searched[1], encoding="utf-8")
    return path


def check_json(words: list[str], capsys: pytest.CaptureFixture[str], code: int = 1) -> dict[str, Any]:
    """The document of a check that breaks a law."""
    assert code == run([*words, "--json"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def counterexamples(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The counterexamples of a check's document."""
    return [cell["counterexample"] for cell in document["cells"] if cell["counterexample"]]


def test_path_is_in_the_json_and_in_the_saved_case(searched: tuple[dict[str, Any], str]) -> None:
    printed, saved = searched
    [case] = counterexamples(printed)

    assert ["status", "life", "histories", "source", "story"] == list(case["path"])
    assert ("shown", "model") == (case["path"]["status"], case["path"]["source"])
    assert case["path"]["story"][0].startswith("Generation 1: all members are new; the leader ")
    assert case["path"] == json.loads(saved)["path"]


def test_case_with_a_path_runs_its_life_again(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = check_json(["check", "python:faulty:stale", "--case", str(saved)], capsys)

    assert json.loads(saved.read_text(encoding="utf-8"))["path"] == counterexamples(again)[0]["path"]


def test_case_tells_its_life_with_generations(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["check", "python:faulty:stale", "--case", str(saved)])

    said = " ".join(capsys.readouterr().out.split())
    assert "Path to this group: shown (model, found in " in said
    assert "Generation 2: " in said
    assert " at generation 1; " in said
    assert " is asked, and the law breaks." in said


def test_life_that_no_longer_leads_to_the_break_is_reported(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = json.loads(saved.read_text(encoding="utf-8"))
    case["path"]["life"]["events"] = []
    saved.write_text(json.dumps(case), encoding="utf-8")

    assert 1 == run(["check", "python:faulty:stale", "--case", str(saved)])
    assert "path: the life of the case does not lead this target to the same break" in capsys.readouterr().err


def test_replay_with_the_number_of_histories_finds_the_same_path(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / ".assay").write_text("no folder, so that no case can be written", encoding="utf-8")
    first = check_json(SEARCH, capsys)
    [cell] = [cell for cell in first["cells"] if cell["counterexample"]]
    words = cell["replay"].split()

    assert str(cell["counterexample"]["path"]["histories"]) == words[words.index("--histories") + 1]
    [again] = counterexamples(check_json([*words[1:], "--jobs", "1"], capsys))
    assert cell["counterexample"]["path"] == again["path"]


def test_negative_claim_needs_a_faulty_client(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["python:faulty:negative" if word == "python:faulty:stale" else word for word in SEARCH]
    words[words.index("stale-claims")] = "ghost-claims"

    assert 1 == run(words)
    said = " ".join(capsys.readouterr().out.split())
    assert "Path to this group: needs a faulty client." in said
    assert "claims a negative partition" in said


def test_only_shown_leaves_the_others_out_and_counts_them(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["python:faulty:negative" if word == "python:faulty:stale" else word for word in SEARCH]
    words[words.index("stale-claims")] = "ghost-claims"

    assert 1 == run([*words, "--only", "shown"])
    said = capsys.readouterr().out
    assert "Left out (--only shown): 1 counterexample: 1 faulty-client" in said
    assert "Path to this group" not in said


def test_path_seconds_0_searches_no_path(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [case] = counterexamples(check_json([*CHECK, "--path-seconds", "0"], capsys))

    assert "path" not in case


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--path-seconds", "-1"],
            "argument --path-seconds: '-1': expected a number of seconds, 0 or more (see assay check --help)",
        ),
        (
            ["--path-seconds", "nan"],
            "argument --path-seconds: 'nan': expected a number of seconds, 0 or more (see assay check --help)",
        ),
        (["--path-seconds", "60"], "--path-seconds 60: expected less than 60, the whole check"),
        (
            ["--histories", "0"],
            "argument --histories: '0': expected a whole number, 1 or more (see assay check --help)",
        ),
        (["--only", "wire"], "argument --only: invalid choice: 'wire' (choose from 'shown') (see assay check --help)"),
        (
            ["--only", "shown", "--path-seconds", "0"],
            "--only: cannot be used with --path-seconds 0, which searches no paths",
        ),
    ],
)
def test_bad_value_gets_one_line(words: list[str], said: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run([*CHECK, *words])
    assert f"assay: {said}\n" == capsys.readouterr().err


def test_a_case_is_repeated_without_a_search(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["check", "sticky", "--case", "case.json", "--path-seconds", "3"])
    said = "assay: --path-seconds: cannot be used with --case, which does not search\n"
    assert said == capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ({"status": "likely"}, "path.status: 'likely': expected one of shown, constructed, faulty-client"),
        (
            {"status": "shown", "source": "rumour"},
            "path.source: 'rumour': expected one of model, wire, broker, or null",
        ),
    ],
)
def test_bad_path_in_a_case_gets_one_line(
    path: dict[str, str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    group = {"format": "assay-group/1", "topics": {"t0": 1}, "members": [{"id": "C0", "subscription": ["t0"]}]}
    case = {"format": "assay-case/1", "law": "one-owner-each", "inputs": "clean", "steps": [{"group": group}]}
    (here / "case.json").write_text(json.dumps(case | {"path": path}), encoding="utf-8")

    assert 2 == run(["check", "sticky", "--case", "case.json"])
    assert f"assay: case.json: {said}\n" == capsys.readouterr().err
