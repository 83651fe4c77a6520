"""The data pipeline: groups in, Parquet out, in processes of this machine or on Spark."""
