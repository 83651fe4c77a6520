"""The promises of `--like` in words."""

from __future__ import annotations

from kafka_assay.reports.wording.words import series


def promises_in_words(like: str) -> str:
    """
    The reference whose promises apply, and those added or removed.

    >>> promises_in_words("sticky,+optimal,-racks"), promises_in_words("+even,+local")
    ('what sticky promises, plus "optimal", except "racks"', 'the promises "even" and "local"')
    """
    parts = like.split(",")
    added = [part[1:] for part in parts if part.startswith("+")]
    removed = [part[1:] for part in parts if part.startswith("-")]
    words = [f"what {part} promises" for part in parts if part[0] not in "+-"]
    if added:
        words.append(f"{'plus' if words else 'the promises'} {_quoted(added)}")
    if removed:
        words.append(f"except {_quoted(removed)}")
    return ", ".join(words)


def _quoted(names: list[str]) -> str:
    return series([f'"{name}"' for name in names], most=len(names))
