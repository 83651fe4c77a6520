"""
What must be true of every answer, whatever the assignor promises.

The laws hold in every round of a cooperative assignor. `nothing-left-out` is the exception: between rounds a partition
may wait for its old owner to give it up.
"""

from __future__ import annotations

from collections.abc import Callable

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.effect import (
    BY_NOBODY,
    COORDINATOR,
    CRASH,
    FOREIGN,
    GHOST,
    NEEDLESS,
    TWICE,
    WITHOUT_ENTRY,
    Effect,
)
from kafka_assay.properties.law import law
from kafka_assay.properties.measures import flaws
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict

_CONSUMER_GROUP = "Kafka's documentation, design: consumer position; KafkaConsumer's Javadoc: consumer groups"
_LOOKS_AT_ONE_ANSWER = "it looks at one answer alone: a valid answer may break any other promise"


@law(
    promise=None,
    says="an answer comes back: no exception, crash or hang",
    source="Kafka's ConsumerPartitionAssignor.assign must return an assignment, even for stale claims (KAFKA-14639)",
    effect=Effect(CRASH, "The leader throws an exception, so no member gets an assignment."),
    effects_by_client={
        COORDINATOR: Effect(
            CRASH,
            "The coordinator cannot compute an assignment, and answers heartbeats with an error.",
            "GroupMetadataManager.updateTargetAssignment throws UnknownServerException, trunk of October 2024",
        ),
    },
    implies="the answer may be any",
    every_round=True,
)
def returns_an_answer(trial: Trial) -> Verdict:
    """
    Dirty claims are no excuse: members may send anything.

    `ConsumerPartitionAssignor.assign` (Kafka 2.4 on) cannot refuse a group: if it throws, the leader's `poll` throws.
    KIP-54 puts claims into the user data, and KAFKA-14639 lists stale and overlapping ones.
    """
    failure = trial.failure
    if failure is None or isinstance(failure, NeverSettled):
        return Kept()
    facts: Facts = {"error": failure.kind, "message": failure.message}
    return Broken(facts | ({"round": len(trial.rounds()) + 1} if trial.cooperative else {}))


@law(
    promise=None,
    says="the answer lists every member, with or without partitions",
    source="ConsumerCoordinator.onLeaderElected; AbstractPartitionAssignor",
    effect=Effect(CRASH, "A member without an entry gets no assignment at all; some clients fail or wait."),
    effects_by_client=WITHOUT_ENTRY,
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def answers_every_member(trial: Trial) -> Verdict:
    """
    Java's `ConsumerCoordinator.onLeaderElected` sends what the answer lists; a member without an entry gets no bytes.

    `RangeAssignor` and `RoundRobinAssignor` start with an empty list for every member.
    """
    return _check_every_round(trial, flaws.silent_members)


@law(
    promise=None,
    says="all assigned partitions exist",
    source="KAFKA-5724",
    effect=Effect(
        CRASH, "The member is sent to a partition that does not exist. Some clients stop, others wait for it."
    ),
    effects_by_client=GHOST,
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def only_existing_partitions(trial: Trial) -> Verdict:
    """
    Valid ids run from 0 to the topic's partition count less one.

    No existing partition is read less because of it, but the member may stop: most clients wait for such a partition
    without end, and three clients for JavaScript fail. An assignor that trusts counts or claims breaks the law
    (KAFKA-5724, pull request 3655). The usual cause is a stale claim on a topic that was deleted, or recreated with
    fewer partitions.
    """
    return _check_every_round(trial, flaws.ghost_partitions)


@law(
    promise=None,
    says="a member gets only topics that it subscribes to",
    source="ConsumerCoordinator.onJoinComplete; Kafka's verifyValidityAndBalance",
    effect=Effect(
        CRASH, "The member gets a topic that it did not ask for. Its client ignores it, reads it, refuses it or stops."
    ),
    effects_by_client=FOREIGN,
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def only_subscribed_topics(trial: Trial) -> Verdict:
    """
    Java's `ConsumerCoordinator.onJoinComplete` refuses such an assignment, and the member rejoins; other clients ignore
    the topic, or read it.

    Kafka's own assignor tests check this in the first half of `verifyValidityAndBalance`.
    """
    return _check_every_round(trial, flaws.foreign_partitions)


@law(
    promise=None,
    says="no partition has two owners",
    source=f"{_CONSUMER_GROUP}; KIP-341; KAFKA-12984",
    effect=Effect(
        TWICE, "Two members read one partition: records are processed twice, and offsets overwrite each other."
    ),
    effects_by_client={
        COORDINATOR: Effect(
            NEEDLESS,
            "One of the two members reads the partition. The other waits for it, and it counts as load of both.",
            "CurrentAssignmentBuilder.computeNextAssignment, byte code of 4.4.0",
        ),
    },
    implies=_LOOKS_AT_ONE_ANSWER,
    every_round=True,
)
def one_owner_each(trial: Trial) -> Verdict:
    """
    No partition is assigned to two members, or twice to one.

    Kafka's documentation defines a consumer group in this way: in each subscribing group, exactly one consumer at a
    time consumes a partition. KIP-341 describes two owners after a member returned with an old claim. KAFKA-12984
    describes claims that overlap at one generation.
    """
    return _check_every_round(trial, flaws.doubled_partitions)


@law(
    promise=None,
    says="every partition of a subscribed, existing topic has an owner",
    source=_CONSUMER_GROUP,
    effect=Effect(BY_NOBODY, "No member reads these partitions. Their lag grows, and no error is shown."),
    implies=_LOOKS_AT_ONE_ANSWER,
)
def nothing_left_out(trial: Trial) -> Verdict:
    """
    The owner must be a member of the group; a cooperative assignor owes this once its rounds have ended (KIP-429).

    The definition of a consumer group says so for every client and strategy. Kafka's design documentation: in each
    subscribing group exactly one consumer at a time consumes a partition. `KafkaConsumer`'s Javadoc: each record of the
    subscribed topics goes to one process of the group, because each partition is assigned to exactly one consumer.
    KIP-54 (algorithm, step 2) repeats it for the sticky strategy. Kafka's own `verifyValidityAndBalance` does not check
    it.
    """
    facts = None if trial.is_flawless else flaws.left_out_partitions(trial.group, trial.answer)
    return Kept() if facts is None else Broken(facts)


def _check_every_round(trial: Trial, find: Callable[[Group, Assignment], Facts | None]) -> Verdict:
    failure = trial.failure
    is_flawless = failure is None and trial.is_flawless
    if is_flawless and not trial.cooperative:
        return Kept()
    rounds = trial.rounds()
    for number, (question, answer) in enumerate(rounds, start=1):
        # Most rounds differ in their claims alone, and give what the last one gives.
        facts = None if is_flawless and answer == trial.answer else find(question, answer)
        if facts is not None:
            return Broken(facts | ({"round": number} if trial.cooperative else {}))
    if failure is not None and not isinstance(failure, NeverSettled):
        place = f" in round {len(rounds) + 1}" if rounds else ""
        return Undecided(f"no answer{place}: {failure}", unanswered=True)
    return Kept()
