"""Samples of live groups over time, in Parquet."""
