"""Loads as bars: the loads of all members today, in the optimum and in each assignor's answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kafka_assay.reports.render.canvas import Box, Canvas, title_height
from kafka_assay.reports.render.palette import PAPER, QUIET, RULE, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

FEW = 12
"""Up to this many members every bar has its number and its member's name."""
MOST_BARS = 60
"""With more members than this, a bar stands for several members in a row."""
WIDTH, LEFT, RIGHT = 389.0, 107.0, 84.0
ROW, FLOOR, HIGHEST = 40.0, 36.0, 26.0
"""The height of a row, the place of its floor in it, and the height of the highest bar, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The loads of one answer, by member in the same order for all, its moves, and the targets `alike` in both."""

    target: str
    loads: tuple[int, ...]
    moves: int | None
    alike: tuple[str, ...] = ()

    def targets(self) -> str:
        """The targets with this answer."""
        return ", ".join((self.target, *self.alike))


@dataclass(frozen=True, kw_only=True)
class LoadsFigure:
    """
    The loads of one group, a row of bars for each answer, today's first.

    `best` are the best possible loads, ascending; None if unknown. `sound` says that today breaks no law for every
    assignor, so that its loads can be compared. `left_out` counts the answers that are not drawn.
    """

    group: str
    best: tuple[int, ...] | None
    sound: bool = True
    members: tuple[str, ...]
    profiles: tuple[Profile, ...]
    left_out: int = 0

    @property
    def title(self) -> str:
        """The distance of the largest load from the best possible."""
        today = sorted(self.profiles[0].loads)
        name = shorten(self.group, 40)
        if self.best is None or not today:
            return f"{name}: loads today and with each assignor"
        most, need = today[-1], self.best[-1]
        if not self.sound:
            return f"{name}: today's assignment is invalid, so its loads cannot be compared"
        if today == list(self.best):
            return f"{name}: today's loads are the best possible"
        if most > need:
            return f"{name}: highest load {quantity(most, 'partition')}, best {need:,}"
        return f"{name}: highest load {most:,} is the best possible, but the other loads are not"

    @property
    def alt(self) -> str:
        """The range of loads in every answer."""
        parts = [f"{profile.targets()} {_range(profile)}" for profile in self.profiles]
        return f"Bars: partitions per member, {len(self.members)} members. " + "; ".join(parts) + "."

    @property
    def size(self) -> tuple[float, float]:
        """A row for each answer."""
        below = (34 if self._named else 20) + (12 if self.left_out else 0)
        return WIDTH, 72 * title_height(self.title, WIDTH / 72) + ROW * len(self.profiles) + below

    @property
    def _named(self) -> bool:
        return len(self.members) <= FEW

    @property
    def _most_loaded_first(self) -> list[int]:
        return sorted(range(len(self.members)), key=lambda place: -self.profiles[0].loads[place])

    @cached_property
    def bars(self) -> tuple[tuple[float, ...], ...]:
        """The heights of the bars of every profile: by member if there are few, else from the most loaded down."""
        if self._named:
            order = self._most_loaded_first
            return tuple(tuple(profile.loads[place] for place in order) for profile in self.profiles)
        size = self.members_per_bar
        descending = [sorted(profile.loads, reverse=True) for profile in self.profiles]
        return tuple(
            tuple(sum(loads[at : at + size]) / len(loads[at : at + size]) for at in range(0, len(loads), size))
            for loads in descending
        )

    @property
    def members_per_bar(self) -> int:
        """The number of members for each bar: 1 for up to 60 members."""
        return -(-len(self.members) // MOST_BARS) or 1

    def sketch(self, canvas: Canvas) -> None:
        """A row of bars for each answer in the assignor's colour, with a line at the best possible maximum."""
        highest = max((load for profile in self.profiles for load in profile.loads), default=0) or 1
        canvas.text(12, canvas.top + ROW * len(self.profiles) / 2, "partitions per member", size=9, colour=QUIET,
                    anchor="middle", turned=True)  # fmt: skip
        for row, (profile, loads) in enumerate(zip(self.profiles, self.bars, strict=True)):
            self._sketch_row(canvas, profile, [load / highest * HIGHEST for load in loads], canvas.top + ROW * row)
            if self.best:
                level = canvas.top + ROW * row + FLOOR - self.best[-1] / highest * HIGHEST
                canvas.line([(LEFT, level), (WIDTH - RIGHT, level)], dashed=True)
            for place, load in enumerate(loads if self._named else ()):
                above = canvas.top + ROW * row + FLOOR - load / highest * HIGHEST - 6
                canvas.text(self._middle(place), above, f"{load:,}", size=8, anchor="middle", backed=PAPER)
        self._sketch_members(canvas, canvas.top + ROW * len(self.profiles))

    def _sketch_row(self, canvas: Canvas, profile: Profile, heights: Sequence[float], top: float) -> None:
        look, floor = look_of_target(profile.target), top + FLOOR
        wide = self._column * (0.82 if self._named else 1)
        bars = [Box(self._middle(at) - wide / 2, floor - high, wide, high) for at, high in enumerate(heights)]
        canvas.boxes(bars, look.colour, look.hatch, edge=0.3)
        canvas.line([(LEFT, floor), (WIDTH - RIGHT, floor)], RULE)
        names = [shorten(part, 19) for part in profile.target.replace(":", ":\n").split("\n")[-2:]]
        middle = floor - 12 - 5.5 * (len(names) - 1) - (3 if profile.alike else 0)
        for line, name in enumerate(names):
            canvas.text(LEFT - 5, middle + 11 * line, name, anchor="end", bold=True)
        if profile.alike:
            canvas.text(LEFT - 5, floor - 3, f"and {len(profile.alike)} more", size=8, anchor="end", colour=QUIET)
        canvas.text(WIDTH - RIGHT + 5, floor - 17, _range(profile), size=9)
        if profile.moves is not None:
            canvas.text(WIDTH - RIGHT + 5, floor - 6, quantity(profile.moves, "move"), colour=QUIET)

    @property
    def _column(self) -> float:
        return (WIDTH - LEFT - RIGHT) / max(len(self.bars[0]), 1)

    def _middle(self, place: int) -> float:
        return LEFT + self._column * (place + 0.5)

    def _sketch_members(self, canvas: Canvas, top: float) -> None:
        middle = (LEFT + WIDTH - RIGHT) / 2
        if self._named:
            room = max(3, int(40 / max(len(self.members), 1)))
            for place, member in enumerate(self._most_loaded_first):
                canvas.text(self._middle(place), top + 6, shorten(self.members[member], room), size=8, anchor="middle")
            dashed = "; dashed: the best possible maximum" if self.best else ""
            lines = ["members, the most loaded today first" + dashed]
            top += 12
        else:
            several = f"; a bar is the mean of {self.members_per_bar}" if self.members_per_bar > 1 else ""
            lines = [f"{len(self.members):,} members, most loaded first in each row{several}"]
        lines += [f"{quantity(self.left_out, 'more answer')} only in the table"] if self.left_out else []
        for row, line in enumerate(lines):
            canvas.text(middle, top + 8 + 12 * row, line, size=9, anchor="middle", colour=QUIET)


def _range(profile: Profile) -> str:
    if not profile.loads:
        return "no members"
    low, high = min(profile.loads), max(profile.loads)
    return f"{low:,} each" if low == high else f"{low:,} to {high:,}"
