"""What the coordinator logged, what members printed and what was done to them: one list in order of time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.support.broker.watched_lines import TimedLine

BROKER, RUN = "broker", "run"
_LONGEST = 160


class Event(NamedTuple):
    """A line of an excerpt: when, who, and the text."""

    at: float
    who: str
    text: str


_COORDINATOR = re.compile(r"\S+ \S+ GroupMetadataManager \[GroupCoordinator [^]]*\] (?P<text>.*)")
_SHOWN = re.compile(r"Stabilized group|Preparing to rebalance|has left group|has failed|Assignment received|now empty")
_LEFT_OUT = re.compile(r"reason: Adding new member")
"""A line of the run says that a member starts."""
_UUID = re.compile(r"-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")
_SHORTER = (
    (re.compile(r" in state \w+ with old generation (\d+) \(reason: "), r" ... old generation \1 (reason: "),
    (re.compile(r" with group instance id null"), ""),
    (re.compile(r"; client reason: .*"), "; ..."),
    (re.compile(r"(Assignment received from .* generation \d+)\..*"), r"\1. ..."),
)


def coordinator_events(lines: Iterable[TimedLine], group: str) -> Iterator[Event]:
    """The lines of a broker's log about the membership of `group`, shortened with `...`."""
    for at, line in lines:
        found = _COORDINATOR.match(line)
        if found is None or _SHOWN.search(line) is None or _LEFT_OUT.search(line) is not None:
            continue
        if re.search(rf"[Gg]roup {group}\b", line):
            yield Event(at, BROKER, shorten_log_line(found["text"]))


def shorten_log_line(text: str) -> str:
    """
    A line of the coordinator's log without the random parts of member ids and without client reasons.

    >>> shorten_log_line("Stabilized group g generation 1 with 2 members.")
    'Stabilized group g generation 1 with 2 members.'
    >>> shorten_log_line("Member C0-7fa0c995-8724-4d46-a1fb-d56733e2fc8f in group g has failed, removing it.")
    'Member C0-... in group g has failed, removing it.'
    """
    text = _UUID.sub("-...", text)
    for pattern, short in _SHORTER:
        text = pattern.sub(short, text)
    return text


_UNTOLD = ("did\t", "is in\t", "gave up\t", "logs\tResponse ")
"""The last one is what kafkajs logs of each error that it retries."""


def member_events(name: str, lines: Iterable[TimedLine]) -> Iterator[Event]:
    """What the member said that it owns and reads, and how it ended."""
    owned = ""
    for at, line in lines:
        who, _, text = line.partition("\t")
        if who != name or text.startswith(_UNTOLD):
            continue
        said, _, rest = _UUID.sub("-...", text).partition("\t")
        if said == "owns":
            before, owned = owned, rest
            if not rest and not before:
                continue
        yield Event(at, name, f"{said} {rest or 'nothing'}" if said == "owns" else f"{said} {rest}".rstrip())


def excerpt(events: Iterable[Event]) -> list[str]:
    """The events in order of time, in seconds since the first one."""
    ordered = sorted(events)
    start = ordered[0].at if ordered else 0.0
    width = max((len(event.who) for event in ordered), default=0)
    return [f"{event.at - start:6.2f}  {event.who:{width}}  {_shorten(event.text)}" for event in ordered]


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
