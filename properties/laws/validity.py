"""
What must be true of every answer, whatever the assignor promises.

The laws hold in every round of a cooperative assignor. `nothing-left-out` is the exception: between rounds a partition
may wait for its old owner to give it up.
"""

from __future__ import annotations

from collections.abc import Callable

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.effect import BY_NOBODY, CRASH, ENDLESS, NEEDLESS, TWICE, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    foreign_partitions,
    ghost_partitions,
    left_out_partitions,
    silent_members,
)
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict

_LOOKS_AT_ONE_ANSWER = "it looks at one answer alone: a valid answer may break any other promise"


@law(
    promise=None,
    says="an answer comes back: no exception, crash or hang",
    source="Kafka's ConsumerPartitionAssignor.assign must return an assignment, even for stale claims (KAFKA-14639)",
    effect=Effect(CRASH, "The leader throws an exception, so no member gets an assignment."),
    implies="the answer may be any",
    every_round=True,
)
def returns_an_answer(trial: Trial) -> Verdict:
    """
    Dirty claims are no excuse: members may send anything.

    `ConsumerPartitionAssignor.assign` (Kafka 2.4 on) cannot refuse a group: if it throws, the leader's `poll` throws.
    KIP-54 puts claims into the user data, and KAFKA-14639 lists stale and overlapping ones.
    """
    failure = trial.failure()
    if failure is None or isinstance(failure, NeverSettled):
        return Kept()
    facts: Facts = {"error": failure.kind, "message": failure.message}
    return Broken(facts | ({"round": len(trial.rounds()) + 1} if trial.cooperative else {}))


@law(
    promise=None,
    says="the answer lists every member, with or without partitions",
    source="ConsumerCoordinator.onLeaderElected; AbstractPartitionAssignor",
    effect=Effect(CRASH, "A member without an entry gets no assignment at all; some clients fail or wait."),
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def answers_every_member(trial: Trial) -> Verdict:
    """
    `ConsumerCoordinator.onLeaderElected` sends what the answer lists; a member without an entry gets no bytes at all.

    `RangeAssignor` and `RoundRobinAssignor` start with an empty list for every member.
    """
    return _check_every_round(trial, silent_members)


@law(
    promise=None,
    says="all assigned partitions exist",
    source="KAFKA-5724",
    effect=Effect(NEEDLESS, "The member fetches from a partition that does not exist, and never gets a record."),
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def only_existing_partitions(trial: Trial) -> Verdict:
    """
    Valid ids run from 0 to the topic's partition count less one.

    An assignor that trusts counts or claims breaks this (KAFKA-5724, pull request 3655). The usual cause is a stale
    claim on a topic that was deleted, or recreated with fewer partitions.
    """
    return _check_every_round(trial, ghost_partitions)


@law(
    promise=None,
    says="a member gets only topics that it subscribes to",
    source="ConsumerCoordinator.onJoinComplete; Kafka's verifyValidityAndBalance",
    effect=Effect(
        ENDLESS, "A Java member refuses such an assignment and rejoins, so the group never stops rebalancing."
    ),
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def only_subscribed_topics(trial: Trial) -> Verdict:
    """
    `ConsumerCoordinator.onJoinComplete` refuses such an assignment, and the member rejoins forever.

    Kafka's own assignor tests check this in the first half of `verifyValidityAndBalance`.
    """
    return _check_every_round(trial, foreign_partitions)


@law(
    promise=None,
    says="no partition has two owners",
    source="the consumer group's definition; KIP-341; KAFKA-12984",
    effect=Effect(
        TWICE, "Two members read one partition: records are processed twice, and offsets overwrite each other."
    ),
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def one_owner_each(trial: Trial) -> Verdict:
    """
    No partition is assigned to two members, or twice to one.

    KIP-341 describes two owners after a member returned with an old claim. KAFKA-12984 describes claims that overlap at
    one generation.
    """
    return _check_every_round(trial, doubled_partitions)


@law(
    promise=None,
    says="every partition of a subscribed, existing topic has an owner",
    source="KIP-54, algorithm step 2",
    effect=Effect(BY_NOBODY, "No member reads these partitions. Their lag grows, and no error is shown."),
    implies=_LOOKS_AT_ONE_ANSWER,
)
def nothing_left_out(trial: Trial) -> Verdict:
    """
    The owner must be a member of the group; a cooperative assignor owes this once its rounds have ended (KIP-429).

    Kafka's own `verifyValidityAndBalance` does not check it.
    """
    facts = None if trial.is_flawless else left_out_partitions(trial.group, trial.answer)
    return Kept() if facts is None else Broken(facts)


def _check_every_round(trial: Trial, find: Callable[[Group, Assignment], Facts | None]) -> Verdict:
    if not trial.cooperative and trial.failure() is None and trial.is_flawless:
        return Kept()
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
