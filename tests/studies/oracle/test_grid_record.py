from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.workload_group import columns_at
from studies.oracle.grid_points import whole_grid
from studies.oracle.grid_record import FORMAT, group_hash, point, resume, workload_of
from studies.records import append_line, header, read_record

FIRST = header(FORMAT, Namespace(command="a command", seed=0))
POINTS = whole_grid()
SCRAMBLED = POINTS[6]


def test_point_survives_a_round_trip() -> None:
    assert POINTS == [workload_of(point(workload)) for workload in POINTS]


def test_record_continues_after_an_interruption(tmp_path: Path) -> None:
    """A truncated line is dropped."""
    path = tmp_path / "grid.jsonl"
    begun = resume(path, FIRST)
    append_line(path, point(POINTS[0]))
    with path.open("a", encoding="utf-8") as sink:
        sink.write('{"members":1')

    known = resume(path, FIRST)
    append_line(path, point(POINTS[1]))
    assert (set(), {POINTS[0]}) == (begun, known)
    assert [point(POINTS[0]), point(POINTS[1])] == read_record(path, FORMAT)[1]


@pytest.mark.parametrize("part", ["machine", "seed", "versions"])
def test_record_of_another_machine_seed_or_version_is_rejected(part: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.jsonl"
    append_line(path, FIRST | {part: "another"})

    with pytest.raises(AssayError, match=f"begun with {part} another"):
        resume(path, FIRST)


@pytest.mark.parametrize("text", ["", "{}\n", "not a record\n"])
def test_file_that_is_not_a_record_is_rejected(text: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.jsonl"
    path.write_text(text)

    with pytest.raises(AssayError, match="expected a record"):
        read_record(path, FORMAT)


def test_group_hash_depends_on_the_seed() -> None:
    one, same, other = (group_hash(columns_at(SCRAMBLED, seed)) for seed in (0, 0, 1))

    assert (one, one == other) == (same, False)
