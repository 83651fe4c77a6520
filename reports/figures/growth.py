"""Time by size: the time of each contestant as the group grows, for one event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import QUIET, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import milliseconds_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 7.6
HEIGHT = 3.6
LABEL = 0.17
"""The height of a name at the right edge, in inches."""
TELLING_RATIO = 2
"""From this ratio on, the title says how many times longer a client takes."""
LONGEST_NAME = 26


def label_of(target: str) -> str:
    """
    A target's name, short enough for the right edge: of a long one, implementation, assignor and release.

    >>> label_of("kafka-python:sticky"), label_of("go:github.com/twmb/franz-go@v1.22.2:sticky")
    ('kafka-python:sticky', 'franz-go sticky v1.22.2')
    """
    name = parse_target(target) if len(target) > LONGEST_NAME else None
    return shorten(target if name is None or not name.is_released else f"{name.label} {name.release}", LONGEST_NAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetCurve:
    """One contestant's seconds at each size, in the order of the sizes; None if it gave no answer."""

    target: str
    seconds: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthFigure:
    """The contestants over the `sizes` (partitions, members, topics), ascending, for one event."""

    event: str
    sizes: tuple[tuple[int, int, int], ...]
    curves: tuple[TargetCurve, ...]

    @property
    def title(self) -> str:
        """At the largest size, the reference and the real client of the same rule with the largest difference."""
        partitions, members, topics = self.sizes[-1]
        where = f"{partitions:,} partitions, {members:,} members, {topics:,} topics"
        timed = {curve.target: curve.seconds[-1] for curve in self.curves}
        pairs = [
            (client / own, rule, own, target)
            for target, client in timed.items()
            if (rule := target.rpartition(":")[2]) != target and client and (own := timed.get(rule))
        ]
        if not pairs:
            best = min(((seconds, target) for target, seconds in timed.items() if seconds), default=None)
            return f"{where}: {best[1]} takes {milliseconds_text(best[0])} ms" if best else f"{where}: no answers"
        ratio, rule, own, client_name = max(pairs)
        if ratio >= TELLING_RATIO:
            compared = f"takes {ratio:,.0f} times as long"
        else:
            compared = f"takes {milliseconds_text(timed[client_name])} ms"
        return f"{where}: {rule} takes {milliseconds_text(own)} ms, {label_of(client_name)} {compared}"

    @property
    def alt(self) -> str:
        """The times at the largest size."""
        times = "; ".join(f"{curve.target}: {milliseconds_text(curve.seconds[-1])} ms" for curve in self.curves)
        return f"Lines: milliseconds of one call by group size, event {self.event}. Largest: {times}."

    @property
    def frame(self) -> Frame:
        """One size, higher if there are many names at the right edge."""
        top = title_height(self.title, WIDTH) + 0.1
        return Frame(WIDTH, top + max(HEIGHT, 0.8 + LABEL * len(self.curves)), 0.75, 2.2, top, 0.75)

    def plot(self, ax: Axes) -> None:
        """A line with markers for each contestant, on a logarithmic scale, and the names at the right edge."""
        places = range(len(self.sizes))
        for curve in self.curves:
            look = look_of_target(curve.target)
            values = [float("nan") if seconds is None else seconds * 1000 for seconds in curve.seconds]
            style = "--" if look.hatch else "-"
            ax.plot(places, values, style, marker=look.marker, ms=5, lw=1.4, color=look.colour, mec="white", mew=0.5)
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(lambda value, _place: f"{value:,g}")
        ax.grid(visible=True, axis="y", lw=0.5)
        ax.set_xticks(list(places), [f"{p:,}\n{m:,}\n{t:,}" for p, m, t in self.sizes])
        ax.set_xlabel("partitions / members / topics")
        ax.set_ylabel("milliseconds of one call (log)")
        self._plot_names(ax)

    def _plot_names(self, ax: Axes) -> None:
        """Names at the height of their lines' ends, moved apart from the lowest up so that none covers another."""
        ends = sorted(
            (ax.transAxes.inverted().transform(ax.transData.transform((0, seconds * 1000)))[1], curve.target, seconds)
            for curve in self.curves
            if (seconds := curve.seconds[-1]) is not None
        )
        frame = self.frame
        step = LABEL / (frame.height - frame.top - frame.bottom)
        lowest = 0.0
        room = len(ends)
        for height, target, seconds in ends:
            lowest = max(lowest, min(float(height), 1.0 - step * (room - 1)))
            room -= 1
            look = look_of_target(target)
            at = [1.03], [lowest]
            ax.plot(
                *at, look.marker, ms=5, color=look.colour, mec="white", mew=0.4, clip_on=False, transform=ax.transAxes
            )
            ax.text(1.05, lowest, f"{label_of(target)}  ", transform=ax.transAxes, va="center", size=8)
            ax.text(
                1.42,
                lowest,
                milliseconds_text(seconds),
                transform=ax.transAxes,
                va="center",
                ha="right",
                size=8,
                color=QUIET,
            )
            lowest += step
