"""The way of one question is short in both searches, and the architecture names each step of it."""

from __future__ import annotations

import os
import re
import sys
import traceback
from pathlib import Path
from typing import TypeAlias

import pytest

from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Verdict
from tests.assay.shell import ROOT, Shell

LAW = "only-existing-partitions"
MOST = 15


HOST = f"exec:{sys.executable} {ROOT / 'docs' / 'hosts' / 'example_host.py'}"

Way: TypeAlias = "list[tuple[str, str]]"
"""File and function of each step."""


def written_ways() -> tuple[Way, Way, Way]:
    """The ways to a law in the drawn and in the structured search, and to a host, as the architecture lists them."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    section = text.partition("## The way of one question")[2].partition("\n## ")[0]
    drawn, structured, to_host = (
        [(file, name) for file, name in re.findall(r"^(?:\d+\.|\*) `([\w/]+\.py)` `(\w+)`", part, re.MULTILINE)]
        for part in re.split("The structured search has|Before any law is judged", section)
    )
    return drawn, [*drawn[:6], *structured, *drawn[8:]], [*drawn[:9], *to_host]


def our_frames() -> Way:
    """The frames of our own code that lead to the caller."""
    files = [(Path(frame.filename), frame.name) for frame in traceback.extract_stack()]
    ours = [(file.relative_to(ROOT).as_posix(), name) for file, name in files if ROOT in file.parents]
    return [
        (file.removeprefix("kafka_assay/"), name)
        for file, name in ours
        if file.partition("/")[0] not in {"tests", ".tox", ".venv"}
    ]


@pytest.mark.parametrize(("examples", "place"), [("2+0", 0), ("0+2", 1)])
def test_check_reaches_a_law_in_the_steps_of_the_architecture(examples: str, place: int, shell: Shell) -> None:
    """The frames are those of a law that raises."""
    ways: list[Way] = []

    def raises(_: Trial) -> Verdict:
        ways.append(our_frames())
        raise ZeroDivisionError

    # The law itself changes: a changed registry would stay in what is imported meanwhile.
    law = LAW_BY_ID[LAW]
    judge = law.judge
    object.__setattr__(law, "judge", raises)

    try:
        ended = shell(f"check sticky --jobs 1 --groups {examples} --inputs clean")
    finally:
        object.__setattr__(law, "judge", judge)

    assert "UNDECIDED" in ended.out.upper()
    assert written_ways()[place] == ways[0]
    assert len(ways[0]) <= MOST


def test_question_reaches_a_host_in_the_steps_of_the_architecture(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last frame is that of the function which writes to the process."""
    ways: list[Way] = []
    write = os.write

    def noted(descriptor: int, data: bytes) -> int:
        way = our_frames()
        if way and way[-1][0].endswith("/host_process.py"):
            ways.append(way)
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", noted)

    shell("check --jobs 1 --groups 2 --inputs clean", HOST)

    assert written_ways()[2] == ways[0]
    assert len(ways[0]) <= MOST
