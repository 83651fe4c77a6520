"""The hang of the sticky rule: lives that lead to it, and its share among groups."""
