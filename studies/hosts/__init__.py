"""The hosts of foreign assignors: what they survive, and how fast they are."""
