"""
The registry of laws, in reading order; which of them apply to whom, and which law implies which.

A report names the weakest broken promise first, then the laws that fall with it. An edge says: an assignor that keeps
the first law on every group keeps the second on every group. Each edge carries its reason. A reason may assume the
validity laws. Without an argument there is no edge. The edges order what people read; they change no verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.interface import Promise
from kafka_assay.properties.law import Law
from kafka_assay.properties.laws import (
    agreement,
    balance,
    change,
    claims,
    cooperative,
    lag,
    placement,
    racks,
    repeatable,
    stickiness,
    validity,
)

_KINDS = (validity, repeatable, balance, lag, change, stickiness, claims, cooperative, placement, racks)

LAWS: tuple[Law, ...] = tuple(law for kind in _KINDS for law in vars(kind).values() if isinstance(law, Law))
"""All laws. A file of laws must be named here to be part of the registry."""

COMPARING: tuple[Law, ...] = (agreement.same_plan, agreement.same_map)
"""The laws that compare two assignors. Nobody promises them, and only `assay check --same-as` asks for them."""

LAW_BY_ID: dict[str, Law] = {law.id: law for law in (*LAWS, *COMPARING)}
"""Law id -> law."""


def law_called(law_id: str) -> Law:
    """The law with this id. An unknown id raises `AssayError` with the nearest known id."""
    found = LAW_BY_ID.get(law_id)
    if found is None:
        raise AssayError(f"unknown law {law_id!r}{spelling_tip(law_id, LAW_BY_ID)} (see assay list)")
    return found


def promised_laws(promises: frozenset[Promise]) -> list[Law]:
    """The laws that hold for every assignor, and those of these `promises`."""
    return [law for law in LAWS if law.promise is None or law.promise in promises or law.also in promises]


class Implication(NamedTuple):
    """One edge: keeping `stronger` on every group means keeping `weaker` on every group, because of `reason`."""

    stronger: str
    weaker: str
    reason: str


IMPLICATIONS: tuple[Implication, ...] = tuple(
    Implication(law.id, weaker, reason)
    for law in LAWS
    if not isinstance(law.implies, str)
    for weaker, reason in law.implies.items()
)
"""All edges that the laws declare."""


class WeakestBreak(NamedTuple):
    """A broken law that implies no other broken law, and the `stronger` broken laws that imply it."""

    weakest: str
    stronger: tuple[str, ...]


def implied_laws(law: str) -> set[str]:
    """The laws that follow from `law`, directly or through other laws."""
    weaker = {edge.weaker for edge in IMPLICATIONS if edge.stronger == law}
    return weaker.union(*map(implied_laws, weaker))


def weakest_first(broken: Iterable[str]) -> list[WeakestBreak]:
    """
    The `broken` laws in reading order, each once.

    >>> [tuple(one) for one in weakest_first(["optimally-balanced", "one-owner-each", "locally-balanced"])]
    [('one-owner-each', ()), ('locally-balanced', ('optimally-balanced',))]
    """
    order = list(LAW_BY_ID)
    left = sorted(set(broken), key=order.index)
    weakest = [law for law in left if not implied_laws(law).intersection(left)]
    fallen: list[WeakestBreak] = []
    listed: set[str] = set(weakest)
    for law in weakest:
        also = tuple(other for other in left if other not in listed and law in implied_laws(other))
        listed.update(also)
        fallen.append(WeakestBreak(law, also))
    return fallen
