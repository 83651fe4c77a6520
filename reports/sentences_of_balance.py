"""
What happened where loads are less even than promised: which hand-overs would help, and whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.sentences_of_validity import partition_name
from reports.words import counted, in_words, named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LONGEST_CHAIN = 6
"""So many hand-overs of a chain are told; of a longer one the ends."""


def hand_over_told(step: Mapping[str, Any], *, again: bool = False) -> str:
    """
    One hand-over of a chain: `C1 could hand t0-1 to C2`.
    """
    verb = "" if again else "could hand "
    return f"{named(step['from'])} {verb}{partition_name(step)} to {named(step['to'])}"


def chain_told(chain: Sequence[Mapping[str, Any]], loads: Mapping[str, int]) -> str:
    """
    A chain of hand-overs as a proof: each step, who has how many fewer, and what the loads become.
    """
    giver, taker = chain[0]["from"], chain[-1]["to"]
    fewer = loads[giver] - loads[taker]
    steps = [hand_over_told(chain[0]), *(hand_over_told(step, again=True) for step in chain[1:])]
    if len(steps) > LONGEST_CHAIN:
        left_out = len(steps) - LONGEST_CHAIN
        steps = [*steps[:3], f"so on over {counted(left_out, 'more member')}", *steps[-3:]]
    whom = "" if len(chain) == 1 else f" than {named(giver)}"
    between = "" if len(chain) == 1 else "; nobody in between gains or loses"
    after = f"{loads[giver] - 1:,} and {loads[taker] + 1:,}"
    told = steps[0] if len(steps) == 1 else f"{', '.join(steps[:-1])} and {steps[-1]}"
    return (
        f"{told}, who has {in_words(fewer)} fewer{whom}: "
        f"{loads[giver]:,} and {loads[taker]:,} would become {after}{between}."
    )


def _too_far_apart(facts: dict[str, Any]) -> str:
    most, least = facts["most"], facts["least"]
    none = "none" if least["load"] == 0 else f"{least['load']:,}"
    fewer = most["load"] - least["load"]
    return f"{named(most['member'])} has {most['load']:,} and {named(least['member'])} {none}, {in_words(fewer)} fewer"


def _even_when_equal(facts: dict[str, Any]) -> str:
    return f"All members read the same topics, yet {_too_far_apart(facts)}; a difference of one is always possible."


def _spread_within_topic(facts: dict[str, Any]) -> str:
    return f"Of {facts['topic']}, {_too_far_apart(facts)}, although both subscribe to it."


def _chain(facts: dict[str, Any]) -> str:
    return chain_told(facts["chain"], facts["loads"])


BALANCE: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "even-when-equal": _even_when_equal,
    "spread-within-topic": _spread_within_topic,
    "locally-balanced": _chain,
    "optimally-balanced": _chain,
}
