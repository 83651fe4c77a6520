"""
The certificate: checks that a plan is optimal, without a solver and without a line of the engines' code.

Balance is proved by the plan itself: no chain of hand-overs improves it (`oracle.chain`). That no plan of this balance
moves less is proved by whole numbers on topics, members and load levels, the *potentials*: no step of `oracle.cheaper`
costs less than the difference of the potentials that it spans, so no closed walk of steps costs less than nothing. All
plans of the best balance can be reached by such walks, because any two of them give no member loads that differ by
more than one (Frank and Murota 2018, "Discrete decreasing minimization, Part I", M-convex sets: decreasingly minimal
elements form a matroid shifted by one vector).

    {"kind": "potentials", "members": {"C0": 1}, "topics": {"t0": 0}, "levels": {"2": 1}}

Level "2" stands between members of load 2 and of load 3; it is needed where both exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.chain import improving_chain, is_balanced
from oracle.cheaper import CheaperPlan, cheaper_plan
from oracle.ledger import ledger_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assignors.model import Assignment, Group
    from oracle.ledger import Ledger

__all__ = ["CheaperPlan", "cheaper_plan", "improving_chain", "verify"]

KIND = "potentials"


def verify(group: Group, assignment: Assignment, certificate: object) -> str | None:
    """
    None where `certificate` proves that `assignment` is an optimal plan for `group`; else why it does not.

    >>> from assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
    >>> proof = {"kind": "potentials", "members": {"a": 1, "b": 1}, "topics": {"t": 0}, "levels": {}}
    >>> verify(group, {"a": {"t": [0]}, "b": {"t": [1]}}, proof)
    >>> verify(group, {"a": {"t": [0, 1]}}, proof)
    'not balanced: a hands t-1 to b'
    """
    try:
        ledger = ledger_of(group, assignment)
    except ValueError as wrong:
        return f"not a valid answer: {wrong}"
    if not is_balanced(ledger):
        chain = improving_chain(group, assignment) or ()
        return f"not balanced: {', '.join(map(str, chain))}"
    try:
        potentials = _Potentials(certificate)
        return next(potentials.violations(ledger), None)
    except _Missing as missing:
        return str(missing)


class _Missing(Exception):
    """
    The certificate lacks something, or holds something that is no whole number.
    """


class _Potentials:
    """
    The numbers of a certificate; asking for one that is not there raises `_Missing`.
    """

    def __init__(self, certificate: object) -> None:
        if not isinstance(certificate, dict) or certificate.get("kind") != KIND:
            raise _Missing(f"the certificate is not of the kind {KIND!r}")
        self.certificate: dict[str, Any] = certificate

    def of(self, part: str, name: str) -> int:
        """
        The potential of one topic, member or level.
        """
        numbers = self.certificate.get(part)
        value = numbers.get(name) if isinstance(numbers, dict) else None
        if type(value) is not int:
            raise _Missing(f"the certificate has no whole number for {name!r} in {part!r}")
        return value

    def violations(self, ledger: Ledger) -> Iterator[str]:
        """
        The steps that cost less than the potentials that they span, in words.
        """
        topics = {topic: self.of("topics", topic) for topic in ledger.reach}
        members = {member: self.of("members", member) for member in ledger.loads}
        yield from _new_partitions(ledger, topics, members)
        yield from _old_partitions(ledger, topics, members)
        yield from self._levels(ledger, members)

    def _levels(self, ledger: Ledger, members: dict[str, int]) -> Iterator[str]:
        lowest: dict[int, int] = {}
        highest: dict[int, int] = {}
        for member, load in ledger.loads.items():
            lowest[load] = min(members[member], lowest.get(load, members[member]))
            highest[load] = max(members[member], highest.get(load, members[member]))
        for load, potential in lowest.items():
            if load + 1 in highest and not potential >= self.of("levels", str(load)) >= highest[load + 1]:
                yield f"level {load} does not lie between the members of load {load} and those of load {load + 1}"


def _new_partitions(ledger: Ledger, topics: dict[str, int], members: dict[str, int]) -> Iterator[str]:
    """
    Giving any subscriber one more partition costs at most 1: per cohort, its cheapest topic is enough to look at.
    """
    for cohort in ledger.cohorts:
        cheapest = min(cohort.topics, key=lambda topic: (topics[topic], topic), default=None)
        for member in cohort.members:
            if cheapest is not None and members[member] > topics[cheapest] + 1:
                yield f"giving {member!r} one more partition of {cheapest!r} is cheaper than the potentials say"


def _old_partitions(ledger: Ledger, topics: dict[str, int], members: dict[str, int]) -> Iterator[str]:
    """
    Giving a lost partition back costs nothing; taking a kept one away refunds nothing, taking a new one away 1.
    """
    for member, potential in members.items():
        for topic in ledger.lost[member]:
            if potential > topics[topic]:
                yield f"giving {member!r} its own partition of {topic!r} back is cheaper than the potentials say"
        for topic in ledger.kept[member]:
            if topics[topic] > potential:
                yield f"taking a kept partition of {topic!r} from {member!r} is cheaper than the potentials say"
        for topic in ledger.fresh[member]:
            if topics[topic] > potential - 1:
                yield f"taking a new partition of {topic!r} from {member!r} is cheaper than the potentials say"
