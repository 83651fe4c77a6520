"""The way of one question is short, and the architecture names each step of it."""

from __future__ import annotations

import re
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.properties.registry import LAWS
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Verdict

ROOT = Path(__file__).parents[2]
LAW = "only-existing-partitions"
MOST = 15


def _written_way() -> list[tuple[str, str]]:
    """(File, function) of each step of a check, as the architecture lists them."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    section = text.partition("## The way of one question")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)` `(\w+)`", section, re.MULTILINE)


def test_check_reaches_a_law_in_the_steps_of_the_architecture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The frames are those of the traceback of a law that raises."""
    ways: list[list[tuple[str, str]]] = []

    def raises(_: Trial) -> Verdict:
        files = [(Path(frame.filename), frame.name) for frame in traceback.extract_stack()[:-1]]
        ways.append([(str(file.relative_to(ROOT)), name) for file, name in files if _is_ours(file)])
        raise ZeroDivisionError

    laws = tuple(replace(law, judge=raises) if law.id == LAW else law for law in LAWS)
    monkeypatch.setattr("kafka_assay.properties.registry.LAWS", laws)
    monkeypatch.setattr("kafka_assay.properties.registry.LAW_BY_ID", {law.id: law for law in laws})
    monkeypatch.chdir(tmp_path)

    run(["check", "sticky", "--jobs", "1", "--examples", "2", "--inputs", "clean"])

    assert "UNDECIDED" in capsys.readouterr().out.upper()
    way = [(file.removeprefix("kafka_assay/"), name) for file, name in ways[0]]
    assert way == _written_way()
    assert len(way) <= MOST


def _is_ours(file: Path) -> bool:
    inside = ROOT in file.parents and file.relative_to(ROOT).parts[0]
    return bool(inside) and inside not in {"tests", ".tox", ".venv"}
