"""The audit of captured groups: in a plain loop or on Spark, into Parquet."""
