"""Tests of the story of a life: one sentence a rebalance, from a stored case."""

from __future__ import annotations

from kafka_assay.assignors.hosted.targets.reference_target import ReferenceTarget
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Member, group_of
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.records.case_format import CaseStep, keep_step
from kafka_assay.reports.wording.life_story import life_sentences, lived_steps

GROUP = group_of({"t": 2, "u": 2}, {"C0": ["t"], "C1": ["t", "u"]})


def steps(*events: Event) -> list[CaseStep]:
    """The steps of sticky's course through a life of these events."""
    *_, last = run_rebalances(ReferenceTarget("sticky"), LifeRun(life=Life(group=GROUP, events=events)))
    return [keep_step(step) for step in last.evidence({}).steps]


def test_without_events_there_is_no_story() -> None:
    """A case on one group is told by its facts."""
    assert [] == life_sentences(steps())


def test_who_misses_a_rebalance_comes_back_with_what_it_had() -> None:
    """The claim and its generation are told, because the law is about them."""
    told = life_sentences(steps(Event(miss=("C0",)), Event()))

    assert ["Rebalance 2: C0 misses the rebalance.", "Rebalance 3: C0 comes back with t-0 t-1 at generation 1."] == told


def test_everything_that_happens_before_a_rebalance_is_told() -> None:
    """Resets and topics first, then who leaves, joins and subscribes anew."""
    event = Event(
        reset=True,
        topics=(("t", 1), ("u", None), ("v", 3)),
        leave=("C0",),
        join=(Member(id="C2", subscription=("t",)),),
        subscribe=(("C1", ()),),
    )

    (told,) = life_sentences(steps(event))

    assert told.startswith("Rebalance 2: the coordinator loses the group, and generations restart at 1, ")
    for clause in ("t is recreated with 1 partition instead of 2", "u is deleted", "v is created with 3 partitions"):
        assert clause in told


def test_nothing_is_also_an_event() -> None:
    """A rebalance for no reason that anybody sees."""
    assert ["Rebalance 2: nothing has changed."] == life_sentences(steps(Event()))


def test_a_chapter_ends_with_the_last_answer_of_its_rebalance() -> None:
    """What is shown beside an event is what came out in the end."""
    found = list(lived_steps(steps(Event(leave=("C0",)), Event(topics=(("u", 5),)))))

    assert ["C0 leaves", "u grows from 2 to 5 partitions"] == [words for words, _ in found]
    answers = [step.assignment or {} for _, step in found]
    assert [4, 7] == [sum(map(len, answer["C1"].values())) for answer in answers]
