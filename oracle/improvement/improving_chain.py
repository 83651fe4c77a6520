"""
Chains of hand-overs: a chain proves that the balance of an answer can be improved; no chain proves that it cannot.

In a chain m1 -> m2 -> ... -> mk each member hands a partition to the next. So m1 ends with one less, mk with one more,
and the loads between do not change. With load(m1) >= load(mk) + 2 the sum of squared loads falls. Where no such chain
exists, no answer has a lower sum (Harvey, Ladner, Lovasz, Tamir 2006, "Semi-matchings for bipartite graphs and load
balancing": optimal if and only if there is no cost-reducing path).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.improvement.holdings import HandOver, Holdings, build_holdings


def improving_chain(group: Group, assignment: Assignment, *, only_unowned: bool = False) -> tuple[HandOver, ...] | None:
    """
    A shortest chain of hand-overs that improves the balance of a valid answer; None where there is none.

    With `only_unowned`, only partitions without a valid owner may change hands. None then means that the answer is as
    balanced as its kept claims allow. Raises `ValueError` where the answer is invalid.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t0": 1, "t1": 2}, {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]})
    >>> chain = improving_chain(group, {"C0": {"t1": [0, 1]}, "C1": {}, "C2": {"t0": [0]}})
    >>> [str(hand_over) for hand_over in chain]
    ['C0 hands t1-1 to C2', 'C2 hands t0-0 to C1']
    """
    holdings = build_holdings(group, assignment)
    if is_balanced(holdings, only_unowned=only_unowned):
        return None
    steps = _shortest_chain(holdings, _offered_topics(holdings, only_unowned=only_unowned))
    return tuple(
        HandOver(giver, taker, topic, _choose_partition(holdings, giver, topic, taker, only_unowned=only_unowned))
        for giver, topic, taker in steps
    )


def is_balanced(holdings: Holdings, *, only_unowned: bool = False) -> bool:
    """
    Whether no chain improves the balance. One search, in near-linear time.

    The search adds members as sources by falling load. It may reach a member only while the member's load is above that
    of the newest sources, less two.
    """
    offered_topics = _offered_topics(holdings, only_unowned=only_unowned)
    reached: set[str] = set()
    open_topics, open_classes = set(holdings.reach), set(range(len(holdings.member_classes)))
    for source in sorted(holdings.loads, key=lambda member: -holdings.loads[member]):
        waiting = [] if source in reached else [source]
        reached.add(source)
        while waiting:
            for topic in open_topics.intersection(offered_topics(waiting.pop())):
                open_topics.discard(topic)
                for number in open_classes.intersection(holdings.reach[topic]):
                    open_classes.discard(number)
                    new = [member for member in holdings.member_classes[number].members if member not in reached]
                    if any(holdings.loads[member] <= holdings.loads[source] - 2 for member in new):
                        return False
                    reached.update(new)
                    waiting.extend(new)
    return True


def _offered_topics(holdings: Holdings, *, only_unowned: bool) -> Callable[[str], Iterable[str]]:
    if not only_unowned:
        return holdings.held_topics

    def unowned(member: str) -> list[str]:
        fresh = holdings.fresh[member]
        return sorted(topic for topic, ids in fresh.items() if any(p not in holdings.owners[topic] for p in ids))

    return unowned


def _shortest_chain(holdings: Holdings, offered_topics: Callable[[str], Iterable[str]]) -> list[tuple[str, str, str]]:
    """
    The (giver, topic, taker) steps of the shortest chain; of equally short chains, one from the most loaded member.
    """
    best: list[tuple[str, str, str]] = []
    for load in sorted(set(holdings.loads.values()), reverse=True):
        found = _chain_from_load(holdings, offered_topics, load, len(best) - 1 if best else len(holdings.loads))
        best = found or best
        if len(best) == 1:
            break
    return best


def _chain_from_load(
    holdings: Holdings, offered_topics: Callable[[str], Iterable[str]], load: int, longest: int
) -> list[tuple[str, str, str]]:
    came_by: dict[str, tuple[str, str] | None] = {m: None for m, mine in holdings.loads.items() if mine >= load}
    waiting = deque((member, 0) for member in sorted(came_by, key=lambda member: -holdings.loads[member]))
    seen: set[str] = set()
    while waiting:
        giver, steps = waiting.popleft()
        if steps == longest:
            return []
        for topic in offered_topics(giver):
            if topic in seen:
                continue
            seen.add(topic)
            new = [taker for taker in holdings.takers(topic) if taker not in came_by]
            came_by.update(dict.fromkeys(new, (giver, topic)))
            lowest = min(new, key=holdings.loads.__getitem__, default=giver)
            if holdings.loads[lowest] <= load - 2:
                chain: list[tuple[str, str, str]] = []
                while (step := came_by[lowest]) is not None:
                    chain.append((*step, lowest))
                    lowest = step[0]
                return chain[::-1]
            waiting.extend((taker, steps + 1) for taker in new)
    return []


def _choose_partition(holdings: Holdings, giver: str, topic: str, taker: str, *, only_unowned: bool) -> int:
    """The partition whose hand-over costs least: one that the taker owned, else one new to the giver, else the last."""
    fresh = holdings.fresh[giver].get(topic, [])
    if only_unowned:
        return max(p for p in fresh if p not in holdings.owners[topic])
    home = set(holdings.lost[taker].get(topic, ())).intersection(fresh)
    return max(home or fresh or holdings.kept[giver][topic])
