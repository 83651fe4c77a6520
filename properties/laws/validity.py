"""
What must be true of every answer, whatever the assignor promises.

Judged in every round of a cooperative assignor, save `nothing-left-out`: mid-way a partition may wait for its old owner
to give it up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from properties.flaws import doubled, foreign, ghosts, left_out, silent_members
from properties.law import Law
from properties.trial import NeverSettled, Trial
from properties.verdict import Broken, Kept, Undecided, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.model import Assignment, Group
    from properties.verdict import Facts


def returns_an_answer(trial: Trial) -> Verdict:
    """
    An assignor gives an answer to any group: no exception, no crash, no hang.

    Source: the contract of `ConsumerPartitionAssignor.assign` (Kafka 2.4 on), which has no way to say no: where it
    throws, the leader's `poll` throws and nobody in the group gets an assignment. Dirty claims are no excuse: members
    send what they like (KIP-54 puts them into user data, KAFKA-14639 lists stale and overlapping ones).
    """
    failure = trial.failure()
    if failure is None or isinstance(failure, NeverSettled):
        return Kept()
    facts: Facts = {"error": failure.kind, "message": failure.message}
    return Broken(facts | ({"round": len(trial.rounds()) + 1} if trial.cooperative else {}))


def answers_every_member(trial: Trial) -> Verdict:
    """
    Every member of the group is in the answer, with an empty list where it gets nothing.

    Source: `ConsumerCoordinator.onLeaderElected` sends what the answer holds, member by member; `RangeAssignor` and
    `RoundRobinAssignor` begin with an empty list for every member. A member without an entry gets no bytes at all.
    """
    return _in_every_round(trial, silent_members)


def only_existing_partitions(trial: Trial) -> Verdict:
    """
    Nothing is handed out that is not there: only ids from 0 to the topic's partition count less one.

    Source: KAFKA-5724 and its pull request 3655: assignors that trust counts or claims hand out partitions that a
    consumer cannot fetch. Stale claims on a deleted or shrunken topic are the usual cause.
    """
    return _in_every_round(trial, ghosts)


def only_subscribed_topics(trial: Trial) -> Verdict:
    """
    A member gets partitions only of topics that it subscribes to.

    Source: `ConsumerCoordinator.onJoinComplete` refuses such an assignment, and the member rejoins for ever; the check
    is the first half of `verifyValidityAndBalance` in Kafka's own assignor tests.
    """
    return _in_every_round(trial, foreign)


def one_owner_each(trial: Trial) -> Verdict:
    """
    No partition is handed out twice, neither to two members nor twice to one.

    Source: the consumer group's definition (each partition is read by one member); KIP-341 tells of two owners after a
    member came back with an old claim, KAFKA-12984 of claims that overlap at one generation.
    """
    return _in_every_round(trial, doubled)


def nothing_left_out(trial: Trial) -> Verdict:
    """
    Every partition of a topic that exists and that somebody subscribes to has an owner who is a member of the group.

    Source: KIP-54, algorithm step 2: after it, all partitions that can be assigned are. Kafka's own
    `verifyValidityAndBalance` does not check it. A cooperative assignor owes it once its rounds have ended (KIP-429).
    """
    facts = left_out(trial.group, trial.answer)
    return Kept() if facts is None else Broken(facts)


def _in_every_round(trial: Trial, find: Callable[[Group, Assignment], Facts | None]) -> Verdict:
    rounds = trial.rounds()
    for number, (question, answer) in enumerate(rounds, start=1):
        facts = find(question, answer)
        if facts is not None:
            return Broken(facts | ({"round": number} if trial.cooperative else {}))
    failure = trial.failure()
    if failure is not None and not isinstance(failure, NeverSettled):
        place = f" in round {len(rounds) + 1}" if rounds else ""
        return Undecided(f"no answer{place}: {failure}", unanswered=True)
    return Kept()


LAWS = (
    Law(
        id="returns-an-answer",
        kind="validity",
        promise=None,
        says="an answer comes back: no exception, crash or hang",
        source="ConsumerPartitionAssignor.assign, which cannot refuse; KAFKA-14639 on dirty claims",
        matters="The leader throws instead of answering, so nobody in the group gets an assignment.",
        implies="an answer that comes back may be any",
        judge=returns_an_answer,
        every_round=True,
    ),
    Law(
        id="answers-every-member",
        kind="validity",
        promise=None,
        says="every member is in the answer, be it with nothing",
        source="ConsumerCoordinator.onLeaderElected; AbstractPartitionAssignor",
        matters="A member without an entry gets no assignment at all; clients fail on it or wait.",
        implies="it looks at an answer as such: whatever else is promised may be broken by a valid answer",
        judge=answers_every_member,
        every_round=True,
    ),
    Law(
        id="only-existing-partitions",
        kind="validity",
        promise=None,
        says="only partitions that exist are handed out",
        source="KAFKA-5724",
        matters="The member asks for a partition that is not there, and never gets a record.",
        implies="it looks at an answer as such: whatever else is promised may be broken by a valid answer",
        judge=only_existing_partitions,
        every_round=True,
    ),
    Law(
        id="only-subscribed-topics",
        kind="validity",
        promise=None,
        says="a member gets only topics that it subscribes to",
        source="ConsumerCoordinator.onJoinComplete; Kafka's verifyValidityAndBalance",
        matters="The member refuses such an assignment and rejoins, so the group rebalances for ever.",
        implies="it looks at an answer as such: whatever else is promised may be broken by a valid answer",
        judge=only_subscribed_topics,
        every_round=True,
    ),
    Law(
        id="one-owner-each",
        kind="validity",
        promise=None,
        says="no partition has two owners",
        source="the consumer group's definition; KIP-341; KAFKA-12984",
        matters="Two readers of one partition: records are processed twice, and offsets overwrite each other.",
        implies="it looks at an answer as such: whatever else is promised may be broken by a valid answer",
        judge=one_owner_each,
        every_round=True,
    ),
    Law(
        id="nothing-left-out",
        kind="validity",
        promise=None,
        says="every partition of a subscribed, existing topic has an owner",
        source="KIP-54, algorithm step 2",
        matters="Nobody reads these partitions: their records wait, lag grows, and no error is shown.",
        implies="it looks at an answer as such: whatever else is promised may be broken by a valid answer",
        judge=nothing_left_out,
    ),
)
