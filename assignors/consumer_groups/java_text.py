"""
Groups as Java's Admin prints them: the text of `ConsumerGroupDescription`, in a log or on a terminal.

Read from its source in Kafka 2.0 to 4.3, and from what 4.3.1 prints. The text becomes the same object as in JSON.
"""

from __future__ import annotations

import re

from kafka_assay.assignors.consumer_groups.described_groups import read_group, views_of
from kafka_assay.assignors.consumer_groups.documents import Fields
from kafka_assay.assignors.consumer_groups.views import SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup

_START = re.compile(r"\(groupId=(?=[^\n]*?, (?:isSimpleConsumerGroup|members)=)")
_OTHER = re.compile(r"\(groupId=([^\n]*?), (?:members|groupEpoch)=")
_GROUP = re.compile(
    r"\(groupId=(?P<groupId>[^\n]*?), isSimpleConsumerGroup=(?:true|false), members=(?P<members>[^\n]*?)"
    r", partitionAssignor=(?P<partitionAssignor>[^,()]*)(?:, type=(?P<type>\w+))?, (?:state|groupState)=(?P<state>\w+)"
    r", coordinator=[^\n]*?\)"
)
_MEMBER = re.compile(
    r"\(memberId=(?P<memberId>.*?)(?:, groupInstanceId=(?P<groupInstanceId>.*?))?(?:, rackId=(?P<rackId>.*?))?"
    r", clientId=(?P<clientId>.*?), host=(?P<host>.*?), assignment=\(topicPartitions=(?P<assignment>[^()]*)\)"
    r"(?:, targetAssignment=Optional(?:\.empty|\[\(topicPartitions=[^()]*\)\]))?"
    r"(?:, memberEpoch=(?P<memberEpoch>\w+), upgraded=\w+)?\)(?:,|$)"
)


def recognises(text: str) -> bool:
    """
    Whether `text` has such a group.

    >>> recognises("INFO (groupId=g, isSimpleConsumerGroup=false, members=, ..."), recognises("groupId=g")
    (True, False)
    """
    return _START.search(text) is not None


def read(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """Add the groups in `source`. Raises `AssayError`."""
    for number, line in enumerate(source.text.split("\n"), start=1):
        for start in _START.finditer(line):
            _read_group(line[start.start() :], f"line {number}", groups)
    if not recognises(source.text):
        raise AssayError("contains no ConsumerGroupDescription: expected (groupId=..., isSimpleConsumerGroup=...")
    return ()


def _read_group(text: str, place: str, groups: dict[str, Views]) -> None:
    found = _GROUP.match(text)
    if found is None:
        other = _OTHER.match(text)
        if other is None or "isSimpleConsumerGroup" in text:
            raise InvalidGroup(place, text, "a whole ConsumerGroupDescription, up to its coordinator")
        views_of(other[1], groups, "the text").group_type = "Share"
        return
    members, position = [], 0
    while position < len(found["members"]):
        member = _MEMBER.match(found["members"], position)
        if member is None or "(memberId=" in member[0][1:]:
            raise InvalidGroup(f"{place} members", found["members"][position:], "a MemberDescription")
        position = member.end()
        fields = {key: value for key, value in member.groupdict().items() if value not in {None, "null"}}
        members.append({**fields, "assignment": list(filter(None, fields["assignment"].split(",")))})
    described = {**found.groupdict(), "members": members}
    views = views_of(found["groupId"], groups, "the text")
    read_group(views, Fields({key: value for key, value in described.items() if value is not None}, place))
