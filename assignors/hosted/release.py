"""The release in a target's name: a single release, or a range."""

from __future__ import annotations

import re

from kafka_assay.assignors.errors import AssayError

RANGE = ".."
_RELEASE = re.compile(r"[0-9A-Za-z](?:[\w+-]|\.(?!\.))*(?<!\.)", re.ASCII)
"""The form of a release in all supported registries. It contains no path separator, because releases become folders."""


def check_release(text: str, release: str) -> None:
    """
    Raise `AssayError`, with `text` first, where `release` is neither a release nor a range `A..B`. Ends may be open.

    >>> check_release("x", "../y")
    Traceback (most recent call last):
    kafka_assay.assignors.errors.AssayError: x: '../y' is not a release: expected 1.2.3, or a range, 1.2.3..4.5.6
    """
    ends = release.split(RANGE)
    named = [end for end in ends if end] if len(ends) == 2 else ends
    if len(ends) > 2 or not all(_RELEASE.fullmatch(end) for end in named):
        raise AssayError(f"{text}: {release!r} is not a release: expected 1.2.3, or a range, 1.2.3..4.5.6")


def parse_range(release: str) -> tuple[str, str] | None:
    """
    The first and the last release of a range, empty where it is open; None for a single release.

    >>> parse_range("v1.20.0..v1.22.2"), parse_range("v1.22.2")
    (('v1.20.0', 'v1.22.2'), None)
    """
    first, dots, last = release.partition(RANGE)
    return (first, last) if dots else None
