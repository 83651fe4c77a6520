"""The targets of a verb, opened once and closed together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.assignors.settings import NO_SETTINGS, require_taken

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import ExitStack

    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.settings import Settings


def open_targets(
    stack: ExitStack,
    names: Iterable[str],
    *,
    like: str | None = None,
    call_timeout: float,
    seed: int = 0,
    settings: Settings = NO_SETTINGS,
) -> list[Target]:
    """
    Open each of these targets once; `stack` closes them. `settings` go to those that accept any.

    Raises `AssayError` if one cannot be opened, or if no target takes a setting.
    """
    from kafka_assay.assignors.hosted.targets import open_target

    targets: list[Target] = []
    for name in dict.fromkeys(names):
        target = open_target(name, like=like, call_timeout=call_timeout, seed=seed, settings=settings.where_accepted())
        stack.callback(target.close)
        targets.append(target)
    require_taken(settings, targets)
    return targets
