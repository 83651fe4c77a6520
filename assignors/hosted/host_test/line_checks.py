"""Checks of lines, of the assignor objects that instances name, of settings, and of the end of input."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.hosted.host_process import DYING_SECONDS
from kafka_assay.assignors.hosted.host_test import groups
from kafka_assay.assignors.hosted.host_test.session import (
    HostSession,
    Mistake,
    NotSeenError,
    Reply,
    host_check,
    silence_text,
)
from kafka_assay.assignors.hosted.protocol import CONFIG, compact_json
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.settings import settings_to_json

AT_ONCE = 300
"""The number of questions in one write. They exceed the size of a pipe, and so do their answers."""
MOST_KEPT = 1_000
"""The most instances that a host must keep."""
ASCII_ONLY = {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
TAKES_NONE = "it accepts no settings: its greeting has no accepts: config"


@host_check
def survives_malformed_lines(session: HostSession) -> str | None:
    """A malformed line gets one error, and the next question its answer."""
    number, _ = session.question_line(groups.PLAIN)
    lines = (
        b"garbage\n",
        b"\n",
        b'{"id": 1, "assignor"\n',
        b"[1, 2]\n",
        b"null\n",
        b"{}\n",
        b'{"id": %d}\n' % number,
        compact_json({"id": number, "assignor": session.assignor, "group": 5}) + b"\n",
        compact_json({"id": number, "assignor": session.assignor, "group": {"format": "assay-group/1"}}) + b"\n",
    )
    for line in lines:
        _require_error(session.ask_line(line, None))
        try:
            session.ask(groups.PLAIN)
        except Mistake as mistake:
            raise Mistake(f"after a malformed line: {mistake.why}", sent=line, came=mistake.came) from None
    return None


@host_check
def refuses_unknown_assignors(session: HostSession) -> str | None:
    """A question for an unknown assignor gets an error."""
    _require_error(session.ask(groups.PLAIN, assignor="no-such-assignor"))
    return None


@host_check
def ignores_unknown_keys(session: HostSession) -> str | None:
    """Unknown keys of a question are ignored."""
    reply = session.ask(groups.PLAIN, some_day={"perhaps": [1]})
    if reply.error_type() is not None:
        raise reply.mistake("an unknown key makes it fail")
    return None


@host_check
def takes_long_lines(session: HostSession) -> str | None:
    """A question of more than a megabyte is read completely."""
    reply = session.ask(groups.LONG_QUESTION, seconds=session.long_seconds)
    if len(reply.assignment()) < len(groups.LONG_QUESTION["members"]):
        raise reply.mistake("members are missing in the answer")
    return None


@host_check
def gives_long_lines(session: HostSession) -> str | None:
    """An answer of more than a hundred kilobytes comes completely."""
    reply = session.ask(groups.LONG_ANSWER, seconds=session.long_seconds)
    given = sum(len(ids) for topics in reply.assignment().values() for ids in topics.values())
    total = sum(groups.LONG_ANSWER["topics"].values())
    return None if given == total else f"{given:,} of {total:,} partitions came: assay check judges that"


@host_check
def takes_many_lines_at_once(session: HostSession) -> str | None:
    """Questions in one write are all answered, in order."""
    questions = [session.question_line(groups.PLAIN) for _ in range(AT_ONCE)]
    host = session.running_host()
    host.send(b"".join(line for _, line in questions))
    for place, (number, line) in enumerate(questions):
        try:
            came, document = session.next_object(host, line, session.long_seconds if place == 0 else None)
        except AssignorFailed as silence:
            session.close()
            raise Mistake(f"{place} of {AT_ONCE} answered, then: {silence_text(silence)}", sent=line) from None
        if document.get("id") != number:
            session.close()
            why = f"answer {place + 1} of {AT_ONCE} does not belong to question {place + 1}"
            raise Mistake(why, sent=line, came=came)
    return None


@host_check
def stands_any_locale(session: HostSession) -> str | None:
    """Names come back unchanged in the locale C."""
    host, _ = session.start_another(ASCII_ONLY)
    _, line = session.question_line(groups.ODD_NAMES)
    came, document = session.exchange(host, line, session.loading_seconds, where="in the locale C: ")
    host.kill()
    if not isinstance(given := document.get("assignment"), dict):
        raise NotSeenError("no answer to unusual names")
    for name in given:
        if name not in groups.ODD_MEMBERS:
            raise Mistake(f"in the locale C {name!r} came back", sent=line, came=came)
    return None


# From outside, an object shows only in what it remembers. An assignor without memory gives every question the same
# answer. Then the checks of objects can find neither a mistake nor its absence.


@host_check
def every_question_gets_a_fresh_object(session: HostSession) -> str | None:
    """Without an instance, earlier questions do not change an answer."""
    session.close()
    first = session.ask(groups.PLAIN)
    session.ask(groups.CLAIMED)
    for again in (session.ask(groups.PLAIN), session.ask(groups.PLAIN)):
        if again.outcome() != first.outcome():
            _require_repeatable(session, first.outcome())
            raise again.mistake(f"without an instance, the second answer differs: first {_reply_text(first)}")
    return None


@host_check
def instances_are_apart(session: HostSession) -> str | None:
    """Instances do not affect each other."""
    fresh = session.ask(groups.PLAIN)
    for group in (groups.PLAIN, groups.CLAIMED, groups.PLAIN):
        session.ask(group, instance="one").assignment()
    other = session.ask(groups.PLAIN, instance="another")
    other.assignment()
    if other.outcome() != fresh.outcome():
        _require_repeatable(session, fresh.outcome())
        raise other.mistake(f"a new instance answers differently from a fresh object: {_reply_text(fresh)}")
    return None


@host_check
def instances_are_kept(session: HostSession) -> str | None:
    """The same instance is the same assignor object."""
    fresh = session.ask(groups.PLAIN).outcome()
    again = []
    for group in (groups.PLAIN, groups.CLAIMED, groups.PLAIN, groups.PLAIN):
        again.append(session.ask(group, instance="kept"))
        again[-1].assignment()
    if all(reply.outcome() == fresh for place, reply in enumerate(again) if place != 1):
        raise NotSeenError("this assignor has no visible state, so this cannot be checked")
    _require_repeatable(session, fresh)
    return "this assignor keeps state, and the host keeps the assignor"


@host_check
def takes_many_instances(session: HostSession) -> str | None:
    """More than 1,000 instances: old ones may be dropped, but none may fail."""
    for number in range(MOST_KEPT + 100):
        session.ask(groups.PLAIN, instance=f"instance {number}").assignment()
    return None


# The effect of a setting cannot be seen from outside. The checks show only that it does no harm.


@host_check
def takes_settings(session: HostSession) -> str | None:
    """If it accepts config: settings get an answer, or CannotBeAsked if configure() refuses them."""
    if CONFIG not in session.greeting.get("accepts", ()):
        return TAKES_NONE
    reply = _ask_with_settings(session)
    refused = reply.error_type()
    if refused is not None and refused != CannotBeAsked.__name__:
        raise reply.mistake(f"a setting makes it fail with {refused}: if configure() fails, answer with CannotBeAsked")
    for wrong in ({"config": 5}, {"member_config": {"C0": "zone=a"}}):
        malformed = session.ask(groups.PLAIN, **wrong)
        if malformed.error_type() is None:
            raise malformed.mistake("an answer, although the settings are not an object")
    return None if refused is None else "its configure() refuses a setting that it does not know"


@host_check
def settings_stay_with_their_question(session: HostSession) -> str | None:
    """If it accepts config: the settings of one question do not change other answers."""
    if CONFIG not in session.greeting.get("accepts", ()):
        return TAKES_NONE
    before = session.ask(groups.PLAIN)
    _ask_with_settings(session)
    after = session.ask(groups.PLAIN)
    if before.outcome() != after.outcome():
        session.close()
        if session.ask(groups.PLAIN).outcome() != before.outcome():
            raise NotSeenError("this assignor answers differently in each process")
        raise after.mistake("after a question with other settings, the answer differs")
    return None


@host_check
def stdout_is_clean(session: HostSession) -> str | None:
    """Stdout has only the greeting and the replies."""
    for sent, line in session.stray:
        raise Mistake("the line is not a reply: print other output to stderr", sent=sent, came=line)
    return None


@host_check
def ends_with_its_input(session: HostSession) -> str | None:
    """It ends at the end of stdin, and prints nothing more."""
    session.ask(groups.PLAIN)
    host = session.running_host()
    host.close_input()
    rest = host.read_unasked(session.limits.call_seconds)
    ended = host.wait_for_end(DYING_SECONDS)
    session.close()
    if ended is None:
        raise Mistake(f"it still runs {session.limits.call_seconds:g} s after its input ended")
    if rest.strip():
        raise Mistake("it prints something at the end", came=rest)
    return None if ended == "with exit code 0" else f"it ends {ended}"


def _require_error(reply: Reply) -> None:
    """Check that the reply is an error, in the right shape."""
    error = reply.document.get("error")
    if error is None:
        raise reply.mistake("an answer instead of an error")
    if not isinstance(error, dict) or not all(isinstance(error.get(key), str) for key in ("type", "message")):
        raise reply.mistake("the error is not an object with type and message as text")
    if "id" not in reply.document:
        raise reply.mistake("the error has no id (null if no id could be read)")


def _require_repeatable(session: HostSession, fresh: Any) -> None:
    """Raise `NotSeenError` where new processes answer differently, because then a difference shows nothing."""
    for _ in range(3):
        session.close()
        if session.ask(groups.PLAIN).outcome() != fresh:
            raise NotSeenError("this assignor answers differently in each process")


def _reply_text(reply: Reply) -> str:
    return reply.line.decode(errors="replace")[:120]


def _ask_with_settings(session: HostSession) -> Reply:
    """
    The reply to the plain group with settings that no assignor knows.

    They are for all members, for an existing member, and for a missing one.
    """
    given: dict[str, Any] = settings_to_json(session.settings)
    unknown = {"assay.unknown": "1"}
    members = {"C0": dict(unknown), "nobody": dict(unknown)}
    for member, mine in given.get("member_config", {}).items():
        members[member] = mine | unknown
    return session.ask(groups.PLAIN, config=given.get("config", {}) | unknown, member_config=members)
