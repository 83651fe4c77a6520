"""
Groups as JSON, in the shapes in which admin clients and dashboards describe them.

Read from the source of each: kafkajs 2.2.4 (`describeGroups`), franz-go kadm 1.20 (`Lag`, `DescribeConsumerGroups`) and
kmsg, sarama 1.61 (`DescribeConsumerGroups`), confluent-kafka-python and -go 2.x and -javascript 1.x, kafka-python 3.0,
Confluent REST 8.5 (`/v3/clusters/.../consumer-groups`), mcp-confluent (`describe-consumer-group`), kafbat/kafka-ui 1.5,
AKHQ 0.26, rpk 25.3 (`group describe --format json` and `yaml`), Redpanda Console 2, kafka-python 2.0.2 (printed),
Huawei Cloud (`ShowGroups`). From what they print: kafka-node, kastlex.

They differ in the spelling of keys, in where owners stand (with the members, or with the partitions), and in what they
leave out. Assignments and subscriptions may be the bytes that the broker keeps, as base64 or as a `Buffer` of Node.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from kafka_assay.assignors.consumer_groups.documents import Fields, documents_in, number_in, plain_key
from kafka_assay.assignors.consumer_groups.views import MemberRow, OffsetsRow, SourceText, Views
from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.formats.json_values import INT32, integer_at, object_at, path_to, text_at
from kafka_assay.assignors.model import GROUP_STATES, LEGAL_TOPIC, MOST_PARTITIONS, Claims, Member

_NAME = ("groupid", "groupname", "consumergroupid", "group", "id")
_OF_A_GROUP = ("groupid", "consumergroupid", "groupname", "members", "memberid", "consumerid")
_MEMBERS = ("membersdetails", "memberdetails", "members")
_OWNED = ("assignment", "assignments", "memberassignment", "assigned", "topicpartitions")
_METADATA = ("membermetadata", "protocolmetadata", "metadata", "join")
_TOPICS = ("subscribedtopicnames", "subscribedtopics", "subscriptions", "subscription", "topics")
_OFFSETS = ("partitions", "offsets", "groupmessageoffsets")
_OWNER = ("member", "memberid", "consumerid", "id")
_COMMITTED = ("currentoffset", "committedoffset", "commitoffset", "groupoffset", "messagecurrentoffset", "offset")
_END = ("logendoffset", "endoffset", "lastoffset", "highwatermark", "highwmoffset", "messagelogendoffset")
_LISTS = ("topicpartitions", "assignedpartitions", "topics", "assignment", "partitions")
"""Keys of the object around a list of partitions."""

_STATES_BY_NUMBER = ("Unknown", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead", "Empty")
_TYPES_BY_NUMBER = ("Unknown", "Consumer", "Classic")
"""The enumerations of librdkafka, which confluent-kafka-javascript and -go print as numbers."""
_CLAIMS_TIP = (
    "add what shows the owner of each partition (kadm: Lag, or Assigned.AsConsumer(); Confluent REST: "
    "/consumers/ID/assignments or /lags)"
)
_CONFLUENT_TEXT = re.compile(r"TopicPartition\{topic=([^,]*),partition=([^,]*),")
"""How confluent-kafka prints a partition."""
_DEAD = "it is Dead: it does not exist, or this client cannot describe a group of its type"
_REST = "KafkaConsumer"


def recognises(text: str) -> bool:
    """
    Whether `text` has a group as JSON or YAML.

    >>> recognises('{"groupId": "g", "members": []}'), recognises('{"id": 1}')
    (True, False)
    """
    return any(True for path, value in documents_in(text) for _ in _groups_in(value, path, []))


def read(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """Add the groups in `source`. Raises `AssayError`."""
    strays: list[Fields] = []
    found = [one for path, value in documents_in(source.text) for one in _groups_in(value, path, strays)]
    if strays or not found:
        place, expected = strays[0].path if strays else "", "a group, with groupId (or its like) and members"
        raise InvalidGroup(place, "an object", expected)
    resources: dict[str, list[Fields]] = {}
    for fields in found:
        name = fields.text(*_NAME) or ""
        if _is_resource(fields):
            resources.setdefault(name, []).append(fields)
        else:
            read_group(views_of(name, groups), fields)
    for name, parts in resources.items():
        _read_resources(views_of(name, groups), parts)
    return ()


def _groups_in(value: Any, path: str, strays: list[Fields]) -> Iterator[Fields]:
    """The groups in a document: itself, or anywhere inside. What belongs to a group outside of any goes to `strays`."""
    if isinstance(value, dict) and "format" not in value:
        fields = Fields(value, path)
        if _is_resource(fields) or (_has_name(fields) and fields.has(*_MEMBERS)):
            yield fields
            return
        if fields.has(*_OF_A_GROUP):
            strays.append(fields)
        for key, one in value.items():
            yield from _groups_in(one, path_to(path, key), strays)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _groups_in(one, path_to(path, place), strays)


def _has_name(fields: Fields) -> bool:
    name = fields.get(*_NAME)[1]
    return isinstance(name, str) and name != ""


def _is_resource(fields: Fields) -> bool:
    kind = str(fields.get("kind")[1])
    return kind.startswith(_REST) and not kind.endswith("List") and _has_name(fields)


def views_of(name: str, groups: dict[str, Views], source: str = "the JSON") -> Views:
    """The views of the group `name`, which `source` shows."""
    views = groups.setdefault(name, Views(name=name))
    views.source, views.claims_tip = source, _CLAIMS_TIP
    return views


def read_group(views: Views, fields: Fields) -> None:
    """Add one described group to its `views`. Raises `AssayError`."""
    _read_head(views, fields)
    if isinstance(fields.get("members")[1], (int, str)):
        views.member_count = fields.number("members", most=INT32)
    if isinstance(fields.get(*_MEMBERS)[1], (list, dict)):
        if views.members is not None:
            views.remarks.append("the members were given more than once; the last ones are used")
        views.members = _member_rows(fields)
        views.member_count = len(views.members)
    if views.state == "Dead" and not views.members and views.refused is None:
        views.refused = _DEAD
    elif views.refused == _DEAD:
        views.refused = None
    for topic in fields.objects("topicoffsets"):
        if count := topic.number("partitioncount", most=MOST_PARTITIONS):
            views.partition_counts[_topic(topic.get("topic")[1], topic.path)] = count
    rows = list(_offsets_rows(fields))
    if rows or isinstance(fields.get("lag")[1], dict) or fields.has("membersdetails"):
        views.put_offsets(rows)


def _read_head(views: Views, fields: Fields) -> None:
    """The state, type and strategy of a group, and why it is no group of consumers."""
    for key in ("errormessage", "error", "err", "errorcode", "describeerr", "fetcherr"):
        wrong = fields.get(key)[1]
        if wrong not in (None, 0, "", "0", {}):
            said = wrong.get("Message", wrong) if isinstance(wrong, dict) else wrong
            views.refused = f"it was not described ({key} {said})"
    protocol = fields.text("protocoltype")
    if protocol not in {None, "consumer"}:
        tip = ": give /connectors?expand=status&expand=info of its REST API" if protocol == "connect" else ""
        views.refused = f"it has the protocol type {protocol!r}, so its members read nothing{tip}"
    _, state = fields.get("state", "groupstate")
    if state is not None:
        views.state = _known_word(state, GROUP_STATES, _STATES_BY_NUMBER)
        if views.state is None:
            views.remarks.append(f"the state {state!r} is ignored, because it is not one of {', '.join(GROUP_STATES)}")
    _, group_type = fields.get("type", "grouptype")
    if group_type is not None:
        views.group_type = _known_word(group_type, ("Classic", "Consumer", "Share", "Streams"), _TYPES_BY_NUMBER)
    strategy = fields.text("partitionassignor", "assignmentstrategy", "balancer", "assignor", "assignorname")
    strategy = strategy or fields.text("protocol", "protocoldata")
    views.strategy = strategy or views.strategy


def _known_word(value: Any, words: tuple[str, ...], by_number: tuple[str, ...]) -> str | None:
    """One of the `words`, which may be written as in Java (`PREPARING_REBALANCE`) or as a number."""
    if type(value) is int:
        return by_number[value] if 0 <= value < len(by_number) else None
    plain = plain_key(str(value).rpartition(".")[2])
    return next((word for word in words if word.lower() == plain), None)


def _member_rows(fields: Fields) -> list[MemberRow]:
    """The members of a group. Raises `InvalidGroup` where one is there twice and differs."""
    rows: dict[str, MemberRow] = {}
    for one in fields.objects(*_MEMBERS):
        row = _member_row(one)
        if rows.setdefault(row.member.id, row) != row:
            raise InvalidGroup(one.path, row.member.id, "each member once")
    return list(rows.values())


def _member_row(fields: Fields) -> MemberRow:
    member_id = fields.text("memberid", "consumerid", "id")
    if member_id is None:
        raise InvalidGroup(path_to(fields.path, "memberId"), None, "the id of a member")
    path, owned = fields.get(*_OWNED)
    # kadm's `Assigned` has no public fields, so it becomes {}. The `topic_partitions` of rpk are always empty.
    is_shown = owned is not None and not (owned == {} and fields.has("assigned"))
    is_shown = is_shown and not (owned == [] and fields.has("topicpartitions"))
    subscription, rack = _subscription(fields)
    instance = fields.text("groupinstanceid", "instanceid")
    claims = _claims(owned, path) if is_shown else {}
    return MemberRow(
        member=Member(
            id=member_id,
            subscription=subscription or (),
            owned=_sorted_claims(claims),
            generation=fields.number("memberepoch", "epoch", most=INT32),
            instance_id=None if instance == "null" else instance,
            rack=fields.text("rackid", "rack") or rack,
            host=fields.text("clienthost", "host"),
            client_id=fields.text("clientid"),
        ),
        partitions=sum(map(len, claims.values())) if is_shown else None,
        names_topics=is_shown,
        shows_subscription=subscription is not None,
    )


def _subscription(fields: Fields) -> tuple[tuple[str, ...] | None, str | None]:
    """The topics that a member subscribes to, if they are shown, and the rack in its metadata."""
    path, value = fields.get(*_METADATA)
    data = _bytes_in(value, path)
    if data:
        sent = _wire_format().read_subscription(data)
        if sent is None:
            raise InvalidGroup(path, value, "the bytes of a member's subscription")
        return sent.topics, sent.rack
    inner = Fields(value, path) if isinstance(value, dict) and data is None else fields
    path, topics = inner.get(*_TOPICS)
    if isinstance(topics, dict):
        path, topics = Fields(topics, path).get("topics")
    # A pattern, which the broker resolves, may subscribe to more than the names.
    if not isinstance(topics, list) or fields.text("subscribedtopicregex") is not None:
        return None, None
    return tuple(_topic(one, path_to(path, place)) for place, one in enumerate(topics)), inner.text("rackid", "rack")


def _wire_format() -> ModuleType:
    require_libraries("assay import of the bytes that a member sent", "kio")
    from kafka_assay.assignors.live_groups import classic_metadata

    return classic_metadata


def _bytes_in(value: Any, path: str) -> bytes | None:
    """The bytes of a base64 text, of a `Buffer` or of Python; None where `value` is neither."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        try:
            return base64.b64decode(value, validate=True)
        except ValueError:
            raise InvalidGroup(path, value, "bytes as base64") from None
    if isinstance(value, dict) and value.get("type") == "Buffer":
        data = value.get("data")
        if isinstance(data, list) and all(type(one) is int and 0 <= one < 256 for one in data):
            return bytes(data)
        raise InvalidGroup(path_to(path, "data"), data, "a list of bytes")
    return None


