from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kafka_assay.properties.verdict import VERDICT_VERSION
from studies.state.state_record import append_state, key_of, new_line, read_state
from tests.studies.state.written_state import ROUNDROBIN, line_of


def test_later_line_replaces_the_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    first = line_of("time", ROUNDROBIN, points=[])
    later = replace(first, day="2026-11-25")

    for line in (first, line_of("time", "sticky", points=[]), later):
        append_state(path, line)

    assert later == read_state(path)["time", ROUNDROBIN]
    assert 2 == len(read_state(path))


def test_truncated_line_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    append_state(path, line_of("time", "sticky", points=[]))
    path.write_text(path.read_text("utf-8") + '{"measure":"ti', encoding="utf-8")

    assert [("time", "sticky")] == list(read_state(path))


def test_key_names_release_verdicts_and_command() -> None:
    key = key_of(ROUNDROBIN, "assay check it")

    assert ("3.0.12", VERDICT_VERSION, "assay check it") == (key.version, key.verdicts, key.command)
    assert key == new_line("laws", ROUNDROBIN, key, {}).key
    assert key != key_of(ROUNDROBIN, "assay check it", case="1a2b")
