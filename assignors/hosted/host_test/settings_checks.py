"""
Checks of a host that takes settings.

The effect of a setting cannot be seen from outside. The checks show only that it does no harm.
"""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.hosted.host_test.check import HostCheck
from kafka_assay.assignors.hosted.host_test.groups import plain_group
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.host_test.session import HostSession, Reply
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.settings import settings_to_json

ACCEPTED = "config"
TAKES_NONE = "it accepts no settings: its greeting has no accepts: config"


def takes_settings(session: HostSession) -> str | None:
    """An unknown setting gets an answer, or a refusal of `configure()`; an invalid setting gets an error."""
    if not _takes_any(session):
        return TAKES_NONE
    reply = _ask_with_settings(session)
    refused = reply.error_type()
    if refused is not None and refused != CannotBeAsked.__name__:
        why = f"a setting makes it fail with {refused}: if configure() fails, answer with CannotBeAsked"
        raise Mistake(why, sent=reply.sent, came=reply.line)
    for wrong in ({"config": 5}, {"member_config": {"C0": "zone=a"}}):
        malformed = session.ask(plain_group(), **wrong)
        if malformed.error_type() is None:
            raise Mistake(
                "an answer, although the settings are not an object", sent=malformed.sent, came=malformed.line
            )
    return None if refused is None else "its configure() refuses a setting that it does not know"


def settings_stay_with_their_question(session: HostSession) -> str | None:
    """The settings of one question change no answer to another."""
    if not _takes_any(session):
        return TAKES_NONE
    before = session.ask(plain_group())
    _ask_with_settings(session)
    after = session.ask(plain_group())
    if _outcome(before) != _outcome(after):
        session.close()
        if _outcome(session.ask(plain_group())) != _outcome(before):
            raise NotSeenError("this assignor answers differently in each process")
        why = "after a question with other settings, the answer differs"
        raise Mistake(why, sent=after.sent, came=after.line)
    return None


def _takes_any(session: HostSession) -> bool:
    return ACCEPTED in session.greeting.get("accepts", ())


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
    return session.ask(plain_group(), config=given.get("config", {}) | unknown, member_config=members)


def _outcome(reply: Reply) -> Any:
    return reply.document.get("assignment", reply.error_type())


CHECKS = (
    HostCheck(
        name="takes-settings",
        says="if it accepts config: settings get an answer, or CannotBeAsked if configure() refuses them",
        look=takes_settings,
    ),
    HostCheck(
        name="settings-stay-with-their-question",
        says="if it accepts config: the settings of one question do not change other answers",
        look=settings_stay_with_their_question,
    ),
)
