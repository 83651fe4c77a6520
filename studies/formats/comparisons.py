"""The formats of comparisons: the whole, and the record of one side."""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    RefusedGroups,
    TimedGroup,
)
from kafka_assay.benchmarks.comparison.side_record import ExpectedReason, SideRecord, SideTiming
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.reports.comparison.document import MEASURED
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
)

_COMPARISON = Format(
    name="comparison",
    says="Two assignors on the same groups. `assay compare --json`, and `compare.json` with `--out`.",
    parts=(
        Part(
            name="comparison",
            keys=(
                format_key("comparison"),
                *keys_of(
                    Comparison,
                    shapes={
                        "base": part("side"),
                        "candidate": part("side"),
                        "cannot_be_asked": listed(part("refused")),
                        "lines": listed(part("line")),
                    },
                ),
            ),
        ),
        Part(name="side", keys=keys_of(ComparedTarget)),
        Part(name="refused", keys=keys_of(RefusedGroups)),
        Part(
            name="line",
            says=f"{', '.join(f'`{name}`' for name in MEASURED)} stand only in lines that have them.",
            keys=keys_of(
                ComparisonLine, may_miss=MEASURED, shapes={"timed_groups": nullable(listed(part("timed-group")))}
            ),
        ),
        Part(name="timed-group", keys=keys_of(TimedGroup)),
    ),
)

_SIDE = Format(
    name="compared-side",
    says="The results of one target of a comparison. `base.json` and `candidate.json` of `assay compare --out`.",
    parts=(
        Part(
            name="side-record",
            says="A later `assay compare` pairs two such records, if `seed`, `families` and `code` are the same.",
            keys=(
                format_key("compared-side"),
                *keys_of(ComparedTarget),
                *keys_of(
                    SideRecord,
                    shapes={
                        "seed": COUNT,
                        "expected": listed(part("expected-failure")),
                        "timing": nullable(part("timing")),
                    },
                    left_out=("target", "results"),
                ),
                key("groups", COUNT, "The number of groups, which are numbered from 0."),
                key("asked", TEXT, "A character for each group: `+` asked, `-` cannot be expressed."),
                key(
                    "marks",
                    mapped(TEXT),
                    "Law to a character for each group: `k` kept, `b` broken, `h` broken because a call hung, `x` "
                    "broken as declared, `u` undecided, `.` no verdict.",
                ),
                key(
                    "figures",
                    mapped(listed(NUMBER)),
                    "Measure to a number for each group: `rebalances` (0: no valid answer), and sums over them.",
                ),
                key("refusals", mapped(TEXT), "Input family to the first reason why a group cannot be expressed."),
            ),
        ),
        Part(name="expected-failure", keys=keys_of(ExpectedReason)),
        Part(
            name="timing",
            says="Times of different machines are not compared.",
            keys=keys_of(SideTiming, shapes={"machine": part("machine")}),
        ),
        Part(name="machine", keys=keys_of(Machine)),
    ),
)

FORMATS = (_COMPARISON, _SIDE)
