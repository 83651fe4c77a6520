"""The state between the phases of the constrained path."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Sharing:
    """
    The state between the phases: the partitions of each member, and who still gets some.

    `short` members are below their share, `waiting` members may get one of the remaining `extras`. `cut` maps a
    partition to the member that held it and lost it. A cooperative assignor must not grant it to another member before
    that member has given it up.
    """

    had: list[list[int]]
    extras: int = 0
    short: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    cut: dict[int, int] = field(default_factory=dict)
