"""Tests of the sentences that tell how a live group gets to a break."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import Group, Member, group_of
from kafka_assay.membership.run import run
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.wording.life_story import (
    MOST_CHANGES,
    life_sentences,
    lived_rounds,
    path_line,
    path_sentences,
    step_label,
    with_story,
)
from tests.support.mutants.mutant import mutant_trial
from tests.support.mutants.registry import MUTANTS

GROUP = group_of({"t": 2, "u": 2}, {"C0": ["t"], "C1": ["t", "u"]})

COMPARING = {
    "order-does-not-matter",
    "no-worse-stickiness",
    "newest-claim-wins",
    "racks-never-cost-balance",
    "rack-match-not-worse",
}
"""The laws that compare the answer with the one to another form of the same group."""


def steps(*events: Event) -> list[TrialStep]:
    """Return the steps of sticky in a life of these events."""
    *_, last = run_rebalances(ReferenceTarget("sticky"), LifeRun(life=Life(group=GROUP, events=events)))
    return list(last.asked_steps)


def test_returning_member_is_shown_with_its_claim_and_generation() -> None:
    told = life_sentences(steps(Event(miss=("C0",)), Event()))

    assert [
        "Rebalance 2: C0 misses the rebalance.",
        "Rebalance 3: C0 comes back and claims t-0 t-1 at generation 1.",
    ] == told


def test_every_event_before_a_rebalance_is_named() -> None:
    """Resets and topics first, then leaves, joins and new subscriptions."""
    event = Event(
        reset=True,
        topics=(("t", 1), ("u", None), ("v", 3)),
        leave=("C0",),
        join=(Member(id="C2", subscription=("t",), rack="ra"),),
        subscribe=(("C1", ()),),
    )

    (told,) = life_sentences(steps(event))

    assert told.startswith("Rebalance 2: the coordinator loses the group, and generations restart at 1; ")
    assert told.endswith("; C0 leaves; C2 joins, subscribes to t, rack ra; C1 now subscribes to nothing.")
    for clause in ("t is recreated with 1 partition instead of 2", "u is deleted", "v is created with 3 partitions"):
        assert clause in told


def test_each_event_shows_the_last_answer_of_its_rebalance() -> None:
    found = list(lived_rounds(steps(Event(leave=("C0",)), Event(topics=(("u", 5),)))))

    assert ["C0 leaves", "u grows from 2 to 5 partitions"] == [words for words, _ in found]
    answers = [rounds[-1].assignment or {} for _, rounds in found]
    assert [4, 7] == [sum(map(len, answer["C1"].values())) for answer in answers]


def test_story_has_a_sentence_for_each_rebalance_after_the_first() -> None:
    """Members that do the same share a clause."""
    assert [] == life_sentences(steps())
    assert ["Rebalance 2: nothing has changed."] == life_sentences(steps(Event()))
    assert ["Rebalance 2: C0 and C1 miss the rebalance."] == life_sentences(steps(Event(miss=("C0", "C1"))))


def test_many_changes_are_counted() -> None:
    joiners = tuple(Member(id=f"J{number}", subscription=("t",)) for number in range(MOST_CHANGES + 2))

    (told,) = life_sentences(steps(Event(join=joiners)))

    assert told.endswith("; J11 joins, subscribes to t; 2 other changes.")


def test_only_laws_that_ask_about_another_form_of_the_group_are_labelled_compare() -> None:
    """Each law's label follows from how it describes its questions."""
    asking = [law.id for law in LAW_BY_ID.values() if law.asks and law.kind != "agreement"]
    labels: dict[str, set[str]] = {law: set() for law in asking}
    for mutant in MUTANTS:
        if mutant.law in labels:
            trial = mutant_trial(mutant.group, mutant.promises, mutant.assign, ask_modes_of(mutant))
            decide(LAW_BY_ID[mutant.law], trial)
            labels[mutant.law] |= {step_label(step.why) for step in trial.steps if step.why}

    assert {law: {"compare" if law in COMPARING else "then"} for law in labels} == labels


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
