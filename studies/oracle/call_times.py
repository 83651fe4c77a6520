"""Time several contenders at one point in turns, so that other load on the machine affects all alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import AssignorFailed
from studies.oracle.contenders import Contender

WARM_SECONDS = 3.0
MOST_WARM = 10
"""
The most untimed calls. There is at least one, and they end when they have taken long enough.

Java's compiler needs about this many calls of a large group.
"""


@dataclass(slots=True)
class CallTimes:
    """The seconds of one contender's calls, and the failure that ended them, if any."""

    seconds: list[float] = field(default_factory=list)
    failure: AssignorFailed | None = None

    @property
    def spent(self) -> float:
        """The seconds of all calls."""
        return sum(self.seconds)


def time_calls(contenders: Mapping[str, Contender], *, rounds: int, seconds: float) -> dict[str, CallTimes]:
    """
    Time `rounds` calls of each contender, in turns. A contender that has used up its `seconds` is not called again.

    If untimed calls used them up, these calls count.
    """
    times = {name: _warm_up(contender, seconds) for name, contender in contenders.items()}
    for _ in range(rounds):
        for name, contender in contenders.items():
            mine = times[name]
            if mine.failure is None and mine.spent < seconds:
                _ask(contender, mine)
    return times


def _warm_up(contender: Contender, seconds: float) -> CallTimes:
    warm = CallTimes()
    for _ in range(MOST_WARM):
        _ask(contender, warm)
        if warm.failure is not None or warm.spent >= min(WARM_SECONDS, seconds):
            break
    return warm if warm.failure is not None or warm.spent >= seconds else CallTimes()


def _ask(contender: Contender, times: CallTimes) -> None:
    try:
        times.seconds.append(contender.ask())
    except AssignorFailed as failure:
        times.failure = failure
