"""
How a running group comes from one client and assignor to another: by restarts one after another, or by a full stop.

One table has a row for each client and kind of switch, with its source. Two facts of the coordinator are behind it. All
members of a classic group need a strategy name in common, and the group uses one that all of them list, by their votes
(`ClassicGroup.supportsProtocols` and `.selectProtocol`, 4.4.0). A member that speaks KIP-848 turns a classic group into
one of KIP-848 while it runs, and the last one that leaves turns it back (`GroupMetadataManager.validateOnlineUpgrade`
and `.validateOnlineDowngradeWithFencedMember`, 4.4.0).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal, TypeAlias

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_families import STRATEGIES

RolloutWord: TypeAlias = Literal["none", "rolling", "two-rolling", "stop", "online"]

WORDS: dict[RolloutWord, str] = {
    "none": "nothing to do",
    "rolling": "one rolling restart",
    "two-rolling": "two rolling restarts",
    "stop": "a full stop",
    "online": "online, by one rolling restart",
}
"""What has to be done -> in words."""

JAVA = "kafka-clients"


class Switch(Enum):
    """Kinds of switches within one client."""

    EAGER = "eager to another eager assignor"
    COOPERATIVE = "eager to cooperative"
    BACK = "cooperative to eager"
    UPGRADE = "classic to KIP-848"
    USER_DATA = "classic with user data in assignments to KIP-848"
    DOWNGRADE = "KIP-848 to classic"
    SERVER = "another assignor of the coordinator"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """
    What has to be done for a switch, how, and who says so. `seen`: done with real members on a broker 4.3.1.

    `client` is the one that the members have to change to; None: they can keep theirs.
    """

    rollout: RolloutWord
    how: str
    source: str
    seen: bool = False
    client: str | None = None


_BOTH = "Restart the members one by one with both assignors in the list, the new one first."
_LIST = f"{_BOTH} The group changes with the last one. A later restart may drop the old assignor."
_RECIPE = (
    "Restart the members one by one with cooperative-sticky and the old assignor in the list; then one by one with "
    "cooperative-sticky alone. The group stays eager until then. If they list both already (Java's default since 3.0: "
    "range, cooperative-sticky), only the second restart is due."
)
_REVERSE = (
    "Restart the members one by one with cooperative-sticky and the new assignor in the list; then one by one with the "
    "new one alone."
)
_STOP = "Stop all members, then start them with the new assignor."
_REFUSED = f"{_STOP} One list cannot hold eager and cooperative assignors."
_POLICY = "Brokers need 4.0, and group.consumer.migration.policy must allow it, as by default."
_VOTES = "Restart the members one by one with the new {key}. The coordinator uses the one that most members name."
_SERVER = "ConsumerGroup.computePreferredServerAssignor, 4.4.0"


def _online(key: str, source: str, *, seen: bool = False) -> dict[Switch, Rollout]:
    """Upgrade and downgrade of a client whose option `key` chooses the protocol."""
    how = f"Restart the members one by one, to KIP-848 with {key} and back without it. {_POLICY}"
    row = Rollout(rollout="online", how=how, source=source, seen=seen)
    return {Switch.UPGRADE: row, Switch.DOWNGRADE: row}


def _lists(source: str, *, seen: bool = False) -> dict[Switch, Rollout]:
    return {Switch.EAGER: Rollout(rollout="rolling", how=_LIST, source=source, seen=seen)}


def _mixes(source: str, back: str, *, seen: bool = False) -> dict[Switch, Rollout]:
    """Both ways of a client whose list may hold eager and cooperative assignors."""
    return {
        Switch.COOPERATIVE: Rollout(rollout="two-rolling", how=_RECIPE, source=source, seen=seen),
        Switch.BACK: Rollout(rollout="two-rolling", how=_REVERSE, source=back, seen=seen),
    }


def _refuses(source: str, how: str = _REFUSED, *, seen: bool = False) -> dict[Switch, Rollout]:
    stop = Rollout(rollout="stop", how=how, source=source, seen=seen)
    return {Switch.COOPERATIVE: stop, Switch.BACK: stop}


def _user_data(strategy: str, source: str, *, seen: bool = False) -> dict[Switch, Rollout]:
    """The upgrade of groups whose leader writes user data into the assignments: the coordinator refuses it."""
    how = (
        f"Stop all members, then start them with KIP-848. With {strategy} a leader writes user data into assignments, "
        "and the coordinator does not take over such a group."
    )
    refusal = "ConsumerGroup.fromClassicGroup, 4.3.1 (KAFKA-18134)"
    return {Switch.USER_DATA: Rollout(rollout="stop", how=how, source=f"{source}; {refusal}", seen=seen)}


def _votes(key: str, *, seen: bool = False) -> dict[Switch, Rollout]:
    return {Switch.SERVER: Rollout(rollout="rolling", how=_VOTES.format(key=key), source=_SERVER, seen=seen)}


_PROTOCOL, _REMOTE = "group.protocol=consumer", "group.remote.assignor"

_KACRAB = "documentation of partition.assignment.strategy, 0.4.0"

ROLLOUTS: dict[str, dict[Switch, Rollout]] = {
    JAVA: {
        **_lists("ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, 4.4.0", seen=True),
        **_mixes(
            "Kafka's upgrade notes of 2.4; KIP-429",
            "ConsumerCoordinator takes the newest protocol that all listed assignors support, 4.4.0",
            seen=True,
        ),
        **_online(_PROTOCOL, "KIP-848; ConsumerConfig.GROUP_PROTOCOL_CONFIG, 4.4.0", seen=True),
        **_votes(_REMOTE, seen=True),
    },
    "librdkafka": {
        **_lists("CONFIGURATION.md: partition.assignment.strategy, 2.15.1", seen=True),
        **_refuses(
            "rd_kafka_assignors_init, 2.15.1: all assignors of a list must have the same protocol type", seen=True
        ),
        **_online(_PROTOCOL, "INTRODUCTION.md: Upgrade and Downgrade, 2.12.0 or later", seen=True),
        **_user_data("cooperative-sticky", "rd_kafka_group_MemberState_consumer_write, 2.15.1", seen=True),
        **_votes(_REMOTE),
    },
    "franz-go": {
        **_lists("kgo.Balancers, v1.22.3"),
        Switch.COOPERATIVE: Rollout(
            rollout="two-rolling", how=_RECIPE, source="kgo.CooperativeStickyBalancer, v1.22.3"
        ),
        Switch.BACK: Rollout(
            rollout="stop",
            how=f"{_STOP} An eager member that joins makes all members revoke everything, and records are read twice.",
            source="kgo.CooperativeStickyBalancer: it cannot go back; kgo.Balancers: not recommended, v1.22.3",
        ),
        **_online(
            "ServerSideBalancer and a range or sticky balancer",
            "kgo.ServerSideBalancer, v1.22.3 (brokers 4.3 recommended)",
        ),
        **_votes("range or sticky balancer beside ServerSideBalancer"),
    },
    "sarama": {
        **_lists("Config.Consumer.Group.Rebalance.GroupStrategies, v1.61.1", seen=True),
        **_mixes("NewBalanceStrategyCooperativeSticky, v1.61.1", "selectRebalanceProtocol, v1.61.1", seen=True),
        **_user_data("sticky", "stickyBalanceStrategy.AssignmentData, v1.61.1"),
    },
    "kafka-python": {
        **_lists("KafkaConsumer: partition_assignment_strategy, 3.0.12", seen=True),
        **_refuses("ConsumerCoordinator._validate_rebalance_protocol, 3.0.12", seen=True),
    },
    "aiokafka": _lists("AIOKafkaConsumer: partition_assignment_strategy, 0.14.0"),
    "kafka-go": _lists("ConsumerGroupConfig.GroupBalancers, v0.4.51"),
    "platformatic": {
        **_refuses(
            "no recipe for `protocols` with both names in its documentation, 2.12.1",
            f"{_STOP} It documents no other way.",
        ),
        **_online("groupProtocol: 'consumer'", "ConsumerOptions.groupProtocol, 2.12.1"),
        **_votes("groupRemoteAssignor"),
    },
    "kacrab": {
        **_lists(_KACRAB),
        Switch.COOPERATIVE: Rollout(rollout="two-rolling", how=_RECIPE, source=_KACRAB),
        **_online(_PROTOCOL, "README, 0.4.0"),
    },
}
"""Client family -> kind of switch -> how it is done. kafkajs has one assignor, so it has no switch of its own."""

_WITH_USER_DATA = {("librdkafka", "cooperative-sticky"), ("sarama", "sticky")}
"""Client family and strategy whose leader writes user data into assignments."""
_BRINGS = {**STRATEGIES, "kafka-go": frozenset({"range", "roundrobin", "rack-affinity"})}
_SHARED = "ClassicGroup.supportsProtocols, 4.4.0: members of a classic group share the name of a strategy"
_REPLACE = "Replace the members by ones of {client}, one by one."


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a switch: the client family (None: not known), the strategy as the client names it, its protocol."""

    family: str | None
    strategy: str
    protocol: Protocol


