"""The placement of topics: hosts x topics, one panel for each assignor, one above the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from kafka_assay.properties.measures.places import Placement
from kafka_assay.reports.figures.heat_map import fold_rows
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import DENSITY, INK, QUIET
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_HOSTS = 24
MOST_TOPICS = 120
WIDTH = 7.6
ROW = 0.19
HEAD = 2.1
"""The height above each panel in rows: the name of the assignor, and space."""
NARROWEST = 3
"""At least this many columns with the same number of partitions get that number below them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopologyPanel:
    """
    The answer of one assignor.

    It has the `shares` of each topic by host and topic (0 to 1), the `loads` of the hosts, and the mean `reach` of the
    topics.
    """

    target: str
    shares: tuple[tuple[float, ...], ...]
    loads: tuple[int, ...]
    reach: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TopologyFigure:
    """The share of each topic (columns, ordered by `partitions`) on each host (rows), assignor by assignor."""

    hosts: tuple[str, ...]
    partitions: tuple[int, ...]
    panels: tuple[TopologyPanel, ...]

    @property
    def title(self) -> str:
        """The reach of the topics in the last two panels: before and after."""
        before, after = (*self.panels[-2:-1], *self.panels[-1:] * 2)[:2]
        sentence = f"Topic reach: {before.target} {before.reach:.0%} of the possible hosts"
        return sentence if after is before else f"{sentence}, {after.target} {after.reach:.0%}"

    @property
    def alt(self) -> str:
        """The same for every panel, and the loads of the hosts."""
        parts = [
            f"{panel.target}: topic reach {panel.reach:.0%}, partitions by host {', '.join(map(str, panel.loads))}"
            for panel in self.panels
        ]
        sizes = f"{len(self.hosts)} hosts by {len(self.partitions)} topics"
        return f"Heat maps, {sizes}: the share of each topic that each host reads. {'; '.join(parts)}."

    @property
    def frame(self) -> Frame:
        """A thin line for each host of each panel."""
        top = title_height(self.title, WIDTH)
        rows = len(self.panels) * (len(self.hosts) + HEAD)
        left = 0.35 + 0.068 * max(map(len, self.hosts), default=0)
        return Frame(WIDTH, top + 0.62 + ROW * rows, left, 0.75, top, 0.62)

    def plot(self, ax: Axes) -> None:
        """All panels on one grid, with each host's partitions beside its row."""
        columns, rows = len(self.partitions), len(self.hosts)
        ticks: list[float] = []
        for number, panel in enumerate(self.panels):
            top = number * (rows + HEAD) + HEAD
            self._plot_panel(ax, panel, top)
            label = f"{panel.target}: topic reach {panel.reach:.0%}"
            ax.text(0, top - 0.45, label, ha="left", va="bottom", weight="bold", size=9)
            ax.text(columns + 0.8, top - 0.45, "partitions", ha="left", va="bottom", size=7.5, color=QUIET)
            for row, load in enumerate(panel.loads):
                ax.text(columns + 0.8, top + row + 0.5, f"{load:,}", ha="left", va="center", size=8, color=INK)
            ticks += [top + row + 0.5 for row in range(rows)]
        ax.set_xlim(0, columns)
        ax.set_ylim(len(self.panels) * (rows + HEAD), 0)
        ax.set_yticks(ticks, self.hosts * len(self.panels), size=8)
        self._label_topics(ax)
        ax.tick_params(length=0, pad=3)
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.set_xlabel("topics, by number of partitions; darker: larger share of the host (darkest: all)")

    def _plot_panel(self, ax: Axes, panel: TopologyPanel, top: float) -> None:
        from matplotlib.colors import LinearSegmentedColormap

        shades = LinearSegmentedColormap.from_list("density", DENSITY)
        extent = (0, len(self.partitions), top + len(self.hosts), top)
        ax.imshow(panel.shares, cmap=shades, vmin=0, vmax=1, extent=extent, aspect="auto", interpolation="nearest")
        for row in range(1, len(self.hosts)):
            ax.axhline(top + row, color="white", lw=0.8)
        for place, _, _ in self._alike():
            if place:
                ax.plot([place, place], [top, top + len(self.hosts)], color="white", lw=1.6)

    def _label_topics(self, ax: Axes) -> None:
        wide = [(start, end, count) for start, end, count in self._alike() if end - start >= NARROWEST]
        ax.set_xticks([(start + end) / 2 for start, end, _ in wide], [f"{count:,}" for _, _, count in wide], size=8)

    def _alike(self) -> list[tuple[int, int, int]]:
        """Stretches of topics with the same number of partitions: from, to, number."""
        found = []
        for count, columns in groupby(range(len(self.partitions)), key=self.partitions.__getitem__):
            inside = list(columns)
            found.append((inside[0], inside[-1] + 1, count))
        return found


def topology_figure(placements: Sequence[tuple[str, Placement, float]]) -> TopologyFigure:
    """
    The figure of one group, from (target, placement in partitions, topic reach). Surplus rows and columns are added up.
    """
    sizes = {topic.topic: topic.partitions for _, one, _ in placements[:1] for topic in one.topics}
    topics = fold_rows(sorted(sizes, key=lambda topic: (sizes[topic], topic)), MOST_TOPICS)
    names = [host for _, one, _ in placements[:1] for host, _ in one.hosts]
    hosts = fold_rows(names, MOST_HOSTS)
    panels = []
    for target, one, reach in placements:
        by_topic = {topic.topic: dict(topic.by_host) for topic in one.topics}
        loads = dict(one.hosts)
        shares = tuple(
            tuple(
                sum(by_topic[topic].get(host, 0) for topic in column for host in row)
                / sum(sizes[topic] for topic in column)
                for column in topics
            )
            for row in hosts
        )
        summed = tuple(round(sum(loads[host] for host in row)) for row in hosts)
        panels.append(TopologyPanel(target=target, shares=shares, loads=summed, reach=reach))
    return TopologyFigure(
        hosts=tuple(shorten(row[0], 18) if len(row) == 1 else f"{len(row):,} others" for row in hosts),
        partitions=tuple(sizes[column[0]] for column in topics),
        panels=tuple(panels),
    )
