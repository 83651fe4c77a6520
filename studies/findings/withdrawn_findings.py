"""The findings that were published and withdrawn: their ids stay taken."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from studies.findings.finding_pages import FINDINGS


class WithdrawnFinding(NamedTuple):
    """What a withdrawn finding said of which release, and why it is none."""

    id: str
    target: str
    sentence: str
    reason: str

    @property
    def case_file(self) -> Path:
        """The file of its case."""
        return FINDINGS / "withdrawn" / f"{self.id}.json"


WITHDRAWN: tuple[WithdrawnFinding, ...] = ()
"""All of them, by id."""
