"""
The certificate: checks that a plan is optimal, without a solver and without a line of the engines' code.

Balance is proved by the plan itself: each member has a price, its load or one more, that nobody else can undercut
(`kafka_assay.oracle.certificate.balance_check`); where there are none, a chain of hand-overs improves the plan
(`kafka_assay.oracle.improvement.improving_chain`).

That no plan of this balance moves less is proved by whole numbers on topics, members and load levels, the *potentials*.
Giving a member its own partition back costs nothing, giving it any other 1; taking a kept one away refunds nothing,
taking a new one away 1. A member's potential may exceed a topic's by at most what it costs to give it a partition of
that topic, and must exceed it by at least what is refunded for one that it holds. So what another plan costs more is at
least the sum, over the members, of the load that they gain times their potential. If that plan is as balanced, nobody's
load differs by more than one, and as many members rise from load v to v + 1 as fall from v + 1 to v. Where no potential
at load v is lower than one at load v + 1, the sum is not negative: no plan of this balance moves less.

    {"kind": "potentials", "members": {"C0": 1}, "topics": {"t0": 0}, "levels": {"2": 1}}

Level "2" stands between members of load 2 and of load 3; it is needed where both exist. All numbers lie within 2^53, so
that every reader of JSON sees the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.improvement.cheaper_plan import CheaperPlan, cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain

if TYPE_CHECKING:  # the laws import this module, and a check needs no numpy: loading it costs a check 5 %
    from kafka_assay.oracle.columns import Columns, Ints

__all__ = ["CheaperPlan", "cheaper_plan", "improving_chain", "verify", "verify_columns"]

KIND = "potentials"

INVALID = "not a valid answer"
"""How the refusal begins where something is held by nobody, twice, or by who may not."""

MOST = 2**53
"""Beyond it not every whole number is a number of JSON for everybody."""


def verify(group: Group, assignment: Assignment, certificate: object) -> str | None:
    """
    None where `certificate` proves that `assignment` is an optimal plan for `group`; else why it does not.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
    >>> proof = {"kind": "potentials", "members": {"a": 1, "b": 1}, "topics": {"t": 0}, "levels": {}}
    >>> verify(group, {"a": {"t": [0]}, "b": {"t": [1]}}, proof)
    >>> verify(group, {"a": {"t": [0, 1]}}, proof)
    'not balanced: a hands t-1 to b'
    """
    # Numpy is loaded by who has something to verify, not by who only looks for chains.
    from kafka_assay.oracle.certificate.balance_check import find_improvement
    from kafka_assay.oracle.certificate.build_tally import build_tally
    from kafka_assay.oracle.certificate.potential_violations import adjacent_loads, find_violation
    from kafka_assay.oracle.certificate.tally import refuse_invalid

    try:
        tally = build_tally(group, assignment)
        refuse_invalid(tally)
    except ValueError as wrong:
        return f"{INVALID}: {wrong}"
    if find_improvement(tally) is not None:
        chain = improving_chain(group, assignment) or ()
        return f"not balanced: {', '.join(map(str, chain))}"
    if not isinstance(certificate, dict) or certificate.get("kind") != KIND:
        return f"the certificate is not of the kind {KIND!r}"
    try:
        members = _numbers(certificate, "members", tally.member_names or ())
        topics = _numbers(certificate, "topics", tally.topic_names or ())
        if (found := find_violation(tally, members, topics)) is not None:
            return found
        for load, lowest, highest in adjacent_loads(tally.loads, members):
            if not lowest >= _number(certificate, "levels", str(load)) >= highest:
                return f"level {load} does not lie between the members of load {load} and those of load {load + 1}"
    except _MissingNumber as missing:
        return str(missing)
    return None


def verify_columns(columns: Columns, holder: Ints, members: Ints, topics: Ints) -> str | None:
    """
    The same for a group in columns: `holder[p]` holds partition p, -1 where nobody can; `members` and `topics` are the
    potentials. Members and topics are called by their numbers.
    """
    import numpy as np

    from kafka_assay.oracle.certificate.balance_check import find_improvement
    from kafka_assay.oracle.certificate.potential_violations import adjacent_loads, find_violation
    from kafka_assay.oracle.certificate.tally import CertificateTally, refuse_invalid

    shapes = (len(columns.start) - 1,), columns.partitions.shape, columns.owner.shape
    if shapes != (members.shape, topics.shape, holder.shape):
        return "the plan or the certificate is of a group of another size"
    if not all(np.issubdtype(one.dtype, np.signedinteger) for one in (members, topics, holder)):
        return "the plan or the certificate does not consist of whole numbers with a sign"
    # As wide as they come: what is reckoned below must not overflow.
    members, topics, holder = (one.astype(np.int64, copy=False) for one in (members, topics, holder))
    tally = CertificateTally(
        sizes=columns.partitions,
        row=np.arange(len(columns.start) - 1),
        row_start=columns.start,
        row_topics=columns.topics,
        owner=columns.owner,
        holder=holder,
    )
    try:
        refuse_invalid(tally)
    except ValueError as wrong:
        return f"{INVALID}: {wrong}"
    if (better := find_improvement(tally)) is not None:
        name, load = tally.member_name(better[0]), better[1]
        return f"not balanced: {name} could have a partition more, and a member with {load} one less"
    # A topic that nobody can hold anything of has no potential, whatever stands in its place.
    topics = np.where((columns.partitions > 0) & np.isin(np.arange(len(topics)), columns.topics), topics, 0)
    if any(((one < -MOST) | (one > MOST)).any() for one in (members, topics)):
        return "a potential lies beyond 2^53"
    if (found := find_violation(tally, members, topics)) is not None:
        return found
    for load, lowest, highest in adjacent_loads(tally.loads, members):
        if lowest < highest:
            return f"a member of load {load} has a lower potential than one of load {load + 1}"
    return None


class _MissingNumber(Exception):
    """The certificate lacks something, or holds something that is no whole number."""


def _number(certificate: dict[str, Any], part: str, name: str) -> int:
    """The potential of one topic, member or level."""
    numbers = certificate.get(part)
    value = numbers.get(name) if isinstance(numbers, dict) else None
    if type(value) is not int or not -MOST <= value <= MOST:
        raise _MissingNumber(f"the certificate has no whole number for {name!r} in {part!r}")
    return value


def _numbers(certificate: dict[str, Any], part: str, names: Sequence[str]) -> Ints:
    import numpy as np

    return np.array([_number(certificate, part, name) for name in names], dtype=np.int64)
