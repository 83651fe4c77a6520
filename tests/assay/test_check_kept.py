"""
What `assay check` leaves behind: the record, for scripts and reports, and the cases that are tried first next time.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from tests.assay.users_module import moved_in, printed

pytestmark = pytest.mark.functional


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a module of the user's."""
    return moved_in(tmp_path, monkeypatch)


def test_the_document_has_the_shape_that_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    """Keys of the check, of a cell, and the last step's group and assignment at the top of the counterexample."""
    run(["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean", "--json"])

    found = printed(capsys)
    (cell,) = found["cells"]
    case = cell["counterexample"]
    assert ("assay-check/1", "python:mine:greedy", "+even", 0) == tuple(
        found[key] for key in ("format", "target", "like", "seed")
    )
    assert {"law", "inputs", "verdict", "expected", "examples", "counterexample", "replay"} <= cell.keys()
    assert ("assay-case/1", case["steps"][-1]["group"], case["steps"][-1]["assignment"]) == tuple(
        case[key] for key in ("format", "group", "assignment")
    )
    assert case["explanation"]


def test_counterexamples_are_kept_and_tried_first(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    """The first check writes the case; the second names it and needs a single example."""
    ask = ["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean", "--json"]
    run(ask)
    capsys.readouterr()
    (case,) = (working_directory / ".assay" / "cases").iterdir()

    run([*ask, "--examples", "1"])
    first = printed(capsys)
    run([*ask, "--examples", "1", "--no-corpus"])
    second = printed(capsys)

    assert ([case.name], "broken") == (first["corpus"], first["cells"][0]["verdict"])
    assert ([], "kept") == (second["corpus"], second["cells"][0]["verdict"])


def test_a_broken_file_in_the_corpus_is_named_and_left_out(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """It is no reason not to check."""
    cases = working_directory / ".assay" / "cases"
    cases.mkdir(parents=True)
    (cases / "half.json").write_text('{"format":', encoding="utf-8")

    code = run(["check", "range", "--inputs", "clean", "--examples", "2"])

    assert 0 == code
    assert "skipped: .assay/cases/half.json" in capsys.readouterr().err


def test_the_record_is_written_where_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """`--out` holds the very document that `--json` prints."""
    run(["check", "range", "--inputs", "clean", "--examples", "3", "--out", "out", "--json"])

    assert printed(capsys) == json.loads((working_directory / "out" / "check-range.json").read_text("utf-8"))


def test_a_record_that_cannot_be_written_is_one_line(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """A file where the folder should be."""
    (working_directory / "out").write_text("")

    code = run(["check", "range", "--inputs", "clean", "--examples", "1", "--out", "out"])

    assert 2 == code
    assert "out/check-range.json: cannot be written" in capsys.readouterr().err


def test_a_corpus_that_cannot_be_written_ends_no_check(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """The finding is told all the same, with a command that finds it again."""
    (working_directory / ".assay").write_text("")

    code = run(["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean"])

    captured = capsys.readouterr()
    assert 1 == code
    assert "cannot write counterexamples" in captured.err
    assert "--law even-when-equal --inputs clean --seed 0 --examples" in captured.out


def test_an_interrupted_check_writes_what_was_finished(
    capsys: pytest.CaptureFixture[str], working_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 130, and a record of the groups that were judged."""
    from kafka_assay.assignors.hosted.targets.reference_target import ReferenceTarget

    calls = iter(range(8))

    def interrupted(self: object, group: object) -> dict[str, dict[str, list[int]]]:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return {}

    monkeypatch.setattr(ReferenceTarget, "assign", interrupted)

    code = run(["check", "range", "--inputs", "clean", "--out", "out", "--json"])

    found = json.loads((working_directory / "out" / "check-range.json").read_text("utf-8"))
    assert (130, True) == (code, found["interrupted"])
    assert found == printed(capsys)
    assert 8 >= found["groups"] > 0
