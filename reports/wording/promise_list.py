"""The promises of `--like` in words."""

from __future__ import annotations

from kafka_assay.reports.wording.words import series


def promises_in_words(like: str) -> str:
    """
    The reference whose promises apply, and those added or removed.

    >>> promises_in_words("sticky,+optimal,-racks"), promises_in_words("+even,+local")
    ('the promises of sticky, with optimal, without racks', 'the promises even and local')
    """
    parts = like.split(",")
    added = [part[1:] for part in parts if part.startswith("+")]
    removed = [part[1:] for part in parts if part.startswith("-")]
    words = [f"of {part}" for part in parts if part[0] not in "+-"]
    if added:
        words.append(f"{'with ' if words else ''}{series(added, most=len(added))}")
    if removed:
        words.append(f"without {series(removed, most=len(removed))}")
    return "the promises " + ", ".join(words)
