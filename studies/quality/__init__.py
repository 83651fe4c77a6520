"""How good answers are beside the best possible, by balance, moves, places and weights."""
