"""
Mutants of the stickiness laws: answers that are even, and lose more than they must.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assignors.model import group_of
from assignors.ownership import valid_owners
from assignors.registry import reference
from tests.mutation import Collection, every_member, exchanged, without_claims

if TYPE_CHECKING:
    from assignors.model import Assignment, Group, Member
    from tests.mutation import Healthy

_MUTANTS = Collection()

THREE = group_of({"t": 6}, {"a": ["t"], "b": ["t"], "c": ["t"]})
TWO = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}, generation=1)
ONE_IS_ENOUGH = group_of(
    {"t0": 2, "t1": 2},
    {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]},
    {"C2": {"t0": [0, 1], "t1": [1]}},
    generation=1,
)
ONE_EACH = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, generation=1)
SCATTERED = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [1, 3]}, "b": {"t": [0, 2]}}, generation=1)
OLDER = group_of(
    {"t": 6},
    {"a": ["t"], "b": ["t"], "c": ["t"]},
    {"a": {"t": [0, 1]}, "b": {"t": [4, 5]}, "c": {"t": [2, 3]}},
    generation=1,
)


def _first_two(group: Group, answer: Assignment) -> Assignment:
    """
    `answer` after the first two members have exchanged a partition.
    """
    ids = group.member_ids()
    return exchanged(answer, ids[0], ids[1]) if len(ids) > 1 else answer


@_MUTANTS.add("stable-group-moves-nothing", "sticky", THREE)
def turns_with_the_generation(group: Group, healthy: Healthy) -> Assignment:
    """
    Hears no claims, and begins the circle one member further at every generation.
    """
    turn = max((member.claimed_generation() for member in group.members), default=0) % max(1, len(group.members))
    names = group.member_ids()
    blind = healthy(every_member(group, without_claims))
    equal = len({member.subscription for member in group.members}) == 1
    return {name: blind[names[(at + turn) % len(names)]] for at, name in enumerate(names)} if equal else blind


@_MUTANTS.add("stable-group-moves-nothing", "sticky", THREE, subtle=True, kind="answer")
def exchanges_where_all_is_claimed(group: Group, healthy: Healthy) -> Assignment:
    """
    Levels once more where nothing is left to hand out: two members exchange a partition.
    """
    answer = healthy(group)
    handed_out = sum(len(ids) for topics in answer.values() for ids in topics.values())
    return _first_two(group, answer) if len(valid_owners(group)) == handed_out else answer


@_MUTANTS.add("join-only-gives-to-joiner", "sticky", THREE)
def starts_anew_when_somebody_joins(group: Group, healthy: Healthy) -> Assignment:
    """
    Forgets all claims as soon as one member has none.
    """
    if all(member.owned for member in group.members):
        return healthy(group)
    return reference("roundrobin").assign(group)


@_MUTANTS.add("join-only-gives-to-joiner", "sticky", THREE, subtle=True, kind="answer")
def a_joiner_that_sorts_first_shifts_the_others(group: Group, healthy: Healthy) -> Assignment:
    """
    Two members that were there exchange a partition, where the newcomer has the smallest id.
    """
    answer, newcomers = healthy(group), [member.id for member in group.members if not member.owned]
    old = sorted(member.id for member in group.members if member.owned)
    if len(newcomers) == 1 and len(old) > 1 and newcomers[0] < old[0]:
        return exchanged(answer, old[0], old[1])
    return answer


@_MUTANTS.add("leave-only-takes-from-leaver", "sticky", THREE)
def starts_anew_when_somebody_left(group: Group, healthy: Healthy) -> Assignment:
    """
    Forgets all claims as soon as some partitions have no owner and some have.
    """
    answer, owners = healthy(group), valid_owners(group)
    handed_out = sum(len(ids) for topics in answer.values() for ids in topics.values())
    return reference("roundrobin").assign(group) if 0 < len(owners) < handed_out else answer


@_MUTANTS.add("leave-only-takes-from-leaver", "sticky", THREE, subtle=True, kind="answer")
def keeps_the_floor_only(group: Group, healthy: Healthy) -> Assignment:
    """
    Hears of every member only as many claims as its share was before, one fewer than it may keep.
    """

    def one_fewer(member: Member) -> Member:
        owned = [(topic, ids[1:] if at == 0 else ids) for at, (topic, ids) in enumerate(member.owned)]
        return replace(member, owned=tuple((topic, ids) for topic, ids in owned if ids))

    return _first_two(group, healthy(every_member(group, one_fewer)))


@_MUTANTS.add("no-worse-stickiness", "sticky", TWO, kind="answer")
def takes_owners_for_strangers(group: Group, healthy: Healthy) -> Assignment:
    """
    Prefers to give a partition to somebody who did not own it.
    """
    answer = healthy(group)
    names = group.member_ids()
    equal = len({member.subscription for member in group.members}) == 1
    if not equal or not any(member.owned for member in group.members):
        return answer
    return {name: answer[names[(at + 1) % len(names)]] for at, name in enumerate(names)}


@_MUTANTS.add("no-worse-stickiness", "optimal", TWO, subtle=True, kind="answer")
def exchanges_after_the_optimum(group: Group, healthy: Healthy) -> Assignment:
    """
    Lets the first two members exchange a partition at the end, where somebody owned something.
    """
    answer = healthy(group)
    return _first_two(group, answer) if any(member.owned for member in group.members) else answer


@_MUTANTS.add("no-worse-stickiness", "sticky", TWO)
def takes_claims_for_those_of_the_next_member(group: Group, healthy: Healthy) -> Assignment:
    """
    Reads the claims one place further down the list of members.
    """
    names = group.member_ids()
    owned = {names[at - 1]: (member.owned, member.generation) for at, member in enumerate(group.members)}
    return healthy(every_member(group, lambda one: replace(one, owned=owned[one.id][0], generation=owned[one.id][1])))


@_MUTANTS.add("needless-moves-when-equal", "sticky", SCATTERED)
def is_deaf(group: Group, healthy: Healthy) -> Assignment:
    """
    Hears no claims at all.
    """
    return healthy(every_member(group, without_claims))


@_MUTANTS.add(
    "needless-moves-when-equal",
    "sticky",
    replace(OLDER, members=(replace(OLDER.members[0], generation=2), *OLDER.members[1:])),
    subtle=True,
)
def hears_the_newest_generation_only(group: Group, healthy: Healthy) -> Assignment:
    """
    KAFKA-9987's rule: a claim of an older generation is none, even where nobody contests it.
    """
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    heard = every_member(group, lambda one: one if one.claimed_generation() == newest else without_claims(one))
    return healthy(heard)


@_MUTANTS.add("needless-moves-when-equal", "sticky", ONE_EACH, kind="answer", subtle=True)
def gives_who_had_one_another_one(group: Group, healthy: Healthy) -> Assignment:
    """
    At the end, a member that owned a single partition exchanges it with the next such member.
    """
    answer = healthy(group)
    single = [member.id for member in group.members if len(member.claims()) == 1]
    return exchanged(answer, single[0], single[1]) if len(single) > 1 else answer


@_MUTANTS.add("fewest-moves", "optimal", ONE_IS_ENOUGH, subtle=True)
def moves_as_kip_54_does(group: Group, healthy: Healthy) -> Assignment:
    """
    Levels by single hand-overs in KIP-54's order, which can cost a move too many.
    """
    return reference("sticky").assign(group)


@_MUTANTS.add("fewest-moves", "optimal", SCATTERED)
def solves_for_balance_alone(group: Group, healthy: Healthy) -> Assignment:
    """
    Finds the best loads and forgets the second objective.
    """
    return healthy(every_member(group, without_claims))


@_MUTANTS.add("fewest-moves", "optimal", TWO, kind="answer")
def exchanges_what_the_first_two_owned(group: Group, healthy: Healthy) -> Assignment:
    """
    Lets the first two members exchange a partition, where both owned something.
    """
    answer = healthy(group)
    return _first_two(group, answer) if all(member.owned for member in group.members[:2]) else answer


STICKINESS = tuple(_MUTANTS.mutants)
