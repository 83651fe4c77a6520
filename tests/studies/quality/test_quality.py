"""The run of quality, end to end, on few groups: references, and kafka-python as it is installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.formats.documents import group_from_line
from kafka_assay.benchmarks.everyday_groups import everyday_group
from kafka_assay.benchmarks.quality_record import RECORD, Quality, merge_stretches, read_quality_record
from studies.__main__ import main
from studies.newest_releases import NEWEST, REFERENCES
from studies.records import append_line

if TYPE_CHECKING:
    import pytest

GROUPS = 60


def ran(out: Path, *arguments: str, groups: int = GROUPS) -> dict[str, Quality]:
    """What the record says of each target, after the command has ended well."""
    assert 0 == main(["quality", *arguments, "--groups", str(groups), "--out", str(out)])
    return {one.target: one for one in merge_stretches(read_quality_record(out / RECORD)[1])}


def test_the_optimum_misses_nothing_and_range_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The optimum as an assignor, sticky, which moves little, and range, which looks at no owners."""
    found = ran(tmp_path, "optimal", "sticky", "range", "kafka-python:sticky")

    both = {name: one.both for name, one in found.items()}
    assert f"{tmp_path / RECORD}\n" == capsys.readouterr().out
    assert {GROUPS} == {tally.asked for tally in both.values()}
    assert {0} == {tally.not_valid + tally.unanswered + tally.undercut for tally in both.values()}
    assert (0, 0) == (both["optimal"].uneven, both["optimal"].wasted)
    assert 0 == found["sticky"].tallies["equal"].uneven + found["kafka-python:sticky"].tallies["equal"].uneven
    assert both["range"].uneven > GROUPS / 3
    assert both["range"].wasted > both["range"].even


def test_a_run_goes_on_where_the_record_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A cut line is dropped, a whole stretch is not asked again, and one that has grown is, as if asked at once."""
    path = tmp_path / "two" / RECORD
    at_once = ran(tmp_path / "one", "roundrobin")
    ran(tmp_path / "two", "roundrobin", groups=20)
    with path.open("a", encoding="utf-8") as sink:
        sink.write('{"target": "roundro')

    grown = ran(tmp_path / "two", "roundrobin")
    capsys.readouterr()
    again = ran(tmp_path / "two", "roundrobin")

    assert at_once["roundrobin"].tallies == grown["roundrobin"].tallies == again["roundrobin"].tallies
    assert "" == capsys.readouterr().err


def test_a_summary_says_the_same_in_one_line_a_target(tmp_path: Path) -> None:
    """It is a record itself."""
    summary = tmp_path / "summary.jsonl"

    found = ran(tmp_path, "range", "roundrobin", "--summary", str(summary), groups=700)

    first, lines = read_quality_record(summary)
    assert [("range", 700), ("roundrobin", 700)] == [(line["target"], line["groups"]) for line in lines]
    assert read_quality_record(tmp_path / RECORD)[0] == first
    assert [one.tallies for one in found.values()] == [one.tallies for one in merge_stretches(lines)]


def test_another_seed_needs_another_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its groups are not the ones that were asked about."""
    ran(tmp_path, "range", groups=3)

    code = main(["quality", "range", "--groups", "3", "--seed", "1", "--out", str(tmp_path)])

    assert 2 == code
    assert "begun with seed 0: expected 1, or another --out" in capsys.readouterr().err


def test_who_cannot_be_opened_is_left_out_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are asked; the exit code says that not all were."""
    code = main(["quality", "exec:./no-such-host", "range", "--groups", "3", "--out", str(tmp_path)])

    assert 3 == code
    assert "quality: left out: exec:./no-such-host: no program is called" in capsys.readouterr().err
    assert ["range"] == [one.target for one in merge_stretches(read_quality_record(tmp_path / RECORD)[1])]


def test_an_oracle_that_was_undercut_fails_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody can be better than the optimum."""
    ran(tmp_path, "range", groups=3)
    _, (line,) = read_quality_record(tmp_path / RECORD)
    append_line(tmp_path / RECORD, {**line, "equal": {"asked": 3, "even": 3, "undercut": 1}})

    code = main(["quality", "range", "--groups", "3", "--out", str(tmp_path)])

    assert 1 == code
    assert "range is better than the optimum" in capsys.readouterr().err


def test_a_group_can_be_had_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    """So that what the record names can be asked about by hand."""
    assert 0 == main(["quality", "--group", "12"])

    assert everyday_group(12) == group_from_line(capsys.readouterr().out.encode())


def test_a_number_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with exit code 2."""
    assert 2 == main(["quality", "--groups", "0"])

    assert "quality: --groups 0: expected at least 1\n" == capsys.readouterr().err


def test_every_implementation_is_asked_at_one_release() -> None:
    """Twelve of them; no target stands twice."""
    releases = {target.rpartition(":")[0] for target in NEWEST}

    assert 12 == len(releases)
    assert len({*NEWEST, *REFERENCES}) == len(NEWEST) + len(REFERENCES)
