"""Compare two targets on the same groups: laws, balance, moves, rounds, topology, time."""
