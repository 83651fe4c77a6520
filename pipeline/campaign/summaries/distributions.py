"""How the figures of valid answers are distributed, exactly, and the worst cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.summaries.rates import was_refused

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}
"""Column -> the share of the pairs with at most this value."""
WORST = 10
"""The number of worst cases of each target and measure."""
_MICROSECONDS = 6


def gaps(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """The balance gap: the sum of squared loads above the least possible one."""
    return _distribution(rows, _gap())


def moves(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """The moves above the fewest, of the answers with the best balance: others may save moves at its expense."""
    return _distribution(rows.where(_gap() == 0), _moves())


def rounds(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """The rounds until nothing moves: 1 for assignors that answer at once."""
    from pyspark.sql import functions as f

    return _distribution(rows, f.col("rounds"))


def seconds(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """The seconds of a target's answers to a pair by its own clock, in microseconds."""
    from pyspark.sql import functions as f

    return _distribution(rows.where(~was_refused()), f.round("host_seconds", _MICROSECONDS))


def worst_cases(rows: DataFrame, _plan: CampaignPlan) -> DataFrame:
    """The worst cases of each target by each measure, the worst first."""
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    measures = {
        "balance gap": _gap(),
        "needless moves": f.when(_gap() == 0, _moves()),
        "rounds": f.when(f.col("rounds") > 1, f.col("rounds")),
        "seconds": f.col("host_seconds"),
    }
    values = f.array(
        *(
            f.struct(f.lit(name).alias("measure"), value.cast("double").alias("value"))
            for name, value in measures.items()
        )
    )
    order = Window.partitionBy("target", "measure").orderBy(f.desc("value"), "case")
    return (
        rows.select("target", "case", "family", "members", "partitions", f.inline(values))
        .where(f.col("value") > 0)
        .withColumn("rank", f.row_number().over(order))
        .where(f.col("rank") <= WORST)
        .select("target", "measure", "rank", "value", "case", "family", "members", "partitions")
    )


def _gap() -> Column:
    from pyspark.sql import functions as f

    return f.col("sum_of_squares") - f.col("optimal_sum_of_squares")


def _moves() -> Column:
    from pyspark.sql import functions as f

    return f.col("moves") - f.col("optimal_moves")


def _distribution(rows: DataFrame, value: Column) -> DataFrame:
    """
    A row for each target and family, and one for each target (`family` null).

    Equal values are counted first. So exact percentiles need no row in memory: the least value that enough pairs do not
    exceed.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    valued = rows.select("target", "family", value.cast("double").alias("value")).where(f.col("value").isNotNull())
    counted = valued.groupBy("target", "family", "value").agg(f.count("*").alias("n"))
    overall = counted.groupBy("target", f.lit(None).cast("string").alias("family"), "value").agg(f.sum("n").alias("n"))
    cell = Window.partitionBy("target", "family")
    upto = f.sum("n").over(cell.orderBy("value"))
    sums = counted.unionByName(overall).select("*", (upto / f.sum("n").over(cell)).alias("share"))
    n, found = f.col("n"), f.col("value")
    return (
        sums.groupBy("target", "family")
        .agg(
            f.sum("n").alias("pairs"),
            f.sum(f.when(found > 0, n).otherwise(0)).alias("above_zero"),
            (f.sum(found * n) / f.sum("n")).alias("mean"),
            *(f.min(f.when(f.col("share") >= share, found)).alias(name) for name, share in PERCENTILES.items()),
            f.max("value").alias("max"),
        )
        .orderBy("target", "family")
    )
