from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import group_of
from kafka_assay.reports.figures.heat_map import MOST_PLACES, MOST_TOPICS, HeatMapFigure, heat_map_figure
from kafka_assay.reports.render.drawing import draw_svg

GROUP = group_of({"t": 2, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"], "c": ["t"]}, name="pay")
LABELS = {"a": "A", "b": "B", "c": "C"}
TODAY = {"a": {"t": [0, 1], "u": [0]}, "b": {}, "c": {}}
THEN = {"a": {"t": [0]}, "b": {"u": [0]}, "c": {"t": [1]}}


def on_hosts(*hosts: str | None) -> HeatMapFigure:
    """Return the figure of the group with its members on these hosts."""
    members = tuple(replace(member, host=host) for member, host in zip(GROUP.members, hosts, strict=True))
    return heat_map_figure(replace(GROUP, members=members), "sticky", TODAY, THEN, LABELS)


def test_members_on_several_hosts_are_summed_up_by_host() -> None:
    """The most loaded host first; the largest topic first."""
    figure = on_hosts("h1", "h2", "h1")

    assert ("h1", "h2") == figure.places
    assert ((2, 1), (0, 0)) == figure.today
    assert ((2, 0), (0, 1)) == figure.then


def test_members_are_the_rows_if_hosts_do_not_differ() -> None:
    """Also where a host is unknown."""
    assert ("A", "B", "C") == on_hosts("h", "h", "h").places == on_hosts("h", "k", None).places


def test_title_states_how_many_hosts_a_topic_reaches() -> None:
    figure = on_hosts("h1", "h2", "h<3>")

    assert "pay: on average, 1.0 hosts read a topic today, 1.5 with sticky" == figure.title
    assert "h&lt;3&gt;" in draw_svg(figure)


def test_rows_and_columns_beyond_the_largest_are_summed_up() -> None:
    topics = {f"t{number:02}": 3 for number in range(40)}
    members = {f"m{number:02}": list(topics) for number in range(60)}
    today = {member: {f"t{place % 40:02}": [0, 1]} for place, member in enumerate(members)}

    figure = heat_map_figure(group_of(topics, members), "fair", today, today, {member: member for member in members})

    assert (MOST_PLACES, MOST_TOPICS) == (len(figure.places), len(figure.topics))
    assert ("37 others", "27 others") == (figure.places[-1], figure.topics[-1])
    assert 120 == sum(count for row in figure.today for count in row)


def test_topics_without_partitions_are_drawn() -> None:
    figure = heat_map_figure(group_of({"t": 0}, {"a": ["t"]}), "fair", {"a": {}}, {"a": {}}, {"a": "A"})

    assert ">A</text>" in draw_svg(figure)
