from __future__ import annotations

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.model import Member, group_of
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.wording.life_story import MOST_CHANGES, life_sentences, lived_rounds, step_label
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
