"""
The summary tables of an audit, defined once. Spark computes them from a large audit, Arrow from a small one.

A sum of floats depends on the order of its terms. So the sums here are whole numbers, in billionths where the column is
a float, and both ways of computing give the same tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kafka_assay.pipeline.audit.grading import Grade

BILLION = 1_000_000_000

KEPT_WORST = 200
"""The number of worst groups in a summary, the most that a report shows on pages of their own by default."""

SHOWN = 10
"""The number of groups that the terminal names."""


class Kind(Enum):
    """What a measure does with its column: count rows, count known values, or add values, whole or in billionths."""

    ROWS = "rows"
    KNOWN = "known"
    SUM = "sum"
    BILLIONTHS = "billionths"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One column of a table of counts, and the column of the rows that it is computed from."""

    name: str
    kind: Kind
    column: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTable:
    """
    Counts over the rows that have the same values in `keys`.

    With `law_words`, each verdict of a row counts instead of the row, and `law`, `verdict` and `is_expected` are keys
    too.
    """

    name: str
    keys: tuple[str, ...]
    measures: tuple[Measure, ...]
    law_words: bool = False

    def all_keys(self) -> tuple[str, ...]:
        """The key columns of the table."""
        return (*self.keys, *LAW_KEYS) if self.law_words else self.keys


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTable:
    """
    The first rows of today in the order of `order`: columns, each ascending or (True) descending.

    The heavy columns are left out.
    """

    name: str
    order: tuple[tuple[str, bool], ...]
    most: int
    grade: Grade | None = None


LAW_KEYS = ("law", "verdict", "is_expected")

GRADES = CountTable(
    name="grades",
    keys=("target", "version", "grade"),
    measures=(
        Measure(name="rows", kind=Kind.ROWS),
        *(
            Measure(name=name, kind=Kind.SUM, column=name)
            for name in ("sum_of_squares", "optimal_sum_of_squares", "moves", "optimal_moves", "unassigned")
        ),
        Measure(name="optima", kind=Kind.KNOWN, column="optimal_sum_of_squares"),
        Measure(name="topic_spread_billionths", kind=Kind.BILLIONTHS, column="topic_spread"),
        Measure(name="topic_spreads", kind=Kind.KNOWN, column="topic_spread"),
        Measure(name="seconds_billionths", kind=Kind.BILLIONTHS, column="seconds"),
        Measure(name="times", kind=Kind.KNOWN, column="seconds"),
    ),
)
"""A row for each target, version and grade: how many answers have it, and sums over them."""

VERDICTS = CountTable(
    name="verdicts", keys=("target",), law_words=True, measures=(Measure(name="rows", kind=Kind.ROWS),)
)
"""A row for each target, law and verdict. `is_expected`: the failure is declared."""

WORST = FirstTable(name="worst", order=(("badness", True), ("index", False)), most=KEPT_WORST)
"""Today's rows of the worst groups, the worst first."""

REBALANCING = FirstTable(name="rebalancing", order=(("index", False),), most=SHOWN, grade=Grade.REBALANCING)
"""Today's rows of the first groups that were rebalancing."""

COUNT_TABLES, FIRST_TABLES = (GRADES, VERDICTS), (WORST, REBALANCING)
TABLE_NAMES = tuple(table.name for table in (*COUNT_TABLES, *FIRST_TABLES))
