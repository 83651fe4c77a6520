from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.properties.registry import LAW_BY_ID
from studies.__main__ import main
from studies.alarms import no_false_alarm
from studies.alarms.no_false_alarm import AlarmOutcome, AlarmRun, table
from studies.family_run import FamilyStretch
from studies.records import read_lines
from tests.properties.stand_ins import StandIn
from tests.support.mutants.registry import MUTANT_BY_NAME

if TYPE_CHECKING:
    import pytest


def outcome(seed: int, groups: int = 60, alarms: tuple[str, ...] = ()) -> AlarmOutcome:
    """Return a finished stretch of `fair` on clean groups."""
    return AlarmOutcome(
        family="clean",
        seed=seed,
        seconds=1.0,
        groups={"fair": groups},
        verdicts={"fair": 9 * groups},
        alarms=[("fair", alarm) for alarm in alarms],
    )


def run_of(*families: str, seed: int = 0) -> AlarmRun:
    """Return a run of `fair` with a share of a hundred groups in each family."""
    return AlarmRun(["fair"], families, groups=100 * len(families), seed=seed, draws=60)


def test_family_runs_until_each_target_has_its_share() -> None:
    """Each stretch has the next seed."""
    run = run_of("clean", seed=7)
    first = run.next_stretch("clean")
    run.take(outcome(7))
    second = run.next_stretch("clean")
    run.take(outcome(8))

    assert first is not None
    assert second is not None
    assert (7, 8) == (first.seed, second.seed)
    assert run.next_stretch("clean") is None


def test_target_without_suitable_groups_is_given_up() -> None:
    """After three stretches without a group."""
    run = run_of("clean")

    for seed in range(3):
        run.take(outcome(seed, groups=0))

    assert run.next_stretch("clean") is None


def test_finished_stretches_are_not_run_again(tmp_path: Path) -> None:
    """A truncated line is dropped, and its stretch repeated."""
    out = tmp_path / "run.jsonl"
    out.write_text(json.dumps(asdict(outcome(0))) + "\n" + '{"family": "cle', encoding="utf-8")

    run = run_of("clean")
    run.resume(out, AlarmOutcome)

    assert [outcome(0)] == list(run.outcomes())
    assert out.read_text(encoding="utf-8").endswith("}\n")


def test_alarms_are_counted_in_the_table() -> None:
    run = run_of("clean")
    run.take(outcome(0, alarms=("broken one-owner-each",)))

    assert ["broken one-owner-each"] == run.alarms()
    assert "| `fair` | 60 | 540 | — | 1 |" == table(run)[-1]


def test_wrong_assignor_raises_an_alarm_with_a_replay_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = MUTANT_BY_NAME["both-claimants-keep"]
    target = StandIn(mutant.assign, mutant.promises)
    monkeypatch.setattr(no_false_alarm, "_open_reference", lambda _: target)
    stretch = FamilyStretch(names=("x",), family="overlapping-claims", seed=0, draws=20)

    found = no_false_alarm.run_stretch(stretch, tmp_path)

    alarms = [alarm for _, alarm in found.alarms if alarm.startswith("broken one-owner-each: assay check")]
    case = json.loads(next(tmp_path.glob("*one-owner-each*")).read_text(encoding="utf-8"))
    assert alarms
    assert case["law"] in LAW_BY_ID
    assert "one-owner-each" == case["law"]


def test_small_run_raises_no_alarm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two references, two families."""
    out = tmp_path / "run.jsonl"
    which = ["--reference", "roundrobin", "--reference", "lag", "--inputs", "clean", "--inputs", "sequences"]

    code = main(["no_false_alarm", *which, "--groups", "20", "--draws", "10", "--processes", "1", "--out", str(out)])

    assert 0 == code
    assert {"clean", "sequences"} == {line["family"] for line in read_lines(out)}
    assert "| `roundrobin` |" in capsys.readouterr().out
