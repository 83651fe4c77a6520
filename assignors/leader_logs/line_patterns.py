r"""
What the lines of clients and brokers say: one table.

Sources, read in these releases: `ConsumerCoordinator`, `AbstractCoordinator` and `ConsumerRebalanceListenerInvoker` of
Apache Kafka 0.11 to 4.4 (the plan is at level INFO since 2.4, at DEBUG before); `GroupCoordinator` (0.11 to 3.9; it
counts the members since 2.8) and `GroupMetadataManager` (since 3.7) of the broker; `consumer_group.go`,
`consumer_group_848.go` and `group_balancer.go` of franz-go 1.0 to 1.22; `rdkafka_assignor.c` and `rdkafka_cgrp.c` of
librdkafka 0.11 to 2.16 (`debug=cgrp,assignor`); `coordinator/` of kafka-python 1.3 to 3.0 and `group_coordinator.py` of
aiokafka 0.3 to 0.14 (the plan is at level DEBUG in both); `consumerGroup.js` of kafkajs 1.6 to 2.2 (the plan is at
DEBUG); `consumergroup.go` of segmentio/kafka-go 0.4.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from kafka_assay.assignors.leader_logs.plan_notations import (
    Plan,
    Share,
    dashed_share,
    go_plan,
    go_share,
    java_plan,
    js_plan,
    js_share,
    python_plan,
    python_share,
)


class Kind(Enum):
    """What a line says."""

    JOINED = auto()
    """A member is in a generation."""
    PLAN = auto()
    """The leader's plan."""
    SHARE = auto()
    """All that a member got."""
    ADDED = auto()
    """What a member got in addition."""
    REVOKED = auto()
    """What a member gave up."""
    SUBSCRIPTIONS = auto()
    """The subscriptions that the leader saw."""
    LISTED = auto()
    """The head of a list of members, a line each."""
    LISTED_MEMBER = auto()
    """A member of such a list."""
    LISTED_PARTITION = auto()
    """A partition or topic of such a member."""
    FOUND = auto()
    """A member or partition that kafka-go balances; the head of such a list, if it names neither."""
    ASSIGNED = auto()
    """What kafka-go assigns to a member."""
    BALANCED = auto()
    """The end of such a list."""
    REASON = auto()
    """Why the group rebalances."""
    ENTERED = auto()
    """The coordinator adds a member."""
    PENDING = auto()
    """The coordinator asks a member to join again, with the id that it now has."""
    GONE = auto()
    """The coordinator removes a member."""
    STABLE = auto()
    """The coordinator has all members of a generation; it logs the joining of some at DEBUG only, but their number."""
    EPOCH = auto()
    """The members of a KIP-848 group changed; the coordinator logs each that joins or leaves."""
    VOID = auto()
    """The leader's plan did not count: the group began another rebalance."""
    SHARE_GROUP = auto()
    """The group is a share group."""
    STREAMS_GROUP = auto()
    """The group is a streams group of KIP-1071."""
    NAMED = auto()
    """The group of a client."""
    CUT = auto()
    """A line whose end is missing."""
    PART = auto()
    """A line of a client whose log has no plans of partitions."""
    UNREAD = auto()
    """A line that says who reads what in a form that is not known."""


class LinePattern(NamedTuple):
    """A kind of line: `marker` is in every such line, `pattern` finds what it says."""

    client: str
    kind: Kind
    marker: str
    pattern: re.Pattern[str]


JAVA, BROKER, FRANZ_GO, LIBRDKAFKA, SARAMA = "Java", "the broker", "franz-go", "librdkafka", "sarama"
PYTHON, KAFKAJS, CONNECT, REGISTRY = "Python", "kafkajs", "Kafka Connect", "Schema Registry"
KAFKA_GO = "kafka-go"