def _claims(value: Any, path: str) -> dict[str, set[int]]:
    """The partitions in a member's assignment, in whatever shape. Raises `InvalidGroup`."""
    owned: dict[str, set[int]] = {}
    data = _bytes_in(value, path)
    if data:
        claims = _wire_format().read_assignment(data)
        if claims is None:
            raise InvalidGroup(path, value, "the bytes of a member's assignment")
        return {topic: set(ids) for topic, ids in claims}
    if data is None:
        _collect(value, path, owned)
    return owned


def _collect(value: Any, path: str, owned: dict[str, set[int]]) -> None:
    """Add the partitions in a list, in an object around a list, or in an object topic -> partitions."""
    if isinstance(value, list):
        for place, one in enumerate(value):
            _collect_one(one, path_to(path, place), owned)
        return
    fields = Fields(value, path)
    if fields.has(*_LISTS):
        inner_path, inner = fields.get(*_LISTS)
        _collect([] if inner is None else inner, inner_path, owned)
        return
    for topic, ids in object_at(value, path).items():
        _add(topic, ids, path_to(path, topic), owned)


def _collect_one(value: Any, path: str, owned: dict[str, set[int]]) -> None:
    """Add one partition, or those of one topic: an object, a pair, or a text such as `t-0`."""
    topic: Any = None
    if isinstance(value, dict):
        fields = Fields(value, path)
        topic = fields.get("topic", "topicname", "name")[1]
        path_of_ids, ids = fields.get("partitions", "partition", "partitionids", "partitionid")
        path = path_of_ids or path
    elif isinstance(value, list) and len(value) == 2:
        topic, ids = value
    elif isinstance(value, str) and (found := _CONFLUENT_TEXT.match(value)):
        topic, ids = found.groups()
    elif isinstance(value, str):
        topic, _, ids = value.rpartition("-")
    if not topic or ids is None:
        raise InvalidGroup(path, value, 'a partition, such as {"topic": "t", "partition": 0}')
    _add(topic, ids, path, owned)


