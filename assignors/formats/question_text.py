"""
A group as the JSON text of a question to a host: the text of `question_to_json`, several times faster.

A target is asked a dozen questions about one group and its neighbours, which share topics and subscriptions.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring_ascii as quoted

from kafka_assay.assignors.formats.group_format import FORMAT, member_to_json, topic_to_json
from kafka_assay.assignors.model import Group, Member, Topic


def question_text(group: Group) -> str:
    """
    `group` as compact JSON in plain ASCII, without the keys that describe its present state.

    >>> from kafka_assay.assignors.model import group_of
    >>> question_text(group_of({"t": 2}, {"a": ["t"]}, {"a": {"t": [1, 0]}}, generation=3))
    '{"format":"assay-group/1","topics":{"t":2},"members":[{"id":"a","subscription":["t"],"owned":{"t":[1,0]},"generation":3}]}'
    """
    name = "" if group.name is None else f',"name":{quoted(group.name)}'
    assumptions = f',"assumptions":{_compact(list(group.assumptions))}' if group.assumptions else ""
    reset = "" if group.auto_offset_reset == "latest" else f',"auto_offset_reset":{quoted(group.auto_offset_reset)}'
    members = ",".join([_TEXTS.of_member(member) for member in group.members])
    topics = _TEXTS.of_topics(group.topics)
    return f'{{"format":"{FORMAT}"{name},"topics":{topics}{assumptions},"members":[{members}]{reset}}}'


_compact = json.JSONEncoder(separators=(",", ":")).encode


class _LatestTexts:
    """The texts of the latest topics and members. Both are compared by identity, because hashing them is slow."""

    def __init__(self) -> None:
        self._topics: tuple[tuple[Topic, ...], str] = ((), "{}")
        self._members: dict[int, tuple[Member, str]] = {}

    def of_topics(self, topics: tuple[Topic, ...]) -> str:
        """The object of topics."""
        known = self._topics
        if known[0] is not topics:
            text = ",".join([f"{quoted(topic.name)}:{_compact(topic_to_json(topic))}" for topic in topics])
            self._topics = known = topics, f"{{{text}}}"
        return known[1]

    def of_member(self, member: Member) -> str:
        """The object of a member. Keeping the member keeps its identity from being given to another."""
        known = self._members.get(id(member))
        if known is None:
            if len(self._members) >= _MOST_MEMBERS:
                self._members.clear()
            known = self._members[id(member)] = member, _compact(member_to_json(member))
        return known[1]


_MOST_MEMBERS = 512
_TEXTS = _LatestTexts()
