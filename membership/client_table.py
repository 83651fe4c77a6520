"""
What the members of each client family claim when they join: one table, with a source for each rule.

The first part has the rules: in which situations a member still claims its last assignment, and which generation it
writes into the field of its subscription and into its user data. A subscription below version 2 has no such field. The
second part says which releases follow which rules. `docs/wire/rules.md` shows the classic ones on the wire.
"""

from __future__ import annotations

from functools import partial

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_model import ClaimRule, ClientModel, Situation, Stamp

EAGER, COOPERATIVE, CONSUMER = Protocol.EAGER, Protocol.COOPERATIVE, Protocol.CONSUMER
NONE, ASSIGNED, JOINED = Stamp.NONE, Stamp.ASSIGNED, Stamp.JOINED
SETTLED, MISSED, AT_HEARTBEAT, AT_JOIN, AT_SYNC, ILLEGAL = Situation
ALL = tuple(Situation)


_claims, _drops = ClaimRule, partial(ClaimRule, claims=False)

# kafka-clients. A Java member forgets its claims in `ConsumerCoordinator.onJoinPrepare`, if its generation was reset
# before. Before 2.8.1 the method runs once for a rebalance: `AbstractCoordinator.joinGroupIfNeeded` repeats a failed
# JoinGroup or SyncGroup without it. Since 2.8.1 (KAFKA-12983) it runs again after UNKNOWN_MEMBER_ID and
# ILLEGAL_GENERATION (`AbstractCoordinator.resetStateAndRejoin`). `StickyAssignor` and `CooperativeStickyAssignor` keep
# what `onAssignment` gave them for as long as the process lives; user data is not filtered by the subscription. Before
# 2.3 it has no generation (KIP-341). Since 2.8.1 cooperative members have it there, too (KAFKA-12984); where the field
# is -1, `CooperativeStickyAssignor.memberData` reads it. A dynamic member that is too slow leaves, and its generation
# is reset (`AbstractCoordinator.handlePollTimeoutExpiry`).
_STICKY = "StickyAssignor.subscriptionUserData and .onAssignment"
_METADATA = "ConsumerCoordinator.metadata"
_SYNC = "AbstractCoordinator.SyncGroupResponseHandler keeps the joined generation on REBALANCE_IN_PROGRESS"
_HEARTBEAT = (
    "AbstractCoordinator.HeartbeatResponseHandler resets the generation; ConsumerCoordinator.onJoinPrepare drops"
)
_AGAIN = "AbstractCoordinator.joinGroupIfNeeded joins again without onJoinPrepare; ConsumerCoordinator.metadata"
_PREPARED = "AbstractCoordinator.resetStateAndRejoin calls for onJoinPrepare, which drops the claims"
JAVA_EAGER_UNSTAMPED = (_claims(ALL, _STICKY),)
JAVA_EAGER = (
    _claims((SETTLED,), _STICKY, ASSIGNED, ASSIGNED),
    _claims((MISSED,), _STICKY, JOINED, ASSIGNED),
    _claims(ALL, _STICKY, NONE, ASSIGNED),
)
JAVA_COOPERATIVE_UNSTAMPED = (
    _claims((SETTLED,), _METADATA),
    _claims((MISSED,), _SYNC),
    _claims((AT_JOIN, AT_SYNC), _AGAIN),
    _drops((AT_HEARTBEAT, ILLEGAL), _HEARTBEAT),
)
JAVA_COOPERATIVE = (
    _claims((SETTLED,), _METADATA, ASSIGNED, ASSIGNED),
    _claims((MISSED,), _SYNC, JOINED, ASSIGNED),
    _drops((AT_JOIN, AT_SYNC), _PREPARED, NONE, ASSIGNED),
    _drops((AT_HEARTBEAT, ILLEGAL), _HEARTBEAT, NONE, ASSIGNED),
)

# librdkafka (`rdkafka_cgrp.c`, `rdkafka_sticky_assignor.c`). Its only sticky assignor is `cooperative-sticky`; range
# and roundrobin claim nothing. The generation is that of the last assignment
# (`rd_kafka_sticky_assignor_on_assignment_cb`), so a missed sync leaves the old one. A lost membership drops the owned
# partitions. A JoinGroup that is answered with UNKNOWN_MEMBER_ID keeps them; but a dynamic member then joins without an
# id, and MEMBER_ID_REQUIRED drops them before they are counted. A member names and claims only topics that its metadata
# have, as the wire shows. A dynamic member that is too slow leaves (`rd_kafka_cgrp_max_poll_interval_check_tmr_cb`).
LIBRDKAFKA_EAGER = (_drops(ALL, "rd_kafka_assignor_get_metadata_with_empty_userdata"),)
LIBRDKAFKA_COOPERATIVE = (
    _claims((SETTLED, MISSED), "rd_kafka_sticky_assignor_get_metadata", ASSIGNED, ASSIGNED),
    _claims((AT_JOIN,), "rd_kafka_cgrp_handle_JoinGroup: no MEMBER_ID_REQUIRED", ASSIGNED, ASSIGNED, static_only=True),
    _drops(ALL, "rd_kafka_cgrp_handle_Heartbeat, _handle_JoinGroup and _handle_SyncGroup", ASSIGNED, ASSIGNED),
)

