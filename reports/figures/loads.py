"""Loads as bars: the loads of all members today, in the optimum and in each assignor's answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kafka_assay.reports.render.drawing import Frame, title_height
from kafka_assay.reports.render.palette import INK, PAPER, QUIET, RULE, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW = 12
"""Up to this many members every bar has its number and its member's name."""
MOST_BARS = 60
"""With more members than this, a bar stands for several members in a row."""
BACKED = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.4}
"""The background of a number, so that no line crosses it."""
ROW = 0.56
WIDTH = 5.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """
    One answer: the load of each member, in the same order in every profile of a figure, and its moves.

    `alike` are further targets with the same loads and moves.
    """

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
    def frame(self) -> Frame:
        """A row for each answer."""
        top = title_height(self.title, WIDTH) + 0.05
        bottom = (0.62 if self._named else 0.4) + (0.17 if self.left_out else 0.0)
        return Frame(WIDTH, top + bottom + ROW * len(self.profiles), 1.48, 1.16, top, bottom)

    @property
    def _named(self) -> bool:
        return len(self.members) <= FEW

    @cached_property
    def bars(self) -> tuple[tuple[float, ...], ...]:
        """The heights of the bars of every profile: by member if there are few, else from the most loaded down."""
        if self._named:
            order = sorted(range(len(self.members)), key=lambda place: -self.profiles[0].loads[place])
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

    def plot(self, ax: Axes) -> None:
        """A row of bars for each answer in the assignor's colour, with a line at the best possible maximum."""
        highest = max((load for profile in self.profiles for load in profile.loads), default=0) or 1
        count = len(self.bars[0])
        rows = len(self.profiles)
        for row, (profile, heights) in enumerate(zip(self.profiles, self.bars, strict=True)):
            floor = float(rows - 1 - row)
            self._plot_row(ax, profile, [height / highest * 0.66 for height in heights], floor)
            if self.best:
                level = floor + self.best[-1] / highest * 0.66
                ax.plot([-0.6, count - 0.4], [level] * 2, color=INK, lw=0.8, ls=(0, (4, 3)))
        ax.set_xlim(-0.6, max(count, 1) - 0.4)
        ax.set_ylim(-0.06, rows - 0.1)
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        ax.set_ylabel("partitions per member", labelpad=88)
        self._plot_members(ax)

    def _plot_row(self, ax: Axes, profile: Profile, heights: list[float], floor: float) -> None:
        look = look_of_target(profile.target)
        wide = 0.82 if self._named else 1.0
        ax.bar(range(len(heights)), heights, wide, floor, color=look.colour, hatch=look.hatch, ec="white", lw=0.3)
        ax.axhline(floor, color=RULE, lw=0.8)
        if self._named:
            order = sorted(range(len(self.members)), key=lambda place: -self.profiles[0].loads[place])
            for place, member in enumerate(order):
                label = f"{profile.loads[member]:,}"
                ax.text(place, floor + heights[place] + 0.05, label, ha="center", va="bottom", size=8, bbox=BACKED)
        side = ax.get_yaxis_transform()
        name = "\n".join(shorten(part, 19) for part in profile.target.replace(":", ":\n").split("\n")[-2:])
        up = 0.07 if profile.alike else 0.0
        ax.text(-0.025, floor + 0.3 + up, name, transform=side, ha="right", va="center", weight="bold", size=8.5)
        if profile.alike:
            others = f"and {len(profile.alike)} more"
            ax.text(-0.025, floor + 0.02, others, transform=side, ha="right", va="bottom", size=8, color=QUIET)
        ax.text(1.02, floor + 0.43, _range(profile), transform=side, va="center", size=9)
        ax.text(1.02, floor + 0.15, _moves(profile), transform=side, va="center", size=8.5, color=QUIET)

    def _plot_members(self, ax: Axes) -> None:
        if not self._named:
            ax.set_xticks([])
            size = self.members_per_bar
            several = f"; a bar is the mean of {size}" if size > 1 else ""
            ax.set_xlabel(f"{len(self.members):,} members, most loaded first in each row{several}{self._rest}")
            return
        order = sorted(range(len(self.members)), key=lambda place: -self.profiles[0].loads[place])
        room = max(3, int(40 / max(len(order), 1)))
        ax.set_xticks(range(len(order)), [shorten(self.members[place], room) for place in order], size=8)
        ax.tick_params(axis="x", length=0, pad=2)
        dashed = "; dashed: the best possible maximum" if self.best else ""
        ax.set_xlabel(f"members, the most loaded today first{dashed}{self._rest}")

    @property
    def _rest(self) -> str:
        return f"\n{quantity(self.left_out, 'more answer')} only in the table" if self.left_out else ""


def _range(profile: Profile) -> str:
    if not profile.loads:
        return "no members"
    low, high = min(profile.loads), max(profile.loads)
    return f"{low:,} each" if low == high else f"{low:,} to {high:,}"


def _moves(profile: Profile) -> str:
    if profile.moves is None:
        return ""
    return "1 move" if profile.moves == 1 else f"{profile.moves:,} moves"
