"""Checks of a host's greeting, its answers, and the assignor object that gives them."""

from __future__ import annotations

import statistics
from typing import Any

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.formats.json_values import INT64
from kafka_assay.assignors.hosted.host_test import groups
from kafka_assay.assignors.hosted.host_test.session import (
    HostSession,
    Mistake,
    NotSeenError,
    Reply,
    host_check,
    object_on,
    silence_text,
)
from kafka_assay.assignors.hosted.protocol import FORMAT, WRONG_QUESTION, parse_greeting
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment
from kafka_assay.assignors.promises import parse_likeness

QUIET_SECONDS = 0.2
MOST_KEPT = 1_000
"""The objects that a host must keep for instances."""
_LINES_BEFORE = 20


@host_check
def greets_first(session: HostSession) -> str | None:
    """The first line is its greeting, within 30 seconds."""
    line = session.start()
    greeting = object_on(line)
    if greeting is None:
        hint = "the line is not a JSON object"
        if _greets_later(session):
            hint += "; the greeting came after it. Print other output to stderr"
        raise Mistake(hint, came=line)
    if greeting.get("format") == WRONG_QUESTION:  # one of our own hosts reports that it cannot be opened
        raise AssayError(str(greeting.get("message")))
    if greeting.get("format") != FORMAT:
        raise Mistake(f"the key 'format' is not {FORMAT!r}", came=line)
    session.greeting = greeting
    return None


@host_check
def greeting_is_well_formed(session: HostSession) -> str | None:
    """
    Implementation and version are text, assignors is a list of names, none twice; like, targets, expected_failures,
    unordered and accepts have their shapes.
    """
    line = session.greeting_line
    try:
        greeting = parse_greeting(line)
    except AssayError as wrong:
        session.greeting = {}
        raise Mistake(str(wrong), came=line) from None
    twice = sorted({name for name in greeting.assignors if greeting.assignors.count(name) > 1})
    if twice or not all(greeting.assignors):
        raise Mistake(f"assignors: {twice[0]!r} is listed twice" if twice else "an assignor without a name", came=line)
    session.assignor = greeting.choose_assignor(session.assignor or greeting.assignors[0])
    session.settings = greeting.accepted_settings(session.settings)
    return None if "version" in session.greeting else "the greeting has no version"


@host_check
def answers_at_once(session: HostSession) -> str | None:
    """The host flushes each answer before it waits for the next question, within the call timeout."""
    _, line = session.question_line(groups.PLAIN)
    host = session.running_host()
    try:
        host.send(line)
        session.next_object(host, line, session.loading_seconds)
    except AssignorFailed as silence:
        late = session.late_line(host, line)
        session.close()
        if late is not None:
            why = "the answer came only at the end of the input: flush after each line"
            raise Mistake(why, sent=line, came=late) from None
        if not session.stray:
            raise Mistake(silence_text(silence), sent=line) from None
        why = f"the line is not a JSON object, and then {silence_text(silence)}"
        raise Mistake(why, sent=line, came=session.stray[0][1]) from None
    return None


@host_check
def greeting_names_what_is_served(session: HostSession) -> str | None:
    """Like, targets, expected_failures and unordered name only assignors of the greeting."""
    served = _served_assignors(session)
    for key in ("like", "targets", "expected_failures", "unordered"):
        for name in session.greeting.get(key, ()):
            if name not in served:
                why = f"{key}: {name!r} is not in assignors{spelling_tip(name, served)}"
                raise Mistake(why, came=session.greeting_line)
    return None


@host_check
def like_is_known(session: HostSession) -> str | None:
    """Like names only known references and promises (see assay list)."""
    like = session.greeting.get("like", {})
    for name, promised in like.items():
        try:
            parse_likeness(promised)
        except AssayError as wrong:
            raise Mistake(f"{name}: {wrong}", came=session.greeting_line) from None
    silent = [name for name in _served_assignors(session) if name not in like]
    return f"no like for {', '.join(silent)}: only the laws for all assignors are checked" if silent else None


@host_check
def serves_what_it_greets(session: HostSession) -> str | None:
    """Each assignor of the greeting answers a plain group."""
    unasked, slow = [], []
    for name in _served_assignors(session):
        try:
            reply = session.ask(groups.PLAIN, assignor=name, seconds=session.loading_seconds)
            slow += [name] if reply.seconds > session.limits.call_seconds else []
            reply.assignment()
        except NotSeenError:
            unasked.append(name)
    if slow:
        return f"the first answer of {', '.join(slow)} takes longer than one call may take: load it before the greeting"
    return f"{', '.join(unasked)}: cannot express a plain group" if unasked else None


