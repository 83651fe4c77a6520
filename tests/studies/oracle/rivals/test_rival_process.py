from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.oracle.columns import Columns
from studies.oracle.rivals import rival_process
from studies.oracle.rivals.columns_file import write_columns
from studies.oracle.rivals.rival_build import Rival
from studies.oracle.rivals.rival_process import RivalProcess

PROGRAM = """
import json, sys, time
print(json.dumps({"implementation": "one", "version": "1.2", "assignor": "to the first"}), flush=True)
for line in sys.stdin:
    verb, _, path = line.strip().partition(" ")
    if verb == "open" and path.endswith("bad"):
        print(json.dumps({"error": "cannot read it"}), flush=True)
    elif verb == "open":
        words = memoryview(open(path, "rb").read()).cast("i").tolist()
        topics, members, read, partitions = words[:4]
        print(json.dumps({"members": members - 1, "partitions": partitions}), flush=True)
    elif path == "":
        if partitions == 3:
            time.sleep(60)
        loads = [[0, members - 2], [partitions, 1]]
        print(json.dumps({"nanoseconds": 5, "loads": loads, "moves": 2, "faults": 0}), flush=True)
"""


@pytest.fixture
def process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RivalProcess]:
    """Return a rival that gives everything to one member, and hangs at three partitions."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    monkeypatch.setattr(rival_process, "build_rival", lambda _: tmp_path)
    rival = Rival(name="one", says="", sources="", tools=(), build=(), start=(sys.executable, str(program)))
    running = RivalProcess(rival, call_seconds=2.0)
    yield running
    running.close()


def load_group(process: RivalProcess, folder: Path, partitions: int) -> None:
    """Give the rival one topic with this many partitions, and two members."""
    columns = Columns(
        partitions=np.array([partitions]),
        start=np.array([0, 1, 2]),
        topics=np.array([0, 0]),
        owner=np.full(partitions, -1),
    )
    write_columns(columns, folder / "columns")
    process.open(folder / "columns")


def test_answer_has_the_rivals_loads_and_times(process: RivalProcess, tmp_path: Path) -> None:
    load_group(process, tmp_path, 4)

    answer = process.ask()

    assert (5e-9, ((0, 1), (4, 1)), 2) == (answer.seconds, answer.loads, answer.moves)
    assert 16 == answer.sum_of_squares
    assert "1.2" == process.version


def test_unsupported_group_is_a_failure_with_the_rivals_message(process: RivalProcess) -> None:
    with pytest.raises(AssignorFailed, match="cannot read it"):
        process.open(Path("bad"))


def test_hanging_rival_is_restarted(process: RivalProcess, tmp_path: Path) -> None:
    load_group(process, tmp_path, 3)
    with pytest.raises(AssignorFailed, match="hang"):
        process.ask()
    load_group(process, tmp_path, 4)

    answer = process.ask()

    assert 2 == answer.moves


def test_rival_without_a_group_cannot_answer(process: RivalProcess) -> None:
    with pytest.raises(AssignorFailed, match="it holds no group"):
        process.ask()
