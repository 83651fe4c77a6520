"""Open the target of one release, as `assay bisect` and `assay history` ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.settings import Settings

CALL_TIMEOUT = 2.0
"""The default limit of a call, in seconds."""


def open_release(
    args: argparse.Namespace, release_range: ReleaseRange, release: str, *, seed: int, settings: Settings
) -> Target:
    """
    The opened target of a `release`. Raises `AssayError`.

    With the default limit, a question that hung is asked once more, with more time (ADR 0043).
    """
    from kafka_assay.assignors.hosted.targets import open_target

    return open_target(
        release_range.target_at(release),
        like=args.like,
        call_timeout=args.call_timeout,
        seed=seed,
        settings=settings,
        checks_hangs=args.call_timeout == CALL_TIMEOUT,
    )
