"""
How the host of a target is started: what a family of hosts makes of a target's name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """
    The words of the command, the assignor to ask for, as the greeting lists it (None: its only one), and what is added
    to our environment.
    """

    words: tuple[str, ...]
    assignor: str | None
    environment: Mapping[str, str] = field(default_factory=dict)
