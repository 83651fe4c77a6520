"""The results of one assignor on all groups of an audit, from its summary tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.registry import OPTIMAL, SHIPPED
from kafka_assay.pipeline.audit.audit_row import COMPARABLE, NOT_COUNTED, TODAY, VALIDITY, Grade
from kafka_assay.pipeline.audit.statements import GRADES, VERDICTS
from kafka_assay.pipeline.sums import BILLION

if TYPE_CHECKING:
    import pyarrow as pa


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

    @property
    def at_optimum(self) -> int:
        """The number of groups with the best balance and the fewest moves."""
        return self.grades[Grade.OPTIMAL]

    @property
    def asked(self) -> int:
        """The number of groups that count: those with members that can be expressed to the target."""
        return sum(count for met, count in self.grades.items() if met not in NOT_COUNTED)

    @property
    def standing(self) -> tuple[int, int, int]:
        """The sort key that puts the best target first. Targets with equal keys are tied."""
        return -self.at_optimum, self.excess, self.moves


def tallies_of(tables: Mapping[str, pa.Table]) -> dict[str, AssignorTally]:
    """Target -> its results, from the summary tables."""
    counts: dict[str, list[dict[str, Any]]] = {}
    for row in tables[GRADES].to_pylist():
        counts.setdefault(row["target"], []).append(row)
    tallies = {target: _tally_of(target, rows) for target, rows in counts.items()}
    for row in tables[VERDICTS].to_pylist():
        _add_verdicts(tallies[row["target"]], row)
    return tallies


def _tally_of(target: str, rows: list[dict[str, Any]]) -> AssignorTally:
    """The results of one target without its laws."""
    grades: Counter[Grade] = Counter()
    for row in rows:
        grades[Grade(row["grade"])] += row["rows"]
    compared = [row for row in rows if row["grade"] in COMPARABLE]
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
    """The best of the targets that a Kafka client or broker ships, with all that are tied with it."""
    shipped = [one for one in sort_tallies(found) if one.target in SHIPPED and one.at_optimum]
    return [one for one in shipped if one.standing == shipped[0].standing]
