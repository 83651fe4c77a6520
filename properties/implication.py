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
    Implies(
        "fewest-moves",
        "newest-claim-wins",
        "a claim that a newer one contests makes nobody an owner, so the optimum and its moves are the same without it",
    ),
    Implies(
        "evenest-around-claims",
        "newest-claim-wins",
        "without older claims the owners are the same: all keep theirs, and the evenest loads around them are unique",
    ),
    Implies("evenest-around-claims", "keeps-every-claim", "it is decided only where no claim was moved"),
    Implies(
        "spread-within-topic",
        "racks-never-cost-balance",
        "counts of a topic that differ by one at most are fixed by its partitions and subscribers, racks or not",
    ),
    Implies(
        "even-when-equal",
        "racks-never-cost-balance",
        "with equal subscriptions, loads that differ by one at most are fixed by partitions and members, racks or not",
    ),
)

_ANY = "it looks at an answer as such: whatever else is promised may be broken by a valid answer"
_SOME = "it speaks of a few groups or of one small change, and says nothing of what happens elsewhere"
IMPLIES_NOTHING: dict[str, str] = {
    "returns-an-answer": "an answer that comes back may be any",
    "answers-every-member": _ANY,
    "only-existing-partitions": _ANY,
    "only-subscribed-topics": _ANY,
    "one-owner-each": _ANY,
    "nothing-left-out": _ANY,
    "same-question-same-answer": "who answers the same always may always be wrong",
    "order-does-not-matter": "an answer may be wrong in every order",
    "lag-bounded-within-topic": "lags bounded in each topic add up over topics, and bound no counts",
    "lag-bounded": "over several topics, a topic's lags may lie further apart and be made up for by another's",
    "stable-group-moves-nothing": _SOME,
    "join-only-gives-to-joiner": _SOME,
    "leave-only-takes-from-leaver": _SOME,
    "no-worse-stickiness": "an assignor that is blind keeps it, and no other law of stickiness",
    "needless-moves-when-equal": (
        "nearest to implying what a join and a leave may move; but it bounds moves only, and where the answer that is "
        "fed back is uneven, the bound leaves room for moves between those who stay"
    ),
    "newest-claim-wins": "an assignor that hears no claims keeps it, and no other law of stickiness",
    "no-double-ownership": "rounds in which nothing is ever handed out keep it",
    "settles": "it says that the rounds end, and not where",
    "contiguous": "blocks may be of any size, and lie anywhere in their topic",
    "co-partitioned": "topics laid out alike may all be laid out badly",
    "topics-stay-whole": "one member may have all topics",
    "restart-keeps-static-members": _SOME,
    "racks-never-cost-balance": "loads that racks do not change may be uneven both ways, and near no replica",
    "rack-match-not-worse": "matches may be paid for with any loads",
}
"""Law id -> why nothing follows from it: every law that is the stronger one of no edge."""


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
