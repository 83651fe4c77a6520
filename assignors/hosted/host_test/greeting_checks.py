"""Checks of a host's greeting."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.host_test.check import HostCheck
from kafka_assay.assignors.hosted.host_test.conversation import NoLineError
from kafka_assay.assignors.hosted.host_test.groups import plain_group
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.host_test.session import HostSession, object_on, refuse_wrong_question
from kafka_assay.assignors.hosted.protocol import FORMAT, parse_greeting
from kafka_assay.assignors.promises import parse_likeness

_LINES_BEFORE = 20


def greets_first(session: HostSession) -> str | None:
    """The first line is a greeting. A banner before it is reported as such."""
    line = session.start()
    greeting = object_on(line)
    if greeting is None:
        hint = "the line is not a JSON object"
        if _greets_later(session):
            hint += "; the greeting came after it. Print other output to stderr"
        raise Mistake(hint, came=line)
    refuse_wrong_question(greeting)
    if greeting.get("format") != FORMAT:
        raise Mistake(f"the key 'format' is not {FORMAT!r}", came=line)
    session.greeting = greeting
    return None


def greeting_is_well_formed(session: HostSession) -> str | None:
    """All keys have valid values, so that `assay` can open this host."""
    line = session.greeting_line
    try:
        greeting = parse_greeting(line)
    except AssayError as wrong:
        session.greeting = {}
        raise Mistake(str(wrong), came=line) from None
    twice = sorted({name for name in greeting.assignors if greeting.assignors.count(name) > 1})
    if twice or not all(greeting.assignors):
        raise Mistake(f"assignors: {twice[0]!r} is listed twice" if twice else "an assignor without a name", came=line)
    if session.assignor and session.assignor not in greeting.assignors:
        raise AssayError(
            f"the host has no assignor {session.assignor!r}{spelling_tip(session.assignor, greeting.assignors)}"
        )
    if session.settings and "config" not in greeting.accepts:
        raise AssayError(f"it accepts no settings: remove {' '.join(session.settings.words())}")
    session.assignor = session.assignor or greeting.assignors[0]
    return None if "version" in session.greeting else "the greeting has no version"


def greeting_names_what_is_served(session: HostSession) -> str | None:
    """`like`, `targets`, `expected_failures` and `unordered` name only served assignors."""
    served = _served_assignors(session)
    for key in ("like", "targets", "expected_failures", "unordered"):
        for name in session.greeting.get(key, ()):
            if name not in served:
                raise Mistake(
                    f"{key}: {name!r} is not in assignors{spelling_tip(name, served)}", came=session.greeting_line
                )
    return None


def like_is_known(session: HostSession) -> str | None:
    """`like` names existing references and promises."""
    like = session.greeting.get("like", {})
    for name, promised in like.items():
        try:
            parse_likeness(promised)
        except AssayError as wrong:
            raise Mistake(f"{name}: {wrong}", came=session.greeting_line) from None
    silent = [name for name in _served_assignors(session) if name not in like]
    return f"no like for {', '.join(silent)}: only the laws for all assignors are checked" if silent else None


def serves_what_it_greets(session: HostSession) -> str | None:
    """Each assignor of the greeting answers a plain group."""
    unasked, slow = [], []
    for name in _served_assignors(session):
        try:
            reply = session.ask(plain_group(), assignor=name, seconds=session.loading_seconds)
            slow += [name] if reply.seconds > session.limits.call_seconds else []
            reply.assignment()
        except NotSeenError:
            unasked.append(name)
    if slow:
        return f"the first answer of {', '.join(slow)} takes longer than one call may take: load it before the greeting"
    return f"{', '.join(unasked)}: cannot express a plain group" if unasked else None


def _served_assignors(session: HostSession) -> list[Any]:
    return list(session.greeting["assignors"])


def _greets_later(session: HostSession) -> bool:
    try:
        for _ in range(_LINES_BEFORE):
            greeting = object_on(session.running_host().read_line(1.0))
            if greeting is not None and greeting.get("format") == FORMAT:
                return True
    except NoLineError:
        pass
    return False


FIRST = (
    HostCheck(name="greets-first", says="the first line is its greeting, within 30 seconds", look=greets_first),
    HostCheck(
        name="greeting-is-well-formed",
        says="implementation and version are text, assignors is a list of names, none twice; like, targets, "
        "expected_failures, unordered and accepts have their shapes",
        look=greeting_is_well_formed,
    ),
)
CHECKS = (
    HostCheck(
        name="greeting-names-what-is-served",
        says="like, targets, expected_failures and unordered name only assignors of the greeting",
        look=greeting_names_what_is_served,
    ),
    HostCheck(
        name="like-is-known",
        says="like names only known references and promises (see assay list)",
        look=like_is_known,
    ),
    HostCheck(
        name="serves-what-it-greets",
        says="each assignor of the greeting answers a plain group",
        look=serves_what_it_greets,
    ),
)
