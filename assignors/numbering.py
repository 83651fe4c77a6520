"""Numbers for names, so that a group of any size fits into arrays."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1
"""Stands for the number of a member where a partition has none, and for the number of an unknown name."""


class Numbering(dict[str, int]):
    """The position of each name. An unknown name has the number `NOBODY`."""

    def __init__(self, names: Sequence[str]) -> None:
        """Number the `names` in their order."""
        super().__init__(zip(names, range(len(names)), strict=True))

    def __missing__(self, name: str) -> int:
        """The number of an unknown name."""
        return NOBODY
