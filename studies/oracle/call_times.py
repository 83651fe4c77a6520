"""Several contenders at one point, in turns: what else the machine does then meets all of them alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import AssignorFailed
from studies.oracle.contenders import Contender

WARM_SECONDS = 3.0
MOST_WARM = 10
"""Calls that do not count: until they have taken so long in all, one at least, so many at most.

Java's compiler takes about that many calls of a large group until they become no faster.
"""


@dataclass(slots=True)
class CallTimes:
    """The seconds of one contender's calls; and the failure that ended them, if one did."""

    seconds: list[float] = field(default_factory=list)
    failure: AssignorFailed | None = None

    @property
    def spent(self) -> float:
        """The seconds of all calls."""
        return sum(self.seconds)


def time_calls(contenders: Mapping[str, Contender], *, rounds: int, seconds: float) -> dict[str, CallTimes]:
    """
    So many calls of each, one round after the other. Who has used up its `seconds` is not asked again.

    Who used them up warming up is not asked again at all, and these calls count.
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
