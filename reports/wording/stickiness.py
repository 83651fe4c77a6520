"""How it reads when more moved than had to: the numbers, and the plan with fewer moves."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import MOST_MOVES, Sentences, partition_name
from kafka_assay.reports.wording.words import display_name, number_in_words, quantity, series


def cheaper_plan_sentence(facts: Facts) -> str:
    """
    The cheaper plan, named: what stays where it was, what goes elsewhere instead, and how much that saves.

    Nothing where there is no cheaper plan to name.
    """
    needless: Sequence[Facts] = facts["needless"]
    if not needless:
        return ""
    stays = [f"{partition_name(step)} with {display_name(step['to'])}" for step in needless if step["home"]]
    goes = [f"{display_name(step['to'])} {partition_name(step)}" for step in needless if not step["home"]]
    parts = [f"leaving {series(stays[:MOST_MOVES], facts['home'])}"] if stays else []
    parts += [f"giving {series(goes[:MOST_MOVES], facts['count'] - facts['home'])}"] if goes else []
    fewer = facts["moves_before"] - facts["moves_after"]
    told = " and ".join(parts)
    loads = "and makes the loads more even" if facts["evener"] else "at the same loads"
    return f"{told[:1].upper()}{told[1:]} instead costs {_fewer_moves(fewer)} {loads}."


def _fewer_moves(number: int) -> str:
    return f"{number_in_words(number)} {'move' if number == 1 else 'moves'} fewer"


def _no_worse_stickiness(facts: Facts) -> str:
    balance = "the same" if facts["sum_of_squares"] == facts["blind_sum_of_squares"] else "even better"
    kept, whose = quantity(facts["kept"], "partition"), "its owner" if facts["kept"] == 1 else "their owners"
    return (
        f"{kept} stayed with {whose}; the same assignor, asked with all claims hidden, keeps "
        f"{facts['blind_kept']:,} by chance, at {balance} balance."
    )


def _needless_moves_when_equal(facts: Facts) -> str:
    moves, best = facts["moves"], facts["optimal_moves"]
    enough = "none was necessary" if best == 0 else f"{number_in_words(best)} {'is' if best == 1 else 'are'} enough"
    said = f"{quantity(moves, 'partition')} moved, where {enough} for the evenest loads."
    return " ".join(part for part in (said, cheaper_plan_sentence(facts)) if part)


def _fewest_moves(facts: Facts) -> str:
    before, after = facts["moves_before"], facts["moves_after"]
    enough = number_in_words(after) if after else "none"
    return f"{quantity(before, 'move')} where {enough} would do. {cheaper_plan_sentence(facts)}"


SENTENCES: Sentences = {
    "no-worse-stickiness": _no_worse_stickiness,
    "needless-moves-when-equal": _needless_moves_when_equal,
    "fewest-moves": _fewest_moves,
}
