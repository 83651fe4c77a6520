"""
How else than plainly a target can be asked: one object of it that is kept over several questions, and the same target
in another process.

What a target does not offer is None, and the part of a law that needs it is not claimed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafka_assay.assignors.model import Assignment, Group

Ask: TypeAlias = "Callable[[Group], Assignment]"


class Asker(NamedTuple):
    """What puts a question to the assignor, and the name that the steps give to an object that is kept."""

    ask: Ask
    instance: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskModes:
    """
    `kept_object` makes a new assignor object and gives what asks it, and nobody else does; `elsewhere` gives what asks
    the same target in another process, or None where no such process can be had.
    """

    kept_object: Callable[[], Ask] | None = None
    elsewhere: Callable[[], Ask | None] | None = None


PLAINLY = AskModes()
"""The modes of a target that can only be asked plainly."""


def ask_modes_of(target: object) -> AskModes:
    """The modes that `target` offers, by its methods of these names."""
    return AskModes(kept_object=getattr(target, "kept_object", None), elsewhere=getattr(target, "elsewhere", None))
