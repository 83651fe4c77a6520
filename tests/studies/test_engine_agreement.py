"""The engines against each other, and the checker of optimal plans against brute force, on few groups."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from studies.__main__ import main
from studies.evidence import engine_agreement
from studies.evidence.engine_agreement import (
    EngineOutcome,
    EngineStretch,
    count_small_groups,
    group_number,
    outcomes_in,
    run_stretch,
    stretches,
)
from tests.support.engines import every_plan
from tests.support.engines.every_plan import count_plans, find_misjudged_plan
from tests.support.engines.plan_figures import figures
from tests.support.engines.random_groups import larger_group


def test_engines_agree_on_every_small_group() -> None:
    """Flow and brute force on all, the integer program on a sixth."""
    for number in range(count_small_groups()):
        group = group_number("every", number)
        optima = [solve(group), solve(group, "exhaustive")]
        if number % 6 == 0:
            optima.append(solve(group, "ilp"))

        assert 1 == len(set(map(figures, optima))), f"{number}: {group}"


@pytest.mark.parametrize(("kind", "first", "groups"), [("every", 12, 30), ("larger", 12, 40), ("middling", 1, 2)])
def test_stretch_agrees_and_its_certificates_hold(kind: str, first: int, groups: int) -> None:
    outcome = run_stretch(EngineStretch(kind=kind, first=first, groups=groups))

    assert ([], []) == (outcome.faults, outcome.undecided)
    assert groups == outcome.answered["flow"] == outcome.answered["ilp"]
    assert sum(outcome.answered.values()) == outcome.proved


def careless(group: Group, **_: float) -> Optimum:
    optimum = solve(group, "ilp")
    return replace(optimum, moves=optimum.moves + 1)


def broken(group: Group, **_: float) -> Optimum:
    raise ZeroDivisionError(len(group.members))


@pytest.mark.parametrize("engine", [careless, broken])
def test_engine_that_differs_or_fails_is_reported_with_each_group(
    engine: Callable[..., Optimum], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_agreement, "solve_by_program", engine)

    outcome = run_stretch(EngineStretch(kind="larger", first=0, groups=2))

    assert 2 == len(outcome.faults)
    assert outcome.faults[0].startswith("larger 0: ")


def test_timeout_leaves_the_group_undecided() -> None:
    outcome = run_stretch(EngineStretch(kind="middling", first=0, groups=1, seconds=1e-6))

    assert (["middling 0"], [], 0) == (outcome.undecided, outcome.faults, outcome.answered["ilp"])


def test_interrupted_run_continues(tmp_path: Path) -> None:
    """A truncated last line is dropped."""
    out, stretch = tmp_path / "run.jsonl", EngineStretch(kind="every", first=0, groups=2)
    outcome = EngineOutcome(kind="every", first=0, groups=2)
    line = json.dumps({"stretch": asdict(stretch), "outcome": asdict(outcome)})
    out.write_text(line + "\n" + line[:20], encoding="utf-8")

    assert [(stretch, outcome)] == outcomes_in(out)


def test_stretches_cover_every_group_once() -> None:
    covered = [(one.kind, one.first + place) for one in stretches(450, 7, 10, 1.0) for place in range(one.groups)]

    expected = {"every": range(count_small_groups()), "larger": range(10, 460), "middling": range(10, 17)}
    assert [(kind, number) for kind, numbers in expected.items() for number in numbers] == covered


def test_difference_is_exit_code_1_and_timeout_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = []
    agreed = EngineOutcome(kind="every", first=0, groups=1)
    for outcome in (agreed, replace(agreed, undecided=["every 0"]), replace(agreed, faults=["every 0: they differ"])):
        monkeypatch.setattr("studies.evidence.engine_agreement.complete_run", lambda *_, found=outcome: [found])
        codes.append(main(["engine_agreement", "--out", str(tmp_path / "run.jsonl")]))

    assert [0, 3, 1] == codes
    assert "undecided: every 0" in capsys.readouterr().out


def test_small_plan_is_improvable_iff_a_better_one_exists() -> None:
    """Every plan of every sixth group of at most 3 members, 2 topics and 4 partitions."""
    assert [] == [
        number for number in range(0, count_small_groups(), 6) if find_misjudged_plan(group_number("every", number))
    ]


def test_larger_plan_is_improvable_iff_a_better_one_exists() -> None:
    """All plans of random groups with longer chains and dirty claims."""
    groups = [group for group in map(larger_group, range(60)) if count_plans(group) <= 256]

    assert len(groups) > 10
    assert not any(map(find_misjudged_plan, groups))


@pytest.mark.parametrize("search", ["improving_chain", "cheaper_plan", "verify"])
def test_checker_that_finds_nothing_is_caught(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No chain, no cheaper plan, or no fault with a certificate."""
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
    monkeypatch.setattr(every_plan, search, lambda *_: None)

    assert find_misjudged_plan(group) is not None