# franz-go (`pkg/kgo/consumer_group.go`, `group_balancer.go`). `joinGroupProtocols` sends what the member was assigned,
# at the generation of the last JoinGroup. Before v1.10.0 it is `nowAssigned`. An eager member clears that before it
# joins (`revoke`), so it claims nothing. From v1.10.0 on it is `lastAssigned`. `revoke` leaves that alone until
# v1.17.0: an eager member claims. Since v1.17.0 it clears both. A cooperative member keeps it. Only since v1.22.0 it
# drops topics from it that it no longer subscribes to. A session that ends with an error clears both (`manageFailWait`
# in v1.22.2); the member joins again, also after FENCED_INSTANCE_ID. A JoinGroup that is answered with
# UNKNOWN_MEMBER_ID clears the member id alone (`handleJoinResp`). Before v1.14.1 the generation is in the user data
# only.
_REVOKED = "groupConsumer.revoke clears lastAssigned (before v1.10.0: nowAssigned), which joinGroupProtocols sends"
_JOINS = "joinGroupProtocols sends lastAssigned (before v1.10.0: nowAssigned); handleJoinResp and joinAndSync keep it"
FRANZ_GO_SILENT = (_drops(ALL, _REVOKED, JOINED, JOINED),)
FRANZ_GO_CLAIMING = (
    _claims((SETTLED, MISSED, AT_JOIN), _JOINS, JOINED, JOINED),
    _drops(ALL, "manage (v1.22.2: manageFailWait) clears the assignment", JOINED, JOINED),
)

# sarama (`consumer_group.go`, `consumer_group_cooperative.go`). An eager `sticky` member sends back the user data of
# its last assignment, which the leader wrote (`StickyBalanceStrategy.AssignmentData`). No error clears it. If the
# leader is no sarama client, the assignment has no user data, and the member claims nothing. A cooperative member holds
# claims and a generation (`heldAssignment`) for as long as its session lives; UNKNOWN_MEMBER_ID and ILLEGAL_GENERATION
# end the session, and so does a changed subscription, for which the application has to call `Consume` again. An error
# ends `Consume`, too. The rules are those of an application that calls it again, as it does after FENCED_INSTANCE_ID.
# The version is that of the default `Config.Version` (2.8.0) for eager members; cooperative ones need 3.2.0.
SARAMA_EAGER = (_claims(ALL, "consumerGroup.joinSync and .subscriptionMetadata", NONE, ASSIGNED),)
SARAMA_COOPERATIVE = (
    _claims((SETTLED,), "consumerGroup.rejoinCooperative", ASSIGNED, ASSIGNED),
    _claims((MISSED,), "consumerGroup.joinSync sets held.generationID", JOINED, ASSIGNED),
    _drops(ALL, "consumerGroup.lostHeldAssignment", NONE, ASSIGNED),
)

# kafka-python. Both assignors build the next subscription from `member_assignment`, which only `on_assignment` sets.
# Nothing clears it: neither `reset_generation` in `coordinator/base.py` nor `_on_join_prepare_async` in
# `coordinator/consumer.py`. So every claim survives every error, and a changed subscription does not filter it. A
# dynamic member that is too slow leaves (`BaseCoordinator`, the loop of heartbeats).
KAFKA_PYTHON_EAGER = (_claims(ALL, "StickyPartitionAssignor.metadata and .on_assignment", NONE, ASSIGNED),)
KAFKA_PYTHON_COOPERATIVE = (
    _claims(ALL, "CooperativeStickyAssignor.metadata: version 1, no generation, user data empty"),
)

# aiokafka. `metadata` sends `cls.member_assignment` and `cls.generation`. Nothing calls `on_generation_assignment`, so
# the generation is always -1. Nothing clears the assignment, so it survives every error. It is stored on the class: two
# consumers in one process overwrite each other's, which the model leaves out. A member that is too slow leaves
# (`GroupCoordinator._heartbeat_routine`).
AIOKAFKA = (_claims(ALL, "StickyPartitionAssignor.metadata and .on_assignment"),)