_WORDS = {
    "group": r"(?P<group>.+?)",
    "generation": r"(?P<generation>\d+)",
    "member": r"(?P<member>\S+)",
    "strategy": r"(?P<strategy>\S+?)",
    "count": r"(?P<count>\d+)",
    "list": r"(?P<share>\[[^]]*(?:\]|$)|[\w.-]+-\d+(?:, [\w.-]+-\d+)*(?:(?!,\d{4}-\d\d-)[-,].*)?|(?=\s*(?:$|[(;\"])))",
    "why": r"(?P<why>.+?)(?: \([\w.$]+\)|; [\w.@-]+: |$)",
    "partition": r"(?P<topic>[\w.-]+) \[(?P<partition>-?\d+)\](?: offset|['\"}\],\s]*(?:$|;))",
    "place": r"(?:\(\S+\) )?",
    "instance": r"(?:with instance id \S+ )?",
    "members": r"(?:Set\(|HashSet\(|\[)(?P<member>[^])]*)",
    "cause": r"(?P<why>(?:Adding new member (?P<entered>[^\s;)]+)|[Rr]emoving member (?P<gone>\S+) on "
    r"|Removing (?:Set\(|HashSet\(|\[)(?P<unsynced>[^])]*). on )?(?:[^()]|\([^()]*\))+)",
}
"""What the words in braces of `_TABLE` stand for."""
_GO_JOINED = r"~; .*?group: {group}, .*?member_id: (?P<member>.+?), .*?generation: {generation}"
_GO_ASSIGNED = (
    r"~.*?; .*?group: {group}, member_id: (?P<member>[^,]+), generation: {generation}, now_assigned: (?P<share>.*)"
)
_GO_CUT = r'(?:^|["\]\tA-Z] ?)~[";,\t ].*\bKEY(?:": ?|: |=)|"KEY":.*"~"'
_JS_JOINED = r"~; .*?groupId: {group}, generationId: {generation}, memberId: (?P<member>[^,]+)"
_DECISIVE = (
    *("Finished assignment for group", "Notifying assignor about the new", "Adding newly assigned partitions"),
    *("Setting newly assigned partitions", "Cooperative rebalance complete for group", "member(s) finished in"),
    *("consumer group initial heartbeat received", "consumer group heartbeat detected an updated"),
    *("JoinGroup response: GenerationId ", "assigned member/topic/partitions ", "joinGroup succeeded for response"),
)
"""They are only in lines that say who reads what. So such a line is read or refused."""
_TABLE = (
    (CONNECT, Kind.PART, "[Worker clientId=", "~"),
    (REGISTRY, Kind.PART, "[Schema registry clientId=", "~"),
    (JAVA, Kind.SHARE_GROUP, "[ShareConsumer clientId=", r"~.*?, groupId={group}\]"),
    (JAVA, Kind.JOINED, "Successfully joined group with generation Generation{",
     r"~generationId={generation}, memberId='(?P<member>.*?)', protocol='(?P<strategy>.*?)'\}"),
    (JAVA, Kind.JOINED, "Successfully joined group with generation", r"~ {generation}"),
    (JAVA, Kind.JOINED, "transitioned from", r"Member {member} with epoch \d+ ~ \w+ to RECONCILING"),
    (JAVA, Kind.GONE, "transitioned from",
     r"Member {member} with epoch \S+ ~ \w+ to (?:PREPARE_LEAVING|LEAVING|FENCED|FATAL|STALE)"),
    (JAVA, Kind.NAMED, "transitioned from", r"Member {member} with epoch \S+ ~"),
    (JAVA, Kind.PLAN, "Finished assignment for group at generation", r"~ {generation}: (?P<plan>\{.*)"),
    (JAVA, Kind.PLAN, "Finished assignment for group:", r"~ (?P<plan>\{.*)"),
    (JAVA, Kind.SHARE, "Notifying assignor about the new", r"~ Assignment\(partitions={list}"),
    (JAVA, Kind.SHARE, "Assigned partitions:    ", r"~ +(?P<share>\[[^]:]*(?:\]|$))"),
    (JAVA, Kind.NAMED, "Reconciling assignment with", "~"),
    (JAVA, Kind.NAMED, "Updating assignment with", "~"),
    (JAVA, Kind.VOID, "SyncGroup failed: The group began another rebalance", "~"),
    (JAVA, Kind.VOID, "Join group failed with org.apache.kafka.common.errors.RebalanceInProgressException", "~"),
    (JAVA, Kind.ADDED, "Adding newly assigned partitions:", r"~(?: {list}|\s*$)"),
    (JAVA, Kind.ADDED, "Setting newly assigned partitions", r"~:? {list}"),
    (JAVA, Kind.REVOKED, "previously assigned partitions", r"~ {list}"),
    (JAVA, Kind.SUBSCRIPTIONS, "Performing assignment using strategy",
     r"~ {strategy} with subscriptions (?P<members>\{.*)"),
    (JAVA, Kind.REASON, "Request joining group due to:", r"~ {why}"),
    (JAVA, Kind.REASON, "sending LeaveGroup request to coordinator", r"~ .*? due to {why}"),
    (BROKER, Kind.REASON, "with old generation",
     r"rebalance group {group} (?:in state \w+ )?~ (?P<old>\d+) {place}\(reason: {cause}\)"),
    (BROKER, Kind.STABLE, "Stabilized", r"~ group {group} generation {generation}(?: {place}with {count} members)?"),
    (BROKER, Kind.STABLE, "is now empty", r"Group {group} with generation {generation} ~"),
    (BROKER, Kind.EPOCH, "Bumped group epoch to", r"\[GroupId {group}\] ~ {generation}"),
    (BROKER, Kind.EPOCH, "Computed a new target assignment for epoch",
     r"\[GroupId {group}\] ~ {generation} with '{strategy}' assignor"),
    (BROKER, Kind.SHARE_GROUP, " the share group", r"\[GroupId {group}\] .*~"),
    (BROKER, Kind.STREAMS_GROUP, " the streams group", r"\[GroupId {group}\]\[MemberId .*~"),
    (BROKER, Kind.STREAMS_GROUP, "Bumped streams group epoch", r"\[GroupId {group}\]\[MemberId .*~"),
    (BROKER, Kind.ENTERED, "joins the consumer group using the",
     r"\[GroupId {group}\] (?:Static m|M)ember {member} {instance}~"),
    (BROKER, Kind.ENTERED, "to replace the existing member",
     r"\[GroupId {group}\] Static member .* Created a new member {member} ~ (?P<gone>[\w-]+)"),
    (BROKER, Kind.ENTERED, "rejoins, assigning new member id",
     r"of group {group} with unknown member id ~ {member}, while old member id (?P<gone>\S+)"),
    (BROKER, Kind.ENTERED, "Adding new static member", r"~ .+? to group {group} with member id (?P<member>\S+)\."),
    (BROKER, Kind.ENTERED, "Adding to the group now",
     r"[Mm]ember with (?:specific member )?id {member} joins group {group} in \w+ state\. ~"),
    (BROKER, Kind.ENTERED, "Created a new member id",
     r"joins group {group} in (?:state )?\w+(?: state)?\. ~ {member} (?:for this member )?and add"),
    (BROKER, Kind.PENDING, "Created a new member id",
     r"joins group {group} in (?:state )?\w+(?: state)?\. ~ {member} and request"),
    (BROKER, Kind.GONE, "Replacing previously mapped member", r"joins group {group} in \w+ state\. ~ {member} with"),
    (BROKER, Kind.GONE, "left the consumer group", r"\[GroupId {group}\] (?:Static )?Member {member} {instance}~"),
    (BROKER, Kind.GONE, "fenced from the group because", r"\[GroupId {group}\] Member {member} ~"),
    (BROKER, Kind.GONE, "dynamic members who haven't joined:", r"Group {group} removed? ~ {members}"),
    (BROKER, Kind.GONE, "has failed, removing it", r"Member {member} in group {group} ~"),
    (BROKER, Kind.GONE, "has left, removing it",
     r"Member(?:\[.*member\.id)? (?P<member>[^\s\]]+)\]? in group {group} ~"),
    (BROKER, Kind.GONE, "has been removed after session timeout", r"Pending member {member} in group {group} ~"),
    (BROKER, Kind.GONE, "is leaving group", r"Pending member {member} ~ {group}\.(?: \(|$)"),
    (BROKER, Kind.GONE, "has left group through explicit `LeaveGroup`",
     r"\[Group {group}\] (?:Dynamic |Static )?(?:Pending m|M)ember {member} {instance}~"),
    (BROKER, Kind.GONE, "has left group",
     r"[Mm]ember (?:MemberMetadata\(memberId=|with memberId=)?(?P<member>[^\s,]+)(?:, .*\))? ~ {group} through "),
    (FRANZ_GO, Kind.JOINED, "joined, balancing group", _GO_JOINED + "(?:, .*?balance_protocol: (?P<strategy>[^,]+))?"),
    (FRANZ_GO, Kind.JOINED, "joined as leader but unable to balance group due to KIP-345 limitations", _GO_JOINED),
    (FRANZ_GO, Kind.JOINED, "joined", _GO_JOINED),
    (FRANZ_GO, Kind.PLAN, "balanced", r"~; .*?plan: (?P<plan>.*?)(?:; [\w.@-]+: .*)?$"),
    (FRANZ_GO, Kind.CUT, '"balanced"', "~"),
    (FRANZ_GO, Kind.UNREAD, "balanced", _GO_CUT.replace("KEY", "plan")),
    (FRANZ_GO, Kind.SHARE, "synced", r"~; .*?group: {group}, assigned: (?P<share>.*)"),
    (FRANZ_GO, Kind.SHARE, "consumer group initial heartbeat received assignment", _GO_ASSIGNED),
    (FRANZ_GO, Kind.SHARE, "consumer group heartbeat detected an updated assignment", _GO_ASSIGNED),
    (FRANZ_GO, Kind.UNREAD, "synced", _GO_CUT.replace("KEY", "(?:group|assigned)")),
    (FRANZ_GO, Kind.UNREAD, "joined", _GO_CUT.replace("KEY", "(?:member_id|generation)")),
    (FRANZ_GO, Kind.SUBSCRIPTIONS, "balance group member", r"~; .*?(?P<members>id: .*topics: \[[^]]*\])"),
    (LIBRDKAFKA, Kind.JOINED, "JoinGroup response: GenerationId",
     r"~ {generation}, Protocol {strategy}, LeaderId .*?, my MemberId (?P<member>.+?), (?:member metadata|\d+ memb)"),
    (LIBRDKAFKA, Kind.NAMED, "JoinGroup response: GenerationId -1,", "~"),
    (LIBRDKAFKA, Kind.LISTED, "member(s) finished in", r'Group "{group}" {strategy} assignment for {count} ~'),
    (LIBRDKAFKA, Kind.LISTED, "running", r'Group "{group}" ~ {strategy} assign[a-z]+ for {count} member\(s\)'),
    (LIBRDKAFKA, Kind.LISTED, "List with", r"\bASSIGNMENT\b.* ~ (?P<own>\d+) partition"),
    (LIBRDKAFKA, Kind.LISTED_MEMBER, 'Member "',
     r'~(?P<member>.*?)"(?: \(me\))? (?:assigned|with)(?: \d+ \w+ partition\(s\) and)? {count} [\w ]+\(s\):'),
    (LIBRDKAFKA, Kind.LISTED_PARTITION, "[thrd:main]: ", r"^(?:.*\bASSIGNMENT\b|(?!.*\] offset )).*?~ +{partition}"),
    (LIBRDKAFKA, Kind.LISTED_PARTITION, "|ASSIGN|", r"~(?:[^|]*\|)? +{partition}"),
    (LIBRDKAFKA, Kind.LISTED_PARTITION, "|ASSIGNMENT|", r"~(?:[^|]*\|)? +{partition}"),
    (LIBRDKAFKA, Kind.NAMED, "[thrd:main]: Group ", r'~"{group}"'),
    (PYTHON, Kind.JOINED, "Successfully joined group",
     r"~ {group} <Generation {generation} \(member_id: {member}, protocol: (?P<strategy>.+?)\)>"),
    (PYTHON, Kind.JOINED, "Successfully joined group", r"~ {group} with generation {generation}"),
    (PYTHON, Kind.JOINED, "Received successful JoinGroup response for group",
     (r"~ {group}: .*?generation_id={generation}, group_protocol=u?'(?P<strategy>.*?)', "
      r".*? member_id=u?'(?P<member>.+?)'")),
    (PYTHON, Kind.JOINED, "Joined group", r"~ '{group}' \(generation {generation}\) with member_id {member}"),
    (PYTHON, Kind.PLAN, "Finished assignment for group", r"~ {group}: (?P<plan>\{.*)"),
    (PYTHON, Kind.SUBSCRIPTIONS, "Performing assignment for group",
     r"~ {group} using strategy {strategy} with subscriptions (?P<members>.*)"),
    (PYTHON, Kind.SHARE, "Setting newly assigned partitions",
     r"~ (?P<share>\{.*\}|(?:frozen)?set\(.*\)) for group (?P<group>\S+)"),
    (PYTHON, Kind.SHARE, "Cooperative rebalance complete",
     r"~ for group {group}: owned=.*?, assigned=(?P<share>.*?), revoked="),
    (KAFKAJS, Kind.JOINED, "Chosen as group leader", _JS_JOINED),
    (KAFKAJS, Kind.PLAN, "Group assignment",
     r"~; .*?groupId: {group}, generationId: {generation}, groupProtocol: {strategy}, assignment: (?P<plan>.*)"),
    (KAFKAJS, Kind.SHARE, "Received assignment", _JS_JOINED + r", memberAssignment: (?P<share>\{.*)"),
    (KAFKAJS, Kind.SHARE, "Consumer has joined the group",
     r"~; .*?groupId: {group}, memberId: (?P<member>[^,]+), .*?memberAssignment: (?P<share>\{.*)"),
    *((KAFKAJS, Kind.CUT, f'"[ConsumerGroup] {what}"', "~")
      for what in ("Group assignment", "Received assignment", "Consumer has joined the group")),
    (KAFKAJS, Kind.GONE, "consumer not running, exiting", r"~; .*?groupId: {group}, memberId: (?P<member>[^,]+)"),
    (KAFKA_GO, Kind.JOINED, "joined group ", r"~{group} as member (?P<member>.+?) in generation {generation}"),
    (KAFKA_GO, Kind.FOUND, "balancer to assign group", r"using '{strategy}' ~, {group}(?:; |\s*$)"),
    (KAFKA_GO, Kind.FOUND, "found member: ", r"~(?P<member>.+?)/\[\]byte"),
    (KAFKA_GO, Kind.FOUND, "found topic/partition: ", r"~(?P<topic>[\w.-]+)/(?P<partition>\d+)"),
    (KAFKA_GO, Kind.ASSIGNED, "assigned member/topic/partitions ",
     r"~(?P<member>.+)/(?P<share>[\w.-]+/\[[\d ]*\])"),
    (KAFKA_GO, Kind.BALANCED, "joinGroup succeeded for response", r"~, {group}\. +generationID={generation}"),
    (SARAMA, Kind.PART, "added subscription to", r"consumer/broker/\d+ ~"),
    *((JAVA, Kind.UNREAD, marker, "~") for marker in _DECISIVE),
)  # fmt: skip


