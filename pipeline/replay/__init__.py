"""A whole life of a group with one target, on a clock: who reads each partition at each time."""
