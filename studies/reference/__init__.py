"""The reference pages that are made from the code: laws, assignors, families, targets, the command line, Parquet."""
