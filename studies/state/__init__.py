"""The state of the assignors: laws, balance, moves, time and first bad release of every implementation."""
