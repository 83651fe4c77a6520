"""One question to an assignor: the trial, how it is asked, and how two answers differ."""
