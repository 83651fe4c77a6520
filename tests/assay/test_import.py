"""Tests of `assay import`: output streams and usage errors."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.samples import failed_sample, samples_of, write_samples
from tests.support.consumer_group_texts import consumer_group_texts

ROOT = Path(__file__).parents[2]
RANGE = ROOT / "captures/text/4.3.1/g-java-range.describe-members-verbose.txt"
DATA = consumer_group_texts()


def test_groups_go_to_stdout_and_assumptions_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["import", str(RANGE)])

    printed = capsys.readouterr()
    said = json.loads(printed.out)["assumptions"]
    assert 0 == code
    assert [f"assumed for g-java-range: {sentence}" for sentence in said] == printed.err.splitlines()


def test_text_on_stdin_is_imported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(RANGE.read_bytes().replace(b"\n", b"\r\n"))))

    code = run(["import", "-"])

    assert 0 == code
    assert "g-java-range" == json.loads(capsys.readouterr().out)["name"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("all-groups/describe-three-groups-one-missing.txt", "contains no group, but 'Error: Executing consumer group"),
        (
            "3.9.2/g-does-not-exist.describe-members-verbose.txt",
            "contains no group, but \"Error: Consumer group 'g-does-",
        ),
        ("4.3.1/g-simple.describe-members-verbose.txt", "its tables have no rows. If the group has no members"),
        ("../../captures/g-simple.json", "contains no table of kafka-consumer-groups: expected a header with GROUP"),
        ("4.3.1/g-java-static.describe-state.txt", "add its members view or its offsets view"),
        ("no-such-file.txt", "no such file"),
    ],
)
def test_text_without_a_group_is_a_usage_error(text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = (ROOT / text.removeprefix("../../")) if text.startswith("../../") else DATA / text

    code = run(["import", str(path)])

    printed = capsys.readouterr()
    assert (2, "") == (code, printed.out)
    assert says in printed.err
    assert 1 == len(printed.err.splitlines())


def test_one_bad_group_of_many_is_an_error_and_the_others_are_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("GROUP STATE #MEMBERS\nlost Stable 3\ngone Stable 1\n\n" + RANGE.read_text())

    code = run(["import", str(text)])

    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert 2 == code
    assert ["assay-error/1", "assay-error/1", "assay-group/1"] == [line["format"] for line in lines]
    assert "assay: group 'lost': add its members view or its offsets view (and 1 more)\n" == printed.err


def test_malformed_row_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "members.txt"
    text.write_text(RANGE.read_text().replace("orders:4,5,6,7;", "orders:4,5,x,7;"))

    code = run(["import", str(RANGE), str(text)])

    assert 2 == code
    assert f"assay: {text}: line 3 CURRENT-ASSIGNMENT: 'orders:4,5,x,7'" in capsys.readouterr().err


def test_errors_of_the_tool_between_groups_are_passed_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.txt"
    text.write_text("\nError: Consumer group 'x' does not exist.\n" + RANGE.read_text())

    code = run(["import", str(text)])

    assert 0 == code
    assert "Error: Consumer group 'x' does not exist." == capsys.readouterr().err.splitlines()[0]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--format", "kafka-topics"], "invalid choice: 'kafka-topics'"),
        (["--group", "g-java-rang"], "--group g-java-rang: no such group in the text; did you mean 'g-java-range'?"),
        (["samples.parquet"], "expected files of one kind: kafka-consumer-groups or samples"),
    ],
)
def test_impossible_choice_is_a_usage_error(options: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["import", str(RANGE), *options])
    assert says in capsys.readouterr().err


def test_only_the_named_group_is_imported(capsys: pytest.CaptureFixture[str]) -> None:
    others = [str(path) for path in RANGE.parent.glob("g-java-*.describe-members-verbose.txt")]

    assert 0 == run(["import", *others, "--group", "g-java-range"])
    assert "g-java-range" == json.loads(capsys.readouterr().out)["name"]


def test_samples_become_records_with_their_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    group = group_of({"t0": 1}, {"C0": ["t0"]}, name="g")
    write_samples(tmp_path, [*samples_of([group], now), failed_sample("away", now)], now)

    code = run(["import", str(tmp_path)])

    printed = capsys.readouterr()
    record = json.loads(printed.out)
    assert (0, "2026-11-23T20:00:00.000+00:00", "g") == (code, record["captured_at"], record["group"]["name"])
    assert "could not be read (column error): 1" in printed.err


def test_a_missing_folder_of_samples_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["import", "none.parquet"])
    assert "assay: none.parquet: no such file or folder\n" == capsys.readouterr().err
