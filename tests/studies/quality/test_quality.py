from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studies.__main__ import main
from studies.quality.quality_record import FORMAT, RECORD, Quality, merge_stretches
from studies.records import append_line, read_record

if TYPE_CHECKING:
    import pytest

GROUPS = 60


def run_quality(out: Path, *arguments: str, groups: int = GROUPS) -> dict[str, Quality]:
    """Return what the record says of each target, after the command succeeded."""
    assert 0 == main(["quality", *arguments, "--groups", str(groups), "--out", str(out)])
    return {one.target: one for one in merge_stretches(read_record(out / RECORD, FORMAT)[1])}


def test_optimum_has_no_gap_and_range_has_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_quality(tmp_path, "optimal", "sticky", "range", "kafka-python:sticky")

    both = {name: one.both for name, one in found.items()}
    assert f"{tmp_path / RECORD}\n" == capsys.readouterr().out
    assert {GROUPS} == {tally.asked for tally in both.values()}
    assert {0} == {tally.not_valid + tally.unanswered + tally.undercut for tally in both.values()}
    assert (0, 0) == (both["optimal"].uneven, both["optimal"].wasted)
    assert 0 == found["sticky"].tallies["equal"].uneven + found["kafka-python:sticky"].tallies["equal"].uneven
    assert both["range"].uneven > GROUPS / 3
    assert both["range"].wasted > both["range"].even


def test_interrupted_run_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A truncated line is dropped, and a stretch that was enlarged runs again."""
    path = tmp_path / "two" / RECORD
    at_once = run_quality(tmp_path / "one", "roundrobin")
    run_quality(tmp_path / "two", "roundrobin", groups=20)
    with path.open("a", encoding="utf-8") as sink:
        sink.write('{"target": "roundro')

    grown = run_quality(tmp_path / "two", "roundrobin")
    capsys.readouterr()
    again = run_quality(tmp_path / "two", "roundrobin")

    assert at_once["roundrobin"].tallies == grown["roundrobin"].tallies == again["roundrobin"].tallies
    assert "" == capsys.readouterr().err


def test_summary_is_a_record_with_one_line_per_target(tmp_path: Path) -> None:
    summary = tmp_path / "summary.jsonl"

    found = run_quality(tmp_path, "range", "roundrobin", "--summary", str(summary), groups=700)

    first, lines = read_record(summary, FORMAT)
    assert [("range", 700), ("roundrobin", 700)] == [(line["target"], line["groups"]) for line in lines]
    assert read_record(tmp_path / RECORD, FORMAT)[0] == first
    assert [one.tallies for one in found.values()] == [one.tallies for one in merge_stretches(lines)]


def test_another_seed_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_quality(tmp_path, "range", groups=3)

    code = main(["quality", "range", "--groups", "3", "--seed", "1", "--out", str(tmp_path)])

    assert 2 == code
    assert "begun with seed 0: expected 1, or another --out" in capsys.readouterr().err


def test_unavailable_target_is_skipped_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code says that not all ran."""
    code = main(["quality", "exec:./no-such-host", "range", "--groups", "3", "--out", str(tmp_path)])

    assert 3 == code
    assert "quality: skipped: exec:./no-such-host: program not found" in capsys.readouterr().err
    assert ["range"] == [one.target for one in merge_stretches(read_record(tmp_path / RECORD, FORMAT)[1])]


def test_answer_better_than_the_optimum_fails_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_quality(tmp_path, "range", groups=3)
    _, (line,) = read_record(tmp_path / RECORD, FORMAT)
    append_line(tmp_path / RECORD, {**line, "equal": {"asked": 3, "even": 3, "undercut": 1}})

    code = main(["quality", "range", "--groups", "3", "--out", str(tmp_path)])

    assert 1 == code
    assert "range is better than the optimum" in capsys.readouterr().err
