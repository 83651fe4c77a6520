"""The placement of each topic: hosts x topics, today beside another answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.reports.render.canvas import Box, Canvas, title_height
from kafka_assay.reports.render.palette import QUIET, density_colour
from kafka_assay.reports.wording.safe_names import shorten

MOST_TOPICS = 14
MOST_PLACES = 24
MOST_DIGITS = 22
"""The most digits side by side in a panel that are still readable."""
MOST_NUMBERS = 150
"""The most cells in a panel in which each cell has its number."""
WIDTH, HEAD, ROW, GAP = 389.0, 18.0, 18.7, 12.0
"""The width, the heights above the panels and of a row, and the gap between the panels, in points."""

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
    def size(self) -> tuple[float, float]:
        """A line for each place, with room for the topics' names below."""
        top = 72 * title_height(self.title, WIDTH / 72)
        return WIDTH, top + HEAD + ROW * max(len(self.places), 1) + 22 + self._longest_topic

    @property
    def _left(self) -> float:
        return 34 + 4.9 * max((len(place) for place in self.places), default=0)

    @property
    def _longest_topic(self) -> float:
        return 5.2 * max([3, *map(len, self.topics)])

    @property
    def _column(self) -> float:
        return (WIDTH - 7 - GAP - self._left) / (2 * len(self.topics) or 1)

    def sketch(self, canvas: Canvas) -> None:
        """Both panels on one grid, with the count in each cell."""
        columns, rows, top = len(self.topics), len(self.places), canvas.top + HEAD
        highest = max(self._single_cells(), default=0) or 1
        canvas.text(12, top + ROW * rows / 2, f"{self.place}s", size=9, anchor="middle", colour=QUIET, turned=True)
        for row, place in enumerate(self.places):
            canvas.text(self._left - 4, top + ROW * (row + 0.5), place, size=8, anchor="end", colour=QUIET)
        below = top + ROW * rows + 4
        for counts, name, left in (
            (self.today, "today", self._left),
            (self.then, self.target, self._left + self._column * columns + GAP),
        ):
            canvas.text(left + self._column * columns / 2, top - 7, name, size=9, anchor="middle", bold=True)
            self._sketch_panel(canvas, counts, left, highest)
            for column, topic in enumerate(self.topics):
                x = left + self._column * (column + 0.5)
                canvas.text(x, below, topic, size=8, anchor="end", colour=QUIET, turned=True)
        cut = len(self._single_cells()) < 2 * rows * columns
        darkest = f"{highest} or more" if cut else f"{highest}"
        words = f"topics; darker: more partitions (darkest: {darkest})"
        canvas.text(
            (self._left + WIDTH) / 2, below + self._longest_topic + 8, words, size=9, anchor="middle", colour=QUIET
        )

    def _single_cells(self) -> list[int]:
        rows = len(self.places) - (len(self.places) == MOST_PLACES)
        columns = len(self.topics) - (len(self.topics) == MOST_TOPICS)
        return [count for counts in (self.today, self.then) for row in counts[:rows] for count in row[:columns]]

    def _sketch_panel(self, canvas: Canvas, counts: Counts, left: float, highest: int) -> None:
        wide, top = self._column, canvas.top + HEAD
        cells: dict[int, list[Box]] = {}
        for row, line in enumerate(counts):
            for column, count in enumerate(line):
                cells.setdefault(count, []).append(Box(left + wide * column, top + ROW * row, wide, ROW))
        digits = len(str(max(cells, default=0)))
        is_wide = digits * len(self.topics) > MOST_DIGITS or len(self.topics) * len(self.places) > MOST_NUMBERS
        for count, alike in cells.items():
            canvas.boxes(alike, density_colour(min(count, highest) / highest), edge=0.8)
            ink = "#fefefe" if count > 0.5 * highest else "#111111"
            for box in alike if count and not is_wide else ():
                x, y = box.left + wide / 2, box.top + ROW / 2
                canvas.text(x, y, f"{count}", size=7.5, anchor="middle", colour=ink)


def heat_map_figure(
    group: Group, target: str, today: Assignment, then: Assignment, labels: dict[str, str]
) -> HeatMapFigure:
    """The figure for `group`. If members are the places, `labels` are their names."""
    hosts = {member.id: member.host for member in group.members}
    by_host = None not in hosts.values() and len(set(hosts.values())) > 1
    where = {member: str(host) if by_host else member for member, host in hosts.items()}
    subscribed = {topic for member in group.members for topic in member.subscription}
    known = [topic for topic in group.topics if topic.name in subscribed]
    topics = [topic.name for topic in sorted(known, key=lambda topic: (-topic.partitions, topic.name))]
    before, after = (_count_by_place(where, answer, topics) for answer in (today, then))
    loads = dict.fromkeys(where.values(), 0)
    for (place, _), count in before.items():
        if place in loads:
            loads[place] += count
    places = sorted(loads, key=lambda place: (-loads[place], place))
    place_rows, topic_columns = fold_rows(places, MOST_PLACES), fold_rows(topics, MOST_TOPICS)
    grids = [
        tuple(
            tuple(sum(counts[place, topic] for place in row for topic in column) for column in topic_columns)
            for row in place_rows
        )
        for counts in (before, after)
    ]
    return HeatMapFigure(
        group=group.name or "this group",
        target=target,
        place="host" if by_host else "member",
        places=tuple(_name_row(row, {} if by_host else labels, 16) for row in place_rows),
        topics=tuple(_name_row(column, {}, 18) for column in topic_columns),
        today=grids[0],
        then=grids[1],
        # A pair of place and topic is counted only if the place has a partition.
        reach=(len(before) / max(1, len(topics)), len(after) / max(1, len(topics))),
    )


def _count_by_place(where: dict[str, str], answer: Assignment, topics: Sequence[str]) -> Counter[tuple[str, str]]:
    """The partitions of each of the `topics` at each place, where there are some."""
    counts: Counter[tuple[str, str]] = Counter()
    known = set(topics)
    for member, mine in answer.items():
        for topic in mine.keys() & known:
            counts[where.get(member, member), topic] += len(mine[topic])
    return +counts


def fold_rows(names: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """
    Each name alone; if there are more than `most`, the last ones together.

    >>> fold_rows(["a", "b", "c"], 2)
    [('a',), ('b', 'c')]
    """
    if len(names) <= most:
        return [(name,) for name in names]
    return [*((name,) for name in names[: most - 1]), tuple(names[most - 1 :])]


def _name_row(names: tuple[str, ...], labels: Mapping[str, str], limit: int) -> str:
    return shorten(labels.get(names[0], names[0]), limit) if len(names) == 1 else f"{len(names):,} others"
