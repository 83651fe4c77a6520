"""Targets: their names, how they are opened and used, and the releases that a name covers."""
