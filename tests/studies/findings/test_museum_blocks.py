from __future__ import annotations

from dataclasses import replace

from studies.findings.museum_blocks import entry_block, replace_entry_block
from studies.findings.museum_page import MuseumEntry

CASE = "docs/results/museum/cases/kafka-clients-2.json"
ENTRY = MuseumEntry(number=3, text="", has="sticky@kip54", fixed="sticky", file=CASE)


def test_block_has_both_commands() -> None:
    block = entry_block(ENTRY)

    assert block is not None
    lines = block.splitlines()
    assert [f"$ assay check sticky@kip54 --case {CASE}", f"$ assay check sticky --case {CASE}"] == [
        line for line in lines if line.startswith("$")
    ]
    assert lines[1].startswith("✗ BROKEN  one-owner-each")
    assert lines[-1].startswith("✓ sticky: KEPT")


def test_entry_that_does_not_hold_has_no_block() -> None:
    assert entry_block(replace(ENTRY, has="sticky", fixed="sticky@kip54")) is None


def test_only_the_block_is_replaced() -> None:
    text = "### 1. A fault\n\n```\n$ assay check a --case b\nold\n```\n\n* Search\n"

    assert text.replace("old", "new") == replace_entry_block(text, "$ assay check a --case b\nnew\n")
