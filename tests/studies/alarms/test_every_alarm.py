from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.records.case_format import case_from_json
from studies.alarms import alarm_kinds
from studies.alarms.alarm_kinds import KindOutcome
from studies.alarms.alarm_page import (
    NOWHERE,
    AlarmKind,
    AlarmTotals,
    documented_places,
    page_lines,
    read_documented_alarms,
)
from studies.alarms.alarm_shrinking import describe_case, shrink_case
from studies.alarms.every_alarm import EvenFamilyRun
from studies.family_run import FamilyStretch
from studies.mutants.registry import MUTANT_BY_NAME
from studies.newest_releases import IMPLEMENTATIONS
from tests.properties.stand_ins import StandIn

if TYPE_CHECKING:
    import pytest


LONELY = IMPLEMENTATIONS["kafkajs"][0]
ONE_OF_FOUR = IMPLEMENTATIONS["sarama"][0]


def both_keep() -> StandIn:
    """An assignor that gives a partition to both of its claimants."""
    mutant = MUTANT_BY_NAME["both-claimants-keep"]
    return StandIn(mutant.assign, mutant.promises)


def stretch_of(target: StandIn, cases: Path, monkeypatch: pytest.MonkeyPatch) -> KindOutcome:
    """Return the result of a stretch over `target`: twenty groups with overlapping claims."""
    monkeypatch.setattr(alarm_kinds, "_open_targets", lambda _: target)
    return alarm_kinds.run_stretch(FamilyStretch(names=("x",), family="overlapping-claims", seed=0, draws=20), cases)


def test_target_with_the_smallest_share_runs_next() -> None:
    """The only assignor of its client gets four times as many groups as one of four."""
    run = EvenFamilyRun([LONELY, ONE_OF_FOUR], ["clean"], groups=400, seed=0, draws=100)
    first = run.next_stretch("clean")
    run.take(KindOutcome(family="clean", seed=0, groups={LONELY: 100, ONE_OF_FOUR: 100}))
    second = run.next_stretch("clean")

    assert first is not None
    assert second is not None
    assert ((LONELY, ONE_OF_FOUR), (LONELY,)) == (first.names, second.names)
    assert (0, 1) == (first.seed, second.seed)


def test_alarms_are_counted_by_kind_with_the_smallest_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The case can be read again."""
    found = stretch_of(both_keep(), tmp_path, monkeypatch)

    case = case_from_json(json.loads(next(tmp_path.glob("x--one-owner-each--*")).read_text(encoding="utf-8")))
    assert found.kinds["x"]["one-owner-each"] > 1
    assert ("one-owner-each", "overlapping-claims", "x") == (case.law, case.inputs, case.target)


def test_kind_of_failure_is_part_of_the_alarm_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other laws stay undecided for one reason."""

    def hanging(group: Group) -> Assignment:
        raise AssignorFailed("hang", f"no answer to {len(group.members)} members")

    found = stretch_of(StandIn(hanging, frozenset()), tmp_path, monkeypatch)

    assert {"returns-an-answer (hang)": 20} == found.kinds["x"]
    assert ["no answer to the group itself"] == list(found.undecided["x"])


def test_stored_case_is_shrunk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Down to two members and one partition."""
    stretch_of(both_keep(), tmp_path, monkeypatch)
    case = case_from_json(json.loads(next(tmp_path.glob("x--one-owner-each--*")).read_text(encoding="utf-8")))

    smaller = shrink_case(both_keep(), case, seconds=30.0)

    assert smaller is not None
    assert (2, 1) == (len(smaller.group.members), sum(topic.partitions for topic in smaller.group.topics))
    assert smaller.explanation in describe_case("x", smaller)


def test_case_that_does_not_repeat_is_dropped() -> None:
    """The target may only have been slow."""
    healthy = StandIn(lambda group: {member.id: {} for member in group.members}, frozenset())
    case = case_from_json(
        {
            "format": "assay-case/1",
            "law": "returns-an-answer",
            "inputs": "clean",
            "steps": [
                {
                    "group": {
                        "format": "assay-group/1",
                        "topics": {"t": 1},
                        "members": [{"id": "C0", "subscription": []}],
                    }
                }
            ],
        }
    )

    assert shrink_case(healthy, case, seconds=1.0) is None


def test_alarm_kind_matches_the_listed_lines() -> None:
    """By target, law and family, and by the failure where the line names it."""
    known = read_documented_alarms(
        "a:* returns-an-answer * a-1\n# remark\na:sticky returns-an-answer(hang) clean a-2\n"
    )

    assert "a-1; a-2" == documented_places(AlarmKind("a:sticky", "returns-an-answer (hang)", "clean"), known)
    assert "a-1" == documented_places(AlarmKind("a:range", "returns-an-answer (KeyError)", "racks"), known)
    assert NOWHERE == documented_places(AlarmKind("b:range", "returns-an-answer (KeyError)", "racks"), known)


def test_page_counts_by_implementation_and_kind() -> None:
    sums = AlarmTotals()
    for seed in range(2):
        sums.add(
            KindOutcome(
                family="clean",
                seed=seed,
                groups={LONELY: 100},
                verdicts={LONELY: 900},
                kinds={LONELY: {"nothing-left-out": 3}},
                undecided={LONELY: {"why": 5}},
            )
        )

    lines = list(page_lines(sums, read_documented_alarms(f"{LONELY} nothing-left-out clean kafkajs-1")))

    assert "| kafkajs | 1 | 200 | 1,800 | 6 | 1 | 10 |" in lines
    assert "| `roundrobin` | nothing-left-out | clean 6 | [kafkajs-1](kafkajs.md) |" in lines
    assert "* 10 × why" in lines
