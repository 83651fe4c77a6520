"""
Check that a plan is optimal, with a certificate, without a solver and without any code of the engines.

The plan itself proves its balance. Each member has a price, its load or one more, that no other member can undercut
(`kafka_assay.oracle.certificate.proof_check`). Where no such prices exist, a chain of hand-overs improves the plan
(`kafka_assay.oracle.improvement.improving_chain`).

The *potentials* prove that no plan of this balance moves less. They are whole numbers on topics, members and load
levels. Giving a member its own partition back costs nothing, and giving it any other partition costs 1. Taking a kept
partition refunds nothing, and taking a new one refunds 1. A member's potential may exceed a topic's potential by at
most the cost of giving it a partition of that topic. It must exceed it by at least the refund for a partition that it
holds.

So the extra cost of another plan is at least the sum, over the members, of the load that they gain times their
potential. If the other plan is as balanced, no member's load differs by more than one. Then as many members rise from
load v to v + 1 as fall from v + 1 to v. Where no potential at load v is lower than one at load v + 1, the sum is not
negative. So no plan of this balance moves less.

    {"kind": "potentials", "members": {"C0": 1}, "topics": {"t0": 0}, "levels": {"2": 1}}

Level "2" lies between members of load 2 and load 3. It is required where both exist. All numbers lie within 2^53, so
every JSON reader parses them exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.model import Assignment, Group

if TYPE_CHECKING:  # the laws import this module, and a check needs no numpy: loading it costs a check 5 %
    from kafka_assay.oracle.columns import Columns, Ints

KIND = "potentials"

INVALID = "not a valid answer"
"""The start of a refusal where a partition has no owner, two owners, or an owner that may not hold it."""

MOST = 2**53
"""Not every JSON reader parses larger whole numbers exactly."""


def verify(group: Group, assignment: Assignment, certificate: object) -> str | None:
    """
    None where `certificate` proves that `assignment` is an optimal plan for `group`; otherwise the reason.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
    >>> proof = {"kind": "potentials", "members": {"a": 1, "b": 1}, "topics": {"t": 0}, "levels": {}}
    >>> verify(group, {"a": {"t": [0]}, "b": {"t": [1]}}, proof)
    >>> verify(group, {"a": {"t": [0, 1]}}, proof)
    'not balanced: a hands t-1 to b'
    """
    # Only verification needs numpy, not the search for chains.
    from kafka_assay.oracle.certificate.proof_check import adjacent_loads, find_improvement, find_violation
    from kafka_assay.oracle.certificate.tally import build_tally, refuse_invalid

    try:
        tally = build_tally(group, assignment)
        refuse_invalid(tally)
    except ValueError as wrong:
        return f"{INVALID}: {wrong}"
    if find_improvement(tally) is not None:
        from kafka_assay.oracle.improvement.improving_chain import improving_chain

        chain = improving_chain(group, assignment) or ()
        return f"not balanced: {', '.join(map(str, chain))}"
    if not isinstance(certificate, dict) or certificate.get("kind") != KIND:
        return f"the certificate is not of kind {KIND!r}"
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
    Verify a group of arrays: None where the potentials prove the plan; otherwise the reason.

    `holder[p]` holds partition p (-1: the topic has no subscriber). `members` and `topics` are the potentials. The
    reason names members and topics by number.
    """
    import numpy as np

    from kafka_assay.oracle.certificate.proof_check import adjacent_loads, find_improvement, find_violation
    from kafka_assay.oracle.certificate.tally import CertificateTally, refuse_invalid

    shapes = (len(columns.start) - 1,), columns.partitions.shape, columns.owner.shape
    if shapes != (members.shape, topics.shape, holder.shape):
        return "the plan or the certificate belongs to a group of another size"
    if not all(np.issubdtype(one.dtype, np.signedinteger) for one in (members, topics, holder)):
        return "the plan or the certificate does not consist of whole numbers with a sign"
    # Inputs may be narrow integers. The arithmetic below must not overflow.
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
        return f"not balanced: {name} could get a partition of a member with load {load}"
    # A topic without partitions or subscribers has no potential, so its entry is ignored.
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
    """The certificate lacks an entry, or an entry is not a whole number."""


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