def _add(topic: Any, ids: Any, path: str, owned: dict[str, set[int]]) -> None:
    """Add the partitions `ids` of a topic: one, a list, or the keys of an object."""
    found = owned.setdefault(_topic(topic, path), set())
    for one in ids if isinstance(ids, (list, dict)) else [ids]:
        found.add(_partition(one, path))


def _sorted_claims(owned: dict[str, set[int]]) -> Claims:
    return tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(owned.items()) if ids)


def _topic(value: Any, path: str) -> str:
    if not LEGAL_TOPIC.fullmatch(text_at(value, path)):
        raise InvalidGroup(path, value, "a topic name")
    return str(value)


def _partition(value: Any, path: str) -> int:
    return integer_at(number_in(value), path, most=MOST_PARTITIONS - 1, least=0, what="a partition id")


def _offsets_rows(fields: Fields) -> Iterator[OffsetsRow]:
    """The partitions of a group with their owners and offsets."""
    path, lag = fields.get("lag")
    if isinstance(lag, dict):  # kadm: topic -> partition -> its lag
        for topic, inner in lag.items():
            for one in Fields(inner, path_to(path, topic)).values():
                yield _kadm_row(one)
    for topic in fields.objects("topicoffsets"):
        for one in topic.objects("partitionoffsets"):
            row = offsets_row(one, topic)  # beside an error, Redpanda Console writes 0
            yield row if one.text("error") is None else row._replace(committed=None, end=None)
    for one in fields.objects(*_OFFSETS):
        if fields.has("membersdetails") and not one.has("memberid"):
            raise InvalidGroup(path_to(one.path, "member_id"), None, "the id of a member, or an empty text")
        yield offsets_row(one)


