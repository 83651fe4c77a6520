"""The search for lives that hang, on lives whose outcome is known."""

from __future__ import annotations

import json
import subprocess
from argparse import ArgumentParser, Namespace
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.hang.hang_lives import lives_command, options, run


def _args(*words: str) -> Namespace:
    parser = ArgumentParser()
    options(parser)
    return parser.parse_args(words)


def _lines(*words: str) -> list[dict[str, Any]]:
    done = subprocess.run(lives_command(_args(*words)), check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


_SERVICES = ("--start", "services", "--members", "4", "--partitions", "14", "--lives", "1", "--first")


def test_seven_and_fourteen_partitions_hang_when_a_member_of_both_services_joins() -> None:
    found, counts = _lines(*_SERVICES, str(6 + 13 * 14))

    assert {"join": 1} == counts["hangs"]
    assert {"t0": 7, "t1": 14} == found["group"]["topics"]
    assert [1, 1, 1, 1, None] == [member.get("generation") for member in found["group"]["members"]]


def test_eight_and_fourteen_partitions_do_not_hang() -> None:
    (counts,) = _lines(*_SERVICES, str(7 + 13 * 14))

    assert (1, {}) == (counts["lives"], counts["hangs"])


def test_a_life_of_single_joins_is_made_smaller() -> None:
    found, _ = _lines("--seed", "1", "--first", "1427", "--lives", "1", "--shrink")

    assert {"t0": 5, "t1": 11} == found["life"]["group"]["topics"]
    assert ["join"] * 3 == [key for event in found["life"]["events"] for key, value in event.items() if value]
    assert 5 == len(found["group"]["members"])


def test_the_same_lives_have_the_same_counts() -> None:
    words = ("--start", "settled", "--members", "5", "--topics", "3", "--partitions", "8", "--lives", "300")

    assert _lines(*words) == _lines(*words)


def test_too_small_groups_are_refused() -> None:
    with pytest.raises(AssayError, match="at least 4 --members"):
        run(_args("--members", "3"))
