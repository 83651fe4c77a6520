"""The agreement of the engines, small: every small group, and some random ones; and that a difference would be told."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.oracle import ilp
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from studies.__main__ import main
from studies.engines import engine_stretch as agreement_stretch
from studies.engines.agreement import outcomes_in, stretches, table
from studies.engines.engine_stretch import EngineOutcome, EngineStretch, count_small_groups, group_number, run_stretch
from studies.engines.every_plan import count_plans
from studies.engines.larger_groups import LEAST, MOST
from studies.engines.plan_figures import figures


def test_the_engines_agree_on_every_small_group() -> None:
    """Flow and brute force on every group, up to symmetry, and the integer program on a sixth of them."""
    for number in range(count_small_groups()):
        group = group_number("every", number)
        optima = [solve(group), solve(group, "exhaustive")]
        if number % 6 == 0:
            optima.append(ilp.solve(group))

        assert 1 == len(set(map(figures, optima))), f"{number}: {group}"


@pytest.mark.parametrize(("kind", "groups"), [("every", 30), ("larger", 40), ("middling", 1)])
def test_a_stretch_agrees_and_is_proved(kind: str, groups: int) -> None:
    """Each group is answered by the flow and the integer program, and every plan's certificate holds."""
    outcome = run_stretch(EngineStretch(kind=kind, first=12, groups=groups))

    assert ([], []) == (outcome.faults, outcome.undecided)
    assert groups == outcome.answered["flow"] == outcome.answered["ilp"]
    assert sum(outcome.answered.values()) == outcome.proved


def test_an_engine_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An integer program that finds one move too many is named with the group."""

    def careless(group: Group, **_: float) -> Optimum:
        optimum = solve(group, "ilp")
        return replace(optimum, moves=optimum.moves + 1)

    monkeypatch.setattr(ilp, "solve", careless)

    outcome = run_stretch(EngineStretch(kind="larger", first=0, groups=2))

    assert 2 == len(outcome.faults)
    assert outcome.faults[0].startswith("larger 0: ")


def test_an_engine_that_fails_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its mistake is told with the group, and the next group is put."""

    def broken(group: Group) -> Optimum:
        raise ZeroDivisionError(len(group.members))

    monkeypatch.setattr(agreement_stretch, "solve", broken)

    assert 2 == len(run_stretch(EngineStretch(kind="every", first=0, groups=2)).faults)


def test_what_takes_too_long_agrees_with_nobody() -> None:
    """A solver without time answers nothing: the group is undecided, which is no fault."""
    outcome = run_stretch(EngineStretch(kind="middling", first=0, groups=1, seconds=1e-6))

    assert (["middling 0"], [], 0) == (outcome.undecided, outcome.faults, outcome.answered["ilp"])


def test_random_groups_are_as_large_as_they_say() -> None:
    """Larger ones have many plans, middling ones 100 to 1,000 partitions."""
    partitions = [
        run_stretch(EngineStretch(kind="middling", first=seed, groups=1, seconds=1e-6)).most for seed in range(6)
    ]

    assert min(count_plans(group_number("larger", seed)) for seed in range(50)) >= 64
    assert LEAST <= min(partitions) <= max(partitions) <= MOST


def test_a_run_goes_on_where_it_was_cut_short(tmp_path: Path) -> None:
    """Finished stretches stand on lines; a last line cut short is left out."""
    out, stretch = tmp_path / "run.jsonl", EngineStretch(kind="every", first=0, groups=2)
    outcome = EngineOutcome(kind="every", first=0, groups=2)
    line = json.dumps({"stretch": asdict(stretch), "outcome": asdict(outcome)})
    out.write_text(line + "\n" + line[:20], encoding="utf-8")

    assert [(stretch, outcome)] == outcomes_in(out)


def test_stretches_cover_every_group_once() -> None:
    """Of each kind, from the first number to the last."""
    covered = [(one.kind, one.first + place) for one in stretches(450, 7, 10, 1.0) for place in range(one.groups)]

    expected = {"every": range(count_small_groups()), "larger": range(10, 460), "middling": range(10, 17)}
    assert [(kind, number) for kind, numbers in expected.items() for number in numbers] == covered


def test_the_table_counts() -> None:
    """Groups, plans and faults of each kind that was run."""
    outcome = EngineOutcome(kind="every", first=0, groups=1200, proved=3600, most=4, faults=["every 7: they differ"])

    assert "| 1,200 | 4 | 0 | 0 | 0 | 3,600 | 0 | 1 |" in table([outcome])[-1]


def test_a_difference_is_exit_code_1_and_too_little_time_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And 0 where all agree."""
    codes = []
    agreed = EngineOutcome(kind="every", first=0, groups=1)
    for outcome in (agreed, replace(agreed, undecided=["every 0"]), replace(agreed, faults=["every 0: they differ"])):
        monkeypatch.setattr("studies.engines.agreement.complete_run", lambda *_, found=outcome: [found])
        codes.append(main(["agreement", "--out", str(tmp_path / "run.jsonl")]))

    assert [0, 3, 1] == codes
    assert "undecided: every 0" in capsys.readouterr().out
