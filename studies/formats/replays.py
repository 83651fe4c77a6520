"""The formats of replayed lives and of drawn months."""

from __future__ import annotations

from kafka_assay.assignors.formats.codec import field_meanings
from kafka_assay.pipeline.months.rates import Rates
from kafka_assay.pipeline.replay.replayed_life import ReplayStep
from kafka_assay.pipeline.replay.timing import Timing
from kafka_assay.reports.views.months import MonthDifference, MonthMean, MonthsReport, TargetMonths
from kafka_assay.reports.views.replay import ReplayReport
from studies.formats.shapes import (
    COUNT,
    NUMBER,
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
    part_of,
    says_of,
    words,
)

_REPLAY = Format(
    name="replay",
    says="A group's life with several targets, on a clock. `assay replay --json`, and `replay-LIFE.json` in `--out`; "
    "[lives](../understand/lives.md) defines every number.",
    parts=(
        Part(
            name="replay",
            keys=(
                format_key("replay"),
                *keys_of(
                    ReplayReport,
                    shapes={
                        **dict.fromkeys(("members", "partitions", "events"), COUNT),
                        "timing": part("timing"),
                        "optimum": nullable(part("target")),
                        "left_out": listed(part("left_out")),
                    },
                    left_out=("replays",),
                ),
                key("targets", listed(part("target")), field_meanings(ReplayReport)["replays"]),
            ),
        ),
        Part(name="timing", says=says_of(Timing), keys=keys_of(Timing)),
        Part(
            name="target",
            says="Sums are over all rebalances after the start.",
            keys=(
                key("target", TEXT, "The assignor."),
                key("version", TEXT, "Its version."),
                key(
                    "protocol",
                    words("eager", "cooperative", "consumer"),
                    "Who stops during a rebalance: everybody (`eager`), or only what moves.",
                ),
                key("rebalances", COUNT, "How often the group rebalances."),
                key("rounds", COUNT, "How often its members join, or reconcile, for that."),
                key("moved", COUNT, "Partitions that moved to another member."),
                key("ownerless", COUNT, "Partitions without an owner when a rebalance began."),
                key("taken", COUNT, "How often a partition got a reader other than its last one."),
                key("stopped_partition_seconds", NUMBER, "Partition-seconds without a reader."),
                key("seconds", NUMBER, "When the last rebalance has ended."),
                key("peak_gap", COUNT, "The largest distance from the best balance after a rebalance."),
                key("mean_gap", NUMBER, "The mean of these distances."),
                key("lag_spread", nullable(NUMBER), "Largest minus least lag of a member, mean; null without offsets."),
                key("steps", listed(part("step")), "The rebalances. The first is the start."),
            ),
        ),
        Part(
            name="step",
            says=says_of(ReplayStep),
            keys=(
                key("at", NUMBER, field_meanings(ReplayStep)["begun"]),
                *keys_of(
                    ReplayStep,
                    shapes={
                        **dict.fromkeys(("rounds", "members", "partitions", "moved", "ownerless"), COUNT),
                        **dict.fromkeys(("sum_of_squares", "optimal_sum_of_squares"), COUNT),
                        "event": part_of("life", "event"),
                        "lag_spread": nullable(COUNT),
                    },
                    left_out=("begun",),
                ),
            ),
        ),
        Part(name="left_out", keys=(key("target", TEXT, "The assignor."), key("why", TEXT, "Why it has no outcome."))),
    ),
)

_MONTHS = Format(
    name="months",
    says="What drawn months cost with several targets. `assay replay` with `drawn:A..B` and `--json`, and "
    "`months.json` in `--out`; [drawn months](../understand/lives.md#drawn-months) defines every number.",
    parts=(
        Part(
            name="months",
            keys=(
                format_key("months"),
                *keys_of(
                    MonthsReport,
                    shapes={
                        "rates": part("rates"),
                        "timing": part_of("replay", "timing"),
                        "targets": listed(part("target")),
                        "optimum": nullable(part("target")),
                    },
                ),
            ),
        ),
        Part(name="rates", says=says_of(Rates), keys=keys_of(Rates)),
        Part(
            name="target",
            keys=keys_of(
                TargetMonths, shapes={"figures": mapped(part("mean")), "differences": mapped(part("difference"))}
            ),
        ),
        Part(
            name="mean",
            says="The figures: `rebalances`, `rounds`, `moved`, `stopped_partition_seconds`, `mean_gap`.",
            keys=keys_of(MonthMean),
        ),
        Part(name="difference", says=says_of(MonthDifference), keys=keys_of(MonthDifference)),
    ),
)

FORMATS = (_REPLAY, _MONTHS)
