"""The quality of answers compared with the optimum: balance, moves, places and weights."""
