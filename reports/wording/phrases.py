"""Clauses that the sentences of several laws share: partitions, loads, moves, chains of hand-overs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import display_name, number_in_words, quantity, series

Sentences: TypeAlias = "Mapping[str, Callable[[Facts], str]]"
"""Law id -> what turns the facts of its broken verdict into sentences."""

LONGEST_CHAIN = 6
"""So many hand-overs of a chain are told; of a longer one the ends."""
MOST_MOVES = 3
"""So many moves are told with giver and taker: member ids are long."""


def partition_name(fact: Facts) -> str:
    """`t0-1`."""
    return f"{fact['topic']}-{fact['partition']}"


def partition_names(facts: Facts, key: str = "partitions") -> str:
    """The partitions listed under `key`, the first few by name."""
    return series([partition_name(one) for one in facts[key]], facts["count"])


def loads_text(loads: Sequence[int]) -> str:
    """Sorted loads in a row: `0/1/1`; of many the first twelve."""
    return "/".join(str(load) for load in loads[:12]) + ("/…" if len(loads) > 12 else "")


def moves_sentence(moved: Sequence[Facts], total: int) -> str:
    """Which partitions went from whom to whom."""
    parts = [
        f"{partition_name(move)} from {display_name(move['from'])} to {_takers(move)}" for move in moved[:MOST_MOVES]
    ]
    return series(parts, total)


def _takers(move: Facts) -> str:
    return series([display_name(member) for member in move["to"]]) if move["to"] else "nobody"


def hand_over_clause(step: Facts, *, again: bool = False) -> str:
    """One hand-over of a chain: `C1 could hand t0-1 to C2`."""
    verb = "" if again else "could hand "
    return f"{display_name(step['from'])} {verb}{partition_name(step)} to {display_name(step['to'])}"


def chain_sentence(chain: Sequence[Facts], loads: Mapping[str, int]) -> str:
    """A chain of hand-overs as a proof: each step, who has how many fewer, and what the loads become."""
    giver, taker = chain[0]["from"], chain[-1]["to"]
    fewer = loads[giver] - loads[taker]
    steps = [hand_over_clause(chain[0]), *(hand_over_clause(step, again=True) for step in chain[1:])]
    if len(steps) > LONGEST_CHAIN:
        left_out = len(steps) - LONGEST_CHAIN
        steps = [*steps[:3], f"so on over {quantity(left_out, 'more member')}", *steps[-3:]]
    whom = "" if len(chain) == 1 else f" than {display_name(giver)}"
    between = "" if len(chain) == 1 else "; nobody in between gains or loses"
    after = f"{loads[giver] - 1:,} and {loads[taker] + 1:,}"
    told = steps[0] if len(steps) == 1 else f"{', '.join(steps[:-1])} and {steps[-1]}"
    return (
        f"{told}, who has {number_in_words(fewer)} fewer{whom}: "
        f"{loads[giver]:,} and {loads[taker]:,} would become {after}{between}."
    )
