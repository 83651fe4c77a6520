"""The laws that `--like` chooses, in words."""

from __future__ import annotations

from kafka_assay.reports.wording.words import series


def promises_in_words(like: str) -> str:
    """
    The reference whose laws apply, and the promises whose laws are added or left out.

    >>> promises_in_words("sticky,+optimal,-racks")
    "checked by the laws for assay's sticky, with those for optimal, without those for racks"
    >>> promises_in_words("+even,+local")
    'checked by the laws for even and local'
    """
    parts = like.split(",")
    added = [part[1:] for part in parts if part.startswith("+")]
    removed = [part[1:] for part in parts if part.startswith("-")]
    words = [f"assay's {part}" for part in parts if part[0] not in "+-"]
    if added:
        words.append(f"{'with those for ' if words else ''}{series(added, most=len(added))}")
    if removed:
        words.append(f"without those for {series(removed, most=len(removed))}")
    return f"checked by the laws for {', '.join(words)}"
