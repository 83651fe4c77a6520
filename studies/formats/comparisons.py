"""The format of comparisons."""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    RefusedGroups,
    TimedGroup,
)
from kafka_assay.reports.comparison.document import MEASURED
from studies.formats.shapes import (
    Format,
    Part,
    format_key,
    keys_of,
    listed,
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

FORMATS = (_COMPARISON,)
