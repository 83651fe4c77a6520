"""
The constrained path of the sticky family: all members subscribe to the same topics, so only counts matter.

Source: KAFKA-9987 (Kafka 2.5.1), in the two phases of KAFKA-12464, with the corrections of KAFKA-12984, KAFKA-14639 and
KAFKA-16277 (Kafka 3.8). With P partitions and N members, `least` = P div N, `most` = `least` rounded up, and P mod N
members get an extra partition.

1. *Keep.* Members come in order. A member that holds fewer than `least` keeps all and is *short*. A member that holds
   `most` or more keeps the first `most` of them (by partition id, then topic), while extras are left. Every other
   member keeps the first `least`, and waits for an extra if any are left. The partitions cut off have no owner now.
2. *Deal.* Partitions without an owner come in the order of (topic, id). The short members, by id, take one each, round
   after round. A member that reaches `least` leaves the rounds and joins the queue for an extra. Then the queue takes
   one each: first the members that started with exactly `least`, by id, then the filled ones, in the order of filling.

Where racks have an effect, members keep less, and a deal by racks comes before the other one: see `rack_dealing`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from kafka_assay.assignors.reference.numbering import Numbering
from kafka_assay.assignors.reference.racks import Racks
from kafka_assay.assignors.reference.sticky.claims import Resolution
from kafka_assay.assignors.reference.sticky.rack_dealing import deal_by_rack
from kafka_assay.assignors.reference.sticky.sharing import Sharing


def share_evenly(
    numbering: Numbering, resolution: Resolution, by_id: Sequence[int], racks: Racks | None = None
) -> Sharing:
    """
    Every member's share; `racks` is None if racks have no effect.

    `by_id` are the members' places in the order of their ids. A disputed partition has no holder here, even if a newer
    claim has overruled the dispute.

    >>> from kafka_assay.assignors.reference.sticky.claims import Resolution
    >>> from kafka_assay.assignors.reference.numbering import number_partitions
    >>> arrived = Resolution(held=[[], [0, 1], [2]], disputed=set())
    >>> share_evenly(number_partitions({"t": 7}, ["t"]), arrived, [0, 1, 2]).had
    [[3, 5], [0, 1, 6], [2, 4]]
    """
    held, wrong = resolution.held, dict[int, int]()
    if resolution.disputed:
        held = [[number for number in mine if number not in resolution.disputed] for mine in held]
    if racks is not None:
        held, wrong = racks.split_by_rack(held)
    sharing = keep_share(held, numbering)
    sharing.cut.update(wrong)
    kept = bytearray(len(numbering))
    for mine in sharing.had:
        for number in mine:
            kept[number] = 1
    unowned = [number for number, has_owner in enumerate(kept) if not has_owner]
    rank = {place: position for position, place in enumerate(by_id)}
    sharing.short.sort(key=rank.__getitem__)
    sharing.waiting.sort(key=rank.__getitem__)
    least = len(numbering) // max(1, len(held))
    if racks is not None:
        unowned = deal_by_rack(sharing, unowned, least, racks)
    deal_unowned(sharing, unowned, least)
    return sharing


def keep_share(held: Sequence[list[int]], numbering: Numbering) -> Sharing:
    """Phase 1: members keep what they hold, up to their share. `held` is in the order of the members."""
    least, extras = divmod(len(numbering), max(1, len(held)))
    sharing = Sharing(had=[])
    for place, mine in enumerate(held):
        keeps = len(mine)
        if keeps < least:
            sharing.short.append(place)
        elif keeps > least and extras > 0:
            keeps = least + 1
            extras -= 1
            if extras == 0:
                sharing.waiting.clear()
        else:
            keeps = least
            if extras > 0:
                sharing.waiting.append(place)
        sharing.had.append(_choose_kept(keeps, mine, numbering, sharing.cut, place))
    sharing.extras = extras
    return sharing


def deal_unowned(sharing: Sharing, unowned: Sequence[int], least: int) -> None:
    """Phase 2: partitions without an owner go to the short members, round after round, then to those that wait."""
    had, short = sharing.had, sharing.short
    waiting = deque(sharing.waiting)
    start = 0
    while short and start < len(unowned):
        for place, number in zip(short, unowned[start : start + len(short)], strict=False):
            had[place].append(number)
        start += len(short)
        waiting.extend(place for place in short if len(had[place]) >= least)
        short = [place for place in short if len(had[place]) < least]
    for number in unowned[start:]:
        had[waiting.popleft()].append(number)


def _choose_kept(limit: int, mine: list[int], numbering: Numbering, cut: dict[int, int], place: int) -> list[int]:
    if len(mine) <= limit:
        return mine.copy()
    ordered = sorted(mine, key=lambda number: (numbering.ids[number], number))
    for number in ordered[limit:]:
        cut[number] = place
    return ordered[:limit]
