"""The measures of releases in words: the name of each, the figure of a release, and each change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median
from typing import NamedTuple

from kafka_assay.benchmarks.releases.measurement import (
    MEMORY,
    QUALITIES,
    SECONDS,
    ChangePoint,
    Measurement,
)
from kafka_assay.reports.wording.words import milliseconds_text, quantity

_WORDS = {
    "balance_gap": (
        "balance gap",
        "sum of squared loads above the optimum's; the mean over the groups that all compared answered",
    ),
    "needless_moves": (
        "needless moves",
        "moves above the fewest, where every compared release has the best balance; the mean",
    ),
    "rounds": ("rounds", "rounds until the assignor settles; the mean"),
    MEMORY: ("peak MiB", "peak memory of a new process after one answer; the median"),
}
ONE_TENTH = 0.1
"""Down to this ratio, a decrease is given in percent."""
_SUBSCRIPTIONS = {"HOMOGENEOUS": "equal", "RANDOM_HALF": "unequal"}


class MeasureRow(NamedTuple):
    """
    A measure: its name and meaning, its value at each release (None: there is none), its medium and large changes.

    `samples` are the numbers of each pass, of which the value is the median. Quality has none.
    """

    measure: str
    name: str
    meaning: str
    values: tuple[float | None, ...]
    samples: tuple[tuple[float, ...], ...]
    changes: tuple[ChangePoint, ...]

    def text(self, place: int) -> str:
        """The figure at one release."""
        return figure_text(self.measure, self.values[place])


def measure_rows(found: Measurement, releases: Iterable[str]) -> Iterator[MeasureRow]:
    """A row for each measure that was taken, with the values at these `releases`. Rounds are left out if all are 1."""
    measured = [found.releases.get(release) for release in releases]
    for measure in (*QUALITIES, *(f"{SECONDS} {workload}" for workload in found.workloads), MEMORY):
        samples: tuple[tuple[float, ...], ...] = ((),) * len(measured)
        if measure in QUALITIES:
            values = [None if one is None else getattr(one, measure) for one in measured]
        else:
            workload = measure.removeprefix(f"{SECONDS} ")
            samples = tuple(
                () if one is None else one.memory_mib if measure == MEMORY else one.seconds.get(workload, ())
                for one in measured
            )
            values = [median(passes) if passes else None for passes in samples]
        unwanted = {None, 1.0} if measure == "rounds" else {None}
        if not unwanted.issuperset(values):
            changes = (one for one in found.change_points if one.measure == measure and one.effect != "small")
            yield MeasureRow(measure, *_words_of(measure), tuple(values), samples, tuple(changes))


def _words_of(measure: str) -> tuple[str, str]:
    """The name of a measure for people, and what it is, for below the table."""
    if measure in _WORDS:
        return _WORDS[measure]
    workload = measure.removeprefix(f"{SECONDS} ")
    kind = workload.split("-")[1]
    meaning = f"median milliseconds of assign, on {workload} (partitions x members x topics)"
    return f"ms, {_SUBSCRIPTIONS.get(kind, kind)} subscriptions", meaning


def figure_text(measure: str, value: float | None) -> str:
    """
    The figure of a measure, with its usual digits.

    >>> figure_text("seconds x", 0.0123), figure_text("memory_mib", 99.4), figure_text("balance_gap", 0.1234)
    ('12.3', '99.4', '0.123')
    """
    if value is None:
        return "-"
    if measure.startswith(SECONDS):
        return milliseconds_text(value)
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def changes_in_words(found: Measurement) -> list[str]:
    """A sentence for each medium or large change, and one for all small ones."""
    told = []
    for change in found.change_points:
        if change.effect != "small":
            before, after = (figure_text(change.measure, value) for value in (change.before, change.after))
            clause = f"{before} until {change.last}, {after} from {change.first} on"
            told.append(f"{_words_of(change.measure)[0]}: {clause} ({_size_of_change(change)}).")
    small = len(found.change_points) - len(told)
    if small:
        told.append(f"{quantity(small, 'small change')} (below 10 %).")
    return told or ["No change was found."]


def _size_of_change(change: ChangePoint) -> str:
    if not change.before or not change.after:
        return change.effect
    ratio = change.after / change.before
    if ratio >= 2:
        return f"{change.effect}: {ratio:.3g} times as much"
    if ratio <= ONE_TENTH:
        return f"{change.effect}: {1 / ratio:.3g} times less"
    return f"{change.effect}: {abs(ratio - 1) * 100:.0f} % {'more' if ratio > 1 else 'less'}"


def method_line(found: Measurement) -> str:
    """What was measured, and where."""
    return (
        f"Quality: means over the {found.compared} of {quantity(found.groups, 'everyday group')} that all compared "
        f"releases answered. Time and memory: medians of {quantity(found.passes, 'pass', 'passes')}. {found.machine}."
    )
