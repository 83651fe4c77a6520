from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.records import append_line
from studies.state import measuring
from studies.state.measuring import Result, StateLine, measure_pending, read_state
from tests.studies.state.written_state import BROKEN, KAFKAJS, ROUNDROBIN, laws_of, line_of

TARGETS = {"kafkajs": (KAFKAJS,), "kafka-python": (ROUNDROBIN, "kafka-python==3.0.12:range"), "references": ("range",)}


class NotedMeasures:
    """Takes measures: notes the targets and bisections that are asked for, and answers at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, batch: Sequence[StateLine]) -> list[Result]:
        is_since = batch[0].measure.startswith("since")
        self.asked.append(batch[0].key.command if is_since else " ".join(one.target for one in batch))
        return [{"laws": [asdict(BROKEN)]} for _ in batch]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measuring, "implementations", lambda: TARGETS)
    return tmp_path / "record.jsonl"


def test_second_run_measures_nothing(record: Path) -> None:
    first, second = NotedMeasures(), NotedMeasures()

    assert 0 == measure_pending(record, ("laws", "quality", "time"), (), first)
    assert 0 == measure_pending(record, ("laws", "quality", "time"), (), second)

    assert 11 == len(first.asked)
    assert [] == second.asked


@pytest.mark.parametrize("part", [{"version": "another"}, {"verdicts": 0}, {"command": "another"}], ids=str)
def test_only_what_changed_is_measured_again(record: Path, part: dict[str, Any]) -> None:
    measure_pending(record, ("laws",), (), NotedMeasures())
    line = read_state(record)["laws", KAFKAJS]
    append_line(record, asdict(replace(line, key=replace(line.key, **part))))
    again = NotedMeasures()

    measure_pending(record, ("laws",), (), again)

    assert [KAFKAJS] == again.asked


def test_broken_law_of_a_release_is_bisected_when_its_case_changed(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reference has no older releases."""
    append_line(record, asdict(laws_of(KAFKAJS, BROKEN)))
    append_line(record, asdict(laws_of("range", BROKEN)))
    first, again = NotedMeasures(), NotedMeasures()

    monkeypatch.setattr(measuring, "hash_case", lambda *_: "content")
    measure_pending(record, ("since",), (), first)
    monkeypatch.setattr(measuring, "hash_case", lambda *_: "other content")
    measure_pending(record, ("since",), (), again)

    case = "docs/results/state/cases/kafkajs/roundrobin.jsonl:1"
    command = f"assay releases npm:kafkajs@..2.2.4:roundrobin --case {case}"
    assert [command] == first.asked == again.asked


def test_targets_of_an_implementation_are_timed_together(record: Path) -> None:
    tools = NotedMeasures()

    measure_pending(record, ("time",), ("kafka-python ",), tools)

    assert [f"{ROUNDROBIN} kafka-python==3.0.12:range"] == tools.asked


def test_target_that_cannot_be_opened_does_not_end_the_run(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(batch: Sequence[StateLine]) -> list[Result]:
        if batch[0].target == KAFKAJS:
            raise AssayError("node is not on the PATH")
        return [{}]

    assert 1 == measure_pending(record, ("laws",), (), fail)

    assert "skipped: node is not on the PATH" in capsys.readouterr().err
    assert 3 == len(read_state(record))


def test_interrupted_run_keeps_what_is_finished(record: Path) -> None:
    def interrupt(batch: Sequence[StateLine]) -> list[Result]:
        if batch[0].target == ROUNDROBIN:
            raise KeyboardInterrupt
        return [{}]

    with pytest.raises(KeyboardInterrupt):
        measure_pending(record, ("laws",), (), interrupt)

    assert [KAFKAJS] == [target for _, target in read_state(record)]


def test_later_line_replaces_the_earlier_one(record: Path) -> None:
    first = line_of("time", ROUNDROBIN, points=[])
    later = replace(first, day="2026-11-25")

    for line in (first, line_of("time", "sticky", points=[]), later):
        append_line(record, asdict(line))

    assert later == read_state(record)["time", ROUNDROBIN]
    assert 2 == len(read_state(record))
