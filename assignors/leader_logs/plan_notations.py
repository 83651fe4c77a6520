"""
Plans and lists of partitions, as each client prints them.

    Java         {m=Assignment(partitions=[t-0, t-1], userDataSize=4), n=Assignment(partitions=[])}
    franz-go     m{t[0 1], u[2]}, n{}
    kafka-python {'m': ConsumerProtocolAssignment(version=0, assigned_partitions=[('t', [0, 1])], user_data=b'')}
    aiokafka     {'m': ConsumerProtocolMemberAssignment(version=0, assignment=[(topic='t', partitions=[0])], ...)}
    kafkajs      [{"memberId": "m", "memberAssignment": {"type": "Buffer", "data": [0, 0, ...]}}]

A reader of a plan ignores what a layout adds after it, and returns None where the plan is not whole: a line may be cut,
or its names may be replaced by the same word.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from typing import TypeAlias

Share: TypeAlias = "frozenset[tuple[str, int]]"
"""The partitions of a member."""
Plan: TypeAlias = "dict[str, Share]"
"""Member id -> its partitions."""

_TOPIC = r"[A-Za-z0-9._-]+"
_DASHED = re.compile(rf"({_TOPIC})-(\d+)", re.ASCII)
_LISTED = re.compile(rf'({_TOPIC})"?:?\[([\d ,]*)\]', re.ASCII)
_PYTHON_TOPIC = re.compile(rf"(?:topic=)?u?'({_TOPIC})', (?:partitions=)?\[([\d, ]*)\]", re.ASCII)
_PYTHON_PARTITION = re.compile(rf"TopicPartition\(topic=u?'({_TOPIC})', partition=(\d+)\)", re.ASCII)
_JAVA_MEMBER = re.compile(r"(.+?)=Assignment\(partitions=\[([^][]*)\](?:, userDataSize=\d+)?\)", re.ASCII)
_KEY = re.compile(r"[\w.@-]+: ")
_GO_SHARE = re.compile(
    rf'map\[(?:{_TOPIC}:\[[\d ]*\] ?)*\]|\{{(?:"{_TOPIC}":\[[\d,]*\],?)*\}}'
    rf"|(?:{_TOPIC}\[[\d ]*\](?:, {_TOPIC}\[[\d ]*\])*)?(?=\s*$|; |, {_KEY.pattern})",
    re.ASCII,
)
_GO_MEMBER = re.compile(rf"([^{{}}]+)\{{((?:{_TOPIC}\[[\d ]*\](?:, )?)*)\}}", re.ASCII)
_PYTHON_MEMBER = re.compile(r"u?(?:'([^']+)'|\"([^\"]+)\"): (\w+\(.*?user_data=(?:b?'.*?'|b?\".*?\"|None)\))", re.ASCII)


def java_plan(text: str) -> Plan | None:
    """
    The plan of a Java client. The last hyphen separates the partition.

    >>> java_plan("{a-1=Assignment(partitions=[b-c-2]), b=Assignment(partitions=[])} (o.a.k.Coordinator)")
    {'a-1': frozenset({('b-c', 2)}), 'b': frozenset()}
    >>> java_plan("{a-1=Assignment(partitions=[b-c-2]), b=Assign")
    """
    return _plan(text, _JAVA_MEMBER, dashed_share, braces=True)


def go_plan(text: str) -> Plan | None:
    """
    The plan of franz-go. Behind it a logger may print further keys.

    >>> go_plan("a{t[0]}, b{}, caller: x.go"), go_plan("a{t[0]}, b{t[1"), go_plan("a{t[0]}, b")
    ({'a': frozenset({('t', 0)}), 'b': frozenset()}, None, None)
    """
    return _plan(text, _GO_MEMBER, listed_share, braces=False)


def python_plan(text: str) -> Plan | None:
    """
    The plan of kafka-python or aiokafka.

    >>> python_plan("{'a': A(version=0, x=[('t', [0])], user_data=b''), 'b': A(version=0, x=[], user_data=b'')}")
    {'a': frozenset({('t', 0)}), 'b': frozenset()}
    """
    return _plan(text, _PYTHON_MEMBER, _python_topics, braces=True)


def _plan(
    text: str, member: re.Pattern[str], read_share: Callable[[str], Share | None], *, braces: bool
) -> Plan | None:
    """The members of a plan, one after another with `, ` between them, up to the `}` or the end."""
    plan: dict[str, Share] = {}
    at = 1 if braces else 0
    while found := member.match(text, at):
        *names, listed = found.groups()
        share = read_share(listed)
        name = next(filter(None, names))
        if share is None or name in plan:
            return None
        plan[name] = share
        at = found.end()
        if text[at : at + 2] != ", ":
            break
        at += 2
    if braces:
        return plan if text[at : at + 1] == "}" else None
    rest = text[at:]
    is_whole = bool(_KEY.match(rest)) if text[:at].endswith(", ") else not rest.startswith(",") and "{" not in rest
    return plan if is_whole and (plan or not text) else None


def dashed_share(text: str) -> Share | None:
    """
    A list such as `t-0, t-1`, in brackets or not.

    >>> sorted(dashed_share("[t-0, b-c-2]")), dashed_share("t-0, b-"), dashed_share("[t-0, b-1")
    ([('b-c', 2), ('t', 0)], None, None)
    """
    plain = text.strip()
    if plain.startswith("["):
        plain = plain[1:-1] if plain.endswith("]") else "cut off"
    found = [_DASHED.fullmatch(part) for part in plain.split(", ")] if plain else []
    return frozenset((one[1], int(one[2])) for one in found if one) if all(found) else None


def listed_share(text: str) -> Share:
    """
    A list of topics such as `t[0 1], u[2]`, or a map of Go such as `map[t:[0 1] u:[2]]` or `{"t":[0,1],"u":[2]}`.

    >>> sorted(listed_share("t[0 1], u.x[2]")) == sorted(listed_share('{"t":[0,1],"u.x":[2]}'))
    True
    """
    return frozenset(
        (topic, int(number)) for topic, numbers in _LISTED.findall(text) for number in re.findall(r"\d+", numbers)
    )


def go_share(text: str) -> Share | None:
    """
    What a member of franz-go got. Behind it a logger may print further keys.

    >>> go_share("t[0], caller: x.go"), go_share('{"t":[0]}, level: info'), go_share(""), go_share("t[0], u[1")
    (frozenset({('t', 0)}), frozenset({('t', 0)}), frozenset(), None)
    """
    found = _GO_SHARE.match(text)
    return listed_share(found[0]) if found else None


def python_share(text: str) -> Share:
    """A set of `TopicPartition(topic='t', partition=0)`."""
    return frozenset((topic, int(number)) for topic, number in _PYTHON_PARTITION.findall(text))


def _python_topics(text: str) -> Share:
    found = _PYTHON_TOPIC.findall(text)
    return frozenset(
        (topic, int(number)) for topic, numbers in found for number in numbers.split(",") if number.strip()
    )


def js_plan(text: str) -> Plan | None:
    """The plan of kafkajs: what a member gets is bytes, as they are sent."""
    try:
        document, _ = json.JSONDecoder().raw_decode(text)
        plan = {one["memberId"]: _sent_share(bytes(one["memberAssignment"]["data"])) for one in document}
    except (ValueError, KeyError, TypeError, struct.error):
        return None
    return plan if len(plan) == len(document) else None


def js_share(text: str) -> Share | None:
    """What a member of kafkajs got: topic -> partition ids, as JSON."""
    try:
        document, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return None
    return frozenset((topic, number) for topic, numbers in document.items() for number in numbers)


def _sent_share(data: bytes) -> Share:
    """The partitions in an assignment as it is sent: version, then topics with their partition ids."""
    _, topics = struct.unpack_from(">hi", data)
    at, found = 6, set()
    for _ in range(topics):
        (length,) = struct.unpack_from(">h", data, at)
        topic = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        (count,) = struct.unpack_from(">i", data, at)
        found |= {(topic, number) for number in struct.unpack_from(f">{count}i", data, at + 4)}
        at += 4 + 4 * count
    return frozenset(found)
