from __future__ import annotations

from kafka_assay.reports.render.markdown import render_markdown
from studies.quality.quality_chapter import quality_sentences
from studies.quality.quality_record import merge_stretches

EQUAL = {"asked": 60, "even": 60, "moves": 90, "needed": 90}
UNEQUAL = {
    "asked": 40, "silent": {"crash": 1}, "invalid": {"nothing-left-out": 2}, "uneven": 17, "excess": 34,
    "excess_squares": 68, "most_excess": 2, "even": 20, "moves": 60, "needed": 40, "wasteful": 20,
    "wasted_squares": 20, "most_wasted": 1,
}  # fmt: skip
LINE = {"target": "sticky", "version": "1", "first": 0, "groups": 100, "seconds": 1.0}


def test_target_has_a_row_per_kind_of_subscription() -> None:
    """Several stretches are summed up."""
    more = {**LINE, "first": 100, "equal": EQUAL, "unequal": {}}
    found = merge_stretches([{**LINE, "equal": EQUAL, "unequal": UNEQUAL}, more])

    chapter = quality_sentences(found, seed=5, command="a command")

    assert chapter is not None
    text = render_markdown([chapter])
    assert "# Sticky\n" in text
    assert "| `sticky` | equal | 120 | 0 | 0 | 0 (to 2.5) | - | 0 | 0 (to 2.5) | 0 | 0 | 1.50 |" in text
    assert "| `sticky` | unequal | 40 | 1 | 2 | 46 (31 to 62) | 2 | 2 | 100 (from 83.9) | 1 | 1 | 2.00 |" in text


def test_record_without_targets_has_no_chapter() -> None:
    assert quality_sentences([], seed=5, command="a command") is None
