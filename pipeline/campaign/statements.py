"""The statements that summarise a campaign: SQL over its rows (see `kafka_assay.pipeline.sums`), a table for each."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.properties.judging.cause import DECLARED

KINDS = "kinds"
MOST_KINDS = 100_000
"""The most kinds of alarm in the summary."""
WORST = 10
"""The number of worst cases of each target and measure."""
PERCENTILES = {"p50": 500, "p90": 900, "p99": 990, "p999": 999}
"""Column -> of a thousand pairs, how many have at most this value."""
REPEATS = "same-question-same-answer"
"""The law that targets break which do not repeat their answers."""

_REFUSED = "(refused IS NOT NULL AND size(asked) = 0)"
"""Whether a pair could not be put to the target, so that no law was decided."""
_GAP = "(sum_of_squares - optimal_sum_of_squares)"
_NEEDLESS_MOVES = f"CASE WHEN {_GAP} = 0 THEN moves - optimal_moves END"
"""The moves above the fewest, of the answers with the best balance: others may save moves at its expense."""
_UNIT = 1_000_000
_BROKEN = """
    SELECT target, family, "case", members, partitions, features, one.law AS law, one.cause AS cause
    FROM (SELECT *, explode(broken) AS one FROM rows)"""


def _microseconds(column: str) -> str:
    """A column of seconds as whole microseconds."""
    return f"CAST(round({column} * {_UNIT}) AS BIGINT)"


def _sum_of_seconds(column: str) -> str:
    """The sum of a column of seconds, under the column's name."""
    return f"CAST(sum({_microseconds(column)}) AS BIGINT) / CAST({_UNIT} AS DOUBLE) AS {column}"


TARGETS = f"""
WITH alarmed AS (
    SELECT target, count(DISTINCT "case") AS alarmed FROM ({_BROKEN}) WHERE cause <> '{DECLARED}' GROUP BY target)
SELECT target, pairs, refused, unanswered, coalesce(alarmed, 0) AS alarmed, seconds, host_seconds
FROM (SELECT target, count(*) AS pairs,
             count(*) FILTER (WHERE {_REFUSED}) AS refused,
             count(*) FILTER (WHERE error IS NOT NULL) AS unanswered,
             {_sum_of_seconds("seconds")}, {_sum_of_seconds("host_seconds")}
      FROM rows GROUP BY target)
LEFT JOIN alarmed USING (target)
ORDER BY target"""
"""
A row for each target: its pairs, and how many were refused, had no answer, or raised an alarm that is not declared.

A life that was judged before a rebalance was refused counts as asked.
"""

_DECIDED = "SELECT target, family, explode(asked) AS law FROM rows"
RATES = f"""
WITH words AS (
    SELECT target, law, family, 'asked' AS word FROM ({_DECIDED})
    UNION ALL
    SELECT target, law, family, CASE WHEN cause = '{DECLARED}' THEN 'declared' ELSE 'broken' END FROM ({_BROKEN})
    UNION ALL
    SELECT target, one.law, family, 'undecided' FROM (SELECT target, family, explode(undecided) AS one FROM rows))
SELECT target, law, family,
       count(*) FILTER (WHERE word = 'asked') AS "of",
       count(*) FILTER (WHERE word IN ('broken', 'declared')) AS broken,
       count(*) FILTER (WHERE word = 'declared') AS declared,
       count(*) FILTER (WHERE word = 'undecided') AS undecided
FROM words GROUP BY target, law, family
ORDER BY target, law, family"""
"""A row for each target, law and family: of how many pairs the law was decided, and how many broke it."""


