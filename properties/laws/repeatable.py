"""
What must not matter to an answer: how often, whom and where one asks, and in which order the group is told.

Both laws compare what people feel: sorted loads, moves, and the verdicts of the laws that look at an answer alone.
Equal choices may fall by hash order; who had them is compared only where the rule fixes the answer (promise *fixed*).
Where claims are disputed (they tie at the highest generation, or whoever makes the newest has given up the topic), only
verdicts are compared: what such claims are worth is each assignor's policy, and to keep the first listed, or any, is
one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from assignors.interface import AssignorFailed, CannotBeAsked, Promise
from properties.law import Law
from properties.laws.change import newcomer
from properties.permuted import LISTS, ORDERS, has_an_order, permuted
from properties.sameness import difference
from properties.terms import fed_back
from properties.verdict import Broken, Kept, Verdict
from properties.ways import Whom

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assignors.model import Assignment, Group
    from properties.permuted import Order
    from properties.trial import Trial
    from properties.verdict import Facts

HANG = "hang"
"""What says nothing about the answer: time is the machine's, too."""
OF_THE_PROCESS = frozenset({"crash", "garbage", "output-flood"})
"""Failures that may be an earlier question's doing: believed when they come back."""


def told_in_an_order(group: Group) -> bool:
    """
    Something can stand in another order, and no instance id names two members.
    """
    instances = [member.instance_id for member in group.members if member.instance_id is not None]
    return has_an_order(group) and len(set(instances)) == len(instances)


def same_question_same_answer(trial: Trial) -> Verdict:
    """
    The same question gets the same answer: asked again; of an assignor object that had gone on to a newer generation;
    in another process.

    Source: the group protocol: any member may lead, in any process and with an object that has answered before, and
    KIP-54 derives the answer from what the members claim, and from nothing else. (Kafka's sticky classes remember the
    newest generation that an object has ever seen, and take the claims of a group that was reset for stale ones.)

    What is asked, on every group: the group once more, of a fresh object in the same process; then, of one object that
    is kept, the answer fed back with a newcomer (so a newer generation), and after it the group; then the group in a
    second process with another hash seed. Kept objects and second processes only where the target offers them. A call
    that hangs leaves the law undecided; where a process dies, it is asked once more, and the second failure counts.
    """
    for ask_otherwise in (_asked_again, _of_a_reused_object, _in_another_process):
        facts = ask_otherwise(trial)
        if facts is not None:
            return Broken(facts)
    return Kept()


def order_does_not_matter(trial: Trial) -> Verdict:
    """
    In which order the group lists its members, its topics, their subscriptions and claims, does not matter.

    Source: the group protocol: the coordinator hands members over in the order of a hash map, and clients list topics
    and claims as their sets iterate; the Javadocs of Kafka's assignors order everything by name. Not defined where two
    members share an instance id: who comes first by instance id is open there.

    What is asked, on every group: all these lists at once backwards, and all at once with every other item first (a
    member's own lists at every second member only, so that equal ones become unequal). Where that differs, one kind of
    list alone after another, to say which one it is.
    """
    for order in ORDERS:
        facts = _in_order(trial, order, LISTS)
        if facts is not None:
            return Broken(_by_one_kind_alone(trial, order) or facts)
    return Kept()


def _asked_again(trial: Trial) -> Facts | None:
    # In a life the answer may be that of an object with a past.
    way, why = ("again", "asked again") if trial.steps[0].instance is None else ("fresh object", "of a fresh object")
    return _differs(trial, way, lambda: trial.anew(trial.group, why))


def _of_a_reused_object(trial: Trial) -> Facts | None:
    kept_object = trial.ways.kept_object
    if kept_object is None:
        return None

    def ask() -> Assignment:
        whom = Whom(kept_object(), "a")
        try:
            trial.once(_gone_on(trial), "to an object that is kept: the answer fed back, and a newcomer", whom)
        except AssignorFailed as failure:
            raise _NotAskedError from failure
        return trial.anew(trial.group, "the first question, to the same object", whom)

    try:
        return _differs(trial, "reused object", ask)
    except _NotAskedError:
        return None


def _in_another_process(trial: Trial) -> Facts | None:
    elsewhere = trial.ways.elsewhere() if trial.ways.elsewhere is not None else None
    if elsewhere is None:
        return None
    whom = Whom(elsewhere)
    return _differs(trial, "another process", lambda: trial.anew(trial.group, "in another process", whom))


class _NotAskedError(Exception):
    """
    What had to come first failed, so the question was not put.
    """


def _gone_on(trial: Trial) -> Group:
    """
    The group one rebalance later, as a newcomer joins: members, claims and generation are not those of the question.
    """
    later = fed_back(trial.group, trial.answer if trial.flaw is None else {})
    return replace(later, members=(newcomer(later, "!"), *later.members)) if later.members else later


def _by_one_kind_alone(trial: Trial, order: Order) -> Facts | None:
    for kind in LISTS:
        with suppress(AssignorFailed):  # what differs is known already; this only says it more precisely
            facts = _in_order(trial, order, (kind,))
            if facts is not None:
                return facts
    return None


def _in_order(trial: Trial, order: Order, lists: Sequence[str]) -> Facts | None:
    group = permuted(trial.group, order, lists)
    if group == trial.group:
        return None
    why = f"{', '.join(lists)} {order.name}"
    found = _differs(trial, order.name, lambda: trial.settled(group, why), lambda: trial.anew(group, why))
    return None if found is None else {"lists": list(lists), **found}


def _differs(
    trial: Trial, way: str, ask: Callable[[], Assignment], ask_again: Callable[[], Assignment] | None = None
) -> Facts | None:
    """
    How the answer that `ask` brings differs from the trial's, None where it says the same. Raises `AssignorFailed`
    where nothing can be said.
    """
    try:
        answer = _believed(ask, ask_again or ask)
    except AssignorFailed as failure:
        if failure.kind == HANG or isinstance(failure, CannotBeAsked):
            raise
        return {"way": way, "error": failure.kind, "message": failure.message}
    found = difference(trial, answer)
    return None if found is None else {"way": way, **found}


def _believed(ask: Callable[[], Assignment], ask_again: Callable[[], Assignment]) -> Assignment:
    try:
        return ask()
    except AssignorFailed as failure:
        if failure.kind not in OF_THE_PROCESS:
            raise
    return ask_again()


LAWS = (
    Law(
        id="same-question-same-answer",
        kind="repeatability",
        promise=Promise.REPEATABLE,
        says="asked again, of a reused object, in another process: same verdicts, loads and moves",
        source="the group protocol: any member may lead; KIP-54, which derives the answer from the claims",
        matters="Who owns what depends on which member leads, and for how long; no rebalance can be explained.",
        implies="who answers the same always may always be wrong",
        judge=same_question_same_answer,
        asks=True,
    ),
    Law(
        id="order-does-not-matter",
        kind="repeatability",
        promise=Promise.REPEATABLE,
        says="members, topics, subscriptions, claims in another order: same verdicts, loads and moves",
        source="the group protocol, which promises no order; the Javadocs of Kafka's assignors, which order by name",
        matters="The same group is shared out better or worse by the accident of who is listed first.",
        implies="an answer may be wrong in every order",
        judge=order_does_not_matter,
        defined=told_in_an_order,
        asks=True,
    ),
)
