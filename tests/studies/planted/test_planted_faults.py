from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

from studies.__main__ import main
from studies.planted import planted_faults
from studies.planted.fault import Fault
from studies.planted.fault_rates import FaultRate, measure_rates
from studies.planted.planted_check import PlantedOutcome, check_fault
from studies.planted.planted_page import outcome_lines, rate_lines

if TYPE_CHECKING:
    from pathlib import Path

OFTEN = "python:tests.studies.planted.often_wrong:OftenWrong"
FAULT = Fault(name="often", language="python", part="", family="clean", says="it forgets the last of five partitions")


def outcome(seed: int, *laws: str, size: tuple[int, int] = (0, 0), fault: str = "fast-path") -> PlantedOutcome:
    """Return the outcome of a check that judged a thousand groups."""
    members, partitions = size
    return PlantedOutcome(
        fault=fault, seed=seed, groups=1000, seconds=60.0, laws=laws, members=members, partitions=partitions
    )


def test_common_fault_is_found_and_made_small() -> None:
    """It hits about one group in twenty. The smallest one has one member and five partitions."""
    found = check_fault(FAULT, OFTEN, seconds=8.0, seed=1)

    assert "nothing-left-out" in found.laws
    assert (1, 5) == (found.members, found.partitions)
    assert found.is_small


def test_rate_is_the_share_of_groups_that_break_a_law() -> None:
    """The same seed gives the same count."""
    rate, again = (measure_rates(OFTEN, ["clean"], 300, 0, "roundrobin") for _ in range(2))

    assert rate == again
    assert 300 == rate[0].groups
    assert 3 <= rate[0].hits <= 60
    assert ("nothing-left-out",) == rate[0].laws


def test_large_counterexample_is_found_but_not_small() -> None:
    found, large = outcome(1, "nothing-left-out", size=(4, 8)), outcome(2, "nothing-left-out", size=(5, 2))

    assert [True, False] == [found.is_small, large.is_small]
    *_, both = outcome_lines([found, large, outcome(3)])
    assert "| **all** |  | 3 | 2 | 1 | 5 x 2 | 1,000 | nothing-left-out |" == both


def test_rates_of_the_own_family_and_of_others_are_shown() -> None:
    rates = [FaultRate(family="clean", groups=20_000, hits=16), FaultRate(family="racks", groups=500)]

    *_, row = rate_lines([{"fault": "fast-path", "rates": [asdict(rate) for rate in rates]}])

    assert row.startswith("| `fast-path` | Go | clean | 20,000 | 1,250 | 500 | – |")


@pytest.mark.parametrize(("laws", "code"), [(("nothing-left-out",), 0), ((), 1)], ids=["found", "missed"])
def test_seeds_take_turns_and_an_interrupted_run_continues(
    laws: tuple[str, ...], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []

    def checked(fault: Fault, target: str, seconds: float, seed: int) -> PlantedOutcome:
        del target, seconds
        asked.append((fault.name, seed))
        return outcome(seed, *laws, size=(1, 1), fault=fault.name)

    monkeypatch.setattr(planted_faults, "check_fault", checked)
    words = ["planted_faults", "--fault", "short-names", "--fault", "raised-counts", "--out", str(tmp_path / "x.jsonl")]

    main([*words, "--seeds", "1"])

    assert code == main([*words, "--seeds", "3"])
    assert [("short-names", 0), ("raised-counts", 1), ("short-names", 2)] == asked
