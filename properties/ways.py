"""
How else than plainly a target can be asked: one object of it that is kept over several questions, and the same target
in another process.

What a target does not offer is None, and the part of a law that needs it is not claimed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from properties.trial import Ask


class Whom(NamedTuple):
    """
    Whom a question is put to: what asks it, and the name that the steps give to an object that is kept.
    """

    ask: Ask
    instance: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """
    `kept_object` makes a new assignor object and gives what asks it, and nobody else does; `elsewhere` gives what asks
    the same target in another process, or None where no such process can be had.
    """

    kept_object: Callable[[], Ask] | None = None
    elsewhere: Callable[[], Ask | None] | None = None


PLAINLY = Ways()
"""The ways of a target that can only be asked plainly."""


def ways_of(target: object) -> Ways:
    """
    The ways that `target` offers, by its methods of these names.
    """
    return Ways(kept_object=getattr(target, "kept_object", None), elsewhere=getattr(target, "elsewhere", None))
