"""
Releases as they stand in the name of a target: one of them, or a range from one to another.
"""

from __future__ import annotations

import re

from assignors.errors import AssayError

RANGE = ".."
_RELEASE = re.compile(r"[0-9A-Za-z](?:[\w+-]|\.(?!\.))*(?<!\.)", re.ASCII)
"""What every registry here calls its releases by. No separator of paths is among it: releases become folders."""


def checked_release(text: str, release: str) -> str:
    """
    `release`, provided that it can be one release or a range `A..B`, whose ends may be left open. Raises `AssayError`
    with `text` in front.

    >>> checked_release("the target", "2.4.0..4.4.0"), checked_release("the target", "2.4.0..")
    ('2.4.0..4.4.0', '2.4.0..')
    """
    ends = release.split(RANGE)
    named = [end for end in ends if end] if len(ends) == 2 else ends
    if len(ends) > 2 or not all(_RELEASE.fullmatch(end) for end in named):
        raise AssayError(f"{text}: {release!r} is no release: expected one like 1.2.3, or a range, 1.2.3..4.5.6")
    return release


def range_of(release: str) -> tuple[str, str] | None:
    """
    The first and the last release of a range, empty where it is open; None for a single release.

    >>> range_of("v1.20.0..v1.22.2"), range_of("v1.22.2")
    (('v1.20.0', 'v1.22.2'), None)
    """
    first, dots, last = release.partition(RANGE)
    return (first, last) if dots else None
