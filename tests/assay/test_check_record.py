"""Tests of what `assay check` writes: the record and the corpus of cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from tests.assay.users_module import enter_folder, printed_document

pytestmark = pytest.mark.functional

ASK = ["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean"]


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a user's module."""
    return enter_folder(tmp_path, monkeypatch)


def test_document_has_the_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    run([*ASK, "--groups", "100", "--json"])

    found = printed_document(capsys)
    (cell,) = found["cells"]
    case = cell["counterexample"]
    assert ("assay-check/1", "python:mine:greedy", "+even", 0) == tuple(
        found[key] for key in ("format", "target", "like", "seed")
    )
    assert {"law", "inputs", "verdict", "expected", "drawn", "structured", "counterexample", "replay"} <= cell.keys()
    assert cell["examples"] == cell["drawn"] + cell["structured"]
    assert ("assay-case/1", case["steps"][-1]["group"], case["steps"][-1]["assignment"]) == tuple(
        case[key] for key in ("format", "group", "assignment")
    )
    assert case["explanation"]


def test_counterexample_is_saved_and_tried_first(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    """The second check names the file and needs a single example."""
    ask = [*ASK, "--json"]
    run([*ask, "--groups", "100"])
    capsys.readouterr()
    (case,) = (working_directory / ".assay" / "cases").iterdir()

    run([*ask, "--groups", "0+1"])
    first = printed_document(capsys)
    run([*ask, "--groups", "0+1", "--no-corpus"])
    second = printed_document(capsys)

    assert ([case.name], "broken") == (first["corpus"], first["cells"][0]["verdict"])
    assert ([], "kept") == (second["corpus"], second["cells"][0]["verdict"])


def test_broken_file_in_the_corpus_is_named_and_ignored(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    cases = working_directory / ".assay" / "cases"
    cases.mkdir(parents=True)
    (cases / "half.json").write_text('{"format":', encoding="utf-8")

    code = run(["check", "range", "--inputs", "clean", "--groups", "2"])

    assert 0 == code
    assert "skipped: .assay/cases/half.json" in capsys.readouterr().err


def test_out_option_writes_the_json_document(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    run(["check", "range", "--inputs", "clean", "--groups", "3", "--out", "out", "--json"])

    assert printed_document(capsys) == json.loads((working_directory / "out" / "check-range.json").read_text("utf-8"))


def test_record_that_cannot_be_written_is_one_line(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    (working_directory / "out").write_text("")

    code = run(["check", "range", "--inputs", "clean", "--groups", "1", "--out", "out"])

    assert 2 == code
    assert "--out out: File exists: expected a writable folder" in capsys.readouterr().err


def test_corpus_that_cannot_be_written_does_not_end_the_check(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    (working_directory / ".assay").write_text("")

    code = run([*ASK, "--groups", "100"])

    captured = capsys.readouterr()
    assert 1 == code
    assert "cannot write counterexamples" in captured.err
    assert "--law even-when-equal --inputs clean --seed 0 --groups" in captured.out


def test_interrupted_check_writes_finished_groups_and_exits_130(
    capsys: pytest.CaptureFixture[str], working_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kafka_assay.assignors.hosted.targets import ReferenceTarget

    calls = iter(range(8))

    def interrupted(self: object, group: object) -> dict[str, dict[str, list[int]]]:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return {}

    monkeypatch.setattr(ReferenceTarget, "assign", interrupted)

    code = run(["check", "range", "--inputs", "clean", "--groups", "50", "--out", "out", "--json"])

    found = json.loads((working_directory / "out" / "check-range.json").read_text("utf-8"))
    assert (130, True) == (code, found["interrupted"])
    assert found == printed_document(capsys)
    assert 8 >= found["groups"] > 0
