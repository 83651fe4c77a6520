from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from studies.findings import finding_blocks
from studies.findings.finding_blocks import finding_block, replace_block

KEPT = "assay check sticky --case docs/results/museum/cases/kafka-clients-2.json"
BROKEN = "assay check sticky@kip54 --case docs/results/museum/cases/kafka-clients-2.json"


def test_replay_gives_its_block() -> None:
    block = finding_block(BROKEN.split(), "")

    assert block is not None
    assert ["topics   t0: 1", "members  C0 subscribes to t0, claims t0-0"] == block.splitlines()[:2]
    assert block.splitlines()[-1].startswith("What happened: ")


def test_kept_law_has_no_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding_blocks, "TRIES", 1)

    assert finding_block(KEPT.split(), "") is None


@pytest.mark.parametrize(
    ("printed", "block"),
    [(["x", "x", "x"], "topics x\n"), (["x", "y"], "topics old\n"), (["x", "old"], "topics old\n")],
)
def test_block_stays_if_the_runs_differ(printed: list[str], block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    section = "```\ntopics old\n```\n"
    outputs = iter(f"  topics {one}\n  Why it matters\n" for one in [*printed, *printed[-1:] * finding_blocks.TRIES])
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=next(outputs)))

    assert block == finding_block(["assay"], section)


def test_only_the_block_is_replaced() -> None:
    section = "one\n\n```\ntopics   t0: 1\nanswer   old\n```\n\n```\nassay check\n```\n"

    assert section.replace("old", "new") == replace_block(section, "topics   t0: 1\nanswer   new\n")