@host_check
def repeats_the_id(session: HostSession) -> str | None:
    """Each answer has the id of its question, in any order."""
    for number in (0, 2**31 - 1, 7, 7, *(session.question_line(groups.PLAIN)[0] for _ in range(3))):
        session.ask_line(session.question_line(groups.PLAIN, id=number)[1], number)
    if session.misnumbered:
        first = session.misnumbered[0]
        raise first.mistake(f"question {first.number} got {first.document.get('id')!r} as its id")
    return None


@host_check
def one_line_each(session: HostSession) -> str | None:
    """Each question gets one line."""
    reply = session.ask(groups.PLAIN)
    more = session.running_host().read_unasked(QUIET_SECONDS)
    session.close()
    if more:
        raise Mistake("more than one line", sent=reply.sent, came=reply.line + b"\n" + more)
    return None


@host_check
def answers_are_well_formed(session: HostSession) -> str | None:
    """An answer is an object: member -> topic -> list of partition ids, of members of the group."""
    reply = session.ask(groups.PLAIN)
    _refuse_strangers(reply, reply.assignment(), ["C0", "C1"])
    return None


@host_check
def answers_every_member(session: HostSession) -> str | None:
    """Every member is in the answer."""
    reply = session.ask(groups.PLAIN)
    given = reply.assignment()
    for name in ("C0", "C1"):
        if name not in given:
            raise reply.mistake(f"{name} is not in the answer")
    return None


@host_check
def answers_an_empty_group(session: HostSession) -> str | None:
    """A group without members gets an empty answer, or an error if the assignor fails."""
    reply = session.ask(groups.EMPTY)
    if reply.error_type() is not None:
        return f"it answers with an error, {reply.error_type()}"
    if reply.assignment():
        raise reply.mistake("an answer to a group without members names members")
    return None


@host_check
def survives_dirty_groups(session: HostSession) -> str | None:
    """
    Claims that overlap, are stale, foreign, negative or name no partition: an answer or an error, and then the next.
    """
    reply = session.ask(groups.DIRTY)
    remark = None
    if reply.error_type() is None:
        _refuse_strangers(reply, reply.assignment(), [member["id"] for member in groups.DIRTY["members"]])
    else:
        remark = f"it answers with an error, {reply.error_type()}"
    try:
        session.ask(groups.PLAIN)
    except Mistake as mistake:
        raise reply.mistake(f"after it: {mistake.why}") from None
    return remark


@host_check
def carries_odd_names(session: HostSession) -> str | None:
    """Names come back unchanged: quotes, control characters, other scripts."""
    reply = session.ask(groups.ODD_NAMES)
    given = reply.assignment()
    _refuse_strangers(reply, given, list(groups.ODD_MEMBERS))
    topics = {topic for mine in given.values() for topic in mine}
    for name in topics - set(groups.ODD_TOPICS):
        raise reply.mistake(f"the group has no topic {name!r}")
    for name in (*groups.ODD_MEMBERS, *groups.ODD_TOPICS):
        if name not in given and name not in topics:
            raise reply.mistake(f"{name!r} is not in the answer")
    return None


@host_check
def nanoseconds_can_be_true(session: HostSession) -> str | None:
    """Nanoseconds, if present, is an integer and not longer than the answer took."""
    replies = [session.ask(groups.PLAIN) for _ in range(5)]
    for reply in replies:
        nanoseconds = reply.document.get("nanoseconds")
        if nanoseconds is None:
            raise NotSeenError("no nanoseconds: assay bench measures the round trip instead")
        if type(nanoseconds) is not int or not 0 <= nanoseconds <= INT64:
            raise reply.mistake("nanoseconds is not an integer of 0 or more")
        if nanoseconds > reply.seconds * 1e9:
            came = f"{reply.seconds * 1e9:,.0f}"
            raise reply.mistake(f"nanoseconds says {nanoseconds:,}, but the answer came after {came}")
    inside = statistics.median(reply.document["nanoseconds"] for reply in replies)
    return f"{inside / 1000:,.0f} µs inside the assignor, for a plain group"


def _served_assignors(session: HostSession) -> list[Any]:
    return list(session.greeting["assignors"])


def _greets_later(session: HostSession) -> bool:
    try:
        for _ in range(_LINES_BEFORE):
            greeting = object_on(session.running_host().read_line(1.0))
            if greeting is not None and greeting.get("format") == FORMAT:
                return True
    except AssignorFailed:
        pass
    return False


def _refuse_strangers(reply: Reply, given: Assignment, members: list[str]) -> None:
    for name in given:
        if name not in members:
            raise reply.mistake(f"{name!r} is not a member of the group")
