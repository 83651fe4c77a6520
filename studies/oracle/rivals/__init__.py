"""The best assignors that exist, asked about groups that come as columns: what the oracle is measured against."""
