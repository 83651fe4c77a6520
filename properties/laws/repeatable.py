"""
Changes that must not change an answer: another call, object, process, or order of lists.

Both laws compare what users notice: sorted loads, moves, and the verdicts of the laws that judge an answer alone. Equal
choices may depend on hash order, so owners are compared only if the rule fixes the answer (promise *fixed*). Claims are
disputed if they tie at the highest generation, or if the member with the newest claim has given up the topic. Then only
verdicts are compared: each assignor has its own policy for such claims, for example to keep the first one listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from kafka_assay.assignors.interface import GROUP_LISTS, HANG, AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.change import newcomer
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.permutations import ORDERS, ListOrder, can_be_reordered, permute_group
from kafka_assay.properties.trials.answer_diff import find_difference
from kafka_assay.properties.trials.ask_modes import Asker
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Verdict

OF_THE_PROCESS = frozenset({"crash", "garbage", "output-flood"})
"""Failures that an earlier call may have caused: they count only if they happen again."""


def is_reorderable(group: Group) -> bool:
    """Whether some list can be reordered, and no instance id names two members."""
    instances = [member.instance_id for member in group.members if member.instance_id is not None]
    return can_be_reordered(group) and len(set(instances)) == len(instances)


def reordered_groups(trial: Trial) -> list[Group]:
    """The group in each order of its lists that makes it a different one."""
    groups = [_reorder(trial, order, _ordered_lists(trial)) for order in ORDERS]
    return [group for group in groups if group != trial.group]


def _reorder(trial: Trial, order: ListOrder, lists: Sequence[str]) -> Group:
    return trial.remember(f"{order.name}: {' '.join(lists)}", lambda: permute_group(trial.group, order, lists))


def _ordered_lists(trial: Trial) -> tuple[str, ...]:
    return tuple(kind for kind in GROUP_LISTS if kind not in trial.ask_modes.unordered_lists)


def ask_named_order(trial: Trial, facts: Facts) -> None:
    """Ask with the lists in the order that `facts` name."""
    order = next(order for order in ORDERS if order.name == facts["way"])
    group, every = _reorder(trial, order, facts["lists"]), _ordered_lists(trial)
    # The law asks about all lists first, and gives an equal group no second name.
    lists = every if group == _reorder(trial, order, every) else facts["lists"]
    if group != trial.group:
        trial.settled_answer(group, _order_in_words(order, lists))


@law(
    promise=Promise.REPEATABLE,
    says="the same group gets the same verdicts, loads and moves: called again, on a reused object, in another process",
    source="the group protocol: any member may lead; KIP-54: the answer follows from the claims",
    effect=Effect(
        NEEDLESS, "Partitions move, or loads get worse, only because another member leads or has led for longer."
    ),
    implies="an answer that never changes may always be wrong",
    every=8,
    questions=lambda trial: [trial.group],
    ask_named=lambda trial, facts: _WAYS[facts["way"]](trial),
    asks=True,
)
def same_question_same_answer(trial: Trial) -> Verdict:
    """
    Call again with the same group: on a fresh object, on an object that saw a newer generation, in another process.

    Any member may lead, in any process and with an object that has answered before, and by KIP-54 the answer follows
    from the claims alone. Kafka's sticky classes break the law: an object remembers the newest generation that it has
    seen, and treats the claims of a group that was reset as stale.

    There are three calls for every group. The first passes the group to a fresh object in the same process. For the
    second, one object first gets the answer fed back with a new member (so a newer generation), and then the group. The
    third passes the group to a second process with another hash seed. The second and third are made only if the target
    offers them. A call that hangs leaves the law undecided. If a process dies, there is one more call, and a second
    failure counts.
    """
    for ask_otherwise in (_ask_again, _ask_reused_object, _ask_other_process):
        facts = ask_otherwise(trial)
        if facts is not None:
            return Broken(facts)
    return Kept()


@law(
    promise=Promise.REPEATABLE,
    says="with members, topics, subscriptions or claims listed in another order: the same verdicts, loads and moves",
    source="ClassicGroup.currentClassicGroupMembers: in hash order; RangeAssignor's Javadoc: in lexicographic order",
    effect=Effect(
        NEEDLESS, "The same group gets a better or a worse assignment, depending on which member is listed first."
    ),
    implies="an answer may be wrong in every order",
    every=4,
    questions=reordered_groups,
    ask_named=ask_named_order,
    defined=is_reorderable,
    possible=lambda trial: can_be_reordered(trial.group, _ordered_lists(trial)),
    asks=True,
)
def order_does_not_matter(trial: Trial) -> Verdict:
    """
    List the group's members, topics, subscriptions and claims in another order, and call again.

    The coordinator passes members in the order of a hash map (`GroupMetadata.currentMemberMetadata`, since Kafka 4.0
    `ClassicGroup.currentClassicGroupMembers`), and clients list topics and claims in the order of their sets. So a
    group has no order.

    A client makes the promise if its documentation says that order has no effect, or if its code sorts both members and
    topics (an assignor that takes each topic alone needs no order of topics). Otherwise the law is not asked:
    `roundrobin` of kafkajs, kafka-node and platformatic, `rack-affinity` of kafka-go, two strategies of no-kafka.

    The law is not defined if two members share an instance id: their order by instance id is open. Lists for
    which the target's client has no order are left out: the group coordinator keeps its members in hash maps, so their
    order in a group never reaches its assignors.

    First all lists are reversed at once. Then every other item of each list comes first (a member's own lists at every
    second member only, so that equal lists become unequal). If an answer differs, each kind of list is reordered alone,
    to find the one that matters.
    """
    for order in ORDERS:
        facts = _ask_in_order(trial, order, _ordered_lists(trial))
        if facts is not None:
            return Broken(_find_smallest_reordering(trial, order) or _repeat_question(trial, order, facts))
    return Kept()


def _ask_again(trial: Trial) -> Facts | None:
    way, why = "again", "called again"
    if trial.steps[0].instance is not None:  # in a life the answer may be that of an object with a past
        way, why = "fresh object", "called on a fresh object"
    return _find_difference(trial, way, lambda: trial.ask_again(trial.group, why))


def _ask_reused_object(trial: Trial) -> Facts | None:
    reused_object = trial.ask_modes.reused_object
    if reused_object is None:
        return None

    def ask() -> Assignment:
        asker = Asker(reused_object(), "a")
        try:
            trial.ask_once(
                _next_group(trial),
                "on a reused object: its own answer becomes the claims, and a new member joins",
                asker,
            )
        except AssignorFailed as failure:
            raise _NotAskedError from failure
        return trial.ask_again(trial.group, "the first group again, to the same object", asker)

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


_WAYS: dict[str, Callable[[Trial], Facts | None]] = {
    "again": _ask_again,
    "fresh object": _ask_again,
    "reused object": _ask_reused_object,
    "another process": _ask_other_process,
}
"""The way in the facts -> what asks so."""


class _NotAskedError(Exception):
    """A call that had to come first failed, so the question was not put."""


def _next_group(trial: Trial) -> Group:
    """The group one rebalance later, with a new member: members, claims and generation differ from the question."""
    later = trial.group_fed_back if trial.flaw is None else feed_back(trial.group, {})
    return later.with_members((newcomer(later, "!"), *later.members)) if later.members else later


def _find_smallest_reordering(trial: Trial, order: ListOrder) -> Facts | None:
    for kind in _ordered_lists(trial):
        with suppress(AssignorFailed):  # what differs is known already; this only says it more precisely
            facts = _ask_in_order(trial, order, (kind,))
            if facts is not None:
                return facts
    return None


def _repeat_question(trial: Trial, order: ListOrder, facts: Facts) -> Facts:
    """The `facts`; their question is asked once more, because the last question is the one that a case shows."""
    with suppress(AssignorFailed):
        trial.ask_again(_reorder(trial, order, facts["lists"]), _order_in_words(order, facts["lists"]))
    return facts


def _order_in_words(order: ListOrder, lists: Sequence[str]) -> str:
    return f"the same group, {', '.join(lists)} listed {order.name}"


def _ask_in_order(trial: Trial, order: ListOrder, lists: Sequence[str]) -> Facts | None:
    group = _reorder(trial, order, lists)
    if group == trial.group:
        return None
    why = _order_in_words(order, lists)
    found = _find_difference(
        trial, order.name, lambda: trial.settled_answer(group, why), lambda: trial.ask_again(group, why)
    )
    return None if found is None else {"lists": list(lists), **found}


def _find_difference(
    trial: Trial, way: str, ask: Callable[[], Assignment], ask_again: Callable[[], Assignment] | None = None
) -> Facts | None:
    """
    The difference between the answer of `ask` and the trial's; None if both are the same.

    Raises `AssignorFailed` if they cannot be compared.
    """
    try:
        try:
            answer = ask()
        except AssignorFailed as failure:
            if failure.kind not in OF_THE_PROCESS:
                raise
            answer = (ask_again or ask)()
    except AssignorFailed as failure:
        if failure.kind == HANG or isinstance(failure, CannotBeAsked):
            raise
        return {"way": way, "error": failure.kind, "message": failure.message}
    found = find_difference(trial, answer)
    return None if found is None else {"way": way, **found}
