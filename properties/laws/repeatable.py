"""
What must not matter to an answer: how often, whom and where one asks, and in which order the group is told.

Both laws compare what people feel: sorted loads, moves, and the verdicts of the laws that look at an answer alone.
Equal choices may fall by hash order; who had them is compared only where the rule fixes the answer (promise *fixed*).
Where claims are disputed (they tie at the highest generation, or whoever makes the newest has given up the topic), only
verdicts are compared: what such claims are worth is each assignor's policy, and to keep the first listed, or any, is
one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from kafka_assay.assignors.interface import GROUP_LISTS, AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.change import newcomer
from kafka_assay.properties.measures.permutations import ORDERS, ListOrder, can_be_reordered, permute_group
from kafka_assay.properties.measures.terms import feed_back
from kafka_assay.properties.trials.answer_diff import find_difference
from kafka_assay.properties.trials.ask_modes import Asker
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Verdict

HANG = "hang"
"""What says nothing about the answer: time is the machine's, too."""
OF_THE_PROCESS = frozenset({"crash", "garbage", "output-flood"})
"""Failures that may be an earlier question's doing: believed when they come back."""


def is_reorderable(group: Group) -> bool:
    """Something can stand in another order, and no instance id names two members."""
    instances = [member.instance_id for member in group.members if member.instance_id is not None]
    return can_be_reordered(group) and len(set(instances)) == len(instances)


def is_order_handed_on(trial: Trial) -> bool:
    """A list whose order reaches the assignor can stand in another order."""
    return can_be_reordered(trial.group, _ordered_lists(trial))


def _ordered_lists(trial: Trial) -> tuple[str, ...]:
    return tuple(kind for kind in GROUP_LISTS if kind not in trial.ask_modes.unordered_lists)


@law(
    promise=Promise.REPEATABLE,
    says="asked again, of a reused object, in another process: same verdicts, loads and moves",
    source="the group protocol: any member may lead; KIP-54, which derives the answer from the claims",
    matters="Who owns what depends on which member leads, and for how long; no rebalance can be explained.",
    implies="who answers the same always may always be wrong",
    asks=True,
)
def same_question_same_answer(trial: Trial) -> Verdict:
    """
    Ask the group again: of a fresh object, of an object that has seen a newer generation, and in another process.

    Any member may lead, in any process and with an object that has answered before, and KIP-54 derives the answer from
    the claims alone. Kafka's sticky classes break the law: they remember the newest generation that an object has ever
    seen, and take the claims of a group that was reset for stale ones.

    Three questions are put on every group. The first is the group once more, of a fresh object in the same process. For
    the second, one object that is kept gets the answer fed back with a newcomer (so a newer generation), and then the
    group. The third is the group in a second process with another hash seed. Kept objects and second processes are
    asked only where the target offers them. A call that hangs leaves the law undecided. Where a process dies, it is
    asked once more, and the second failure counts.
    """
    for ask_otherwise in (_ask_again, _ask_reused_object, _ask_other_process):
        facts = ask_otherwise(trial)
        if facts is not None:
            return Broken(facts)
    return Kept()


@law(
    promise=Promise.REPEATABLE,
    says="members, topics, subscriptions, claims in another order: same verdicts, loads and moves",
    source="the group protocol, which promises no order; the Javadocs of Kafka's assignors, which order by name",
    matters="The same group is shared out better or worse by the accident of who is listed first.",
    implies="an answer may be wrong in every order",
    defined=is_reorderable,
    possible=is_order_handed_on,
    asks=True,
)
def order_does_not_matter(trial: Trial) -> Verdict:
    """
    List the group's members, topics, subscriptions and claims in another order, and ask again.

    The coordinator hands members over in the order of a hash map, and clients list topics and claims as their sets
    iterate. The law is not defined where two members share an instance id: who comes first by instance id is open
    there. Lists for which the target's client has no order are left out: the group coordinator keeps its members in
    hash maps, so their order in a group never reaches its assignors.

    On every group all these lists are put backwards at once, then all with every other item first (a member's own lists
    at every second member only, so that equal ones become unequal). Where an answer differs, one kind of list after
    another is reordered alone, to say which one it is.
    """
    for order in ORDERS:
        facts = _ask_in_order(trial, order, _ordered_lists(trial))
        if facts is not None:
            return Broken(_find_smallest_reordering(trial, order) or facts)
    return Kept()


def _ask_again(trial: Trial) -> Facts | None:
    # In a life the answer may be that of an object with a past.
    way, why = ("again", "asked again") if trial.steps[0].instance is None else ("fresh object", "of a fresh object")
    return _find_difference(trial, way, lambda: trial.ask_again(trial.group, why))


def _ask_reused_object(trial: Trial) -> Facts | None:
    reused_object = trial.ask_modes.reused_object
    if reused_object is None:
        return None

    def ask() -> Assignment:
        asker = Asker(reused_object(), "a")
        try:
            trial.ask_once(_next_group(trial), "to an object that is kept: the answer fed back, and a newcomer", asker)
        except AssignorFailed as failure:
            raise _NotAskedError from failure
        return trial.ask_again(trial.group, "the first question, to the same object", asker)

    try:
        return _find_difference(trial, "reused object", ask)
    except _NotAskedError:
        return None


def _ask_other_process(trial: Trial) -> Facts | None:
    other_process = trial.ask_modes.other_process() if trial.ask_modes.other_process is not None else None
    if other_process is None:
        return None
    asker = Asker(other_process)
    return _find_difference(trial, "another process", lambda: trial.ask_again(trial.group, "in another process", asker))


class _NotAskedError(Exception):
    """What had to come first failed, so the question was not put."""


def _next_group(trial: Trial) -> Group:
    """
    The group one rebalance later, as a newcomer joins: members, claims and generation are not those of the question.
    """
    later = feed_back(trial.group, trial.answer if trial.flaw is None else {})
    return replace(later, members=(newcomer(later, "!"), *later.members)) if later.members else later


def _find_smallest_reordering(trial: Trial, order: ListOrder) -> Facts | None:
    for kind in _ordered_lists(trial):
        with suppress(AssignorFailed):  # what differs is known already; this only says it more precisely
            facts = _ask_in_order(trial, order, (kind,))
            if facts is not None:
                return facts
    return None


def _ask_in_order(trial: Trial, order: ListOrder, lists: Sequence[str]) -> Facts | None:
    group = permute_group(trial.group, order, lists)
    if group == trial.group:
        return None
    why = f"{', '.join(lists)} {order.name}"
    found = _find_difference(
        trial, order.name, lambda: trial.settled_answer(group, why), lambda: trial.ask_again(group, why)
    )
    return None if found is None else {"lists": list(lists), **found}


def _find_difference(
    trial: Trial, way: str, ask: Callable[[], Assignment], ask_again: Callable[[], Assignment] | None = None
) -> Facts | None:
    """
    How the answer that `ask` brings differs from the trial's, None where it says the same. Raises `AssignorFailed`
    where nothing can be said.
    """
    try:
        answer = _ask_twice(ask, ask_again or ask)
    except AssignorFailed as failure:
        if failure.kind == HANG or isinstance(failure, CannotBeAsked):
            raise
        return {"way": way, "error": failure.kind, "message": failure.message}
    found = find_difference(trial, answer)
    return None if found is None else {"way": way, **found}


def _ask_twice(ask: Callable[[], Assignment], ask_again: Callable[[], Assignment]) -> Assignment:
    try:
        return ask()
    except AssignorFailed as failure:
        if failure.kind not in OF_THE_PROCESS:
            raise
    return ask_again()
