from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.reports.history.document import history_document
from kafka_assay.reports.history.history_record import HistoryRecord, about
from kafka_assay.reports.known_breaks import WHERE
from kafka_assay.reports.render.blocks import Lines, TextLine
from kafka_assay.reports.views.history import history_blocks
from tests.properties.releases.stand_ins import KINDS, case_on, plan
from tests.properties.stand_ins import forgets_the_last, right
from tests.reports.histories import history_of
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of

if TYPE_CHECKING:
    import pytest


def proof_lines(record: HistoryRecord) -> tuple[TextLine, ...]:
    """Each law with a group that shows it, and what is undecided: the last block."""
    *_, last = history_blocks(record)
    assert isinstance(last, Lines)
    return last.lines


def skips_in_large_topics(group: Group) -> Assignment:
    """Leave partitions out of topics with more than five."""
    return (forgets_the_last if any(topic.partitions > 5 for topic in group.topics) else right)(group)


def test_partly_fixed_fault_is_reported_with_the_groups_that_still_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "l", skips_in_large_topics)
    large = case_on(group_of({"t": 9}, {"a": ["t"]}))
    record = history_of(".xll.", monkeypatch, plan(corpus={"l": large}))

    told = [line.text for line in proof_lines(record)]

    assert "BROKEN  nothing-left-out: broken since 2, fixed in 5" in told
    assert "1 member, 3 partitions (clean), found in 2: broken since 2, fixed in 3" in told
    (other,) = (line for line in told if line.startswith("Another group"))
    assert other.startswith("Another group, 1 member, 9 partitions (clean): broken since 2, fixed in 5. assay check ")


def test_undecided_laws_are_grouped_by_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    laws = ("returns-an-answer", "nothing-left-out", "one-owner-each")
    record = history_of(".hh", monkeypatch, plan(*laws))

    told = [line.text for line in proof_lines(record) if line.word == "undecided"]

    assert ["one-owner-each and nothing-left-out in 2 and 3: no answer: hang: no answer within 2 s"] == told


def test_interrupted_history_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    found = history_of(".", monkeypatch)
    cut = replace(found, history=replace(found.history, interrupted=True))

    assert "1 to 1 · 1 of 1 release asked · seed 0 · 2 s each · interrupted" == about(cut)


def test_known_break_is_named_with_the_releases_that_are_not_affected(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"))))

    record = history_of("xxxx", monkeypatch)

    told = [line.text for line in proof_lines(record)]
    known = told.index("Known: stand-in-1 (finding, 2 to 3): A partition is lost")
    assert ["Not known in: 1 and 4", f"Replay:  {record.replays[record.history.cases[0].name]}"] == told[
        known + 1 : known + 3
    ]
    assert WHERE == told[-1]


def test_history_names_the_known_hang_of_each_release(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(
        monkeypatch, finding_of(row_of("stand-in-1", alarm_on("returns-an-answer", "clean", failure="hang"), last="4"))
    )

    (law,) = history_document(history_of(".hh.", monkeypatch, plan("returns-an-answer")))["laws"]

    assert {"1": None, "2": ["stand-in-1"], "3": ["stand-in-1"], "4": None} == {
        release: said.get("known") for release, said in law["releases"].items()
    }
