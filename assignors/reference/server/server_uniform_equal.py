"""
The equal path of server-uniform: all members subscribe to the same topics, so each has a quota.

Source: UniformHomogeneousAssignmentBuilder, as it is since KAFKA-18688 (Kafka 4.1). With P partitions and N members,
everybody's quota is P div N, and P mod N members hold an extra one.

1. *Keep.* Members come by id. Who owns more than the quota keeps its first partitions, one above the quota while there
   are extras left. Who owns no more keeps all.
2. *Fill.* Everybody who did not keep an extra is filled up to the quota, and one above it while there are extras left:
   members by id, partitions without an owner in the order of (topic, id), each member taking all that it lacks at once.
"""

from __future__ import annotations

from itertools import islice

from kafka_assay.assignors.reference.ownership_state import NOBODY, OwnershipState


def share_by_quota(standing: OwnershipState) -> list[list[int]]:
    """
    Every member's share, given what each owns.

    >>> from kafka_assay.assignors.reference.ownership_state import ownership_state_of
    >>> share_by_quota(ownership_state_of([[0, 1, 2, 3], [], [4]], 7))
    [[0, 1, 2], [3, 5], [4, 6]]
    """
    owned = standing.shares()
    quota, extras = divmod(len(standing.owner), max(1, len(owned)))
    owner = standing.owner.copy()
    shares = []
    for mine in owned:
        keeps = min(len(mine), quota + (extras > 0))
        extras -= keeps > quota
        for number in mine[keeps:]:
            owner[number] = NOBODY
        shares.append(mine[:keeps])
    unowned = (number for number, member in enumerate(owner) if member == NOBODY)
    for share in shares:
        if len(share) <= quota:
            share.extend(islice(unowned, quota + (extras > 0) - len(share)))
            extras -= len(share) > quota
    return shares
