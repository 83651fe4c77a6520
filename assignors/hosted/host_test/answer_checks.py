"""Checks of answers."""

from __future__ import annotations

import statistics

from kafka_assay.assignors.formats.json_values import INT64
from kafka_assay.assignors.hosted.host_test.check import HostCheck
from kafka_assay.assignors.hosted.host_test.conversation import NoLineError
from kafka_assay.assignors.hosted.host_test.groups import (
    ODD_MEMBERS,
    ODD_TOPICS,
    dirty_group,
    empty_group,
    odd_names_group,
    plain_group,
)
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.host_test.session import HostSession, Reply
from kafka_assay.assignors.model import Assignment

QUIET_SECONDS = 0.2


def answers_at_once(session: HostSession) -> str | None:
    """The answer comes while the host still waits for more."""
    _, line = session.question_line(plain_group())
    host = session.running_host()
    host.send(line)
    try:
        session.next_object(host, line, session.loading_seconds)
    except NoLineError as silence:
        host.close_input()
        try:
            late, _ = session.next_object(host, line, 1.0)
        except NoLineError:
            raise _silence_mistake(session, silence, line) from None
        finally:
            session.close()
        why = "the answer came only at the end of the input: flush after each line"
        raise Mistake(why, sent=line, came=late) from None
    return None


def _silence_mistake(session: HostSession, silence: NoLineError, sent: bytes) -> Mistake:
    """The mistake where nothing came, or nothing that could be a reply."""
    if not session.talk.stray:
        return Mistake(str(silence), sent=sent)
    _, came = session.talk.stray[0]
    return Mistake(f"the line is not a JSON object, and then {silence}", sent=sent, came=came)


def one_line_each(session: HostSession) -> str | None:
    """Nothing follows an answer."""
    reply = session.ask(plain_group())
    more = session.running_host().read_unasked(QUIET_SECONDS)
    session.close()
    if more:
        raise Mistake("more than one line", sent=reply.sent, came=reply.line + b"\n" + more)
    return None


def repeats_the_id(session: HostSession) -> str | None:
    """Ids come back unchanged, including 0 and the largest."""
    for number in (0, 2**31 - 1, 7, 7, *(session.question_line(plain_group())[0] for _ in range(3))):
        session.ask_line(session.question_line(plain_group(), id=number)[1], number)
    if session.talk.misnumbered:
        first = session.talk.misnumbered[0]
        raise Mistake(
            f"question {first.number} got {first.document.get('id')!r} as its id", sent=first.sent, came=first.line
        )
    return None


def answers_are_well_formed(session: HostSession) -> str | None:
    """Member -> topic -> partition ids, and only members of the group."""
    reply = session.ask(plain_group())
    given = reply.assignment()
    _refuse_strangers(reply, given, ["C0", "C1"])
    return None


def answers_every_member(session: HostSession) -> str | None:
    """The answer has both members of a group in which both should get partitions."""
    reply = session.ask(plain_group())
    given = reply.assignment()
    missing = [name for name in ("C0", "C1") if name not in given]
    if missing:
        raise Mistake(f"{missing[0]} is not in the answer", sent=reply.sent, came=reply.line)
    return None


def answers_an_empty_group(session: HostSession) -> str | None:
    """An empty group gets an empty answer or an error, which is the assignor's choice."""
    reply = session.ask(empty_group())
    if reply.error_type() is not None:
        return f"it answers with an error, {reply.error_type()}"
    if reply.assignment():
        raise Mistake("an answer to a group without members names members", sent=reply.sent, came=reply.line)
    return None


def survives_dirty_groups(session: HostSession) -> str | None:
    """A group with wrong claims of every kind gets an answer or an error, and the next question is answered."""
    reply = session.ask(dirty_group())
    remark = None
    if reply.error_type() is None:
        _refuse_strangers(reply, reply.assignment(), [member["id"] for member in dirty_group()["members"]])
    else:
        remark = f"it answers with an error, {reply.error_type()}"
    try:
        session.ask(plain_group())
    except Mistake as mistake:
        raise Mistake(f"after it: {mistake.why}", sent=reply.sent, came=reply.line) from None
    return remark


def carries_odd_names(session: HostSession) -> str | None:
    """Names come back unchanged: quotes, control characters, other scripts."""
    reply = session.ask(odd_names_group())
    _require_same_names(reply, reply.assignment())
    return None


def nanoseconds_can_be_true(session: HostSession) -> str | None:
    """A reported time is an integer, and not longer than the answer took to come."""
    replies = [session.ask(plain_group()) for _ in range(5)]
    for reply in replies:
        nanoseconds = reply.document.get("nanoseconds")
        if nanoseconds is None:
            raise NotSeenError("no nanoseconds: assay bench measures the round trip instead")
        if type(nanoseconds) is not int or not 0 <= nanoseconds <= INT64:
            raise Mistake("nanoseconds is not an integer of 0 or more", sent=reply.sent, came=reply.line)
        if nanoseconds > reply.seconds * 1e9:
            why = f"nanoseconds says {nanoseconds:,}, but the answer came after {reply.seconds * 1e9:,.0f}"
            raise Mistake(why, sent=reply.sent, came=reply.line)
    inside = statistics.median(reply.document["nanoseconds"] for reply in replies)
    return f"{inside / 1000:,.0f} µs inside the assignor, for a plain group"


def _refuse_strangers(reply: Reply, given: Assignment, members: list[str]) -> None:
    strangers = [name for name in given if name not in members]
    if strangers:
        raise Mistake(f"{strangers[0]!r} is not a member of the group", sent=reply.sent, came=reply.line)


def _require_same_names(reply: Reply, given: Assignment) -> None:
    _refuse_strangers(reply, given, list(ODD_MEMBERS))
    topics = {topic for mine in given.values() for topic in mine}
    for name in topics - set(ODD_TOPICS):
        raise Mistake(f"the group has no topic {name!r}", sent=reply.sent, came=reply.line)
    for name in (*ODD_MEMBERS, *ODD_TOPICS):
        if name not in given and name not in topics:
            raise Mistake(f"{name!r} is not in the answer", sent=reply.sent, came=reply.line)


FIRST = (
    HostCheck(
        name="answers-at-once",
        says="the host flushes each answer before it waits for the next question, within the call timeout",
        look=answers_at_once,
    ),
)
CHECKS = (
    HostCheck(
        name="repeats-the-id",
        says="each answer has the id of its question, in any order",
        look=repeats_the_id,
    ),
    HostCheck(name="one-line-each", says="each question gets one line", look=one_line_each),
    HostCheck(
        name="answers-are-well-formed",
        says="an answer is an object: member -> topic -> list of partition ids, of members of the group",
        look=answers_are_well_formed,
    ),
    HostCheck(name="answers-every-member", says="every member is in the answer", look=answers_every_member),
    HostCheck(
        name="answers-an-empty-group",
        says="a group without members gets an empty answer, or an error if the assignor fails",
        look=answers_an_empty_group,
    ),
    HostCheck(
        name="survives-dirty-groups",
        says="claims that overlap, are stale, foreign, negative or name no partition: an answer or an error, and then "
        "the next",
        look=survives_dirty_groups,
    ),
    HostCheck(
        name="carries-odd-names",
        says="names come back unchanged: quotes, control characters, other scripts",
        look=carries_odd_names,
    ),
    HostCheck(
        name="nanoseconds-can-be-true",
        says="nanoseconds, if present, is an integer and not longer than the answer took",
        look=nanoseconds_can_be_true,
    ),
)
