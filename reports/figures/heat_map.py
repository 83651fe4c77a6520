"""The placement of each topic: hosts x topics, today beside another answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.reports.render.drawing import Frame, title_height
from kafka_assay.reports.render.palette import DENSITY
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path


MOST_TOPICS = 14
MOST_PLACES = 24
MOST_DIGITS = 22
"""The most digits side by side in a panel that are still readable."""
MOST_NUMBERS = 150
"""The most cells in a panel in which each cell has its number."""
WIDTH = 5.4
GAP = 0.6
"""The gap between the two panels, in cells."""

Counts = tuple[tuple[int, ...], ...]
"""Partitions by place and topic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapFigure:
    """
    Partitions of each topic (columns) at each place (rows), today and in the answer of `target`.

    A place is a host, or a member if the members share one host or have none. Beyond the largest few, places and topics
    are added up in a last row and a last column.
    """

    group: str
    target: str
    place: str
    places: tuple[str, ...]
    topics: tuple[str, ...]
    today: Counts
    then: Counts
    reach: tuple[float, float]

    @property
    def title(self) -> str:
        """The mean number of places that read a topic, before and after."""
        name = shorten(self.group, 40)
        before, after = (f"{mean:.1f}" for mean in self.reach)
        if before == after:
            return f"{name}: on average, {before} {self.place}s read a topic, today and with {self.target}"
        return f"{name}: on average, {before} {self.place}s read a topic today, {after} with {self.target}"

    @property
    def alt(self) -> str:
        """The same, and the largest cell of each panel."""
        most = [max((count for row in counts for count in row), default=0) for counts in (self.today, self.then)]
        return (
            f"Two heat maps, {len(self.places)} {self.place}s by {len(self.topics)} topics: partitions of each topic "
            f"at each {self.place}. Largest cell today {most[0]}, with {self.target} {most[1]}. {self.title}."
        )

    @property
    def frame(self) -> Frame:
        """A line for each place, with room for the topics' names below."""
        top = title_height(self.title, WIDTH) + 0.28
        longest = max(3, *(len(topic) for topic in self.topics)) if self.topics else 3
        bottom = 0.35 + 0.075 * longest
        left = 0.5 + 0.068 * max((len(place) for place in self.places), default=0)
        return Frame(WIDTH, top + bottom + 0.26 * max(len(self.places), 1), left, 0.1, top, bottom)

    def plot(self, ax: Axes) -> None:
        """Both panels on one grid, with the count in each cell."""
        columns, rows = len(self.topics), len(self.places)
        highest = max(self._single_cells(), default=0) or 1
        for counts, name, offset in ((self.today, "today", 0.0), (self.then, self.target, columns + GAP)):
            self._plot_panel(ax, counts, offset, highest)
            ax.text(offset + columns / 2, -0.2, name, ha="center", va="bottom", weight="bold", size=9)
        ax.set_xlim(0, 2 * columns + GAP)
        ax.set_ylim(rows, 0)
        ax.set_yticks([row + 0.5 for row in range(rows)], self.places, size=8)
        ticks = [column + 0.5 + offset for offset in (0.0, columns + GAP) for column in range(columns)]
        ax.set_xticks(ticks, self.topics * 2, rotation=90, size=8)
        ax.tick_params(length=0, pad=2)
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.set_ylabel(f"{self.place}s", labelpad=4)
        cut = len(self._single_cells()) < 2 * rows * columns
        darkest = f"{highest} or more" if cut else f"{highest}"
        ax.set_xlabel(f"topics; darker: more partitions (darkest: {darkest})", labelpad=2)

    def _single_cells(self) -> list[int]:
        rows = len(self.places) - (len(self.places) == MOST_PLACES)
        columns = len(self.topics) - (len(self.topics) == MOST_TOPICS)
        return [count for counts in (self.today, self.then) for row in counts[:rows] for count in row[:columns]]

    def _plot_panel(self, ax: Axes, counts: Counts, offset: float, highest: int) -> None:
        from matplotlib.colors import LinearSegmentedColormap
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        shades = LinearSegmentedColormap.from_list("density", DENSITY)
        cells: dict[int, list[tuple[int, int]]] = {}
        for row, line in enumerate(counts):
            for column, count in enumerate(line):
                cells.setdefault(min(count, highest), []).append((row, column))
        for count, alike in cells.items():  # one path for all cells of a shade makes the file ten times smaller
            squares = [_square(offset + column, row) for row, column in alike]
            path = Path.make_compound_path(*squares)
            ax.add_patch(PathPatch(path, facecolor=shades(count / highest), edgecolor="white", lw=0.8))
        digits = len(str(max((count for line in counts for count in line), default=0)))
        written = digits * len(self.topics) <= MOST_DIGITS and len(self.topics) * len(self.places) <= MOST_NUMBERS
        for row, line in enumerate(counts):
            for column, count in enumerate(line):
                if count and written:
                    ink = "#fefefe" if count > 0.5 * highest else "#111111"
                    x = offset + column + 0.5
                    ax.text(x, row + 0.5, f"{count}", ha="center", va="center", size=7.5, color=ink)


