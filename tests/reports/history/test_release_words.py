from __future__ import annotations

import pytest

from kafka_assay.properties.releases.release_verdict import ReleaseWord
from kafka_assay.reports.history.release_words import find_stretches, row_in_words
from kafka_assay.reports.render.verdict_signs import sign_of
from tests.reports.histories import history_of

WORDS: dict[str, ReleaseWord] = {".": "kept", "x": "broken", "?": "undecided", "!": "unavailable", "-": "undefined"}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("xxx", "broken in all releases from 1 to 3"),
        ("!x?x-", "broken from 2 to 4, wherever it could be decided"),
        (".", "kept in 1"),
        ("x.", "there in 1, gone in 2"),
        (".x", "came in 2, still in 2"),
        ("..xx.", "came in 3, gone in 5"),
        ("x.x", "there in 1, gone in 2, came in 3, still in 3"),
        (".!?x", "came in 4 (or in 2 or 3), still in 4"),
        ("!-", "could not be decided anywhere"),
    ],
)
def test_row_states_start_changes_and_end(row: str, said: str) -> None:
    """And which release may be the cause too."""
    words = {str(number): WORDS[sign] for number, sign in enumerate(row, start=1)}

    assert said == row_in_words(words)


@pytest.mark.parametrize(
    ("word", "expected", "sign"),
    [("kept", None, "✓"), ("broken", None, "✗"), ("broken", "as in Kafka", "(✗)"), ("unavailable", None, "–")],
)
def test_each_verdict_has_a_sign(word: str, expected: str | None, sign: str) -> None:
    """Declared failures have another sign than others."""
    assert sign == sign_of(word, expected)


def test_releases_with_equal_verdicts_are_grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unavailable ones with the reason, without the target's name."""
    found = find_stretches(history_of("!!.xx", monkeypatch))

    assert ["1 … 2 (2)", "3", "4 … 5 (2)"] == [stretch.name for stretch in found]
    assert ["gcc: error", "", ""] == [stretch.reason for stretch in found]