def _distribution(value: str, unit: int = 1, where: str = "true") -> str:
    """
    How a whole number is distributed: a row for each target and family, and one for each target (`family` null).

    Equal values are counted first. So exact percentiles need no row in memory: the least value that enough pairs do not
    exceed. The results are divided by `unit`.
    """
    percentiles = "".join(
        f", min(CASE WHEN upto * 1000 >= {least} * total THEN value END) / CAST({unit} AS DOUBLE) AS {name}"
        for name, least in PERCENTILES.items()
    )
    return f"""
WITH counted AS (
    SELECT target, family, CAST({value} AS BIGINT) AS value, count(*) AS n
    FROM rows WHERE {where} GROUP BY target, family, CAST({value} AS BIGINT)),
every AS (
    SELECT target, family, value, n FROM counted WHERE value IS NOT NULL
    UNION ALL
    SELECT target, CAST(NULL AS STRING), value, CAST(sum(n) AS BIGINT)
    FROM counted WHERE value IS NOT NULL GROUP BY target, value),
summed AS (
    SELECT *, sum(n) OVER (PARTITION BY target, family ORDER BY value) AS upto,
              sum(n) OVER (PARTITION BY target, family) AS total
    FROM every)
SELECT target, family, CAST(sum(n) AS BIGINT) AS pairs,
       CAST(sum(CASE WHEN value > 0 THEN n ELSE 0 END) AS BIGINT) AS above_zero,
       CAST(sum(value * n) AS BIGINT) / CAST(sum(n) AS DOUBLE) / {unit} AS mean{percentiles},
       max(value) / CAST({unit} AS DOUBLE) AS max
FROM summed GROUP BY target, family
ORDER BY target, family NULLS FIRST"""


_MEASURES = {
    "balance gap": f"CASE WHEN {_GAP} > 0 THEN {_GAP} END",
    "needless moves": f"CASE WHEN {_NEEDLESS_MOVES} > 0 THEN moves - optimal_moves END",
    "rounds": "CASE WHEN rounds > 1 THEN rounds END",
    "seconds": "CASE WHEN host_seconds > 0 THEN host_seconds END",
}
_VALUES = " UNION ALL ".join(
    f"""SELECT target, '{name}' AS measure, CAST({value} AS DOUBLE) AS value, "case", family, members, partitions
    FROM rows"""
    for name, value in _MEASURES.items()
)
WORST_CASES = f"""
SELECT target, measure, CAST(place AS INT) AS rank, value, "case", family, members, partitions
FROM (SELECT *, row_number() OVER (PARTITION BY target, measure ORDER BY value DESC, "case") AS place
      FROM ({_VALUES}) WHERE value IS NOT NULL)
WHERE place <= {WORST}
ORDER BY target, measure, place"""
"""The worst cases of each target by each measure, the worst first."""

RELEASE_PAIRS = f"""
WITH pairs AS (
    SELECT base, candidate, old."case" AS "case", old.asked AS old_asked, new.asked AS new_asked,
           old.sum_of_squares AS old_sum, new.sum_of_squares AS new_sum, old.moves AS old_moves, new.moves AS new_moves,
           old.optimal_moves AS old_fewest, new.optimal_moves AS new_fewest
    FROM rows AS old JOIN releases ON releases.base = old.target
    JOIN rows AS new ON new.target = releases.candidate AND new."case" = old."case"),
broken AS (SELECT DISTINCT target, "case", law FROM ({_BROKEN})),
decided AS (
    SELECT base, candidate, "case", explode(array_intersect(old_asked, new_asked)) AS law FROM pairs),
signs AS (
    SELECT base, candidate, one."case" AS "case", concat('law:', one.law) AS measure,
           CAST(new.law IS NOT NULL AS INT) - CAST(old.law IS NOT NULL AS INT) AS sign
    FROM decided AS one
    LEFT JOIN broken AS old ON old.target = base AND old."case" = one."case" AND old.law = one.law
    LEFT JOIN broken AS new ON new.target = candidate AND new."case" = one."case" AND new.law = one.law
    UNION ALL
    SELECT base, candidate, "case", 'balance_gap', CAST(sign(new_sum - old_sum) AS INT) FROM pairs
    UNION ALL
    SELECT base, candidate, "case", 'moves', CAST(sign(new_moves - old_moves) AS INT) FROM pairs
    WHERE old_sum = new_sum AND old_fewest = new_fewest)
SELECT base, candidate, measure, count(*) AS pairs,
       count(*) FILTER (WHERE sign > 0) AS worse,
       count(*) FILTER (WHERE sign < 0) AS better,
       min(CASE WHEN sign > 0 THEN "case" END) AS worse_case,
       min(CASE WHEN sign < 0 THEN "case" END) AS better_case
FROM signs WHERE sign IS NOT NULL GROUP BY base, candidate, measure
ORDER BY base, candidate, measure"""
"""
A row for each pair of `releases` and each measure: in how many cases the candidate is worse or better than the base.

The measures are `law:ID`, `balance_gap` and `moves`. A life is compared as a whole: its laws by whether they broke in
any rebalance, its figures in the last one. Moves are compared only where both answers have the same balance and the
same fewest moves: elsewhere a release had another claim to keep, or paid moves for balance. `worse_case` and
`better_case` are the first cases of each.
"""

