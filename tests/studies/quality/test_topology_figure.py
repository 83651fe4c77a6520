from __future__ import annotations

from kafka_assay.assignors.model import Assignment
from kafka_assay.reports.render.drawing import draw_svg
from studies.quality.topology_figure import MOST_HOSTS, MOST_TOPICS, TopologyFigure, topology_figure
from tests.properties.places import on_hosts, placement_on

GROUP = on_hosts({"wide": 4, "one": 1}, {"a": "h1", "b": "h2", "c": "h2"})
FIRST: Assignment = {"a": {"wide": [0, 1, 2, 3], "one": [0]}}
SPREAD: Assignment = {"a": {"wide": [0]}, "b": {"wide": [1, 2]}, "c": {"wide": [3], "one": [0]}}


def figure() -> TopologyFigure:
    """Return the figure of everything on one host, then spread."""
    before, after = placement_on(GROUP, FIRST), placement_on(GROUP, SPREAD)
    return topology_figure([("range", before, 0.75), ("shuffled", after, 1.0)])


def test_cell_is_a_hosts_share_of_a_topic() -> None:
    """Hosts by name, topics by their number of partitions."""
    found = figure()

    assert (("h1", "h2"), (1, 4)) == (found.hosts, found.partitions)
    assert ((1, 1), (0, 0)) == found.panels[0].shares
    assert ((0, 0.25), (1, 0.75)) == found.panels[1].shares
    assert ((5, 0), (1, 4)) == (found.panels[0].loads, found.panels[1].loads)


def test_title_compares_the_first_answer_with_the_last() -> None:
    said = "Topic reach: range 75% of the possible hosts, shuffled 100%"

    assert said == figure().title
    assert "topic reach 100%, partitions by host 1, 4" in figure().alt


def test_single_answer_has_a_title() -> None:
    alone = topology_figure([("range", placement_on(GROUP, FIRST), 0.75)])

    assert "Topic reach: range 75% of the possible hosts" == alone.title


def test_large_group_is_summed_up() -> None:
    hosts: dict[str, str | None] = {f"m{number:02}": f"host{number:02}" for number in range(40)}
    group = on_hosts({f"t{number:03}": 1 for number in range(200)}, hosts)

    found = topology_figure([("range", placement_on(group, {"m00": {f"t{n:03}": [0] for n in range(200)}}), 1.0)])

    assert (MOST_HOSTS, MOST_TOPICS) == (len(found.hosts), len(found.partitions))
    assert "17 others" == found.hosts[-1]
    assert 1.0 == found.panels[0].shares[0][-1]


def test_picture_contains_names_partition_counts_and_loads() -> None:
    svg = draw_svg(figure())

    assert all(word in svg for word in ("range: topic reach 75%", "h2", "topics, by number of partitions"))
