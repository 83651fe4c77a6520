"""
How `--like` picks the promises of a reference, and changes them.

A client's implementation makes the promises of the reference with the same rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.interface import Assignor, Promise
from kafka_assay.assignors.registry import reference_assignor, reference_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """A set of promises, and the text for `--like` that gives it (None: no reference's promises)."""

    text: str | None
    promises: frozenset[Promise]


NOBODY = Likeness(text=None, promises=frozenset())
"""No promises are declared: only the laws that hold for all assignors apply."""


def parse_likeness(like: str | Iterable[str] | None) -> Likeness:
    """
    Parse `like`: a reference name, then promises added (`+optimal`) or removed (`-racks`).

    Text is split at commas. Without a name the set starts empty: `+even,+local`. Raises `AssayError`.

    >>> sorted(parse_likeness("fair,+sticky,-repeatable").promises)
    [<Promise.EVEN: 'even'>, <Promise.LOCAL: 'local'>, <Promise.STICKY: 'sticky'>]
    """
    if like is None:
        return NOBODY
    parts = [part.strip() for part in (like.split(",") if isinstance(like, str) else like)]
    if not parts or not all(parts):
        raise AssayError(f"like: {like!r}: expected a reference name, +promise or -promise, separated by commas")
    promises: set[Promise] = set()
    changes: Sequence[str] = parts
    if parts[0][0] not in "+-":
        if parts[0] not in reference_names():
            tip = spelling_tip(parts[0], reference_names())
            raise AssayError(f"like: unknown reference assignor {parts[0]!r}{tip}")
        promises |= reference_assignor(parts[0]).promises
        changes = parts[1:]
    for change in changes:
        if change[0] not in "+-":
            raise AssayError(f"like: {change!r}: expected a promise with + or - before it, as in +optimal")
        known = [promise.value for promise in Promise]
        if change[1:] not in known:
            raise AssayError(f"like: unknown promise {change[1:]!r}{spelling_tip(change[1:], known)}")
        promise = Promise(change[1:])
        promises = promises | {promise} if change[0] == "+" else promises - {promise}
    return Likeness(text=",".join(parts), promises=frozenset(promises))


def likeness_of_assignor(assignor: Assignor) -> Likeness:
    """
    The likeness that `assignor` declares.

    It is the assignor's own name where it makes exactly the promises of that reference; otherwise a list of promises.
    """
    name, promises = assignor.name, frozenset(assignor.promises)
    if name in reference_names() and reference_assignor(name).promises == promises:
        return Likeness(text=name, promises=promises)
    return Likeness(text=",".join(sorted(f"+{promise}" for promise in promises)) or None, promises=promises)