def _pattern(text: str, marker: str) -> re.Pattern[str]:
    for word, meaning in _WORDS.items():
        text = text.replace(f"{{{word}}}", meaning)
    return re.compile(text.replace("~", re.escape(marker)))


PATTERNS = tuple(LinePattern(client, kind, marker, _pattern(text, marker)) for client, kind, marker, text in _TABLE)
"""The first that fits decides. In `_TABLE`, `~` stands for the marker."""

READ_PLAN: dict[str, Callable[[str], Plan | None]] = {
    JAVA: java_plan,
    FRANZ_GO: go_plan,
    PYTHON: python_plan,
    KAFKAJS: js_plan,
}
READ_SHARE: dict[str, Callable[[str], Share | None]] = {
    JAVA: dashed_share,
    FRANZ_GO: go_share,
    PYTHON: python_share,
    KAFKAJS: js_share,
}
READ_MEMBERS = {
    JAVA: re.compile(
        r"[{ ](?P<id>[^{},][^,]*?)=Subscription\(topics=\[(?P<topics>[^]]*)\](?:, userDataSize=\d+)?"
        r"(?:, ownedPartitions=\[[^]]*\])?(?:, groupInstanceId=(?P<instance>[^,)]*))?(?:, generationId=-?\d+)?"
        r"(?:, rackId=(?P<rack>[^,)]*))?\)(?=, |\})"
    ),
    FRANZ_GO: re.compile(
        r"id: (?P<id>.+?)(?:, instance_id: (?P<instance>.+?))?, interests: interested topics: \[(?P<topics>[^]]*)\]"
    ),
    PYTHON: re.compile(
        r"(?:'(?P<id>[^']+)': |member_id=u?'(?P<id2>[^']+)', group_instance_id=(?P<instance>\S+), metadata=)"
        r"\w+\(version=\d+, (?:subscription|topics)=\[(?P<topics>[^]]*)\]"
    ),
}
"""How each client prints the members whose subscriptions the leader saw."""
