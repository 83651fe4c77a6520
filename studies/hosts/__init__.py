"""The hosts of foreign assignors: how robust they are, and how fast."""
