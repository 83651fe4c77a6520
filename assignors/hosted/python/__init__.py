"""`python:` targets: the user's own assignor in a separate process."""
