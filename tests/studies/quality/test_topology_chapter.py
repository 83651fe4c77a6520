from __future__ import annotations

from typing import Any

from kafka_assay.reports.render.blocks import Pictures
from kafka_assay.reports.render.markdown import render_markdown
from studies.quality.topology import build_record
from studies.quality.topology_chapter import topology_sentences
from tests.properties.places import on_hosts

GROUP = on_hosts({"t": 4, "u": 1}, {"a": "h1", "b": "h1", "c": "h2"})


def record(**changes: Any) -> dict[str, Any]:
    """Return a record of two assignors."""
    return build_record(GROUP, ["range", "roundrobin"], restarts=2) | changes


def test_each_assignor_has_a_row() -> None:
    text = render_markdown([topology_sentences(record())])

    assert "2 hosts, 3 members, 2 topics, 5 partitions; 2 restarts under new member ids; seed 0." in text
    assert "| `range` | 1–3 | 0 | 1.60 | 0 | 80% |" in text
    assert "| Jaccard | kept | kept, one gone |" in text


def test_record_without_weights_has_one_table() -> None:
    text = render_markdown([topology_sentences(record())])

    assert 1 == text.count("| answer |")


def test_failed_assignor_shows_its_reason() -> None:
    failed = {"target": "exec:mine", "version": "1", "error": "hang: no answer in 2 s"}

    found = topology_sentences(record(rows=[failed]))

    assert [()] == [block.pictures for block in found.sections[0].blocks if isinstance(block, Pictures)]
    assert "hang: no answer in 2 s" in render_markdown([found])
