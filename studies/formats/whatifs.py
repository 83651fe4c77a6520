"""The format of a what-if."""

from __future__ import annotations

from kafka_assay.pipeline.whatif.what_if import RoundFigures, WhatIfOutcome
from studies.formats.inputs import GROUP_NAME, INDEX
from studies.formats.shapes import (
    COUNT,
    TEXT,
    Format,
    Part,
    format_key,
    key,
    keys_of,
    listed,
    mapped,
    nullable,
    part,
    says_of,
    words,
)

_WHATIF = Format(
    name="whatif",
    says="What a change costs in one group: members leave, join or restart, or topics grow. `assay whatif --json`; "
    "[what-ifs](../understand/lives.md) defines every number.",
    parts=(
        Part(
            name="whatif",
            keys=(
                format_key("whatif"),
                key("group", TEXT, "The name of the group."),
                key("change", part("change"), "What changes."),
                key("strategy", nullable(TEXT), "The assignor that the group runs, in its own word."),
                key("state", nullable(TEXT), "Kafka's state of the group."),
                key("present", nullable(TEXT), "The reference with that rule; null where it is not known."),
                key("targets", listed(part("target")), "The outcome with each target, the present one first."),
                key("left_out", listed(part("left_out")), "The targets without an outcome."),
                key("assumptions", listed(TEXT), "The group's assumptions."),
                INDEX,
                GROUP_NAME,
            ),
        ),
        Part(
            name="change",
            keys=(
                key("leave", listed(TEXT), "The ids of the members that leave."),
                key("join", listed(TEXT), "The ids of the new members."),
                key("grow", mapped(COUNT), "Topic to its new number of partitions."),
                key("restart", listed(TEXT), "The ids of the members that restart."),
            ),
        ),
        Part(
            name="target",
            says=says_of(WhatIfOutcome),
            keys=keys_of(
                WhatIfOutcome,
                shapes={
                    "protocol": words("eager", "cooperative", "consumer"),
                    "rounds": listed(part("round")),
                    "loads": mapped(COUNT),
                },
            ),
        ),
        Part(name="round", says=says_of(RoundFigures), keys=keys_of(RoundFigures)),
        Part(name="left_out", keys=(key("target", TEXT, "The assignor."), key("why", TEXT, "Why it has no outcome."))),
    ),
)

FORMATS = (_WHATIF,)
