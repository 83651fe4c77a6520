"""The summary of an audit: SQL over its rows without the heavy columns, and what the small tables say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.registry import EAGER, OPTIMAL, SHIPPED
from kafka_assay.pipeline.audit.audit_row import (
    COMPARABLE,
    LIGHT_COLUMNS,
    NOT_COUNTED,
    TODAY,
    VALIDITY,
    WEIGHABLE,
    AuditRow,
    Grade,
    row_of,
)
from kafka_assay.pipeline.sums import BILLION, THOUSAND, whole_parts

if TYPE_CHECKING:
    import pyarrow as pa


KEPT_WORST = 200
"""The number of worst groups in a summary, the most that a report shows on pages of their own by default."""
SHOWN = 10
"""The number of groups that the terminal names."""

GRADES, VERDICTS, WORST, REBALANCING, SAMPLES = "grades", "verdicts", "worst", "rebalancing", "samples"
LAGGING = "lagging"

_SUMS = {
    **{
        name: f"coalesce({name}, 0)"
        for name in ("sum_of_squares", "optimal_sum_of_squares", "moves", "optimal_moves", "unassigned")
    },
    "optima": "CASE WHEN optimal_sum_of_squares IS NULL THEN 0 ELSE 1 END",
    "topic_spread_billionths": whole_parts("coalesce(topic_spread, 0)", BILLION),
    "topic_spreads": "CASE WHEN topic_spread IS NULL THEN 0 ELSE 1 END",
    "seconds_billionths": whole_parts("coalesce(seconds, 0)", BILLION),
    "times": "CASE WHEN seconds IS NULL THEN 0 ELSE 1 END",
    "weighed": "CASE WHEN weighted.most IS NULL THEN 0 ELSE 1 END",
    "heaviest_thousandths": whole_parts("coalesce(weighted.most, 0)", THOUSAND),
    "lightest_thousandths": whole_parts("coalesce(weighted.best_most, 0)", THOUSAND),
}
"""Column of `grades` -> what each row adds to it."""


# In quotes, because SQL may know the name of a column as a word of its own.
_QUOTED = ", ".join(f'"{column}"' for column in LIGHT_COLUMNS)
_TODAY = f"SELECT {_QUOTED} FROM rows WHERE target = '{TODAY}'"

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
    LAGGING: f"""
{_TODAY} AND by_lag.most IS NOT NULL ORDER BY by_lag.most - by_lag.least DESC, "index" LIMIT 1""",
    SAMPLES: f"""
SELECT count(*) AS samples, count(DISTINCT name) AS "groups"
FROM rows WHERE target = '{TODAY}' AND captured_at IS NOT NULL""",
}
"""
Name -> the statement of a table.