def find_rollout(old: Side, new: Side) -> Rollout | None:
    """
    How a group comes from `old` to `new`; None where the table does not say.

    A client that is not known is the other side's, if that brings the strategy, else Java's.

    >>> eager, cooperative = Side("librdkafka", "range", Protocol.EAGER), Protocol.COOPERATIVE
    >>> find_rollout(eager, Side(None, "cooperative-sticky", cooperative)).rollout
    'stop'
    >>> find_rollout(eager, Side("kafka-clients", "cooperative-sticky", cooperative)).rollout
    'two-rolling'
    """
    old, new = with_known_family(old, new), with_known_family(new, old)
    if old.family == new.family:
        return _within_client(old, new)
    found = _to_other_client(old, new)
    return None if found is None else replace(found, seen=False, client=new.family)


def _within_client(old: Side, new: Side) -> Rollout | None:
    if old.strategy == new.strategy:
        return Rollout(rollout="none", how="The group runs it.", source="the group's strategy")
    kind = kind_of(old.protocol, new.protocol)
    if kind is Switch.UPGRADE and (old.family, old.strategy) in _WITH_USER_DATA:
        kind = Switch.USER_DATA
    return ROLLOUTS.get(old.family or "", {}).get(kind)


def with_known_family(side: Side, other: Side) -> Side:
    """`side` with a client, whether known or assumed."""
    if side.family is not None:
        return side
    family = other.family or ""
    speaks = Switch.UPGRADE in ROLLOUTS.get(family, {})
    fits = speaks if side.protocol is Protocol.CONSUMER else side.strategy in _BRINGS.get(family, ())
    return replace(side, family=family if fits else JAVA)


