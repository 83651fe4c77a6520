"""
What a broken law does to a live group: a severity and a text, by the client of its members.

Clients differ where an answer is not valid: some refuse it, some ignore a part of it, some stop. The gravest effect of
any client is the one for a client that is not known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

SEVERITIES = (
    "crash or hang",
    "partition read by nobody",
    "partition read twice",
    "endless rebalance",
    "needless moves or imbalance",
    "curiosity",
)
"""The effects on a live group, the gravest first."""

CRASH, BY_NOBODY, TWICE, ENDLESS, NEEDLESS, CURIOSITY = SEVERITIES

COORDINATOR = "kafka-group-coordinator"
"""Kafka's coordinator, which assigns for members of the consumer protocol (KIP-848)."""

CLIENTS = (
    "kafka-clients",
    COORDINATOR,
    "franz-go",
    "sarama",
    "kafka-go",
    "librdkafka",
    "kafkajs",
    "kafka-node",
    "platformatic",
    "no-kafka",
    "kafka-python",
    "aiokafka",
    "kacrab",
)
"""The clients that are told apart."""

_CLIENT = re.compile(rf"\b({'|'.join(CLIENTS)})\b")


@dataclass(frozen=True, slots=True)
class Effect:
    """
    What a break does to a group whose members are all of one client: a word of `SEVERITIES`, and a text.

    `source` names the place in the client's code that shows it; empty where no client is named.
    """

    severity: str
    text: str
    source: str = ""


def client_of(target: str) -> str | None:
    """
    The client that `target` belongs to or names; None if the text does not say.

    A Java class runs in kafka-clients, unless its package is the group coordinator.

    >>> client_of("npm:@platformatic/kafka@2.12.1:roundrobin"), client_of("jar:target/mine.jar:com.acme.Mine")
    ('platformatic', 'kafka-clients')
    """
    if target.startswith(("maven:", "jar:")):
        return COORDINATOR if COORDINATOR in target else "kafka-clients"
    found = _CLIENT.search(target)
    if found is not None:
        return found[1]
    return "librdkafka" if "confluent-kafka" in target else None


_ZERO_BYTES_ARE_EMPTY = "The member reads its assignment of zero bytes as an empty one."

WITHOUT_ENTRY: Mapping[str, Effect] = {
    "kafka-clients": Effect(
        CRASH,
        "The member's poll throws IllegalStateException, because its assignment has zero bytes.",
        "ConsumerCoordinator.onJoinComplete, 4.4.0; seen on a real broker (librdkafka-7)",
    ),
    COORDINATOR: Effect(
        CURIOSITY,
        "The coordinator gives the member an empty assignment.",
        "TargetAssignmentBuilder.newMemberAssignment, byte code of 4.4.0",
    ),
    "franz-go": Effect(
        ENDLESS,
        "The member cannot read an assignment of zero bytes: poll returns an error, and it joins again and again.",
        "ParseConsumerSyncAssignment (run) and groupConsumer.manageFailWait (read), v1.22.3",
    ),
    "kafka-python": Effect(
        CRASH,
        "The member's poll raises struct.error, because its assignment has zero bytes.",
        "ConsumerProtocolAssignment.decode (run), called by ConsumerCoordinator._on_join_complete_async (read), 3.0.12",
    ),
    "aiokafka": Effect(
        CRASH,
        "The member stops with KafkaError, because its assignment has zero bytes.",
        "ConsumerProtocol.ASSIGNMENT.decode (run), called by GroupCoordinator._on_join_complete (read), 0.14.0",
    ),
    "sarama": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "consumerGroup.joinSync, v1.61.1"),
    "kafka-go": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "groupAssignment.readFrom in syncgroup.go, v0.4.51"),
    "librdkafka": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "rd_kafka_cgrp_handle_SyncGroup_memberstate, 2.15.1"),
    "kafkajs": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "MemberAssignment.decode, 2.2.4"),
    "kafka-node": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "decodeSyncGroupResponse in protocol.js (run), 5.0.0"),
    "platformatic": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "decodeConsumerProtocolAssignment, 2.12.1"),
    "no-kafka": Effect(CURIOSITY, _ZERO_BYTES_ARE_EMPTY, "GroupConsumer._updateSubscriptions, 3.4.4 (no-kafka-1)"),
}
"""Client -> what a member does that the leader's answer does not list: SyncGroup gives it zero bytes."""

_IT_COUNTS_AS_LOAD = "It counts as load, so the real partitions are shared unevenly."
_WAITS = f"The member waits for a partition that does not exist. {_IT_COUNTS_AS_LOAD}"
_ERRORS = f"The application gets errors for a partition that does not exist. {_IT_COUNTS_AS_LOAD}"

