"""Tests of the sentences that tell how a live group gets to a break."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.membership.run import run
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.wording.life_story import path_line, path_sentences, with_story

NEW = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]})
RUNS = tuple(LifeMember(member=member, client="kafka-clients") for member in ("C0", "C1"))


def path_of(*events: Event, group: Group = NEW) -> CasePath:
    """The path of a life that the model has run with the reference."""
    life = Life(group=group, events=events, protocol=Protocol.EAGER, runs=RUNS)
    rebalances = tuple(run(life, ReferenceTarget("sticky").assign))
    return CasePath(status="shown", life=life, histories=7, source="model", rebalances=rebalances)


def case_of(path: CasePath, group: Group = NEW) -> Case:
    """A case with this path."""
    steps = (TrialStep(group=group),)
    return Case(law="one-owner-each", inputs="clean", target="t", seed=0, versions={}, steps=steps, facts={}, path=path)


def test_missed_rebalance_is_told_with_the_old_generation() -> None:
    new, missed, back = path_sentences(path_of(Event(miss=("C0",)), Event()))

    assert "Generation 1: all members are new; the leader C0 assigns C0: t0-0, C1: t0-1." == new
    assert (
        "Generation 2: C0 misses the rebalance; C1 claims t0-1 at generation 1; the leader C1 assigns C1: t0-0 t0-1."
        == missed
    )
    assert back.startswith("Generation 3: C0 comes back; C0 claims t0-0 at generation 1; C1 claims t0-0 t0-1 at")
    assert back.endswith(" at generation 2; the leader C1 is asked, and the law breaks.")


def test_missed_sync_and_both_rebalances_of_a_restart_are_told() -> None:
    _, missed, _ = path_sentences(path_of(Event(miss_sync=("C1",)), Event()))
    _, stop, back = path_sentences(path_of(Event(restart=Restart(members=("C1",)))))

    assert missed.endswith("; C1 misses the sync of generation 2.")
    assert "members stop for a restart" in stop
    assert "restarted members return" in back


def test_grade_says_what_it_rests_on() -> None:
    shown = path_of(Event())
    ghost = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t0": [-1]}})

    assert (
        "shown (model, found in 7 histories). A life that leads to the same break (C0 and C1 run kafka-clients "
        "(newest); protocol: eager):"
    ) == path_line(case_of(shown))
    assert "constructed. No history with this break was found; 1 history searched." == path_line(
        case_of(CasePath(status="constructed", histories=1))
    )
    assert (
        "needs a faulty client. C0 claims a negative partition, which no client is given; 9 histories searched."
        == path_line(case_of(CasePath(status="faulty-client", histories=9), ghost))
    )
    own = replace(shown, histories=0)
    assert path_line(replace(case_of(own), life=own.life)).startswith("shown (model). This life (C0 and C1 run ")


def test_saved_story_is_told_without_the_rebalances() -> None:
    path = with_story(path_of(Event()))

    assert path is not None
    assert len(path.story) == 2
    assert path.story == path_sentences(replace(path, rebalances=()))
