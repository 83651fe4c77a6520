"""
Tests of the run without false alarms: what it counts, what it goes on with, and that it raises one where it must.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.no_false_alarm import Outcome, Run, Stretch, main, outcomes_in, table

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def outcome(seed: int, groups: int = 60, alarms: tuple[str, ...] = ()) -> Outcome:
    """
    A finished stretch of `fair` on clean groups.
    """
    return Outcome(
        name="fair", family="clean", seed=seed, examples=400, groups=groups, seconds=1.0, expected={}, alarms=alarms
    )


def test_a_place_is_run_until_it_has_its_share() -> None:
    """
    Stretch after stretch, each with the next seed.
    """
    run = Run(["fair"], ["clean"], groups=100, seed=7)

    assert Stretch(name="fair", family="clean", seed=7) == run.next_stretch(("fair", "clean"))
    run.take(outcome(7))
    assert Stretch(name="fair", family="clean", seed=8) == run.next_stretch(("fair", "clean"))
    run.take(outcome(8))
    assert run.next_stretch(("fair", "clean")) is None


def test_a_family_that_is_never_put_ends() -> None:
    """
    Three stretches without a group are enough to see that there are none.
    """
    run = Run(["fair"], ["clean"], groups=100, seed=0)

    for seed in range(3):
        run.take(outcome(seed, groups=0))

    assert run.next_stretch(("fair", "clean")) is None


def test_what_was_finished_is_not_run_again(tmp_path: Path) -> None:
    """
    A line that was cut short is left out, and its stretch run once more.
    """
    out = tmp_path / "run.jsonl"
    out.write_text(json.dumps(asdict(outcome(0))) + "\n" + '{"name": "fa', encoding="utf-8")

    assert [outcome(0)] == outcomes_in(out)


def test_alarms_are_counted_in_the_table() -> None:
    """
    Beside the groups and the stretches.
    """
    run = Run(["fair"], ["clean"], groups=100, seed=0)
    run.take(outcome(0, alarms=("broken one-owner-each",)))

    assert ["broken one-owner-each"] == run.alarms()
    assert "| `fair` | 60 | 1 | — | 1 |" == table(run)[-1]


def test_a_small_run_raises_no_alarm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    One reference, one family, one stretch: the exit code is 0, and the stretch is on disk.
    """
    out = tmp_path / "run.jsonl"
    which = ["--reference", "roundrobin", "--inputs", "clean", "--groups", "20", "--examples", "10"]

    code = main([*which, "--processes", "1", "--out", str(out)])

    assert 0 == code
    assert 1 == len(outcomes_in(out))
    assert "| `roundrobin` |" in capsys.readouterr().out
