from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from kafka_assay.assignors.hosted.process.limits import Limits
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group
from tests.assignors.hosted.conftest import OpenHost

MIB = 1 << 20

Asked: TypeAlias = "Callable[..., str]"

GREEDY = """
import json, sys
print(json.dumps({{"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}}), flush=True)
for line in sys.stdin:
    number = json.loads(line)["id"]
    {does}
    print(json.dumps({{"id": number, **reply}}), flush=True)
"""


@pytest.fixture
def kind_of_reply(open_host: OpenHost, group: Group, tmp_path: Path) -> Asked:
    """Run a program that does this before it answers, and return the kind of the reply."""

    def ask(does: str, **limits: float) -> str:
        program = tmp_path / "host.py"
        program.write_text(GREEDY.format(does=does))
        try:
            open_host(program, **{"call_seconds": 60.0, **limits}).assign(group)
        except AssignorFailed as failure:
            return f"{failure.kind}: {failure.trace.rpartition(chr(10))[2] or failure.message}"
        return "answered"

    return ask


@pytest.mark.parametrize(("takes", "came"), [(100, "answered"), (300, "crash: MemoryError")])
def test_memory_is_limited(kind_of_reply: Asked, takes: int, came: str) -> None:
    """With a limit of 200 MiB, 100 MiB succeed and 300 MiB end the program."""
    said = kind_of_reply(f"taken = b'x' * ({takes} * {MIB}); reply = {{'assignment': {{}}}}", memory=200 * MIB)

    assert came == said


@pytest.mark.parametrize(("writes", "came"), [(900_000, "answered"), (1_200_000, "output-flood")])
def test_output_is_limited(kind_of_reply: Asked, writes: int, came: str) -> None:
    """A longer line is an output flood, and is not read to its end."""
    said = kind_of_reply(f"reply = {{'assignment': {{}}, 'padding': 'x' * {writes}}}", line=MIB)

    assert came == said.partition(":")[0]


def test_output_flood_does_not_stay_in_memory(kind_of_reply: Asked) -> None:
    """It costs as much memory as the longest line, until the line is rejected."""
    kind_of_reply("reply = {'assignment': {}}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    said = kind_of_reply("[sys.stdout.write('x' * 65536) for _ in iter(int, 1)]", line=8 * MIB)

    assert "output-flood: a line of more than 8,388,608 bytes" == said
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024


def test_answer_limit_grows_with_the_group() -> None:
    """Two million partitions fit; the overall limit still applies."""
    two_million = len(json.dumps({"id": 1, "assignment": {"C0": {"t0": list(range(2_000_000))}}}))

    assert two_million < Limits().longest_answer(0) < Limits().longest_answer(MIB) < Limits().line
    assert MIB == Limits(line=MIB).longest_answer(MIB)


def test_long_error_text_is_truncated(kind_of_reply: Asked) -> None:
    """No character is cut in half."""
    said = kind_of_reply("reply = {'error': {'type': 'T' * 10**6, 'message': '\\ud800' + 'm' * 10**6}}")

    kind, _, message = said.partition(": ")
    assert "T" * 200 == kind
    assert "?" + "m" * 3_999 == message
