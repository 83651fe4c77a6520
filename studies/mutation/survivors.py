"""Mutants that a check of twenty seconds may miss, and the rare conditions that they need."""

from __future__ import annotations

SURVIVORS: dict[str, str] = {}
"""Mutant name -> why it survives."""