DIGESTS = f"""
WITH unsteady AS (
    SELECT DISTINCT target FROM ({_BROKEN}) WHERE law = '{REPEATS}'
    UNION
    SELECT target FROM unrepeated),
found AS (
    SELECT rows.target AS target, unsteady.target IS NULL AS answers,
           CASE WHEN unsteady.target IS NULL AND NOT hung THEN digest ELSE plan_digest END AS value
    FROM rows LEFT JOIN unsteady ON unsteady.target = rows.target)
SELECT target, answers, count(*) AS pairs,
       concat(CAST(bit_xor(value) AS STRING), '-', CAST(CAST(sum(value % 4294967291) AS BIGINT) AS STRING)) AS digest
FROM found GROUP BY target, answers
ORDER BY target"""
"""
A row for each target: its pairs, whether its answers count, and the digest of its rows, in any order.

Two campaigns with equal digests have equal rows. Of targets that do not repeat their answers (those `unrepeated`
included) and of pairs that hung, only the columns count that the plan decides.
"""

KIND_ROWS = f"""
WITH alarms AS (
    SELECT *, count(*) OVER (PARTITION BY target, law, family, cause) AS "count",
           row_number() OVER (PARTITION BY target, law, family, cause ORDER BY partitions + members, "case") AS place
    FROM ({_BROKEN})),
decided AS (SELECT target, law, family, count(*) AS "of" FROM ({_DECIDED}) GROUP BY target, law, family)
SELECT target, law, family, cause, cause = '{DECLARED}' AS declared, "count", "of", "case", members, partitions,
       features
FROM alarms LEFT JOIN decided USING (target, law, family)
WHERE place = 1
ORDER BY declared, "count" DESC, target, law, family, cause
LIMIT {MOST_KINDS}"""
"""
A row for each kind of alarm: target, law, family and cause; how often, and its smallest case with its features.

Only the most frequent kinds have a row, declared ones last, so that they fit into memory.
"""

STATEMENTS: Mapping[str, str] = {
    "targets": TARGETS,
    "rates": RATES,
    "gaps": _distribution(_GAP),
    "moves": _distribution(_NEEDLESS_MOVES),
    "rounds": _distribution("rounds"),
    "seconds": _distribution(_microseconds("host_seconds"), _UNIT, f"NOT {_REFUSED}"),
    "worst": WORST_CASES,
    "pairs": RELEASE_PAIRS,
    "digests": DIGESTS,
    KINDS: KIND_ROWS,
}
"""
Name -> the statement of a summary.

`gaps` is the sum of squared loads above the least possible one, `moves` the moves above the fewest, `rounds` the rounds
until nothing moves (1 for assignors that answer at once), `seconds` the time of a target's answers to a pair by its own
clock.
"""