# kafkajs has round robin only. platformatic (`clients/consumer/consumer.js`) claims only as a cooperative member; with
# a subscription of version 3, which its application can set, it also sends its rack.
KAFKAJS = (_drops(ALL, "assigners/roundRobinAssigner/index.js, protocol"),)
PLATFORMATIC_EAGER = (_drops(ALL, "#encodeProtocolSubscriptionMetadata: only cooperative members claim"),)
PLATFORMATIC_COOPERATIVE = (
    _claims((SETTLED, MISSED), "#encodeProtocolSubscriptionMetadata", JOINED, JOINED),
    _drops(ALL, "#getRejoinError clears the assignments"),
)

# kacrab, in Rust (`consumer/client.rs`, `consumer/coordinator.rs`). A member sends its assigned partitions with every
# JoinGroup, whatever its strategy, and no generation. Errors do not clear them; `join_group` sends the same bytes again
# with a new member id. An eager assignor reads claims in the user data, which is empty.
_EVERY_JOIN = "Consumer::ensure_active_group, coordinator::join_group"
KACRAB_EAGER = (_drops(ALL, _EVERY_JOIN),)
KACRAB_COOPERATIVE = (_claims(ALL, _EVERY_JOIN),)

# KIP-848. The coordinator remembers assignments, so a member claims nothing: the assignor is asked with the last
# target. After UNKNOWN_MEMBER_ID and FENCED_MEMBER_EPOCH a member gives everything up and joins with epoch 0. Only
# platformatic repeats its heartbeat with the old epoch after UNKNOWN_MEMBER_ID. `docs/wire/reconciliation.md` shows
# these members.
JAVA_CONSUMER = (
    _drops(
        ALL,
        "AbstractHeartbeatRequestManager.onErrorResponse, AbstractMembershipManager.transitionToFenced (byte code)",
    ),
)
LIBRDKAFKA_CONSUMER = (
    _drops(ALL, "rd_kafka_cgrp_handle_ConsumerGroupHeartbeat, rd_kafka_cgrp_consumer_rejoin and _consumer_reset"),
)
FRANZ_GO_CONSUMER = (_drops(ALL, "groupConsumer.abandonAssignment"),)
PLATFORMATIC_CONSUMER = (_drops(ALL, "#performConsumerGroupHeartbeat, #joinGroupConsumerProtocol"),)

_JAVA_EAGER = partial(ClientModel, "kafka-clients", EAGER, leaves_when_slow=True)
_JAVA_COOPERATIVE = partial(ClientModel, "kafka-clients", COOPERATIVE, drops_unsubscribed=True, leaves_when_slow=True)
_LIBRDKAFKA = partial(ClientModel, "librdkafka", sends_rack=True, leaves_when_slow=True, drops_deleted=True)
_FRANZ_GO = partial(ClientModel, "franz-go", survives_fencing=True)
_SARAMA = partial(ClientModel, "sarama", survives_fencing=True)
_KAFKA_PYTHON = partial(ClientModel, "kafka-python", leaves_when_slow=True)
_PLATFORMATIC = partial(ClientModel, "platformatic", survives_fencing=True)
_KACRAB = partial(ClientModel, "kacrab", survives_fencing=True)

