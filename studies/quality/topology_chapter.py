"""The chapter of topology: where assignors place topics, and whether they return there after a restart."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.places import placement
from kafka_assay.reports.render.blocks import Bullets, Chapter, Code, Listing, Picture, Pictures, Prose, Section, Table
from kafka_assay.reports.tables.topology import PLACES, TopologyMeasure, topology_table
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity
from studies.quality.topology_figure import topology_figure

FORMAT = "assay-topology/1"
RECORD = "topology.json"
SHOWN = ("range", "roundrobin", "shuffled-roundrobin")
"""The targets that are drawn, if they were asked: without and with a random order of the members."""
MOST_DRAWN = 3


WEIGHTS = (
    TopologyMeasure(
        "member peak/mean", "load of the most loaded member divided by the mean; 1 is even", ("member_peak",)
    ),
    *(measure for measure in PLACES if measure.keys[0] not in {"least", "idle_members", "idle_hosts"}),
)
"""The same by weight. Idle members are the same by every measure."""

COMES_BACK = TopologyMeasure(
    "Jaccard", "similarity of a topic's hosts between two restarts; 1 is the same", ("jaccard",)
)
KEPT = (
    TopologyMeasure("kept", "partitions that stay if nothing changes", ("kept_unchanged",), ".0%"),
    TopologyMeasure(
        "kept, one gone",
        "partitions of the other members that stay if a member leaves; mean over members",
        ("kept_one_gone",),
        ".0%",
    ),
)


def topology_sentences(record: dict[str, Any]) -> Chapter:
    """The chapter of a `record`."""
    group = group_from_json(record["group"])
    pictures = _pictures(record, group)
    counts = _table("In partitions", record, "counts")
    tables = [counts]
    if any(topic.weights is not None for topic in group.topics):
        tables.append(_table("By weight", record, "weights"))
    hosts = {member.host for member in group.members}
    partitions = sum(topic.partitions for topic in group.topics)
    about = (
        f"{quantity(len(hosts), 'host')}, {quantity(len(group.members), 'member')}, "
        f"{quantity(len(group.topics), 'topic')}, {quantity(partitions, 'partition')}; "
        f"{quantity(record['restarts'], 'restart')} under new member ids; seed {record['seed']}."
    )
    section = Section(
        anchor="topology",
        title=("Where topics are read: ", Code(shorten(group.name or "this group", 40))),
        blocks=(Prose((about,)), pictures, *tables, Bullets(WORDS), Listing(record["command"])),
        in_brief=(Prose((about,)), pictures, *tables),
    )
    answers = tuple((picture.drawing.title + ".",) for picture in pictures.pictures)
    return Chapter(title="Topology", answers=answers, sections=(section,))


def _table(caption: str, record: dict[str, Any], unit: str) -> Table:
    measures = (*PLACES, COMES_BACK, *KEPT) if unit == "counts" else (*WEIGHTS, *KEPT)
    rows = [
        (row["target"], {**row[unit], "jaccard": row["jaccard"]} if row["error"] is None else row["error"])
        for row in record["rows"]
    ]
    return topology_table(caption, measures, rows)


def _pictures(record: dict[str, Any], group: Group) -> Pictures:
    answered = {row["target"]: row for row in record["rows"] if row["error"] is None}
    drawn = [target for target in SHOWN if target in answered]
    if len(drawn) < 2:
        drawn = list(answered)
    placed = [
        (target, one, answered[target]["counts"]["reach"] or 0.0)
        for target in drawn[:MOST_DRAWN]
        if (one := placement(group, answered[target]["assignment"])) is not None and one.topics
    ]
    if not placed:
        return Pictures(())
    return Pictures((Picture(name="topology", drawing=topology_figure(placed)),))


WORDS = tuple(
    (" ".join(sentence.split()),)
    for sentence in (
        """Topic reach: the number of hosts that read a topic, divided by the number that could; the mean over
        topics.""",
        """Share/bound: the largest share of a topic on one host, divided by the least possible.""",
        """One host: topics with several partitions that are read on a single host. Blast: for each host, the
        share of topics of which it reads more than half; the column shows the largest share.""",
        """Rank bias: Kendall's tau-b between a member's place in sort order and its load.""",
        """Jaccard: how similar the hosts of a topic are between two restarts, if only the member ids are new.""",
        """Kept: the share of partitions that stay with their owner if the unchanged group rebalances again. Kept, one
        gone: the same for the remaining members after one member has left (the mean over all members).""",
    )
)
