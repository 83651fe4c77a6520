"""Measure the speed of a host, without judging it."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_test.groups import plain_group
from kafka_assay.assignors.hosted.host_test.session import HostSession

QUESTIONS = 500
SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSpeed:
    """
    Seconds from the start to the greeting, and the speed of `questions` small questions.

    `round_trip` is the median and `slowest` the slowest round trip in seconds. `one_by_one` and `at_once` are questions
    a second, sent singly and in one write.
    """

    start_seconds: float
    questions: int
    round_trip: float
    slowest: float
    one_by_one: float
    at_once: float


def measure_speed(session: HostSession) -> HostSpeed:
    """Measure for about a second. Raises `Mistake` and `NoLineError` where the host stops answering."""
    session.ask(plain_group(), seconds=session.loading_seconds)  # it may have to be started again
    trips: list[float] = []
    begun = time.perf_counter()
    while len(trips) < QUESTIONS and time.perf_counter() - begun < SECONDS:
        trips.append(session.ask(plain_group()).seconds)
    one_by_one = len(trips) / (time.perf_counter() - begun)
    return HostSpeed(
        start_seconds=session.start_seconds,
        questions=len(trips),
        round_trip=statistics.median(trips),
        slowest=max(trips),
        one_by_one=one_by_one,
        at_once=_seconds_at_once(session, len(trips)),
    )


def _seconds_at_once(session: HostSession, questions: int) -> float:
    lines = [session.question_line(plain_group())[1] for _ in range(questions)]
    host = session.running_host()
    begun = time.perf_counter()
    host.send(b"".join(lines))
    for line in lines:
        session.next_object(host, line, session.long_seconds)
    return questions / (time.perf_counter() - begun)
