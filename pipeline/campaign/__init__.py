"""Campaigns: the laws over millions of drawn groups, judged on Spark where they are drawn, into Parquet."""
