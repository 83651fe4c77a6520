"""A fact in a log, and the lines that have facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kafka_assay.assignors.leader_logs.line_patterns import PATTERNS, Kind, LinePattern
from kafka_assay.assignors.leader_logs.log_lines import LogLine, Moment, read_lines
from kafka_assay.assignors.leader_logs.plan_notations import Plan, Share
from kafka_assay.assignors.model import Member

_MARKERS = tuple(dict.fromkeys(row.marker for row in PATTERNS))
_NAME = re.compile(r"\[(?:Consumer (?:clientId|instanceId)=|GroupCoordinator )")
_RANDOM_END = re.compile(r"-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$")


def client_of(member: str) -> str:
    """
    The client id of a member of the classic protocol, from which the coordinator makes the member's id.

    >>> client_of("app-1-31cf44d8-abe1-43e3-97c9-f234e73366be"), client_of("5vVM7cXlR7O7m4NeM0iiYQ")
    ('app-1', '5vVM7cXlR7O7m4NeM0iiYQ')
    """
    return _RANDOM_END.sub("", member)


class LogFact(NamedTuple):
    """
    What a line says about a group (None: the log does not name it) in a generation (None: unknown).

    `place` is its file and line, `size` a number of members.
    """

    kind: Kind
    client: str
    place: str
    moment: Moment
    group: str | None
    generation: int | None
    member: str | None = None
    strategy: str | None = None
    plan: Plan | None = None
    share: Share | None = None
    members: tuple[Member, ...] = ()
    size: int | None = None
    why: str | None = None


class MatchedLine(NamedTuple):
    """A line that says something about a group: its pattern, and what that found."""

    line: LogLine
    row: LinePattern
    said: dict[str, str | None]


def match_lines(text: str, file: str = "") -> Iterator[MatchedLine]:
    """The lines of a log that say something about a group."""
    for line in (piece for whole in read_lines(text, _MARKERS, file) for piece in _messages(whole)):
        for row in PATTERNS:
            if row.marker in line.text and (found := row.pattern.search(line.text)):
                yield MatchedLine(line, row, found.groupdict())
                break


def _messages(line: LogLine) -> Iterator[LogLine]:
    """The messages of a line whose line feeds were lost; JSON may have one message twice."""
    names = [] if '{"' in line.text else [found.start() for found in _NAME.finditer(line.text)]
    for start, end in pairwise([0, *names[1:], len(line.text)]):
        yield line._replace(text=line.text[start:end])
