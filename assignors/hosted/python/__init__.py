"""`python:` targets: the user's own assignor in a process of its own."""
