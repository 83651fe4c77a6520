"""One question to an assignor: the trial, the ways to ask, and the difference between two answers."""
