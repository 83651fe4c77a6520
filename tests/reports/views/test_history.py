"""Tests of the words for measures, from a measurement that is given."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.benchmarks.releases.measurement import ChangePoint
from kafka_assay.properties.releases.release_findings import ReleaseWord
from kafka_assay.reports.figures.releases import history_figure
from kafka_assay.reports.history.document import history_document, history_from_json
from kafka_assay.reports.history.history_record import HistoryRecord, about, row_in_words
from kafka_assay.reports.history.measures import changes_in_words
from kafka_assay.reports.known_breaks import WHERE
from kafka_assay.reports.render.blocks import Bullets, Lines, Table, TextLine
from kafka_assay.reports.render.drawing import draw_svg
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views.history import history_blocks
from tests.properties.releases.stand_ins import KINDS, case_on, plan
from tests.properties.stand_ins import forgets_the_last, right
from tests.reports.blocks import cells_of, chapter_in, titles_of
from tests.reports.histories import history_of, measurement_of
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of


def write_history(folder: Path, shape: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the history of a package of this shape into `folder`."""
    (folder / "history-x.json").write_text(json.dumps(history_document(history_of(shape, monkeypatch))))
    return folder


def test_page_lists_every_release_and_contains_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, where a release is not available, which is an error of its test suite and never a pass."""
    found = chapter_in(write_history(tmp_path, "!.x.", monkeypatch))

    text = render_markdown([found])
    for line in ("| `1` | – |", "| `2` | ✓ |", "| `3` | ✗ |", "| `4` | ✓ |", "* – 1: gcc: error"):
        assert line in text
    assert "BROKEN  nothing-left-out: broken since 3, fixed in 4" in text
    ((section,), svg) = found.sections, '<svg width="1pt" viewBox="0 0 1 1"></svg>'
    assert section.anchor.startswith("history-npm")
    assert f'id="{section.anchor}"' in render_html([found], {section.anchor: svg})
    assert ["error", "passed", "failure", "passed"] == [suite.cases[0].outcome.word for suite in found.suites]


def test_known_break_is_a_property_of_its_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"))))

    found = chapter_in(write_history(tmp_path, "xxxx", monkeypatch))

    known = (("known", "stand-in-1"),)
    assert [(), known, known, ()] == [suite.cases[0].notes for suite in found.suites]


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


@pytest.fixture
def measured_history(monkeypatch: pytest.MonkeyPatch) -> HistoryRecord:
    """Return a history of four releases: the second is not available, the third is slower and larger."""
    return replace(history_of(".!x.", monkeypatch), measurement=measurement_of({"1": 1.0, "3": 4.0, "4": 4.0}))


def test_table_has_a_row_for_each_measured_release(measured_history: HistoryRecord) -> None:
    tables = [block for block in history_blocks(measured_history) if isinstance(block, Table)]

    *_, table = tables
    assert ["release", "answered", "balance gap", "ms, equal subscriptions", "peak MiB"] == titles_of(table)
    assert [
        ["1", "40", "0.5", "1000", "10"],
        ["3", "40", "0.5", "4000", "40"],
        ["4", "40", "0.5", "4000", "40"],
    ] == cells_of(table)


def test_medium_and_large_changes_are_told_and_small_ones_counted(measured_history: HistoryRecord) -> None:
    assert measured_history.measurement is not None
    assert [
        "ms, equal subscriptions: 1000 until 1, 4000 from 3 on (large: 4 times as much).",
        "peak MiB: 10 until 1, 40 from 3 on (large: 4 times as much).",
        "1 small change (below 10 %).",
    ] == changes_in_words(measured_history.measurement)


def test_measurement_without_changes_says_so() -> None:
    assert ["No change was found."] == changes_in_words(measurement_of({"1": 1.0, "2": 1.0}))


@pytest.mark.parametrize(
    ("after", "told"), [(0.0, "0 from 2 on (large)."), (0.01, "0.01 from 2 on (large: 200 times less).")]
)
def test_decrease_by_far_is_no_percentage(after: float, told: str) -> None:
    gone = ChangePoint(measure="balance_gap", last="1", first="2", before=2.0, after=after)

    (line,) = changes_in_words(replace(measurement_of({"1": 1.0}), change_points=(gone,)))

    assert f"balance gap: 2 until 1, {told}" == line


def test_panels_have_a_column_for_each_release_of_the_range(measured_history: HistoryRecord) -> None:
    """None where a release was not measured. Small changes are left out. The notes of a panel say where it changed."""
    figure = history_figure(measured_history)

    drawn, measures = draw_svg(figure), figure.measures
    _, time, _ = measures
    assert (1.0, None, 4.0, 4.0) == time.values
    assert ([], ["3"], ["3"]) == tuple([change.first for change in one.changes] for one in measures)
    assert all(note in drawn for note in ("4: 40", "3: 10 → 40", "3: 1000 → 4000"))


def test_measurement_survives_the_record(measured_history: HistoryRecord) -> None:
    document = json.loads(json.dumps(history_document(measured_history)))

    assert measured_history.measurement == history_from_json(document).measurement
    assert ["large", "large", "small"] == [one["effect"] for one in document["measurement"]["change_points"]]


WORDS: dict[str, ReleaseWord] = {".": "kept", "x": "broken", "?": "undecided", "!": "unavailable", "-": "undefined"}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("xxx", "broken in all releases from 1 to 3"),
        ("!x?x-", "broken in all decided releases from 2 to 4"),
        (".", "kept in 1"),
        ("x.", "broken in 1, fixed in 2"),
        (".x", "broken since 2, still broken in 2"),
        ("..xx.", "broken since 3, fixed in 5"),
        ("x.x", "broken in 1, fixed in 2, broken since 3, still broken in 3"),
        (".!?x", "broken since 4 (or in 2 or 3), still broken in 4"),
        ("!-", "undecided in all releases"),
    ],
)
def test_row_states_start_changes_and_end(row: str, said: str) -> None:
    """And which release may be the cause too."""
    words = {str(number): WORDS[sign] for number, sign in enumerate(row, start=1)}

    assert said == row_in_words(words)


def test_releases_with_equal_verdicts_are_grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unavailable ones with the reason, without the target's name."""
    table, _, reasons, _ = history_blocks(history_of("!!.xx", monkeypatch))[1:]

    assert [["1 … 2 (2)", "–"], ["3", "✓"], ["4 … 5 (2)", "✗"]] == cells_of(table)
    assert Bullets(("– 1 … 2 (2): gcc: error",)) == reasons