def _kadm_row(fields: Fields) -> OffsetsRow:
    committed, end = fields.inner("commit"), fields.inner("end")
    return offsets_row(fields)._replace(
        committed=None if committed is None else committed.number("at"),
        end=None if end is None else end.number("offset"),
    )


def offsets_row(fields: Fields, around: Fields | None = None) -> OffsetsRow:
    """A partition with its owner and its offsets. The topic may be named by the object `around` it."""
    topic_path, topic = (around or fields).get("topic", "topicname")
    partition_path, partition = fields.get("partition", "partitionid")
    owner = fields.inner("member") or fields
    committed, end, lag = fields.number(*_COMMITTED), fields.number(*_END), number_in(fields.get("lag")[1])
    return OffsetsRow(
        topic=_topic(topic, topic_path or path_to(fields.path, "topic")),
        partition=_partition(partition, partition_path or path_to(fields.path, "partition")),
        committed=committed,
        end=committed + lag if end is None and committed is not None and type(lag) is int and lag >= 0 else end,
        member=owner.text("memberid", "consumerid", "id"),
        host=owner.text("clienthost", "host"),
        client_id=owner.text("clientid"),
        shows_owner=fields.has(*_OWNER),
    )


def _read_resources(views: Views, parts: list[Fields]) -> None:
    """Add the resources of one group in Confluent's REST API: the group, its consumers, their partitions, and lags."""
    owned: dict[str, dict[str, set[int]]] = {}
    for one in parts:
        kind = one.text("kind")
        if kind not in {_REST + "Group", _REST + "GroupLagSummary"} and not one.has("consumerid"):
            raise InvalidGroup(path_to(one.path, "consumer_id"), None, "the id of a consumer, or an empty text")
        if kind == _REST + "Group":
            _read_head(views, one)
        elif kind == _REST:
            _put_row(views, _resource_row(views, one))
        elif kind == _REST + "Assignment":
            row = offsets_row(one)
            owned.setdefault(row.member or "", {}).setdefault(row.topic or "", set()).add(row.partition)
        elif kind == _REST + "Lag":
            views.offsets = [*(views.offsets or []), offsets_row(one)]
    for consumer, topics in owned.items():
        rows = {row.member.id: row.member for row in views.members or []}
        member = rows.get(consumer, Member(id=consumer, subscription=()))
        for topic, ids in member.owned:
            topics.setdefault(topic, set()).update(ids)
        claims = _sorted_claims(topics)
        partitions = sum(map(len, topics.values()))
        _put_row(views, MemberRow(member=member.with_claims(claims, member.generation), partitions=partitions))


def _resource_row(views: Views, fields: Fields) -> MemberRow:
    """A consumer, with the claims that are known of it. Raises `InvalidGroup` where it was there, and differs."""
    row = _member_row(fields)
    before = next((one for one in views.members or [] if one.member.id == row.member.id), row)
    if row.member.with_claims(before.member.owned, before.member.generation) != before.member:
        raise InvalidGroup(fields.path, row.member.id, "each consumer once")
    return before


def _put_row(views: Views, row: MemberRow) -> None:
    others = [one for one in views.members or [] if one.member.id != row.member.id]
    views.members = [*others, row]
