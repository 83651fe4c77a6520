"""Releases of one assignor compared on the same groups: pairs of rows with the same case number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import TargetName
from kafka_assay.pipeline.campaign.plan import CampaignPlan

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame


def neighbours(targets: Iterable[str]) -> list[tuple[str, str]]:
    """
    Each release of an assignor with the next one, in the order of releases.

    >>> neighbours(["kafka-python==3.0.12:sticky", "range", "kafka-python==2.2.15:sticky"])
    [('kafka-python==2.2.15:sticky', 'kafka-python==3.0.12:sticky')]
    """
    found: dict[tuple[str, str], list[TargetName]] = {}
    for text in targets:
        name = parse_target(text)
        if name.release is not None:
            found.setdefault((name.package, name.assignor), []).append(name)
    return [
        (older.text, newer.text)
        for names in found.values()
        for older, newer in pairwise(sorted(names, key=lambda name: name.order.sort_key(name.release or "")))
    ]


def release_pairs(rows: DataFrame, plan: CampaignPlan) -> DataFrame:
    """
    A row for each pair of releases and each measure: in how many cases the candidate is worse or better than the base.

    The measures are `law:ID`, `balance_gap` and `moves`. A life is compared as a whole: its laws by whether they broke
    in any rebalance, its figures in the last one. Moves are compared only where both answers have the same balance and
    the same fewest moves: elsewhere a release had another claim to keep, or paid moves for balance. `worse_case` and
    `better_case` are the first cases of each.
    """
    from pyspark.sql import functions as f

    spark = rows.sparkSession
    wanted = spark.createDataFrame(neighbours(one.target for one in plan.targets), "base string, candidate string")
    figures = rows.select("case", "target", f.struct("asked", "broken", *_FIGURES).alias("one"))
    base = figures.withColumnsRenamed({"target": "base", "one": "old"})
    candidate = figures.withColumnsRenamed({"target": "candidate", "one": "new"})
    signs = f.concat(_law_signs(), f.array(_sign("balance_gap", "sum_of_squares"), _sign("moves", "moves", _SAME)))
    return (
        base.join(f.broadcast(wanted), "base")
        .join(candidate, ["case", "candidate"])
        .select("base", "candidate", "case", f.inline(signs))
        .where(f.col("sign").isNotNull())
        .groupBy("base", "candidate", "measure")
        .agg(
            f.count("*").alias("pairs"),
            f.count_if(f.col("sign") > 0).alias("worse"),
            f.count_if(f.col("sign") < 0).alias("better"),
            f.min(f.when(f.col("sign") > 0, f.col("case"))).alias("worse_case"),
            f.min(f.when(f.col("sign") < 0, f.col("case"))).alias("better_case"),
        )
    )


_SAME = ("sum_of_squares", "optimal_moves")
"""Where both releases have these figures in common, their moves compare."""
_FIGURES = (*_SAME, "moves")


def _law_signs() -> Column:
    """For each law that was decided for both: 1 where only the candidate breaks it, -1 where only the base does."""
    from pyspark.sql import functions as f

    def breaks(side: str, law: Column) -> Column:
        return f.exists(f"{side}.broken", lambda one: one["law"] == law).cast("int")

    return f.transform(
        f.array_intersect("old.asked", "new.asked"),
        lambda law: f.struct(
            f.concat(f.lit("law:"), law).alias("measure"), (breaks("new", law) - breaks("old", law)).alias("sign")
        ),
    )


def _sign(measure: str, column: str, same: Sequence[str] = ()) -> Column:
    """1 where the candidate's figure is larger, -1 where it is smaller; null where figures are not the `same`."""
    from pyspark.sql import functions as f

    difference = f.col(f"new.{column}") - f.col(f"old.{column}")
    for one in same:
        difference = f.when(f.col(f"new.{one}") == f.col(f"old.{one}"), difference)
    return f.struct(f.lit(measure).alias("measure"), f.signum(difference).cast("int").alias("sign"))
