"""
Who promises what: the rows of the reference assignors, and how a person or a host names one (`--like`).

A real implementation promises what the reference of the same rule promises, with promises added or taken away:
`cooperative-sticky,+optimal,-racks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assignors.errors import AssayError, nearest
from assignors.interface import Promise
from assignors.registry import reference, reference_names

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROUND = {Promise.EVEN, Promise.STATIC, Promise.FIXED}
_STICKY = {Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS, Promise.RACKS}
_HISTORIC = {Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS}
_CONSTRAINED = {Promise.EVEN, Promise.STICKY, Promise.CLAIMS}

_ROWS: Mapping[str, set[Promise]] = {
    "range": {Promise.PER_TOPIC, Promise.RANGE, Promise.STATIC, Promise.RACKS, Promise.FIXED},
    "server-range": {Promise.PER_TOPIC, Promise.RANGE, Promise.STATIC, Promise.FIXED},
    "roundrobin": _ROUND,
    "hashed-roundrobin": _ROUND,
    "topicroundrobin": {Promise.WHOLE_TOPICS, Promise.FIXED},
    "lag": {Promise.PER_TOPIC, Promise.LAG, Promise.FIXED},
    "lag-global": {Promise.EVEN, Promise.LAG_OVER_GROUP, Promise.FIXED},
    "fair": {Promise.EVEN, Promise.LOCAL},
    "sticky": _STICKY,
    "cooperative-sticky": _STICKY | {Promise.COOPERATIVE},
    "sticky@kip54": _HISTORIC,
    "sticky@kip341": _HISTORIC,
    "sticky@kafka9987": _HISTORIC,
    "constrained-4phase": _CONSTRAINED,
    "constrained-2phase": _CONSTRAINED,
    "constrained-4phase@printed": _CONSTRAINED,
    "constrained-2phase@printed": _CONSTRAINED,
    "server-uniform": {Promise.EVEN, Promise.LOCAL, Promise.STICKY},
    "sticky-yet-fair": {Promise.STICKY, Promise.CLAIMS, Promise.ALL_KEPT},
    "optimal": {Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS, Promise.OPTIMAL},
}

PROMISES: Mapping[str, frozenset[Promise]] = {
    "shuffled-roundrobin": frozenset({Promise.EVEN}),
    **{name: frozenset(row | {Promise.REPEATABLE}) for name, row in _ROWS.items()},
}
"""Reference name -> what it promises beside validity. All but the shuffled one are repeatable."""


def promises_like(text: str) -> frozenset[Promise]:
    """
    The promises that `text` names: a reference name, then promises with `+` or `-` before them, parted by commas.

    >>> sorted(promises_like("roundrobin,-static,-fixed"))
    [<Promise.EVEN: 'even'>, <Promise.REPEATABLE: 'repeatable'>]
    """
    name, *changes = (part.strip() for part in text.split(","))
    promises = _promises_of(name)
    for change in changes:
        sign, promise = change[:1], _promise(change[1:].strip())
        if sign not in {"+", "-"}:
            raise AssayError(f"--like {text!r}: {change!r}: expected a promise with + or - before it, as in +optimal")
        promises = promises | {promise} if sign == "+" else promises - {promise}
    return promises


def _promises_of(name: str) -> frozenset[Promise]:
    if name in PROMISES:
        return PROMISES[name]
    if name in reference_names():
        return reference(name).promises
    known = sorted({*PROMISES, *reference_names()})
    raise AssayError(f"no reference assignor is called {name!r}{nearest(name, known)} (known: {', '.join(known)})")


def _promise(word: str) -> Promise:
    try:
        return Promise(word)
    except ValueError:
        known = [str(promise) for promise in Promise]
        raise AssayError(f"no promise is called {word!r}{nearest(word, known)} (known: {', '.join(known)})") from None
