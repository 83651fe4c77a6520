"""The count of groups that hang, with targets that are made up."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.benchmarks.everyday_groups import everyday_group
from studies.hang import hang_record, hang_shares
from studies.hang.hang_record import EVERYDAY, OWN, TARGETS, share_lines, share_text
from studies.hang.hang_shares import STRETCH, HangStretch, hangs_at_join, run_stretch, stretches, summary

TARGET = next(iter(TARGETS))


class _Sticky:
    """The reference, with a failure for some groups."""

    def __init__(self, fails: Any, kind: str = "hang") -> None:
        self.fails, self.kind = fails, kind
        self.asked: list[Group] = []

    def assign(self, group: Group) -> Assignment:
        self.asked.append(group)
        if self.fails(group):
            raise AssignorFailed(self.kind, "")
        return reference_assignor("sticky").assign(group)


def _use(monkeypatch: pytest.MonkeyPatch, first: _Sticky, second: _Sticky | None = None) -> None:
    monkeypatch.setattr(hang_shares, "_opened", lambda _, seconds: first if seconds < 10 else second or first)


def test_a_hang_counts_if_the_second_call_hangs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, _Sticky(lambda group: group.name in {"everyday-1", "everyday-3"}), _Sticky(lambda _: False))
    late = run_stretch(HangStretch(EVERYDAY, TARGET, 0, 0, 5))
    _use(monkeypatch, _Sticky(lambda group: group.name in {"everyday-1", "everyday-3"}))
    hung = run_stretch(HangStretch(EVERYDAY, TARGET, 0, 0, 5))

    assert ([], [1, 3]) == (late["hangs"], hung["hangs"])


def test_another_failure_is_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, _Sticky(lambda group: group.name == "everyday-1", "crash"))
    line = run_stretch(HangStretch(EVERYDAY, TARGET, 0, 0, 5))

    assert ([], 1) == (line["hangs"], line["failures"])


@pytest.mark.parametrize("start", [OWN, "roundrobin"])
def test_the_last_member_joins_a_settled_group(monkeypatch: pytest.MonkeyPatch, start: str) -> None:
    group = everyday_group(3)
    target = _Sticky(lambda asked: len(asked.members) == len(group.members))
    _use(monkeypatch, target)

    assert hangs_at_join(TARGET, start, group)
    assert [member.generation for member in target.asked[-1].members][-1] is None
    assert (start == OWN) == (not target.asked[0].members[0].owned)
    assert len({member.generation for member in target.asked[-1].members[:-1]}) == 1


def test_finished_stretches_are_skipped() -> None:
    jobs = list(stretches(STRETCH, STRETCH, 0, []))
    done = [{"sample": job.sample, "target": job.target, "first": 0, "seed": 0} for job in jobs]

    assert len(TARGETS) * 7 == len(jobs)
    assert [] == list(stretches(STRETCH, STRETCH, 0, done))
    assert jobs == list(stretches(STRETCH, STRETCH, 0, [{**line, "seed": 1} for line in done]))


def test_the_table_has_the_counts_and_names_the_controls() -> None:
    line = {"sample": EVERYDAY, "seed": 0, "first": 0, "groups": 250, "failures": 0}
    lines = [{**line, "target": target, "hangs": [7] if target == TARGET else []} for target in TARGETS]
    record = summary(lines, Namespace(command="python -m studies hang_shares", seed=0))

    table = list(share_lines(record))

    assert [7] == record["rows"][0]["numbers"]
    assert "1 of 250: 1 in 250" in table[1]
    assert "kafka-python 3.0.12 `sticky` in 250" in table[-1]


def test_the_groups_of_another_seed_are_not_counted() -> None:
    line = {"sample": EVERYDAY, "target": TARGET, "first": 0, "groups": 250, "hangs": [], "failures": 0}
    lines = [{**line, "seed": seed} for seed in (0, 1)]

    record = summary(lines, Namespace(command="python -m studies hang_shares", seed=0))

    assert [250] == [row["groups"] for row in record["rows"]]


def test_a_share_without_hangs_has_an_upper_bound() -> None:
    assert "0 of 30,000 (at most 1 in 7,811)" == share_text({"groups": 30_000, "hangs": 0})
    assert "-" == share_text(None)


def test_the_page_has_the_tables_of_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, page = (tmp_path / name for name in ("record.json", "page.md"))
    record.write_text(hang_record.RECORD.read_text("utf-8"), "utf-8")
    page.write_text(hang_record.PAGE.read_text("utf-8"), "utf-8")
    before = page.read_text("utf-8")
    monkeypatch.setattr(hang_record, "RECORD", record)
    monkeypatch.setattr(hang_record, "PAGE", page)

    hang_record.write_record({})

    assert before == page.read_text("utf-8")
    assert json.loads(record.read_text("utf-8"))["lives"]["empty"]["hangs"]["join"] > 0