`grades` has a row for each target, version and grade: how many answers have it, and sums over them. `verdicts` has a
row for each target, law and verdict (`is_expected`: the failure is declared). `worst` has today's rows of the worst
groups, the worst first, `rebalancing` those of the first groups that were rebalancing. `lagging` is that of the group
whose heaviest member exceeds most what no plan can avoid, in records. `samples` counts the rows with a
time of capture, and their groups. An audit that is older than this table has none.
"""


@dataclass(slots=True, kw_only=True)
class AssignorTally:
    """The results of one target on all groups. Sums go over the groups whose answer can be compared."""

    target: str
    """The assignor; `today` is the captured assignment."""
    versions: set[str] = field(default_factory=set)
    """Its version."""
    grades: Counter[Grade] = field(default_factory=Counter)
    """How many answers have which grade."""
    compared: int = 0
    """Answers that can be compared."""
    excess: int = 0
    """Sum of squared loads above the optimum."""
    moves: int = 0
    """Moves."""
    least_moves: int = 0
    """Moves of the optimum on the same groups."""
    broken: int = 0
    """Broken laws, without expected failures."""
    expected: int = 0
    """Broken laws that are expected failures."""
    undecided: int = 0
    """Laws that could not be decided."""
    topic_spread: float | None = None
    """Most minus least partitions of a topic, the mean over the compared groups; null if none is known."""
    seconds: float | None = None
    """Mean time of an answer, over all groups; null if none is known."""

    weighed: int = 0
    """With `--weights`: answers whose weights can be compared."""
    heaviest: float = 0
    """The weight of the heaviest member, summed over these."""
    lightest: float = 0
    """Of `today`: the same with the best plans found."""

    @property
    def at_optimum(self) -> int:
        """The number of groups with the best balance and the fewest moves."""
        return self.grades[Grade.OPTIMAL]

    @property
    def even(self) -> int:
        """The number of groups with the best balance, needless moves or not."""
        return self.grades[Grade.OPTIMAL] + self.grades[Grade.NEEDLESS_MOVES]

    @property
    def asked(self) -> int:
        """The number of groups that count: those with members that can be expressed to the target."""
        return sum(count for met, count in self.grades.items() if met not in NOT_COUNTED)

    @property
    def standing(self) -> tuple[int, int, int]:
        """
        The sort key that puts the best target first. Targets with equal keys are tied.

        Loads come before moves, as in the advice to each group: the most even groups, then the least excess.
        """
        return -self.even, self.excess, self.moves


def _tally_of(target: str, rows: list[dict[str, Any]]) -> AssignorTally:
    """The results of one target without its laws."""
    grades: Counter[Grade] = Counter()
    for row in rows:
        grades[Grade(row["grade"])] += row["rows"]
    compared, weighable = ([row for row in rows if row["grade"] in some] for some in (COMPARABLE, WEIGHABLE))
    return AssignorTally(
        target=target,
        versions={row["version"] for row in rows if row["version"] is not None},
        grades=grades,
        compared=_sum(compared, "rows"),
        excess=_sum(compared, "sum_of_squares") - _sum(compared, "optimal_sum_of_squares"),
        moves=_sum(compared, "moves"),
        least_moves=_sum(compared, "optimal_moves"),
        topic_spread=_mean(compared, "topic_spread_billionths", "topic_spreads"),
        seconds=_mean(rows, "seconds_billionths", "times"),
        weighed=_sum(weighable, "weighed"),
        heaviest=_sum(weighable, "heaviest_thousandths") / THOUSAND,
        lightest=_sum(weighable, "lightest_thousandths") / THOUSAND,
    )


def _add_verdicts(tally: AssignorTally, row: Mapping[str, Any]) -> None:
    # Nobody promised today's balance. If it could be better, that is a grade and not a broken law.
    if row["verdict"] == "broken" and (row["target"] != TODAY or row["law"] in VALIDITY):
        if row["is_expected"]:
            tally.expected += row["rows"]
        else:
            tally.broken += row["rows"]
    if row["verdict"] == "undecided":
        tally.undecided += row["rows"]


def _sum(rows: Iterable[Mapping[str, Any]], name: str) -> int:
    return sum(row[name] for row in rows)


def _mean(rows: Iterable[Mapping[str, Any]], name: str, count: str) -> float | None:
    known = list(rows)
    return _sum(known, name) / BILLION / _sum(known, count) if _sum(known, count) else None


def sort_tallies(found: Iterable[AssignorTally]) -> list[AssignorTally]:
    """Today's tally, then the optimum's, then the best first. Of tied ones those that Kafka ships come first."""
    places = {TODAY: 0, OPTIMAL: 1}
    return sorted(
        found, key=lambda one: (places.get(one.target, 2), *one.standing, one.target not in SHIPPED, one.target)
    )


def best_shipped(found: Iterable[AssignorTally]) -> list[AssignorTally]:
    """
    The best of the targets that a Kafka client or broker ships, with all that are tied with it.

    The first one is recommended: of tied ones one with which not everybody stops reading in each rebalance.
    """
    shipped = sort_shipped(found)
    return [one for one in shipped if one.standing == shipped[0].standing]


def sort_shipped(found: Iterable[AssignorTally]) -> list[AssignorTally]:
    """The tallies of what a Kafka client or broker ships, the best first, if some answer is as even as possible."""
    able = [one for one in found if one.target in SHIPPED and one.even]
    return sorted(able, key=lambda one: (*one.standing, one.target in EAGER, SHIPPED.index(one.target)))


def lightest_shipped(found: Mapping[str, AssignorTally]) -> list[AssignorTally]:
    """
    With `--weights`: the shipped target whose heaviest members have the least weight, with all that are tied with it.

    Only those count that answered for all groups which are weighed today, and with less weight than today.
    """
    today = found.get(TODAY, AssignorTally(target=TODAY))
    able = [one for one in found.values() if one.target in SHIPPED and one.weighed == today.weighed]
    able = [one for one in able if one.heaviest < today.heaviest]
    able.sort(key=lambda one: (one.heaviest, one.moves, one.target in EAGER, SHIPPED.index(one.target)))
    return [one for one in able if (one.heaviest, one.moves) == (able[0].heaviest, able[0].moves)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSummary:
    """
    The counts over all rows.

    `without_optimum` counts the groups whose optimum is not proven. `rebalancing` are today's rows of the first
    rebalancing groups, `worst` those of the worst groups, the worst first, good ones included if there are few bad
    ones. `samples` counts the samples of captures over time, and their groups. `tallies` holds the results of each
    target.
    """

    groups: int
    rows: int
    without_optimum: int
    rebalancing: tuple[AuditRow, ...]
    worst: tuple[AuditRow, ...]
    lagging: tuple[AuditRow, ...] = ()
    samples: tuple[int, int]
    tallies: Mapping[str, AssignorTally]

    @property
    def grades(self) -> Counter[Grade]:
        """The number of groups with each grade today. Every group has one."""
        return self.tallies[TODAY].grades if TODAY in self.tallies else Counter()

    def in_order(self) -> list[AssignorTally]:
        """Today's results, then the optimum's, then the best assignor's first."""
        return sort_tallies(self.tallies.values()) or [AssignorTally(target=TODAY)]

    @property
    def weights(self) -> str | None:
        """The weights of the audit, if those of a group are known."""
        return next((row.weighted.by for row in self.worst if row.weighted is not None and row.weighted.by), None)

    @property
    def bad(self) -> int:
        """The number of groups that break a law for every assignor today, or are less balanced than possible."""
        return self.grades[Grade.INVALID] + self.grades[Grade.LESS_EVEN]

    def worst_first(self) -> list[AuditRow]:
        """The worst groups for the terminal. Optimal and rebalancing groups are left out."""
        return [today for today in self.worst if today.is_bad][:SHOWN]


