"""Clauses that the sentences of several laws share: partitions, loads, moves, chains of hand-overs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import display_name, quantity, series

Sentences: TypeAlias = "Mapping[str, Callable[[Facts], str]]"
"""Law id -> the function that turns the facts of its broken verdict into sentences."""

LONGEST_CHAIN = 6
"""The most hand-overs that are written out. A longer chain shows both ends only."""
MOST_MOVES = 3
"""The most moves that are written out: member ids are long."""


def partition_name(fact: Facts) -> str:
    """`t0-1`."""
    return f"{fact['topic']}-{fact['partition']}"


def partition_names(facts: Facts, key: str = "partitions") -> str:
    """The partitions listed under `key`, the first few by name."""
    return series([partition_name(one) for one in facts[key]], facts["count"])


def loads_text(loads: Sequence[int]) -> str:
    """Sorted loads in a row: `0/1/1`; of many only the first twelve."""
    return "/".join(str(load) for load in loads[:12]) + ("/…" if len(loads) > 12 else "")


def moves_sentence(moved: Sequence[Facts], total: int) -> str:
    """The partitions that moved, with both owners."""
    parts = [
        f"{partition_name(move)} from {display_name(move['from'])} to {_takers(move)}" for move in moved[:MOST_MOVES]
    ]
    return series(parts, total)


def _takers(move: Facts) -> str:
    return series([display_name(member) for member in move["to"]]) if move["to"] else "nobody"


def hand_over_clause(step: Facts) -> str:
    """One hand-over of a chain: `C1 gave t0-1 to C2`."""
    return f"{display_name(step['from'])} gave {partition_name(step)} to {display_name(step['to'])}"


def chain_sentence(chain: Sequence[Facts], loads: Mapping[str, int]) -> str:
    """A chain of hand-overs as a proof: each step, and the new loads at its ends."""
    giver, taker = chain[0]["from"], chain[-1]["to"]
    steps = [hand_over_clause(step) for step in chain]
    if len(steps) > LONGEST_CHAIN:
        left_out = len(steps) - LONGEST_CHAIN
        steps = [*steps[:3], f"so on over {quantity(left_out, 'more member')}", *steps[-3:]]
    whose = "their loads" if len(chain) == 1 else f"the loads of {display_name(giver)} and {display_name(taker)}"
    others = "" if len(chain) == 1 else "; all other loads would stay the same"
    return (
        f"If {series(steps, most=len(steps))}, {whose} would change from {loads[giver]:,} and {loads[taker]:,} to "
        f"{loads[giver] - 1:,} and {loads[taker] + 1:,}{others}."
    )
