"""What a host may use, tried from both sides: a little less is granted, a little more is not."""

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
def asked(open_host: OpenHost, group: Group, tmp_path: Path) -> Asked:
    """Asks a program that does this before it answers: the kind of what came."""

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
def test_memory_is_granted_up_to_the_limit(asked: Asked, takes: int, came: str) -> None:
    """Of 200 MiB a host may take 100, and not 300: it ends, as a program does that gets no memory."""
    said = asked(f"taken = b'x' * ({takes} * {MIB}); reply = {{'assignment': {{}}}}", memory=200 * MIB)

    assert came == said


@pytest.mark.parametrize(("writes", "came"), [(900_000, "answered"), (1_200_000, "output-flood")])
def test_output_is_read_up_to_the_limit(asked: Asked, writes: int, came: str) -> None:
    """A line below the limit is an answer, a longer one a flood; it is not read to its end."""
    said = asked(f"reply = {{'assignment': {{}}, 'padding': 'x' * {writes}}}", line=MIB)

    assert came == said.partition(":")[0]


def test_a_flood_does_not_stay_in_our_memory(asked: Asked) -> None:
    """What a host writes without end costs us as much as the longest line, and is given back."""
    asked("reply = {'assignment': {}}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    said = asked("[sys.stdout.write('x' * 65536) for _ in iter(int, 1)]", line=8 * MIB)

    assert "output-flood: a line of more than 8,388,608 bytes" == said
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024


def test_how_long_an_answer_may_be_goes_by_the_question() -> None:
    """Two million partitions can be answered, one by one; the limit itself stands above all."""
    two_million = len(json.dumps({"id": 1, "assignment": {"C0": {"t0": list(range(2_000_000))}}}))

    assert two_million < Limits().longest_answer(0) < Limits().longest_answer(MIB) < Limits().line
    assert MIB == Limits(line=MIB).longest_answer(MIB)


def test_an_error_that_says_too_much_is_cut(asked: Asked) -> None:
    """Its texts go into records and onto terminals: they end somewhere, and hold no half characters."""
    said = asked("reply = {'error': {'type': 'T' * 10**6, 'message': '\\ud800' + 'm' * 10**6}}")

    kind, _, message = said.partition(": ")
    assert "T" * 200 == kind
    assert "?" + "m" * 3_999 == message
