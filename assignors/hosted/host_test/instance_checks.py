"""
Checks of which assignor object answers: a new one, or the one that an instance names.

From outside, an object shows only in what it remembers. An assignor without memory gives every question the same
answer. Then the checks can find neither a mistake nor its absence.
"""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.hosted.host_test.check import HostCheck
from kafka_assay.assignors.hosted.host_test.groups import group_with_claims, plain_group
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.host_test.session import HostSession, Reply

MOST_KEPT = 1_000


def every_question_gets_a_fresh_object(session: HostSession) -> str | None:
    """Earlier questions have no effect: the first answer of a new process is also its later answer, twice."""
    session.close()
    first = session.ask(plain_group())
    session.ask(group_with_claims())
    for again in (session.ask(plain_group()), session.ask(plain_group())):
        if _comparable(again) != _comparable(first):
            _require_repeatable(session, _comparable(first))
            why = f"without an instance, the second answer differs: first {_reply_text(first)}"
            raise Mistake(why, sent=again.sent, came=again.line)
    return None


def instances_are_apart(session: HostSession) -> str | None:
    """A new instance knows nothing of another one's questions."""
    fresh = session.ask(plain_group())
    for group in (plain_group(), group_with_claims(), plain_group()):
        _require_answer(session.ask(group, instance="one"))
    other = _require_answer(session.ask(plain_group(), instance="another"))
    if _comparable(other) != _comparable(fresh):
        _require_repeatable(session, _comparable(fresh))
        why = f"a new instance answers differently from a fresh object: {_reply_text(fresh)}"
        raise Mistake(why, sent=other.sent, came=other.line)
    return None


def instances_are_kept(session: HostSession) -> str | None:
    """The same instance is the same object, as far as its answers show."""
    fresh = _comparable(session.ask(plain_group()))
    again = [
        _comparable(_require_answer(session.ask(group, instance="kept")))
        for group in (plain_group(), group_with_claims(), plain_group(), plain_group())
    ]
    if all(reply == fresh for place, reply in enumerate(again) if place != 1):
        raise NotSeenError("this assignor has no visible state, so this cannot be checked")
    _require_repeatable(session, fresh)
    return "this assignor keeps state, and the host keeps the assignor"


def takes_many_instances(session: HostSession) -> str | None:
    """More names than it must keep objects for: it may forget, but not crash."""
    for number in range(MOST_KEPT + 100):
        _require_answer(session.ask(plain_group(), instance=f"instance {number}"))
    return None


def _require_answer(reply: Reply) -> Reply:
    reply.assignment()
    return reply


def _require_repeatable(session: HostSession, fresh: Any) -> None:
    """Raise `NotSeenError` where new processes answer differently, because then a difference shows nothing."""
    for _ in range(3):
        session.close()
        if _comparable(session.ask(plain_group())) != fresh:
            raise NotSeenError("this assignor answers differently in each process")


def _comparable(reply: Reply) -> Any:
    return reply.document.get("assignment", reply.document.get("error"))


def _reply_text(reply: Reply) -> str:
    return reply.line.decode(errors="replace")[:120]


CHECKS = (
    HostCheck(
        name="every-question-gets-a-fresh-object",
        says="without an instance, earlier questions do not change an answer",
        look=every_question_gets_a_fresh_object,
    ),
    HostCheck(
        name="instances-are-apart",
        says="instances do not affect each other",
        look=instances_are_apart,
    ),
    HostCheck(name="instances-are-kept", says="the same instance is the same assignor object", look=instances_are_kept),
    HostCheck(
        name="takes-many-instances",
        says=f"more than {MOST_KEPT:,} instances: old ones may be dropped, but none may fail",
        look=takes_many_instances,
    ),
)
