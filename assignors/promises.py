"""
The promises of each reference, and how `--like` picks and changes them.

A client's implementation makes the promises of the reference with the same rule, so the table serves both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.interface import Assignor, Promise
from kafka_assay.assignors.registry import reference_assignor, reference_names

_STICKY = (Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS)
_CONSTRAINED = (Promise.REPEATABLE, Promise.EVEN, Promise.STICKY, Promise.CLAIMS)

PROMISES: dict[str, frozenset[Promise]] = {
    name: frozenset(promises)
    for name, promises in {
        "range": (
            Promise.REPEATABLE,
            Promise.PER_TOPIC,
            Promise.RANGE,
            Promise.STATIC,
            Promise.RACKS,
            Promise.FIXED,
        ),
        "server-range": (Promise.REPEATABLE, Promise.PER_TOPIC, Promise.RANGE, Promise.STATIC, Promise.FIXED),
        "roundrobin": (Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED),
        "hashed-roundrobin": (Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED),
        "shuffled-roundrobin": (Promise.EVEN,),
        "topicroundrobin": (Promise.REPEATABLE, Promise.WHOLE_TOPICS, Promise.FIXED),
        "lag": (Promise.REPEATABLE, Promise.PER_TOPIC, Promise.LAG, Promise.FIXED),
        "lag-global": (Promise.REPEATABLE, Promise.EVEN, Promise.LAG_OVER_GROUP, Promise.FIXED),
        "fair": (Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL),
        "sticky": (*_STICKY, Promise.RACKS),
        "cooperative-sticky": (*_STICKY, Promise.RACKS, Promise.COOPERATIVE),
        "sticky@kip54": _STICKY,
        "sticky@kip341": _STICKY,
        "sticky@kafka9987": _STICKY,
        "constrained-4phase": _CONSTRAINED,
        "constrained-2phase": _CONSTRAINED,
        "constrained-4phase@printed": _CONSTRAINED,
        "constrained-2phase@printed": _CONSTRAINED,
        "server-uniform": (Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY),
        "sticky-yet-fair": (Promise.REPEATABLE, Promise.STICKY, Promise.CLAIMS, Promise.ALL_KEPT),
        "optimal": (*_STICKY, Promise.OPTIMAL),
    }.items()
}
"""Reference name -> all its promises in addition to validity."""


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
        promises |= _promises_of_reference(parts[0])
        changes = parts[1:]
    for change in changes:
        if change[0] not in "+-":
            raise AssayError(f"like: {change!r}: expected a promise with + or - before it, as in +optimal")
        promise = _parse_promise(change[1:])
        promises = promises | {promise} if change[0] == "+" else promises - {promise}
    return Likeness(text=",".join(parts), promises=frozenset(promises))


def likeness_of_assignor(assignor: Assignor) -> Likeness:
    """
    The likeness that `assignor` declares.

    It is the assignor's own name where it makes exactly the promises of that reference; otherwise a list of promises.
    """
    name, promises = assignor.name, frozenset(assignor.promises)
    if PROMISES.get(name) == promises:
        return Likeness(text=name, promises=promises)
    return Likeness(text=",".join(sorted(f"+{promise}" for promise in promises)) or None, promises=promises)


def _promises_of_reference(name: str) -> frozenset[Promise]:
    if name in PROMISES:
        return PROMISES[name]
    if name in reference_names():
        return frozenset(reference_assignor(name).promises)
    raise AssayError(f"like: unknown reference assignor {name!r}{spelling_tip(name, [*PROMISES, *reference_names()])}")


def _parse_promise(word: str) -> Promise:
    try:
        return Promise(word)
    except ValueError:
        known = [promise.value for promise in Promise]
        raise AssayError(f"like: unknown promise {word!r}{spelling_tip(word, known)}") from None
