"""Mutants that a check of twenty seconds may miss, and why: what has to come together for them to show."""

from __future__ import annotations

SURVIVORS: dict[str, str] = {}
"""Mutant name -> why it survives."""
