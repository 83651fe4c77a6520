"""Checks of lines: long ones, many at once, wrong ones, and the end of input."""

from __future__ import annotations

from kafka_assay.assignors.hosted.host_test.check import HostCheck
from kafka_assay.assignors.hosted.host_test.conversation import NoLineError
from kafka_assay.assignors.hosted.host_test.groups import (
    ODD_MEMBERS,
    long_answer_group,
    long_question_group,
    odd_names_group,
    plain_group,
)
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.host_test.session import HostSession, Reply
from kafka_assay.assignors.hosted.protocol import compact_json

QUIET_SECONDS = 0.1
AT_ONCE = 300
"""The number of questions in one write. They exceed the size of a pipe, and so do their answers."""


def survives_malformed_lines(session: HostSession) -> str | None:
    """Each line that is not a question gets one error, and the next question gets its answer."""
    number, _ = session.question_line(plain_group())
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
            session.ask(plain_group())
        except Mistake as mistake:
            raise Mistake(f"after a malformed line: {mistake.why}", sent=line, came=mistake.came) from None
    return None


def refuses_unknown_assignors(session: HostSession) -> str | None:
    """A question for an unknown assignor gets an error."""
    _require_error(session.ask(plain_group(), assignor="no-such-assignor"))
    return None


def ignores_unknown_keys(session: HostSession) -> str | None:
    """Unknown keys are ignored, so that the protocol can grow."""
    reply = session.ask(plain_group(), some_day={"perhaps": [1]})
    if reply.document.get("error") is not None:
        raise Mistake("an unknown key makes it fail", sent=reply.sent, came=reply.line)
    return None


def takes_long_lines(session: HostSession) -> str | None:
    """A question of more than a megabyte is read completely."""
    reply = session.ask(long_question_group(), seconds=session.long_seconds)
    if len(reply.assignment()) < len(long_question_group()["members"]):
        raise Mistake("members are missing in the answer", sent=reply.sent, came=reply.line)
    return None


def gives_long_lines(session: HostSession) -> str | None:
    """An answer of more than a hundred kilobytes comes completely."""
    reply = session.ask(long_answer_group(), seconds=session.long_seconds)
    given = sum(len(ids) for topics in reply.assignment().values() for ids in topics.values())
    total = sum(long_answer_group()["topics"].values())
    return None if given == total else f"{given:,} of {total:,} partitions came: assay check judges that"


def takes_many_lines_at_once(session: HostSession) -> str | None:
    """Questions in one write are all answered, in order."""
    questions = [session.question_line(plain_group()) for _ in range(AT_ONCE)]
    host = session.running_host()
    host.send(b"".join(line for _, line in questions))
    for place, (number, line) in enumerate(questions):
        try:
            came, document = session.next_object(host, line, session.long_seconds if place == 0 else None)
        except NoLineError as silence:
            session.close()
            raise Mistake(f"{place} of {AT_ONCE} answered, then: {silence}", sent=line) from None
        if document.get("id") != number:
            session.close()
            raise Mistake(
                f"answer {place + 1} of {AT_ONCE} does not belong to question {place + 1}", sent=line, came=came
            )
    return None


def stands_any_locale(session: HostSession) -> str | None:
    """
    Names come back unchanged in a locale that knows only ASCII.

    The questions are plain ASCII, and the answers may be.
    """
    plainest = {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    host, _ = session.start_another(plainest)
    try:
        _, line = session.question_line(odd_names_group())
        host.send(line)
        came, document = session.next_object(host, line, session.loading_seconds)
        given = document.get("assignment")
        if not isinstance(given, dict):
            raise NotSeenError("no answer to unusual names")
        strangers = [name for name in given if name not in ODD_MEMBERS]
        if strangers:
            raise Mistake(f"in the locale C {strangers[0]!r} came back", sent=line, came=came)
    except NoLineError as silence:
        raise Mistake(f"in the locale C: {silence}", sent=line) from None
    finally:
        host.close()
    return None


def stdout_is_clean(session: HostSession) -> str | None:
    """In the whole test, nothing came between the replies."""
    if session.talk.stray:
        sent, line = session.talk.stray[0]
        raise Mistake("the line is not a reply: print other output to stderr", sent=sent, came=line)
    return None


def ends_with_its_input(session: HostSession) -> str | None:
    """The host ends with its input, and writes nothing more."""
    session.ask(plain_group())
    host = session.running_host()
    host.close_input()
    ended = host.wait_for_end(session.limits.call_seconds)
    rest = host.read_unasked(QUIET_SECONDS)
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
        raise Mistake("an answer instead of an error", sent=reply.sent, came=reply.line)
    if not isinstance(error, dict) or not all(isinstance(error.get(key), str) for key in ("type", "message")):
        raise Mistake("the error is not an object with type and message as text", sent=reply.sent, came=reply.line)
    if "id" not in reply.document:
        raise Mistake("the error has no id (null if no id could be read)", sent=reply.sent, came=reply.line)


CHECKS = (
    HostCheck(
        name="survives-malformed-lines",
        says="a malformed line gets one error, and the next question its answer",
        look=survives_malformed_lines,
    ),
    HostCheck(
        name="refuses-unknown-assignors",
        says="a question for an unknown assignor gets an error",
        look=refuses_unknown_assignors,
    ),
    HostCheck(
        name="ignores-unknown-keys",
        says="unknown keys of a question are ignored",
        look=ignores_unknown_keys,
    ),
    HostCheck(
        name="takes-long-lines", says="a question of more than a megabyte is read completely", look=takes_long_lines
    ),
    HostCheck(
        name="gives-long-lines",
        says="an answer of more than a hundred kilobytes comes completely",
        look=gives_long_lines,
    ),
    HostCheck(
        name="takes-many-lines-at-once",
        says="questions in one write are all answered, in order",
        look=takes_many_lines_at_once,
    ),
    HostCheck(name="stands-any-locale", says="names come back unchanged in the locale C", look=stands_any_locale),
)
LAST = (
    HostCheck(name="stdout-is-clean", says="stdout has only the greeting and the replies", look=stdout_is_clean),
    HostCheck(
        name="ends-with-its-input",
        says="it ends at the end of stdin, and prints nothing more",
        look=ends_with_its_input,
    ),
)
