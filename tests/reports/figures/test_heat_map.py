"""Tests of `kafka_assay.reports.figures.heat_map`."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import group_of
from kafka_assay.reports.figures.heat_map import MOST_PLACES, MOST_TOPICS, HeatMapFigure, heat_map_figure
from kafka_assay.reports.render.drawing import draw

GROUP = group_of({"t": 2, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"], "c": ["t"]}, name="pay")
LABELS = {"a": "A", "b": "B", "c": "C"}
TODAY = {"a": {"t": [0, 1], "u": [0]}, "b": {}, "c": {}}
THEN = {"a": {"t": [0]}, "b": {"u": [0]}, "c": {"t": [1]}}


def on_hosts(*hosts: str | None) -> HeatMapFigure:
    """The figure of the group with its members on these hosts."""
    members = tuple(replace(member, host=host) for member, host in zip(GROUP.members, hosts, strict=True))
    return heat_map_figure(replace(GROUP, members=members), "sticky", TODAY, THEN, LABELS)


def test_members_on_several_hosts_are_summed_up_by_host() -> None:
    """Rows are hosts, the most loaded today first; columns are topics, the largest first."""
    figure = on_hosts("h1", "h2", "h1")

    assert ("h1", "h2") == figure.places
    assert ((2, 1), (0, 0)) == figure.today
    assert ((2, 0), (0, 1)) == figure.then


def test_one_host_for_all_is_no_news() -> None:
    """Then, and where a host is not known, the members stand for themselves."""
    assert ("A", "B", "C") == on_hosts("h", "h", "h").places
    assert ("A", "B", "C") == on_hosts("h", "k", None).places


def test_the_title_says_how_far_topics_reach() -> None:
    """Before and after, on average."""
    title = on_hosts("h1", "h2", "h3").title

    assert "pay: a topic is read on 1.0 hosts on average today, on 1.5 with sticky" == title


def test_what_is_beyond_the_largest_is_summed_up() -> None:
    """A wide group has a bounded picture, and nothing is lost from the sums."""
    topics = {f"t{number:02}": 3 for number in range(40)}
    members = {f"m{number:02}": list(topics) for number in range(60)}
    today = {member: {f"t{place % 40:02}": [0, 1]} for place, member in enumerate(members)}

    figure = heat_map_figure(group_of(topics, members), "fair", today, today, {member: member for member in members})

    assert (MOST_PLACES, MOST_TOPICS) == (len(figure.places), len(figure.topics))
    assert ("37 others", "27 others") == (figure.places[-1], figure.topics[-1])
    assert 120 == sum(count for row in figure.today for count in row)


def test_it_can_be_drawn() -> None:
    """Numbers and names are in the picture."""
    svg = draw(on_hosts("h1", "h2", "h<3>")).svg

    assert "h&lt;3&gt;" in svg


def test_topics_without_a_partition_can_be_drawn() -> None:
    """Nothing to read is no reason to fail."""
    figure = heat_map_figure(group_of({"t": 0}, {"a": ["t"]}), "fair", {"a": {}}, {"a": {}}, {"a": "A"})

    assert draw(figure).png.startswith(b"\x89PNG")