# From this release up to, but without, that one; version of the subscription; rules; release read; releases seen.
MODELS: tuple[ClientModel, ...] = (
    _JAVA_EAGER(None, "2.3", 0, JAVA_EAGER_UNSTAMPED, "2.2.2", ("2.2.2",)),
    _JAVA_EAGER("2.3", "2.4", 0, JAVA_EAGER, "2.3.1", ("2.3.1",)),
    _JAVA_EAGER("2.4", "3.4", 1, JAVA_EAGER, "3.3.2", ("2.4.1", "3.3.2")),
    _JAVA_EAGER("3.4", None, 3, JAVA_EAGER, "4.4.0", ("3.4.1", "4.4.0"), sends_rack=True),
    _JAVA_COOPERATIVE("2.4", "2.8.1", 1, JAVA_COOPERATIVE_UNSTAMPED, "2.8.0", ("2.4.1", "2.8.0")),
    _JAVA_COOPERATIVE("2.8.1", "3.4", 1, JAVA_COOPERATIVE, "3.3.2", ("2.8.1", "3.3.2")),
    _JAVA_COOPERATIVE("3.4", None, 3, JAVA_COOPERATIVE, "4.4.0", ("3.4.1", "4.4.0"), sends_rack=True),
    _LIBRDKAFKA(EAGER, None, None, 3, LIBRDKAFKA_EAGER, "2.15.1", ("2.16.0",)),
    _LIBRDKAFKA(COOPERATIVE, "1.6.0", None, 3, LIBRDKAFKA_COOPERATIVE, "2.15.1", ("2.16.0",), drops_unsubscribed=True),
    _FRANZ_GO(EAGER, "1.21.0", None, 3, FRANZ_GO_SILENT, "v1.22.2", ("v1.21.7", "v1.22.2"), sends_rack=True),
    _FRANZ_GO(EAGER, "1.17.0", "1.21.0", 3, FRANZ_GO_SILENT, "v1.17.0", ("v1.17.0", "v1.20.7")),
    _FRANZ_GO(EAGER, "1.14.1", "1.17.0", 3, FRANZ_GO_CLAIMING, "v1.16.1", ("v1.16.1",)),
    _FRANZ_GO(EAGER, "1.10.0", "1.14.1", 0, FRANZ_GO_CLAIMING, "v1.14.0", ("v1.14.0",)),
    _FRANZ_GO(EAGER, None, "1.10.0", 0, FRANZ_GO_SILENT, "v1.9.1", ("v1.9.1",)),
    _FRANZ_GO(
        COOPERATIVE,
        "1.22.0",
        None,
        3,
        FRANZ_GO_CLAIMING,
        "v1.22.2",
        ("v1.22.2",),
        sends_rack=True,
        drops_unsubscribed=True,
    ),
    _FRANZ_GO(COOPERATIVE, "1.21.0", "1.22.0", 3, FRANZ_GO_CLAIMING, "v1.21.7", ("v1.21.7",), sends_rack=True),
    _FRANZ_GO(COOPERATIVE, "1.14.1", "1.21.0", 3, FRANZ_GO_CLAIMING, "v1.20.7", ("v1.16.1", "v1.17.0", "v1.20.7")),
    _FRANZ_GO(COOPERATIVE, "1.10.0", "1.14.1", 1, FRANZ_GO_CLAIMING, "v1.14.0", ("v1.14.0",)),
    _FRANZ_GO(COOPERATIVE, None, "1.10.0", 1, FRANZ_GO_CLAIMING, "v1.9.1", ("v1.9.1",), drops_unsubscribed=True),
    _SARAMA(EAGER, None, None, 1, SARAMA_EAGER, "v1.61.1", ("v1.61.1",)),
    _SARAMA(
        COOPERATIVE, None, None, 2, SARAMA_COOPERATIVE, "v1.61.1", ("v1.61.1",), resubscribes_anew=True, stays_lost=True
    ),
    _KAFKA_PYTHON(EAGER, None, None, 0, KAFKA_PYTHON_EAGER, "3.0.12", ("3.0.12",)),
    _KAFKA_PYTHON(COOPERATIVE, None, None, 1, KAFKA_PYTHON_COOPERATIVE, "3.0.12", ("3.0.12",)),
    ClientModel("aiokafka", EAGER, None, None, 0, AIOKAFKA, "0.14.0", ("0.14.0",), leaves_when_slow=True),
    ClientModel("kafkajs", EAGER, None, None, 0, KAFKAJS, "2.2.4", ("2.2.4",)),
    _PLATFORMATIC(EAGER, None, None, 1, PLATFORMATIC_EAGER, "2.12.1", ("2.12.1",)),
    _PLATFORMATIC(
        COOPERATIVE,
        None,
        None,
        1,
        PLATFORMATIC_COOPERATIVE,
        "2.12.1",
        ("2.12.1",),
        drops_unsubscribed=True,
        stamps_claims_only=True,
    ),
    _KACRAB(EAGER, None, None, 1, KACRAB_EAGER, "0.4.0", ("0.4.0",)),
    _KACRAB(
        COOPERATIVE,
        None,
        None,
        1,
        KACRAB_COOPERATIVE,
        "0.4.0",
        ("0.4.0",),
        drops_unsubscribed=True,
        resubscribes_anew=True,
    ),
    ClientModel("kafka-clients", CONSUMER, "4.1", None, 3, JAVA_CONSUMER, "4.4.0", sends_rack=True),
    ClientModel("kafka-clients", CONSUMER, None, "4.1", 3, JAVA_CONSUMER, "4.0.0"),
    ClientModel("librdkafka", CONSUMER, None, None, 3, LIBRDKAFKA_CONSUMER, "2.15.1", sends_rack=True),
    ClientModel("franz-go", CONSUMER, None, None, 3, FRANZ_GO_CONSUMER, "v1.22.2", sends_rack=True),
    ClientModel("platformatic", CONSUMER, None, None, 3, PLATFORMATIC_CONSUMER, "2.12.1", sends_rack=True),
)
"""The models of all clients, the classic ones first."""

NEUTRAL: dict[Protocol | None, ClientModel] = {
    protocol: ClientModel(
        "any",
        protocol or EAGER,
        None,
        None,
        3 if protocol else None,
        (_drops(ALL, "KIP-848"),) if protocol is CONSUMER else (_claims(ALL, "assay-life/1", ASSIGNED, ASSIGNED),),
        read="",
        sends_rack=True,
        leaves_when_slow=True,
    )
    for protocol in (None, *Protocol)
}
"""
The model of a member that names no client, by the protocol of its life.

It claims what it last had, at the generation that it last saw, whatever happened. No client is known to do all of that.
"""