GHOST: Mapping[str, Effect] = {
    "kafka-clients": Effect(NEEDLESS, _WAITS, "OffsetFetcher.groupListOffsetRequests, byte code of 4.4.0"),
    COORDINATOR: Effect(NEEDLESS, _WAITS, "the members are Java's or another client's: see there"),
    "franz-go": Effect(NEEDLESS, _WAITS, "consumerSession.handleListOrEpochResults, v1.22.3"),
    "sarama": Effect(NEEDLESS, _WAITS, "consumerGroupSession.startClaim and client.PartitionNotReadable, v1.61.1"),
    "kafka-go": Effect(NEEDLESS, _ERRORS, "reader.run in reader.go, v0.4.51"),
    "librdkafka": Effect(NEEDLESS, _ERRORS, "desired partitions in rdkafka_topic.c, rd_kafka_toppar_enq_error, 2.15.1"),
    "kafka-python": Effect(NEEDLESS, _WAITS, "Fetcher._group_list_offset_requests, 3.0.12"),
    "aiokafka": Effect(NEEDLESS, _WAITS, "Fetcher in consumer/fetcher.py: no leader found, 0.14.0"),
    "no-kafka": Effect(
        NEEDLESS,
        f"The member logs that it cannot read a partition that does not exist. {_IT_COUNTS_AS_LOAD}",
        "GroupConsumer._updateSubscriptions, 3.4.4",
    ),
    "kafkajs": Effect(
        CRASH,
        "The member stops with a TypeError, unless it starts at another partition of the same topic at the same time.",
        "initializeConsumerOffsets.js (run); TypeError is not retried (retry/index.js, read), 2.2.4",
    ),
    "kafka-node": Effect(
        CRASH,
        "The member finds no leader for the partition and reads nothing. Without a saved offset it rejoins ten times, "
        "then emits an error.",
        "ConsumerGroup.saveDefaultOffsets, Client.send and ConsumerGroupRecovery, 5.0.0",
    ),
    "platformatic": Effect(
        CRASH,
        "The member's stream throws a TypeError when it looks for the leader of the partition.",
        "Consumer[kGetFetchNode] (run), called by MessagesStream (read), 2.12.1",
    ),
}
"""Client -> what a member does with a partition that does not exist, of a topic that it subscribes to."""

_IGNORES = "The member ignores a topic that it does not subscribe to, so nobody reads the partition."
_READS = "The member reads a topic that it did not ask for, and no member that subscribes to it does."
_REFUSES = "The member refuses the assignment and rejoins, without end while the leader gives the same answer."

FOREIGN: Mapping[str, Effect] = {
    "kafka-clients": Effect(ENDLESS, _REFUSES, "ConsumerCoordinator.onJoinComplete, 4.4.0"),
    "kafka-python": Effect(ENDLESS, _REFUSES, "ConsumerCoordinator._on_join_complete_async, 3.0.12 (kafka-python-7)"),
    "aiokafka": Effect(
        CRASH,
        "The member stops with KafkaError, because it does not subscribe to the topic.",
        "Subscription._assign, 0.14.0; seen on a real broker (aiokafka-5)",
    ),
    COORDINATOR: Effect(
        BY_NOBODY,
        "The coordinator withholds a topic that the member does not subscribe to, so nobody reads the partition.",
        "CurrentAssignmentBuilder.computeNextAssignment, byte code of 4.4.0",
    ),
    "franz-go": Effect(BY_NOBODY, _IGNORES, "groupConsumer.fetchOffsets logs a warning, v1.22.3"),
    "kafka-go": Effect(BY_NOBODY, _IGNORES, "ConsumerGroup.makeAssignments, v0.4.51"),
    "kafkajs": Effect(BY_NOBODY, _IGNORES, "ConsumerGroup's SYNC, 2.2.4; seen on a real broker (kafkajs-2)"),
    "platformatic": Effect(BY_NOBODY, _IGNORES, "MessagesStream, 2.12.1; seen on a real broker (platformatic-3)"),
    "sarama": Effect(BY_NOBODY, _READS, "newConsumerGroupSession, v1.61.1 (sarama-1)"),
    "librdkafka": Effect(BY_NOBODY, _READS, "rd_kafka_cgrp_handle_SyncGroup_memberstate compares nothing, 2.15.1"),
    "kafka-node": Effect(BY_NOBODY, _READS, "ConsumerGroup.handleSyncGroup, 5.0.0"),
    "no-kafka": Effect(BY_NOBODY, _READS, "GroupConsumer._updateSubscriptions, 3.4.4"),
}
"""Client -> what a member does with a partition of a topic that it does not subscribe to."""
