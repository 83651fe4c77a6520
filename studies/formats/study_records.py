"""The formats of records that studies write and `assay report` reads."""

from __future__ import annotations

from kafka_assay.benchmarks.quality_tally import QualityTally
from kafka_assay.properties.measures.topology import Topology
from kafka_assay.reports.figures.oracle_growth import GrowthSeries
from studies.formats.shapes import (
    ASSIGNMENT,
    COUNT,
    GROUP,
    NUMBER,
    TEXT,
    Format,
    Key,
    Part,
    format_key,
    key,
    keys_of,
    listed,
    mapped,
    nullable,
    optional,
    part,
    part_of,
)

_HEADER: tuple[Key, ...] = (
    key("command", TEXT, "The command that repeats it."),
    key("seed", COUNT, "The seed."),
    key("machine", part_of("bench", "machine"), "The machine."),
    key("versions", mapped(TEXT), "Package to version."),
)

_TALLY = {
    "asked": "Groups that the target was asked about.",
    "members": "Their members.",
    "partitions": "Their partitions.",
    "refused": "Groups that its client cannot express.",
    "silent": "Groups without an answer, by kind of failure.",
    "invalid": "Invalid answers, by the first broken law of all.",
    "omits": "Valid answers that leave out a member.",
    "uneven": "Valid answers that are less balanced than the optimum.",
    "excess": "Sum by which their largest load is above the optimum's.",
    "excess_squares": "Sum of the squares of that.",
    "most_excess": "The largest of that.",
    "even": "Answers as balanced as the optimum.",
    "moves": "Their moves.",
    "needed": "Moves of the optimum on the same groups.",
    "wasteful": "Those with more moves than the optimum.",
    "wasted_squares": "Sum of the squares of moves above the optimum's.",
    "most_wasted": "The most moves above the optimum's.",
    "undercut": "Answers better than the optimum: an error of ours.",
    "rounds": "Rebalances until the answers settled.",
    "examples": "Numbers of the first groups of a kind.",
}

_QUALITY = Format(
    name="quality",
    says="How good the answers of assignors are on many groups, as JSON lines: a header, then one line for each "
    "stretch of groups of one target. `python -m studies quality --out DIR` writes `quality.jsonl`; `assay report` "
    "reads it.",
    roots=2,
    parts=(
        Part(name="header", says="The first line.", keys=(format_key("quality"), *_HEADER)),
        Part(
            name="stretch",
            says="Each other line. If two lines begin with the same group, the longer one counts.",
            keys=(
                key("target", TEXT, "The assignor."),
                key("version", TEXT, "Its version."),
                key("first", COUNT, "The number of the first group."),
                key("groups", COUNT, "The number of groups."),
                key("seconds", NUMBER, "The time of the answers."),
                key("equal", part("tally"), "The groups with equal subscriptions."),
                key("unequal", part("tally"), "The other groups."),
            ),
        ),
        Part(
            name="tally",
            says="Numbers of groups, and sums over them. A key with the value 0 is left out.",
            keys=keys_of(QualityTally, _TALLY, {"examples": mapped(listed(COUNT))}, may_miss=_TALLY),
        ),
    ),
)

_MEASURES = {
    "least": "The least load of a member.",
    "most": "The largest.",
    "idle_members": "Members without a partition.",
    "member_peak": "The largest load of a member, divided by the mean.",
    "idle_hosts": "Hosts without a partition.",
    "host_peak": "The largest load of a host, divided by the mean.",
    "first_quarter": "The share of the first quarter of the hosts, by name.",
    "rank_bias": "Kendall's tau-b between a member's place in sort order and its load.",
    "reach": "Hosts that read a topic, divided by those that could; the mean over topics.",
    "over_bound": "The largest share of a topic on one host, divided by the least possible.",
    "one_host": "The share of topics with several partitions that are read on a single host.",
    "blast_radius": "The largest share of topics of which one host reads more than half.",
}

_TOPOLOGY = Format(
    name="topology",
    says="Where assignors place topics on hosts. `python -m studies topology --out DIR` writes `topology.json`; "
    "`assay report` reads it. [topology.md](../topology.md) explains the measures.",
    parts=(
        Part(
            name="topology",
            says="",
            keys=(
                format_key("topology"),
                key("command", TEXT, "The command that repeats it."),
                key("seed", COUNT, "The seed."),
                key("restarts", COUNT, "Starts under new member ids."),
                key("versions", mapped(TEXT), "Package to version."),
                key("group", GROUP, "The group at the first start."),
                key("rows", listed(part("row")), "One row for each assignor."),
            ),
        ),
        Part(
            name="row",
            says="If the assignor gave no answer, the row ends with `error`.",
            keys=(
                key("target", TEXT, "The assignor."),
                key("version", TEXT, "Its version."),
                key("error", nullable(TEXT), "Why there is no answer."),
                optional("assignment", ASSIGNMENT, "The answer at the first start."),
                optional("jaccard", nullable(NUMBER), "How similar a topic's hosts are after two starts."),
                optional("counts", part("measures"), "The measures in partitions."),
                optional("weights", part("measures"), "The same by weight; without weights only the last two."),
            ),
        ),
        Part(
            name="measures",
            says="A measure is null if there is nothing to measure.",
            keys=(
                *keys_of(Topology, _MEASURES, may_miss=_MEASURES),
                key("kept_unchanged", nullable(NUMBER), "The share that stays if the same group rebalances again."),
                key("kept_one_gone", nullable(NUMBER), "The same for the others if one member leaves; the mean."),
            ),
        ),
    ),
)

_ORACLE_GROWTH = Format(
    name="oracle-growth",
    says="How the oracle's time grows with the group. `python -m studies oracle_growth --out DIR` writes "
    "`oracle-growth.json`; `assay report` reads it.",
    parts=(
        Part(
            name="oracle-growth",
            says="",
            keys=(
                format_key("oracle-growth"),
                *_HEADER,
                key("wanted", NUMBER, "The largest exponent that is the goal."),
                key("series", listed(part("series")), "One for each kind of subscription and event."),
            ),
        ),
        Part(
            name="series",
            says="",
            keys=(
                *keys_of(
                    GrowthSeries,
                    {
                        "subscriptions": "The kind of subscriptions.",
                        "event": "A first assignment (`FULL`), or what changed.",
                        "partitions": "The sizes.",
                        "seconds": "The least time of an answer with its proof, at each size.",
                        "exponent": "The exponent of its growth.",
                        "check_exponent": "That of the check of the proof.",
                    },
                ),
                key("check_seconds", listed(NUMBER), "The least time of the check of the proof, at each size."),
            ),
        ),
    ),
)

FORMATS = (_QUALITY, _TOPOLOGY, _ORACLE_GROWTH)
