from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.state import measuring
from studies.state.law_measure import laws_command
from studies.state.measuring import Instruments, Result, measure_pending, pending_measurements
from studies.state.state_record import append_state, key_of, read_state
from studies.state.time_measure import time_command
from tests.studies.state.written_state import BROKEN, KAFKAJS, ROUNDROBIN, laws_of, line_of

TARGETS = {"kafkajs": (KAFKAJS,), "kafka-python": (ROUNDROBIN, "kafka-python==3.0.12:range"), "references": ("range",)}


class NotedInstruments(Instruments):
    """Instruments that note what they are asked, and answer at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(laws=self.note_laws, quality=self.note, times=self.note_times, since=self.note)

    def note(self, text: str) -> Result:
        self.asked.append(text)
        return {}

    def note_laws(self, target: str, _: Path) -> Result:
        self.note(target)
        return {"laws": [asdict(BROKEN)]}

    def note_times(self, targets: Sequence[str]) -> dict[str, Result]:
        self.note(" ".join(targets))
        return {name: {} for name in targets}


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measuring, "implementations", lambda: TARGETS)
    return tmp_path / "record.jsonl"


def test_second_run_measures_nothing(record: Path) -> None:
    first, second = NotedInstruments(), NotedInstruments()

    assert 0 == measure_pending(record, ("laws", "quality", "time"), (), first)
    assert 0 == measure_pending(record, ("laws", "quality", "time"), (), second)

    assert 11 == len(first.asked)
    assert [] == second.asked


@pytest.mark.parametrize("part", [{"version": "another"}, {"verdicts": 0}, {"command": "another"}], ids=str)
def test_only_what_changed_is_measured_again(record: Path, part: dict[str, Any]) -> None:
    measure_pending(record, ("laws",), (), NotedInstruments())
    line = read_state(record)["laws", KAFKAJS]
    append_state(record, replace(line, key=replace(line.key, **part)))
    again = NotedInstruments()

    measure_pending(record, ("laws",), (), again)

    assert [KAFKAJS] == again.asked


def test_broken_law_of_a_release_is_bisected_when_its_case_changed(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reference has no older releases."""
    append_state(record, laws_of(KAFKAJS, BROKEN))
    append_state(record, laws_of("range", BROKEN))
    first, again = NotedInstruments(), NotedInstruments()

    measure_pending(record, ("since",), (), first)
    monkeypatch.setattr(measuring, "hash_case", lambda _: "other content")
    measure_pending(record, ("since",), (), again)

    command = (
        "assay bisect npm:kafkajs@..2.2.4:roundrobin docs/results/state/cases/kafkajs/roundrobin/even-when-equal.json"
    )
    assert [command] == first.asked == again.asked


def test_targets_of_an_implementation_are_timed_together(record: Path) -> None:
    tools = NotedInstruments()

    measure_pending(record, ("time",), ("kafka-python ",), tools)

    assert [f"{ROUNDROBIN} kafka-python==3.0.12:range"] == tools.asked


def test_target_that_cannot_be_opened_does_not_end_the_run(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(target: str, _: Path) -> dict[str, Any]:
        if target == KAFKAJS:
            raise AssayError("node is not on the PATH")
        return {}

    tools = NotedInstruments()
    tools.laws = fail

    assert 1 == measure_pending(record, ("laws",), (), tools)

    assert "skipped: node is not on the PATH" in capsys.readouterr().err
    assert 3 == len(read_state(record))


def test_interrupted_run_keeps_what_is_finished(record: Path) -> None:
    def interrupt(target: str, _: Path) -> dict[str, Any]:
        if target == ROUNDROBIN:
            raise KeyboardInterrupt
        return {}

    tools = NotedInstruments()
    tools.laws = interrupt

    with pytest.raises(KeyboardInterrupt):
        measure_pending(record, ("laws",), (), tools)

    assert [KAFKAJS] == [target for _, target in read_state(record)]


def test_pending_measurements_have_the_present_keys(record: Path) -> None:
    lines = {("time", KAFKAJS): line_of("time", KAFKAJS)}

    pending = list(pending_measurements(lines, ("laws", "time"), ("kafkajs",)))

    assert ["laws", "time"] == [one.measure for one in pending]
    keys = (key_of(KAFKAJS, laws_command(KAFKAJS)), key_of(KAFKAJS, time_command(KAFKAJS)))
    assert keys == tuple(one.key for one in pending)
    assert not record.exists()
