"""
Why each law matters, as a table: for records that may name laws which this release does not know.
"""

from __future__ import annotations

from properties.registry import LAWS

STAKES: dict[str, str] = {law.id: law.matters for law in LAWS}
"""Law id -> what a breach costs those who run the group."""
