"""How often each law breaks, with intervals; and the kinds of alarm."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.judging.cause import DECLARED

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

MOST_KINDS = 100_000
"""The most kinds of alarm in the summary."""

CELL = ("target", "law", "family")


def targets(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """
    A row for each target: its pairs, and how many were refused, had no answer, or raised an alarm that is not declared.

    A life that was judged before a rebalance was refused counts as asked.
    """
    from pyspark.sql import functions as f

    alarm = f.exists("broken", lambda one: one["cause"] != DECLARED)
    return (
        rows.groupBy("target")
        .agg(
            f.count("*").alias("pairs"),
            f.count_if(was_refused()).alias("refused"),
            f.count_if(f.col("error").isNotNull()).alias("unanswered"),
            f.count_if(alarm).alias("alarmed"),
            f.sum("seconds").alias("seconds"),
            f.sum("host_seconds").alias("host_seconds"),
        )
        .orderBy("target")
    )


def was_refused() -> Column:
    """Whether a pair could not be put to the target, so that no law was decided."""
    from pyspark.sql import functions as f

    return f.col("refused").isNotNull() & (f.size("asked") == 0)


def rates(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """
    A row for each target, law and family: of how many pairs the law was decided, and how many broke it.

    `low` and `high` are Wilson's 95 % interval of the share. Where nothing broke, `high` is the 95 % upper bound.
    """
    from pyspark.sql import functions as f

    words = f.concat(
        f.transform("asked", lambda law: f.struct(law.alias("law"), f.lit("asked").alias("word"))),
        f.transform(
            "broken",
            lambda one: f.struct(
                one["law"].alias("law"), f.when(one["cause"] == DECLARED, "declared").otherwise("broken").alias("word")
            ),
        ),
        f.transform("undecided", lambda one: f.struct(one["law"].alias("law"), f.lit("undecided").alias("word"))),
    )
    counted = (
        rows.select("target", "family", f.explode(words).alias("one"))
        .groupBy("target", f.col("one.law").alias("law"), "family")
        .agg(
            f.count_if(f.col("one.word") == "asked").alias("of"),
            f.count_if(f.col("one.word").isin("broken", "declared")).alias("broken"),
            f.count_if(f.col("one.word") == "declared").alias("declared"),
            f.count_if(f.col("one.word") == "undecided").alias("undecided"),
        )
    )
    return _with_interval(counted, f.col("broken"), f.col("of"))


def kinds(rows: DataFrame, plan: CampaignPlan) -> DataFrame:
    """
    A row for each kind of alarm: target, law, family and cause; how often, and its smallest case with its features.

    Only the most frequent kinds have a row, declared ones last, so that they fit into the driver's memory.
    """
    from pyspark.sql import functions as f

    size = f.struct(f.col("partitions") + f.col("members"), "case")
    found = (
        rows.where(f.size("broken") > 0)
        .select("target", "family", f.explode("broken").alias("one"), "case", "partitions", "members", "features")
        .groupBy("target", f.col("one.law").alias("law"), "family", f.col("one.cause").alias("cause"))
        .agg(
            f.count("*").alias("count"),
            f.min_by(f.struct("case", "members", "partitions", "features"), size).alias("smallest"),
        )
    )
    asked = rates(rows, plan).select(*CELL, "of")
    counted = found.join(asked, [*CELL], "left").select(
        *CELL, "cause", (f.col("cause") == DECLARED).alias("declared"), "count", "of", "smallest.*"
    )
    frequent = counted.orderBy("declared", f.desc("count"), *CELL, "cause").limit(MOST_KINDS)
    return _with_interval(frequent, f.col("count"), f.col("of"))


def _with_interval(counted: DataFrame, count: Column, of: Column) -> DataFrame:
    from pyspark.sql import functions as f

    least, most = _wilson(count, of, f.sqrt)
    bound = 1 - f.pow(f.lit(1 - CONFIDENCE), 1 / of)
    figures = {
        "share": count / of,
        "low": f.when(count == 0, f.lit(0.0)).otherwise(f.greatest(least, f.lit(0.0))),
        "high": f.when(count == 0, bound).otherwise(f.least(most, f.lit(1.0))),
    }
    return counted.select("*", *(f.when(of > 0, figure).alias(name) for name, figure in figures.items()))


def share_interval(count: int, of: int) -> tuple[float, float]:
    """
    The same interval for one share: Wilson's, and an upper bound for none.

    >>> [f"{end:.4f}" for end in share_interval(0, 1000) + share_interval(5, 1000)]
    ['0.0000', '0.0030', '0.0021', '0.0117']
    """
    if not of:
        return 0.0, 1.0
    if not count:
        return 0.0, 1 - (1 - CONFIDENCE) ** (1 / of)
    least, most = _wilson(count, of, math.sqrt)
    return max(0.0, least), min(1.0, most)


def _wilson(count: Any, of: Any, root: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Wilson's interval of numbers, or of columns."""
    share, spare = count / of, _Z * _Z / of
    middle = (share + spare / 2) / (1 + spare)
    half = _Z * root(share * (1 - share) / of + spare / (4 * of)) / (1 + spare)
    return middle - half, middle + half
