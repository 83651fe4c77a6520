"""The formats of records that studies write and `assay report` reads."""

from __future__ import annotations

from kafka_assay.assignors.formats.codec import field_meanings
from kafka_assay.benchmarks.quality_tally import QualityTally
from kafka_assay.properties.measures.topology import Topology
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
    says_of,
)

_HEADER: tuple[Key, ...] = (
    key("command", TEXT, "The command that repeats it."),
    key("seed", COUNT, "The seed."),
    key("machine", part_of("bench", "machine"), "The machine."),
    key("versions", mapped(TEXT), "Package to version."),
)


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
            keys=keys_of(
                QualityTally, shapes={"examples": mapped(listed(COUNT))}, may_miss=field_meanings(QualityTally)
            ),
        ),
    ),
)


_TOPOLOGY = Format(
    name="topology",
    says="Where assignors place topics on hosts. `python -m studies topology --out DIR` writes `topology.json`; "
    "`assay report` reads it. [topology.md](../topology.md) explains the measures.",
    parts=(
        Part(
            name="topology",
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
            says=says_of(Topology),
            keys=(
                *keys_of(Topology, may_miss=field_meanings(Topology)),
                key("kept_unchanged", nullable(NUMBER), "The share that stays if the same group rebalances again."),
                key("kept_one_gone", nullable(NUMBER), "The same for the others if one member leaves; the mean."),
            ),
        ),
    ),
)

FORMATS = (_QUALITY, _TOPOLOGY)
