"""Tests of the shrinker: the simplification of groups and lives, and the generic descent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.descent import SmallestFound, remove_slices, simplify
from kafka_assay.properties.shrink.examples import simpler_examples, simplify_example
from kafka_assay.properties.shrink.lives import earlier_changes, later_starts, settle_claims
from kafka_assay.properties.shrink.names import fewer_generations, names_in, plain_names, rename
from kafka_assay.properties.shrink.parts import with_two_topics_as_one, without_a_member_and_its_share
from kafka_assay.properties.shrink.sizes import size_of
from tests.assignors.reference.answers import group_on_racks, question
from tests.properties.stand_ins import StandIn, right
from tests.support.sampling import sample

LARGE = group_of(
    {"logs": 4, "mail": 2},
    {"x": ["logs", "mail"], "y": ["logs"], "z": ["mail"]},
    {"x": {"logs": [0, 1], "mail": [0]}, "y": {"logs": [2]}},
    generation=9,
)


def test_simpler_group_is_smaller() -> None:
    """The size falls with each step, so the simplification ends."""
    for group in [LARGE, *sample("mixed", 60, seed=0), *sample("racks", 20, seed=0)]:
        for simpler in simpler_examples(group):
            assert size_of(simpler) <= size_of(group)
            assert simpler != group


def test_only_what_is_needed_remains() -> None:
    def two_claims(group: Group) -> bool:
        return any(len(ids) == 2 for member in group.members for _, ids in member.owned)

    left = simplify_example(LARGE, two_claims)

    assert group_of({"t0": 2}, {"C0": ["t0"]}, {"C0": {"t0": [0, 1]}}) == left


def test_removed_partition_or_topic_leaves_no_claim() -> None:
    for group in simpler_examples(LARGE):
        assert not {"ghost-claims", "foreign-claims", "missing-topics"} & traits(group)


def test_member_and_partition_are_removed_together_where_neither_can_go_alone() -> None:
    def as_many(group: Group) -> bool:
        return len(group.members) == sum(topic.partitions for topic in group.topics)

    assert (1, 1) == size_of(simplify_example(question({"t0": 3}, "C0 C1 C2"), as_many))[:2]


def test_offsets_are_removed_as_a_whole_then_list_by_list() -> None:
    topic = Topic(
        name="t0",
        partitions=2,
        begin_offsets=(0, 10),
        end_offsets=(90, 20),
        committed_offsets=(None, 10),
        weights=(1.0, 2.0),
    )
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",)),), auto_offset_reset="none")

    def reaches_four(group: Group) -> bool:
        return any(end is not None and end >= 4 for topic in group.topics for end in topic.end_offsets or ())

    left = simplify_example(group, reaches_four)

    assert replace(group, topics=(Topic(name="t0", partitions=2),), auto_offset_reset="latest") in simpler_examples(
        group
    )
    assert group_of({"t0": 1}, {"C0": []}).members == left.members
    assert (Topic(name="t0", partitions=1, end_offsets=(5,)), "latest") == (left.topics[0], left.auto_offset_reset)


def test_replicas_are_removed_one_by_one() -> None:
    group = group_on_racks({"t0": "ab"}, C0="-")

    left = simplify_example(
        group, lambda one: any("b" in racks for topic in one.topics for racks in topic.replica_racks or ())
    )

    assert (("b",),) == left.topics[0].replica_racks


LOGS = group_of({"logs": 4, "mail": 2}, {"y": ["mail"], "x": ["logs", "mail"]}, {"x": {"logs": [0, 1], "mail": [0]}})


def generations_of(group: Group) -> list[int | None]:
    """The generations of the members."""
    return [member.generation for member in group.members]


def with_generations(*generations: int | None) -> Group:
    """Members that claim at these generations."""
    members = (Member(id=f"C{place}", subscription=(), generation=age) for place, age in enumerate(generations))
    return Group(topics=(), members=tuple(members))


def test_names_become_plain_and_keep_their_order() -> None:
    """Racks do too. But the subscription to the missing `t0` must stay without a topic."""
    racked = group_on_racks({"t0": "z!"}, C0="!")
    missing = question({"logs": 1}, {"C0": "logs t0"})

    renamed, plain, same = (rename(group, plain_names(group)) for group in (LOGS, racked, missing))

    assert ["C1", "C0"] == renamed.member_ids()
    assert ["t0", "t1"] == [topic.name for topic in renamed.topics]
    assert (("t0", (0, 1)), ("t1", (0,))) == renamed.members[1].owned
    assert ((("rb", "ra"),), "ra") == (plain.topics[0].replica_racks, plain.members[0].rack)
    assert missing == same


def test_a_life_is_renamed_wherever_it_names_a_member_or_topic() -> None:
    """Clients, error codes and sizes stay, whatever the members and topics are called."""

    def event(new: str, x: str, y: str, logs: str, mail: str, more: str) -> Event:
        return Event(
            join=(Member(id=new, subscription=(logs,)),),
            leave=(y,),
            subscribe=((x, (logs, more)),),
            topics=((more, 3),),
            restart=Restart(members=(new,)),
            upgrade=((x, "x"),),
            lag_rates=((mail, (1.0, 2.0)),),
            errors=((x, 22),),
            leader=x,
            runs=(LifeMember(member=new, client="y"),),
        )

    events = (event("new", "x", "y", "logs", "mail", "more"),)
    run = LifeRun(life=Life(group=LOGS, events=events, runs=(LifeMember(member="x", client="x"),), name="x"))

    plain = rename(run, plain_names(run)).life

    assert (event("C0", "C1", "C2", "t0", "t1", "t2"),) == plain.events
    assert ((LifeMember(member="C1", client="x"),), "x") == (plain.runs, plain.name)
    assert {"logs", "mail", "more"} == names_in(run, "topics")


@pytest.mark.parametrize(
    ("generations", "plain", "fewer"),
    [
        ((1000, None, 5, 5), [2, None, 1, 1], [[None] * 4, [5, None, 5, 5]]),
        ((0, 1000, 5), [0, 2, 1], [[None] * 3, [0, 1000, 0], [0, 5, 5]]),
        ((0, 0), [0, 0], [[None, None]]),
    ],
)
def test_generations_become_plain_or_fewer(
    generations: tuple[int | None, ...], plain: list[int | None], fewer: list[list[int | None]]
) -> None:
    """Their order is kept, and none is below unknown."""
    group = with_generations(*generations)

    assert plain == generations_of(rename(group, plain_names(group)))
    assert fewer == list(map(generations_of, fewer_generations(group)))


THREE = group_of(
    {"t": 4, "u": 2},
    {"a": ["t", "u"], "b": ["t", "u"], "c": ["t", "u"]},
    {"a": {"t": [1], "u": [0]}, "b": {"t": [1, 2, 9], "u": [1]}, "c": {"t": [3, -1]}},
)


def test_member_is_removed_with_the_partitions_that_it_claims() -> None:
    """
    Other claims on them are removed, higher ids move down, and ghosts stay ghosts.

    No topic becomes empty and no member is removed alone: the simpler steps do that.
    """
    without_a = next(iter(without_a_member_and_its_share(THREE)))

    assert {"t": 3, "u": 1} == without_a.partition_counts()
    assert {"b": [("t", 1), ("t", 8), ("u", 0)], "c": [("t", 2), ("t", -1)]} == {
        member.id: [tuple(claim) for claim in member.claims()] for member in without_a.members
    }
    assert [] == list(without_a_member_and_its_share(question({"t": 1}, "a b", {"a": {"t": [0]}})))


def test_two_topics_become_one_with_all_claims() -> None:
    """New ids follow the old ones, ghosts stay ghosts, and no id overflows."""
    (one,) = with_two_topics_as_one(THREE)
    (largest,) = with_two_topics_as_one(question({"t": 1, "u": 1}, "a", {"a": {"t": [2**31 - 1]}}))

    assert {"t": 6} == one.partition_counts()
    assert [("t", 1), ("t", 2), ("t", 11), ("t", 5)] == [tuple(claim) for claim in one.members[1].claims()]
    assert all(("t",) == member.subscription for member in one.members)
    assert traits(THREE) == traits(one)
    assert size_of(one) < size_of(THREE)
    assert [("t", 2**31 - 1)] == [tuple(claim) for claim in largest.members[0].claims()]


def test_topics_with_different_subscribers_or_data_are_not_merged() -> None:
    unequal = question({"t": 1, "u": 1}, {"a": "t", "b": "t u"})
    known = replace(THREE, topics=(replace(THREE.topics[0], weights=(1.0,) * 4), THREE.topics[1]))

    assert [] == [*with_two_topics_as_one(unequal), *with_two_topics_as_one(known)]


JOINER = Member(id="c", subscription=("t",))
LIFE = Life(
    group=group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), events=(Event(miss=("b",)), Event(join=(JOINER,)), Event())
)


def test_life_may_begin_at_any_later_rebalance() -> None:
    """The latest first, each with its remaining events."""
    *_, last = run_rebalances(StandIn(right), LifeRun(life=LIFE))

    starts = list(later_starts(last.asked_steps))

    assert (last.trial.group, ()) == starts[0]
    assert [0, 0, 1, 1, 2, 2] == [len(events) for _, events in starts]


def test_start_of_a_life_has_settled_claims() -> None:
    claims = {"a": {"t": [0, 1, -1], "gone": [0]}, "b": {"t": [0]}}
    group = question({"t": 1}, {"a": "t gone", "b": "t", "c": "gone"}, claims, {"a": 7, "b": 5})

    clean = settle_claims(group)

    assert {"ghost-claims", "missing-topics"} <= traits(group)
    assert frozenset() == traits(clean)
    assert [("a", (("t", (0,)),)), ("b", ())] == [(member.id, member.owned) for member in clean.members]


def test_join_or_growth_may_happen_before_the_start() -> None:
    """A topic that shrank then leaves no ghost claims."""
    group = group_of({"t": 3}, {"a": ["t"]}, {"a": {"t": [0, 2]}})

    there, grown = earlier_changes(LIFE.group, (Event(join=(JOINER,), topics=(("t", 5),)), Event()))
    ((shrunk, _),) = earlier_changes(group, (Event(topics=(("t", 1),)),))

    assert (["a", "b", "c"], ()) == (there[0].member_ids(), there[1][0].join)
    assert ({"t": 5}, ()) == (grown[0].partition_counts(), grown[1][0].topics)
    assert (("t", (0,)),) == shrunk.members[0].owned


class LetterCounter:
    """Whether a text has all the needed letters, with a count of the questions."""

    def __init__(self, needed: str) -> None:
        """Start without questions."""
        self.needed = needed
        self.questions = 0

    def __call__(self, text: str) -> bool:
        """Answer one question."""
        self.questions += 1
        return set(self.needed) <= set(text)


def without_a_letter(text: str) -> Iterator[str]:
    """The text without each of its letters."""
    return (text[:place] + text[place + 1 :] for place in range(len(text)))


def places_of(text: str) -> Sequence[int]:
    """The places of the letters."""
    return range(len(text))


def without_letters(text: str, gone: Sequence[int]) -> Iterator[str]:
    """The text without the letters at these places."""
    yield "".join(letter for place, letter in enumerate(text) if place not in gone)


def test_removal_one_by_one_continues_after_the_last_removal() -> None:
    """Fifty letters, every other one needed: two rounds; a restart each time would ask about 700 times."""
    asked = LetterCounter("abcdefghijklmnopqrstuvwxy")
    text = "".join(f"{letter}." for letter in asked.needed)

    left = simplify(text, without_a_letter, asked)

    assert asked.needed == left
    assert asked.questions <= 2 * len(text)


def test_halving_takes_few_questions() -> None:
    """An impossible removal is not tried."""
    asked, unasked = LetterCounter("x"), LetterCounter("")

    left = remove_slices("." * 617 + "x" + "." * 382, places_of, without_letters, asked)
    whole = remove_slices("abcdefgh", places_of, lambda text, gone: [], unasked)

    assert "x" in left
    assert len(left) <= 3
    assert asked.questions <= 40
    assert ("abcdefgh", 0) == (whole, unasked.questions)


def test_each_thing_is_tested_once_and_the_smallest_finding_is_kept() -> None:
    """None is tested after the time is up."""
    tested: list[str] = []
    now = [0.0]

    def find(text: str) -> int | None:
        tested.append(text)
        return len(text) if "x" in text else None

    found = SmallestFound(find, lambda length: (length,), ("axbc", 4), Budget(seconds=9, clock=lambda: now[0]))

    assert [True, False, True, True, True] == [found(text) for text in ("axbc", "a", "x", "x", "ax")]
    assert (["a", "x", "ax"], 1) == (tested, found.smallest)
    now[0] = 10.0
    with pytest.raises(StopBatch):
        found("b")
