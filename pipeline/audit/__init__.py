"""The audit of captured groups into Parquet, in processes of this machine or on Spark."""
