"""
The digest of a campaign's rows: two campaigns with equal digests have equal rows, in any order.

Times are left out. Of targets that do not repeat their answers, and of pairs that hung, only the columns count that the
plan decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.pipeline.campaign.campaign_row import PLAN_COLUMNS, TIME_COLUMNS, CampaignRow
from kafka_assay.pipeline.campaign.plan import CampaignPlan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

REPEATS = "same-question-same-answer"
"""The law that targets break which do not repeat their answers."""


def digests(rows: DataFrame, plan: CampaignPlan) -> DataFrame:
    """A row for each target: its pairs, whether their answers count, and the digest."""
    from pyspark.sql import functions as f

    broken = rows.where(f.exists("broken", lambda one: one["law"] == REPEATS)).select("target").distinct()
    unsteady = {row["target"] for row in broken.collect()} | {one.target for one in plan.targets if not one.repeats}
    steady = ~f.col("target").isin(*unsteady)
    whole = [name for name in CampaignRow._fields if name not in TIME_COLUMNS]
    # As text, because Spark's hash skips nulls: (null, 1) and (1, null) would have the same.
    text = f.when(steady & ~f.col("hung"), f.to_json(f.struct(*whole))).otherwise(f.to_json(f.struct(*PLAN_COLUMNS)))
    value = f.xxhash64(text)
    # As decimals, because Spark refuses a sum that does not fit into a long: a million values would not.
    total = f.sum(f.shiftrightunsigned("value", 20).cast("decimal(20,0)")) % f.lit(1 << 62)
    return (
        rows.select("target", steady.alias("answers"), value.alias("value"))
        .groupBy("target", "answers")
        .agg(
            f.count("*").alias("pairs"),
            f.concat(f.hex(f.bit_xor("value")), f.lit("-"), f.hex(total.cast("long"))).alias("digest"),
        )
    )
