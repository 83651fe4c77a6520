"""The promises of `--like` in words."""

from __future__ import annotations

from kafka_assay.reports.wording.words import series


def promises_in_words(like: str) -> str:
    """
    The reference whose promises apply, and those added or removed.

    >>> promises_in_words("sticky,+optimal,-racks"), promises_in_words("+even,+local")
    ('promises the same as sticky, with "optimal" and without "racks"', 'promises "even" and "local"')
    """
    parts = like.split(",")
    added = [part[1:] for part in parts if part.startswith("+")]
    removed = [part[1:] for part in parts if part.startswith("-")]
    base = [f"the same as {part}" for part in parts if part[0] not in "+-"]
    changes = [f"{'with ' if base else ''}{_quoted(added)}"] if added else []
    changes += [f"without {_quoted(removed)}"] if removed else []
    return f"promises {', '.join([*base, ' and '.join(changes)] if changes else base)}"


def _quoted(names: list[str]) -> str:
    return series([f'"{name}"' for name in names], most=len(names))
