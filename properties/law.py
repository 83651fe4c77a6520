"""
What a law is: a clause that can be true, a source, and a pure function from a trial to a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.interface import Promise
    from assignors.model import Group
    from properties.trial import Trial
    from properties.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """
    One law.

    `promise` is the promise that it belongs to (None: it holds for every assignor). `judge` decides it on a trial;
    `defined` says on which groups it means anything (elsewhere its cell is absent); `asks` says that it puts further
    groups to the assignor, so that it cannot be judged from an answer alone. `kind` orders the tables.
    """

    id: str
    kind: str
    promise: Promise | None
    says: str
    source: str
    judge: Callable[[Trial], Verdict]
    defined: Callable[[Group], bool]
    asks: bool = False