def _square(x: float, y: float) -> Path:
    from matplotlib.path import Path

    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
    return Path(corners, closed=True)


def heat_map_figure(
    group: Group, target: str, today: Assignment, then: Assignment, labels: dict[str, str]
) -> HeatMapFigure:
    """The figure for `group`. If members are the places, `labels` are their names."""
    hosts = {member.id: member.host for member in group.members}
    by_host = None not in hosts.values() and len(set(hosts.values())) > 1
    where = {member: str(host) if by_host else member for member, host in hosts.items()}
    totals = {topic.name: topic.partitions for topic in group.topics}
    subscribed = {topic for member in group.members for topic in member.subscription}
    topics = sorted((topic for topic in totals if topic in subscribed), key=lambda topic: (-totals[topic], topic))
    before, after = (_counted(where, answer) for answer in (today, then))
    loads = {place: sum(before.get((place, topic), 0) for topic in topics) for place in where.values()}
    places = sorted(loads, key=lambda place: (-loads[place], place))
    names = {place: shorten(place, 16) if by_host else shorten(labels[place], 16) for place in places}
    place_rows, topic_columns = fold_rows(places, MOST_PLACES), fold_rows(topics, MOST_TOPICS)
    grids = [
        tuple(
            tuple(sum(counts.get((place, topic), 0) for place in row for topic in column) for column in topic_columns)
            for row in place_rows
        )
        for counts in (before, after)
    ]
    return HeatMapFigure(
        group=group.name or "this group",
        target=target,
        place="host" if by_host else "member",
        places=tuple(_called(row, names) for row in place_rows),
        topics=tuple(_called(column, {topic: shorten(topic, 18) for topic in topics}) for column in topic_columns),
        today=grids[0],
        then=grids[1],
        reach=(_reach(before, topics), _reach(after, topics)),
    )


def _counted(where: dict[str, str], answer: Assignment) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for member, mine in answer.items():
        for topic, ids in mine.items():
            spot = (where.get(member, member), topic)
            counts[spot] = counts.get(spot, 0) + len(ids)
    return counts


def fold_rows(names: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """
    Each name alone; if there are more than `most`, the last ones together.

    >>> fold_rows(["a", "b", "c"], 2)
    [('a',), ('b', 'c')]
    """
    if len(names) <= most:
        return [(name,) for name in names]
    return [*((name,) for name in names[: most - 1]), tuple(names[most - 1 :])]


def _called(names: tuple[str, ...], labels: dict[str, str]) -> str:
    return labels[names[0]] if len(names) == 1 else f"{len(names):,} others"


def _reach(counts: dict[tuple[str, str], int], topics: Sequence[str]) -> float:
    known = set(topics)
    read = sum(1 for (_, topic), count in counts.items() if count and topic in known)
    return read / len(topics) if topics else 0.0
