"""
What happened where more moved than had to: from whom to whom, and the plan that does with less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.sentences_of_balance import chain_told
from reports.sentences_of_validity import partition_name
from reports.words import counted, in_words, named, series

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST_MOVES = 3
"""So many moves are told with giver and taker: member ids are long."""


def cheaper_told(facts: Mapping[str, Any]) -> str:
    """
    The cheaper plan, named: what stays where it was, what goes elsewhere instead, and how much that saves.

    Nothing where there is no cheaper plan to name.
    """
    needless: Sequence[Mapping[str, Any]] = facts["needless"]
    if not needless:
        return ""
    stays = [f"{partition_name(step)} with {named(step['to'])}" for step in needless if step["home"]]
    goes = [f"{named(step['to'])} {partition_name(step)}" for step in needless if not step["home"]]
    parts = [f"leaving {series(stays[:MOST_MOVES], facts['home'])}"] if stays else []
    parts += [f"giving {series(goes[:MOST_MOVES], facts['count'] - facts['home'])}"] if goes else []
    fewer = facts["moves_before"] - facts["moves_after"]
    told = " and ".join(parts)
    loads = "and makes the loads more even" if facts["evener"] else "at the same loads"
    return f"{told[:1].upper()}{told[1:]} instead costs {_fewer_moves(fewer)} {loads}."


def moves_told(moved: Sequence[Mapping[str, Any]], total: int) -> str:
    """
    Which partitions went from whom to whom.
    """
    parts = [f"{partition_name(move)} from {named(move['from'])} to {_takers(move)}" for move in moved[:MOST_MOVES]]
    return series(parts, total)


def _takers(move: Mapping[str, Any]) -> str:
    return series([named(member) for member in move["to"]]) if move["to"] else "nobody"


def _fewer_moves(number: int) -> str:
    return f"{in_words(number)} {'move' if number == 1 else 'moves'} fewer"


def _stable_group_moves_nothing(facts: dict[str, Any]) -> str:
    moved = facts["count"]
    return (
        f"Asked again with its own answer as the claims, it moved {counted(moved, 'partition')} "
        f"although nothing had changed: {moves_told(facts['moved'], moved)}."
    )


def _join_only_gives_to_joiner(facts: dict[str, Any]) -> str:
    return (
        f"When {named(facts['joiner'])} joined a group that stood at the assignor's own answer, those who were there "
        f"took from each other: {moves_told(facts['moved'], facts['count'])}."
    )


def _leave_only_takes_from_leaver(facts: dict[str, Any]) -> str:
    return (
        f"When {named(facts['leaver'])}, who had {counted(facts['was'], 'partition')}, left a group that stood at the "
        f"assignor's own answer, members that stayed lost {counted(facts['count'], 'partition')}: "
        f"{moves_told(facts['moved'], facts['count'])}."
    )


def _no_worse_stickiness(facts: dict[str, Any]) -> str:
    balance = "the same" if facts["sum_of_squares"] == facts["blind_sum_of_squares"] else "even better"
    kept, whose = counted(facts["kept"], "partition"), "its owner" if facts["kept"] == 1 else "their owners"
    return (
        f"{kept} stayed with {whose}; the same assignor, asked with all claims hidden, keeps "
        f"{facts['blind_kept']:,} by chance, at {balance} balance."
    )


def _needless_moves_when_equal(facts: dict[str, Any]) -> str:
    moves, best = facts["moves"], facts["optimal_moves"]
    enough = "none was necessary" if best == 0 else f"{in_words(best)} {'is' if best == 1 else 'are'} enough"
    said = f"{counted(moves, 'partition')} moved, where {enough} for the evenest loads."
    return " ".join(part for part in (said, cheaper_told(facts)) if part)


def _fewest_moves(facts: dict[str, Any]) -> str:
    before, after = facts["moves_before"], facts["moves_after"]
    enough = in_words(after) if after else "none"
    return f"{counted(before, 'move')} where {enough} would do. {cheaper_told(facts)}"


def _newest_claim_wins(facts: dict[str, Any]) -> str:
    first, more = facts["removed"][0], facts["count"] - 1
    others = f" and {counted(more, 'more such claim')}" if more else ""
    there = "is" if facts["moves"] == 1 else "are"
    with_them = f"{there} {counted(facts['moves'], 'move')} and loads {loads_told(facts['loads'])}"
    without = f"{counted(facts['moves_without'], 'move')} and loads {loads_told(facts['loads_without'])}"
    return (
        f"{named(first['member'])} claims {partition_name(first)}{others}, which another member claims at a newer "
        f"generation. That should change nothing, yet with it there {with_them}, without it {without}."
    )


def loads_told(loads: Sequence[int]) -> str:
    """
    Sorted loads in a row: `0/1/1`; of many the first twelve.
    """
    return "/".join(str(load) for load in loads[:12]) + ("/…" if len(loads) > 12 else "")


def _keeps_every_claim(facts: dict[str, Any]) -> str:
    return (
        f"{facts['count']:,} of {counted(facts['claims'], 'validly owned partition')} moved: "
        f"{moves_told(facts['moved'], facts['count'])}."
    )


def _evenest_around_claims(facts: dict[str, Any]) -> str:
    free = "a partition that nobody" if len(facts["chain"]) == 1 else "partitions that nobody"
    return f"With {free} validly owned before, {chain_told(facts['chain'], facts['loads'])}"


STICKINESS: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "stable-group-moves-nothing": _stable_group_moves_nothing,
    "join-only-gives-to-joiner": _join_only_gives_to_joiner,
    "leave-only-takes-from-leaver": _leave_only_takes_from_leaver,
    "no-worse-stickiness": _no_worse_stickiness,
    "needless-moves-when-equal": _needless_moves_when_equal,
    "fewest-moves": _fewest_moves,
    "newest-claim-wins": _newest_claim_wins,
    "keeps-every-claim": _keeps_every_claim,
    "evenest-around-claims": _evenest_around_claims,
}
