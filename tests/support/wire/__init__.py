"""Consumer programs of real clients, groups that script what their members meet, and what these send."""
