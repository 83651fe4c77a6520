from __future__ import annotations

from dataclasses import replace

import pytest

from studies.findings import finding_blocks
from studies.findings.finding_blocks import finding_block, museum_block, replace_block
from studies.findings.finding_pages import finding_rows
from tests.properties.known.written_finding import finding_of

KEPT = "assay check sticky --case docs/results/museum/cases/kafka-clients-2.json"
BROKEN = "assay check sticky@kip54 --case docs/results/museum/cases/kafka-clients-2.json"


def test_replay_gives_its_block() -> None:
    block = finding_block(BROKEN.split(), "")

    assert block is not None
    assert ["topics   t0: 1", "members  C0 subscribes to t0, claims t0-0"] == block.splitlines()[:2]
    assert block.splitlines()[-1].startswith("What happened: ")


def test_kept_law_has_no_block() -> None:
    assert finding_block(KEPT.split(), "") is None


@pytest.mark.parametrize(
    ("printed", "block"),
    [(["x", "x", "x"], "topics x\n"), (["x", "y"], "topics old\n"), (["x", "old"], "topics old\n")],
)
def test_block_stays_if_the_runs_differ(printed: list[str], block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    section = "```\ntopics old\n```\n"
    monkeypatch.setattr(finding_blocks, "_printed_parts", lambda *_: iter(f"  topics {one}\n" for one in printed))

    assert block == finding_block(["assay"], section)


def test_only_the_block_is_replaced() -> None:
    section = "one\n\n```\ntopics   t0: 1\nanswer   old\n```\n\n```\nassay check\n```\n"

    assert section.replace("old", "new") == replace_block(section, "topics   t0: 1\nanswer   new\n")


CASE = "docs/results/museum/cases/kafka-clients-2.json"
ENTRY = finding_rows([finding_of("museum-3", "sticky@kip54", fixed="sticky", cases=(CASE,))])["museum-3"]


def test_block_of_the_museum_has_both_commands() -> None:
    block = museum_block(ENTRY)

    assert block is not None
    lines = block.splitlines()
    assert [f"$ assay check sticky@kip54 --case {CASE}", f"$ assay check sticky --case {CASE}"] == [
        line for line in lines if line.startswith("$")
    ]
    assert lines[1].startswith("✗ BROKEN  one-owner-each")
    assert lines[-1].startswith("✓ sticky: KEPT")


def test_entry_that_does_not_hold_has_no_block() -> None:
    turned = replace(ENTRY, client=replace(ENTRY.client, target="sticky", fixed="sticky@kip54"))

    assert museum_block(turned) is None
