"""
The Spark pipeline: a plan, one pure map, Parquet.
"""
