"""What an answer has to be like."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from kafka_assay.assignors.formats.json_values import INT64
from kafka_assay.assignors.hosted.host_test.check import Check
from kafka_assay.assignors.hosted.host_test.conversation import Silence
from kafka_assay.assignors.hosted.host_test.groups import ODD_MEMBERS, ODD_TOPICS, dirty, empty, odd, plain
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError

if TYPE_CHECKING:
    from kafka_assay.assignors.hosted.host_test.session import Reply, Session
    from kafka_assay.assignors.model import Assignment

QUIET_SECONDS = 0.2


def answers_at_once(session: Session) -> str | None:
    """The answer comes while the host still waits for more."""
    _, line = session.question(plain())
    host = session.host()
    host.say(line)
    try:
        session.next_object(host, line, session.loading_seconds)
    except Silence as silence:
        host.end_of_input()
        try:
            late, _ = session.next_object(host, line, 1.0)
        except Silence:
            raise _unanswered(session, silence, line) from None
        finally:
            session.close()
        why = "the answer came when the input ended: flush after each line"
        raise Mistake(why, sent=line, came=late) from None
    return None


def _unanswered(session: Session, silence: Silence, sent: bytes) -> Mistake:
    """That nothing came, or nothing that could be a reply."""
    if not session.talk.stray:
        return Mistake(str(silence), sent=sent)
    _, came = session.talk.stray[0]
    return Mistake(f"a line that holds no JSON object, and then {silence}", sent=sent, came=came)


def one_line_each(session: Session) -> str | None:
    """Nothing follows an answer."""
    reply = session.ask(plain())
    more = session.host().unasked(QUIET_SECONDS)
    session.close()
    if more:
        raise Mistake("more than one line", sent=reply.sent, came=reply.line + b"\n" + more)
    return None


def repeats_the_id(session: Session) -> str | None:
    """Ids come back as they were, also 0 and the largest."""
    for number in (0, 2**31 - 1, 7, 7, *(session.question(plain())[0] for _ in range(3))):
        session.put(session.question(plain(), id=number)[1], number)
    if session.talk.misnumbered:
        first = session.talk.misnumbered[0]
        raise Mistake(
            f"question {first.number} got {first.said.get('id')!r} as its id", sent=first.sent, came=first.line
        )
    return None


def answers_are_well_formed(session: Session) -> str | None:
    """Member -> topic -> partition ids, and members of the group only."""
    reply = session.ask(plain())
    given = reply.assignment()
    _no_strangers(reply, given, ["C0", "C1"])
    return None


def answers_every_member(session: Session) -> str | None:
    """Both members of a group in which both have something to get."""
    reply = session.ask(plain())
    given = reply.assignment()
    missing = [name for name in ("C0", "C1") if name not in given]
    if missing:
        raise Mistake(f"{missing[0]} is not in the answer", sent=reply.sent, came=reply.line)
    return None


def answers_an_empty_group(session: Session) -> str | None:
    """Nobody gets nothing; an error is the assignor's own affair."""
    reply = session.ask(empty())
    if reply.error_type() is not None:
        return f"it answers with an error, {reply.error_type()}"
    if reply.assignment():
        raise Mistake("an answer to a group without members names members", sent=reply.sent, came=reply.line)
    return None


def survives_dirty_groups(session: Session) -> str | None:
    """Claims may be wrong in every way: an answer comes or an error, and the next question is answered."""
    reply = session.ask(dirty())
    remark = None
    if reply.error_type() is None:
        _no_strangers(reply, reply.assignment(), [member["id"] for member in dirty()["members"]])
    else:
        remark = f"it answers with an error, {reply.error_type()}"
    try:
        session.ask(plain())
    except Mistake as mistake:
        raise Mistake(f"after it: {mistake.why}", sent=reply.sent, came=reply.line) from None
    return remark


def carries_odd_names(session: Session) -> str | None:
    """Quotes, control characters, other scripts: names come back as they went."""
    reply = session.ask(odd())
    _as_they_went(reply, reply.assignment())
    return None


def nanoseconds_can_be_true(session: Session) -> str | None:
    """Where a time is told, it is an integer, and no longer than the answer took to come."""
    replies = [session.ask(plain()) for _ in range(5)]
    for reply in replies:
        told = reply.said.get("nanoseconds")
        if told is None:
            raise NotSeenError("it tells no times: assay bench takes the round trip instead")
        if type(told) is not int or not 0 <= told <= INT64:
            raise Mistake("nanoseconds is no integer from 0 on", sent=reply.sent, came=reply.line)
        if told > reply.seconds * 1e9:
            why = f"nanoseconds says {told:,}, but the answer came after {reply.seconds * 1e9:,.0f}"
            raise Mistake(why, sent=reply.sent, came=reply.line)
    inside = statistics.median(reply.said["nanoseconds"] for reply in replies)
    return f"{inside / 1000:,.0f} µs inside the assignor, for a plain group"


def _no_strangers(reply: Reply, given: Assignment, members: list[str]) -> None:
    strangers = [name for name in given if name not in members]
    if strangers:
        raise Mistake(f"{strangers[0]!r} is no member of the group", sent=reply.sent, came=reply.line)


def _as_they_went(reply: Reply, given: Assignment) -> None:
    _no_strangers(reply, given, list(ODD_MEMBERS))
    topics = {topic for mine in given.values() for topic in mine}
    for name in topics - set(ODD_TOPICS):
        raise Mistake(f"nobody asked for a topic {name!r}", sent=reply.sent, came=reply.line)
    for name in (*ODD_MEMBERS, *ODD_TOPICS):
        if name not in given and name not in topics:
            raise Mistake(f"{name!r} is not in the answer", sent=reply.sent, came=reply.line)


FIRST = (
    Check(
        name="answers-at-once",
        says="an answer is written out before the next question is waited for (flushed), within the time for a call",
        look=answers_at_once,
    ),
)
CHECKS = (
    Check(
        name="repeats-the-id",
        says="an answer carries the id of its question, in whatever order they come",
        look=repeats_the_id,
    ),
    Check(name="one-line-each", says="one question gets one line", look=one_line_each),
    Check(
        name="answers-are-well-formed",
        says="an answer is an object: member -> topic -> list of partition ids, of members of the group",
        look=answers_are_well_formed,
    ),
    Check(name="answers-every-member", says="every member is in the answer", look=answers_every_member),
    Check(
        name="answers-an-empty-group",
        says="a group without members gets an empty answer, or an error if the assignor fails",
        look=answers_an_empty_group,
    ),
    Check(
        name="survives-dirty-groups",
        says="claims that overlap, are stale, foreign, negative or name no partition: an answer or an error, and then "
        "the next",
        look=survives_dirty_groups,
    ),
    Check(
        name="carries-odd-names",
        says="names come back as they went: quotes, control characters, other scripts",
        look=carries_odd_names,
    ),
    Check(
        name="nanoseconds-can-be-true",
        says="nanoseconds, where it is told, is an integer and not longer than the answer took",
        look=nanoseconds_can_be_true,
    ),
)
