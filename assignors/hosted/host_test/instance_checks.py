"""
Which assignor object answers: a fresh one, or the one that an instance names.

From outside an object shows only by what it remembers. One that remembers nothing gives every question the same answer;
then nothing can be said against the host, and nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.hosted.host_test.check import Check
from kafka_assay.assignors.hosted.host_test.groups import plain, with_a_past
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError

if TYPE_CHECKING:
    from kafka_assay.assignors.hosted.host_test.session import Reply, Session

MOST_KEPT = 1_000


def every_question_gets_a_fresh_object(session: Session) -> str | None:
    """What was asked before leaves no trace: what a new process says first, it says again later, and once more."""
    session.close()
    first = session.ask(plain())
    session.ask(with_a_past())
    for again in (session.ask(plain()), session.ask(plain())):
        if _said(again) != _said(first):
            _unless_restless(session, _said(first))
            why = f"asked again it answers otherwise, though nothing was kept: first {_shown(first)}"
            raise Mistake(why, sent=again.sent, came=again.line)
    return None


def instances_are_apart(session: Session) -> str | None:
    """A new instance knows nothing of what another one was asked."""
    fresh = session.ask(plain())
    for group in (plain(), with_a_past(), plain()):
        _answered(session.ask(group, instance="one"))
    other = _answered(session.ask(plain(), instance="another"))
    if _said(other) != _said(fresh):
        _unless_restless(session, _said(fresh))
        why = f"a new instance answers otherwise than a fresh object: {_shown(fresh)}"
        raise Mistake(why, sent=other.sent, came=other.line)
    return None


def instances_are_kept(session: Session) -> str | None:
    """The same instance is the same object, as far as it shows."""
    fresh = _said(session.ask(plain()))
    again = [
        _said(_answered(session.ask(group, instance="kept"))) for group in (plain(), with_a_past(), plain(), plain())
    ]
    if all(said == fresh for place, said in enumerate(again) if place != 1):
        raise NotSeenError("this assignor shows no memory, so no object can be told from another")
    _unless_restless(session, fresh)
    return "this assignor remembers, and the host keeps it"


def takes_many_instances(session: Session) -> str | None:
    """More names than it has to keep objects for: it may forget, not fall."""
    for number in range(MOST_KEPT + 100):
        _answered(session.ask(plain(), instance=f"instance {number}"))
    return None


def _answered(reply: Reply) -> Reply:
    reply.assignment()
    return reply


def _unless_restless(session: Session, fresh: Any) -> None:
    """Raise `NotSeenError` where new processes answer differently: then nothing can be read off a difference."""
    for _ in range(3):
        session.close()
        if _said(session.ask(plain())) != fresh:
            raise NotSeenError("this assignor answers differently in each process")


def _said(reply: Reply) -> Any:
    return reply.said.get("assignment", reply.said.get("error"))


def _shown(reply: Reply) -> str:
    return reply.line.decode(errors="replace")[:120]


CHECKS = (
    Check(
        name="every-question-gets-a-fresh-object",
        says="without an instance, what was asked before changes no answer",
        look=every_question_gets_a_fresh_object,
    ),
    Check(
        name="instances-are-apart",
        says="one instance knows nothing of another",
        look=instances_are_apart,
    ),
    Check(name="instances-are-kept", says="the same instance is the same assignor object", look=instances_are_kept),
    Check(
        name="takes-many-instances",
        says=f"more than {MOST_KEPT:,} instances: old ones may be forgotten, none may fail",
        look=takes_many_instances,
    ),
)
