"""Sentences for the stickiness laws: the needless moves, and the plan with fewer moves."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import MOST_MOVES, Sentences, display_name, partition_name, quantity, series


def cheaper_plan_sentence(facts: Facts) -> str:
    """
    The cheaper plan: what stays with its owner, what goes elsewhere, and how many moves that saves.

    Empty if no cheaper plan is named.
    """
    needless: Sequence[Facts] = facts["needless"]
    if not needless:
        return ""
    stays = [f"{partition_name(step)} with {display_name(step['to'])}" for step in needless if step["home"]]
    goes = [f"{partition_name(step)} to {display_name(step['to'])}" for step in needless if not step["home"]]
    parts = [f"leaves {series(stays[:MOST_MOVES], facts['home'])}"] if stays else []
    parts += [f"gives {series(goes[:MOST_MOVES], facts['count'] - facts['home'])}"] if goes else []
    fewer = facts["moves_before"] - facts["moves_after"]
    loads = "more even" if facts["evener"] else "the same"
    return f"A cheaper plan {' and '.join(parts)}: {quantity(fewer, 'move')} fewer, and the loads are {loads}."


def _no_worse_stickiness(facts: Facts) -> str:
    balance = "the same" if facts["sum_of_squares"] == facts["blind_sum_of_squares"] else "a better"
    kept, whose = quantity(facts["kept"], "partition"), "its owner" if facts["kept"] == 1 else "their owners"
    blind = facts["blind_kept"]
    return (
        f"{kept} stayed with {whose}. With all claims hidden, the same assignor keeps {blind:,} by chance, "
        f"with {balance} balance."
    )


def _needless_moves_when_equal(facts: Facts) -> str:
    moves, best = facts["moves"], facts["optimal_moves"]
    enough = "no move is necessary" if best == 0 else f"{quantity(best, 'move')} {'is' if best == 1 else 'are'} enough"
    sentence = f"{quantity(moves, 'partition')} moved; {enough} for the best balance."
    return " ".join(part for part in (sentence, cheaper_plan_sentence(facts)) if part)


def _fewest_moves(facts: Facts) -> str:
    before, after = facts["moves_before"], facts["moves_after"]
    enough = f"{after:,} {'is' if after == 1 else 'are'} enough" if after else "none is necessary"
    return f"{quantity(before, 'move')}; {enough}. {cheaper_plan_sentence(facts)}"


SENTENCES: Sentences = {
    "no-worse-stickiness": _no_worse_stickiness,
    "needless-moves-when-equal": _needless_moves_when_equal,
    "fewest-moves": _fewest_moves,
}
