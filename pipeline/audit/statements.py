"""The statements that summarise an audit: SQL over its rows (see `kafka_assay.pipeline.sums`), a table for each."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY, Grade
from kafka_assay.pipeline.sums import billionths

KEPT_WORST = 200
"""The number of worst groups in a summary, the most that a report shows on pages of their own by default."""
SHOWN = 10
"""The number of groups that the terminal names."""

GRADES, VERDICTS, WORST, REBALANCING = "grades", "verdicts", "worst", "rebalancing"

_SUMS = {
    **{
        name: f"coalesce({name}, 0)"
        for name in ("sum_of_squares", "optimal_sum_of_squares", "moves", "optimal_moves", "unassigned")
    },
    "optima": "CASE WHEN optimal_sum_of_squares IS NULL THEN 0 ELSE 1 END",
    "topic_spread_billionths": billionths("coalesce(topic_spread, 0)"),
    "topic_spreads": "CASE WHEN topic_spread IS NULL THEN 0 ELSE 1 END",
    "seconds_billionths": billionths("coalesce(seconds, 0)"),
    "times": "CASE WHEN seconds IS NULL THEN 0 ELSE 1 END",
}
"""Column of `grades` -> what each row adds to it."""


def _quoted(column: str) -> str:
    """The column's name, though SQL may know it as a word of its own."""
    return f'"{column}"'


_TODAY = f"SELECT {', '.join(map(_quoted, LIGHT_COLUMNS))} FROM rows WHERE target = '{TODAY}'"

STATEMENTS: Mapping[str, str] = {
    GRADES: f"""
SELECT target, version, grade, count(*) AS "rows",
       {", ".join(f"CAST(sum({term}) AS BIGINT) AS {name}" for name, term in _SUMS.items())}
FROM rows GROUP BY target, version, grade
ORDER BY target, version NULLS LAST, grade""",
    VERDICTS: """
SELECT target, word.law AS law, word.verdict AS verdict, word.expected IS NOT NULL AS is_expected, count(*) AS "rows"
FROM (SELECT target, explode(laws) AS word FROM rows)
GROUP BY target, word.law, word.verdict, word.expected IS NOT NULL
ORDER BY target, law, verdict, is_expected""",
    WORST: f"""
{_TODAY} ORDER BY badness DESC, "index" LIMIT {KEPT_WORST}""",
    REBALANCING: f"""
{_TODAY} AND grade = '{Grade.REBALANCING.value}' ORDER BY "index" LIMIT {SHOWN}""",
}
"""
Name -> the statement of a table.

`grades` has a row for each target, version and grade: how many answers have it, and sums over them. `verdicts` has a
row for each target, law and verdict (`is_expected`: the failure is declared). `worst` has today's rows of the worst
groups, the worst first, `rebalancing` those of the first groups that were rebalancing.
"""
