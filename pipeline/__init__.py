"""The data pipeline: groups in, Parquet out, on Spark or in a plain loop."""
