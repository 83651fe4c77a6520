"""
Which law implies which: so that a report names the weakest broken promise first, and what falls with it after it.

An edge says: an assignor that keeps the first law on every group keeps the second on every group. Each carries its
reason, which may take the validity laws for granted; what cannot be argued is not an edge. The table orders what people
read and changes no verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from properties.registry import LAWS

if TYPE_CHECKING:
    from collections.abc import Iterable


class Implies(NamedTuple):
    """
    One edge: `stronger` kept everywhere means `weaker` kept everywhere, because of `reason`.
    """

    stronger: str
    weaker: str
    reason: str


IMPLICATIONS: tuple[Implies, ...] = (
    Implies("optimally-balanced", "locally-balanced", "a single hand-over that helps is a chain of length one"),
    Implies(
        "locally-balanced",
        "even-when-equal",
        "where all may have everything, two members two apart leave a hand-over that helps",
    ),
    Implies(
        "fewest-moves",
        "needless-moves-when-equal",
        "the law's bound is the optimum's number of moves, in closed form for equal subscriptions",
    ),
    Implies(
        "fewest-moves",
        "no-worse-stickiness",
        "the blind answer is one of the plans: at the same loads it cannot keep more than the most",
    ),
    Implies(
        "fewest-moves",
        "stable-group-moves-nothing",
        "with its own optimal answer as the claims, staying is a plan with the same loads and no move",
    ),
    Implies("fewest-moves", "optimally-balanced", "it is decided only where the loads are the best possible"),
    Implies(
        "fewest-moves",
        "join-only-gives-to-joiner",
        "the joiner's share alone must move; what passes between the others comes on top",
    ),
    Implies(
        "fewest-moves",
        "leave-only-takes-from-leaver",
        "loads that were even are no more than a share of the smaller group, so nobody has to give anything up",
    ),
    Implies("keeps-every-claim", "needless-moves-when-equal", "who moves nothing moves no more than the optimum"),
    Implies("keeps-every-claim", "no-worse-stickiness", "who keeps everything keeps no less than anybody"),
    Implies("keeps-every-claim", "stable-group-moves-nothing", "its own answer, fed back, is a claim on everything"),
    Implies("keeps-every-claim", "join-only-gives-to-joiner", "who was there keeps everything, so nobody gains it"),
    Implies("keeps-every-claim", "leave-only-takes-from-leaver", "who stays keeps everything"),
)


class Fallen(NamedTuple):
    """
    A broken law that implies no other broken law, and the broken ones that imply it and so fell with it.
    """

    weakest: str
    also: tuple[str, ...]


def implied_by(law: str) -> set[str]:
    """
    The laws that follow from `law`, at any distance.
    """
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
