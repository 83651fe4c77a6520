"""
Which law implies which: so that a report names the weakest broken promise first, and what falls with it after it.

An edge says: an assignor that keeps the first law on every group keeps the second on every group. Each carries its
reason, which may take the validity laws for granted; what cannot be argued is not an edge. The table orders what people
read and changes no verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.properties.registry import LAWS

if TYPE_CHECKING:
    from collections.abc import Iterable


class Implies(NamedTuple):
    """One edge: `stronger` kept everywhere means `weaker` kept everywhere, because of `reason`."""

    stronger: str
    weaker: str
    reason: str


IMPLICATIONS: tuple[Implies, ...] = tuple(
    Implies(law.id, weaker, reason)
    for law in LAWS
    if not isinstance(law.implies, str)
    for weaker, reason in law.implies.items()
)
"""All edges, as the laws state them."""


class Fallen(NamedTuple):
    """A broken law that implies no other broken law, and the broken ones that imply it and so fell with it."""

    weakest: str
    also: tuple[str, ...]


def implied_by(law: str) -> set[str]:
    """The laws that follow from `law`, at any distance."""
    found: set[str] = set()
    waiting = [law]
    while waiting:
        current = waiting.pop()
        for edge in IMPLICATIONS:
            if edge.stronger == current and edge.weaker not in found:
                found.add(edge.weaker)
                waiting.append(edge.weaker)
    return found


def weakest_first(broken: Iterable[str]) -> list[Fallen]:
    """
    The `broken` laws in the order in which a person should read them, each once.

    >>> weakest_first(["optimally-balanced", "one-owner-each", "locally-balanced"])
    [Fallen(weakest='one-owner-each', also=()), Fallen(weakest='locally-balanced', also=('optimally-balanced',))]
    """
    order = [law.id for law in LAWS]
    left = sorted(set(broken), key=order.index)
    weakest = [law for law in left if not implied_by(law).intersection(left)]
    fallen: list[Fallen] = []
    told: set[str] = set(weakest)
    for law in weakest:
        also = tuple(other for other in left if other not in told and law in implied_by(other))
        told.update(also)
        fallen.append(Fallen(law, also))
    return fallen
