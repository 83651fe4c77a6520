"""The audit of captured groups into Parquet, in a plain loop or on Spark."""
