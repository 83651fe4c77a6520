"""The state between the phases of the constrained path."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Sharing:
    """
    The state between the phases: what each member has, who is `short`, who is `waiting` for an extra, and how many
    `extras` are left.

    `cut` maps a partition to the member that held it and had to let it go: a cooperative assignor must not grant it to
    another before that member has given it up.
    """

    had: list[list[int]]
    extras: int = 0
    short: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    cut: dict[int, int] = field(default_factory=dict)
