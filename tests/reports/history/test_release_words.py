from __future__ import annotations

import pytest

from kafka_assay.properties.releases.release_findings import ReleaseWord
from kafka_assay.reports.history.history_record import row_in_words
from kafka_assay.reports.render.blocks import bullets
from kafka_assay.reports.views.history import history_blocks
from tests.reports.blocks import cells_of
from tests.reports.histories import history_of

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
    assert bullets(["– 1 … 2 (2): gcc: error"]) == reasons