def kind_of(old: Protocol, new: Protocol) -> Switch:
    """The kind of a switch between two assignors."""
    match old, new:
        case Protocol.CONSUMER, Protocol.CONSUMER:
            return Switch.SERVER
        case Protocol.CONSUMER, _:
            return Switch.DOWNGRADE
        case _, Protocol.CONSUMER:
            return Switch.UPGRADE
        case Protocol.COOPERATIVE, Protocol.EAGER:
            return Switch.BACK
        case Protocol.EAGER, Protocol.COOPERATIVE:
            return Switch.COOPERATIVE
        case _:
            return Switch.EAGER


def families_by_rollout(kind: Switch, strategy: str = "") -> dict[RolloutWord | None, list[str]]:
    """What such a switch from `strategy` takes -> the client families; None: those that cannot do it."""
    found: dict[RolloutWord | None, list[str]] = {}
    for family in (*ROLLOUTS, "kafkajs"):
        has_user_data = kind is Switch.UPGRADE and (family, strategy) in _WITH_USER_DATA
        row = ROLLOUTS.get(family, {}).get(Switch.USER_DATA if has_user_data else kind)
        found.setdefault(None if row is None else row.rollout, []).append(family)
    return found


def _to_other_client(old: Side, new: Side) -> Rollout | None:
    """How a group gets members of another client: over KIP-848, with a strategy that both have, or by a stop."""
    kind, how = kind_of(old.protocol, new.protocol), _REPLACE.format(client=new.family)
    before, after = ROLLOUTS.get(old.family or "", {}), ROLLOUTS.get(new.family or "", {})
    if kind is Switch.SERVER and old.strategy == new.strategy:
        return Rollout(rollout="rolling", how=how, source="KIP-848: the coordinator assigns")
    if kind is Switch.UPGRADE and (old.family or "", old.strategy) in _WITH_USER_DATA:
        return before[Switch.USER_DATA]
    if Protocol.CONSUMER in {old.protocol, new.protocol}:
        found = (after if new.protocol is Protocol.CONSUMER else before).get(kind)
        return None if found is None else replace(found, how=f"{how} {found.how}")
    brought, had = _BRINGS.get(new.family or ""), _BRINGS.get(old.family or "")
    if brought is None or had is None:
        return None
    if old.strategy == new.strategy:
        return Rollout(rollout="rolling", how=how, source=_SHARED)
    stop = Rollout(rollout="stop", how=_STOP, source=_SHARED)
    first, last = before.get(kind, stop), after.get(kind, stop)
    if old.strategy in brought and last.rollout != "stop":
        return replace(last, how=f"{how} {last.how}", source=f"{last.source}; {_SHARED}")
    if new.strategy in had and first.rollout != "stop":
        told, source = f"{first.how} Then: {how[0].lower()}{how[1:]}", f"{first.source}; {_SHARED}"
        return replace(first, rollout="two-rolling", how=told, source=source)
    return stop
