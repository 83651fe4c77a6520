"""
Groups as Java's Admin prints them: the text of `ConsumerGroupDescription`, in a log or on a terminal.

Read from its source in Kafka 2.0 to 4.3, and from what 4.3.1 prints. The text becomes the same object as in JSON.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, pairwise

from kafka_assay.assignors.consumer_groups.described_groups import read_group, views_of
from kafka_assay.assignors.consumer_groups.documents import Fields
from kafka_assay.assignors.consumer_groups.views import SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup

_START = re.compile(r"\(groupId=(?=(?:(?!\(groupId=).){0,999}?, *(?:isSimpleConsumerGroup|members)=)", re.DOTALL)
_OTHER = re.compile(r"\(groupId=(.*?), *(?:members|groupEpoch)=")
_HEAD = re.compile(r"isSimpleConsumerGroup=\w+, *members=")
_INDENT = re.compile(r"^(?:\s*(?:(?://|#|\*)\s+)?(?=[()]|\w+=)|\s*(?://|#|\*) )")
"""What people write before the lines of a description that they broke: spaces, or the sign of a comment."""
_GROUP = re.compile(
    r"\(groupId=(?P<groupId>.*?), *isSimpleConsumerGroup=(?:true|false), *members=(?P<members>.*?)"
    r", *partitionAssignor=(?P<partitionAssignor>[^,()]*)(?:, *type=(?P<type>\w+))?"
    r", *(?:state|groupState)=(?P<state>\w+), *coordinator=.*?\)"
)
_MEMBER = re.compile(
    r"\(memberId=(?P<memberId>.*?)(?:, *groupInstanceId=(?P<groupInstanceId>.*?))?(?:, *rackId=(?P<rackId>.*?))?"
    r", *clientId=(?P<clientId>.*?), *host=(?P<host>.*?), *assignment=\(topicPartitions=(?P<assignment>[^()]*)\)"
    r"(?:, *targetAssignment=Optional(?:\.empty|\[\(topicPartitions=[^()]*\)\]))?"
    r"(?:, *memberEpoch=(?P<memberEpoch>\w+), *upgraded=\w+)?\)(?:, *|$)"
)


def recognises(text: str) -> bool:
    """
    Whether `text` has such a group.

    >>> recognises("INFO (groupId=g, isSimpleConsumerGroup=false, members=, ..."), recognises("groupId=g")
    (True, False)
    """
    has_words = "isSimpleConsumerGroup=" in text or "(groupId=" in text  # a large text of others is not searched
    return has_words and _START.search("".join(_lines(text))) is not None


def _lines(text: str) -> list[str]:
    """The lines of `text`. Joined, they have each description in one line."""
    return [_INDENT.sub("", line) for line in text.split("\n")]


def read(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """Add the groups in `source`. Raises `AssayError`."""
    lines = _lines(source.text)
    text, ends = "".join(lines), list(accumulate(map(len, lines)))
    starts = [found.start() for found in _START.finditer(text)]
    heads = len(_HEAD.findall(text))
    if not starts or heads > len(starts):
        expected = "expected each to begin with (groupId=..., isSimpleConsumerGroup=..."
        raise AssayError(f"contains {heads} ConsumerGroupDescription, of which {len(starts)} are whole: {expected}")
    for start, end in pairwise([*starts, len(text)]):
        _read_group(text[start:end], f"line {bisect_right(ends, start) + 1}", groups)
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
        members.append({**fields, "assignment": list(filter(None, re.split(r"[,\s]+", fields["assignment"])))})
    described = {**found.groupdict(), "members": members}
    views = views_of(found["groupId"], groups, "the text")
    read_group(views, Fields({key: value for key, value in described.items() if value is not None}, place))