def summary_of(tables: Mapping[str, pa.Table]) -> AuditSummary:
    """The summary that these tables hold."""
    counts: dict[str, list[dict[str, Any]]] = {}
    for row in tables[GRADES].to_pylist():
        counts.setdefault(row["target"], []).append(row)
    tallies = {target: _tally_of(target, rows) for target, rows in counts.items()}
    for row in tables[VERDICTS].to_pylist():
        _add_verdicts(tallies[row["target"]], row)
    groups = _sum(counts.get(TODAY, ()), "rows")
    (samples,) = tables[SAMPLES].to_pylist() if SAMPLES in tables else [{"samples": 0, "groups": 0}]
    return AuditSummary(
        groups=groups,
        rows=sum(_sum(rows, "rows") for rows in counts.values()),
        without_optimum=groups - _sum(counts.get(TODAY, ()), "optima"),
        rebalancing=tuple(map(row_of, tables[REBALANCING].to_pylist())),
        worst=tuple(map(row_of, tables[WORST].to_pylist())),
        lagging=tuple(map(row_of, tables[LAGGING].to_pylist())),
        samples=(samples["samples"], samples["groups"]),
        tallies=tallies,
    )


NO_GROUPS = AuditSummary(groups=0, rows=0, without_optimum=0, rebalancing=(), worst=(), samples=(0, 0), tallies={})
"""The summary of an audit whose lines held no group."""


def read_tables(folder: Path) -> dict[str, pa.Table]:
    """The summary tables in `folder`. Raises `AssayError` if one is missing or damaged."""
    from pyarrow import ArrowException
    from pyarrow.parquet import read_table

    tables = {}
    for name in STATEMENTS:
        path = folder / f"{name}.parquet"
        if name == SAMPLES and not path.exists():
            continue
        try:
            tables[name] = read_table(path)
        except (ArrowException, OSError) as wrong:
            reason = "no such file" if isinstance(wrong, FileNotFoundError) else str(wrong).splitlines()[0]
            raise AssayError(f"{path}: {reason}: expected a summary of `assay audit`; run the audit again") from None
    return tables
