"""Sentences for the laws that compare answers: to the same question, with other claims or racks, after a change."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import (
    MOST_MOVES,
    chain_sentence,
    display_name,
    load_list,
    members_text,
    moves_sentence,
    partition_name,
    quantity,
    series,
)

MOST_EXCHANGED = 3

_WAYS = {
    "again": "Called again",
    "fresh object": "Called on a fresh object",
    "reused object": "Called on an object that had answered a newer generation before",
    "another process": "Called in another process",
}


def _exchange_text(facts: Facts) -> str:
    """The partitions with different owners in the two answers."""
    parts = [
        f"{partition_name(one)} goes to {members_text(one['other_owners'])} instead of {members_text(one['owners'])}"
        for one in facts["partitions"][:MOST_EXCHANGED]
    ]
    return series(parts, facts["count"])


def _differences(facts: Facts) -> list[str]:
    """One clause for each difference: loads, moves, verdicts; partitions only if the rule leaves no choice."""
    clauses = []
    if facts["loads"] != facts["other_loads"]:
        clauses.append(f"loads {load_list(facts['other_loads'])} instead of {load_list(facts['loads'])}")
    if facts["moves"] != facts["other_moves"]:
        clauses.append(f"{quantity(facts['other_moves'], 'move')} instead of {facts['moves']:,}")
    clauses += [f"{one['law']} is {one['other_verdict']} instead of {one['verdict']}" for one in facts["verdicts"]]
    if facts["count"] and (facts["fixed"] or not clauses):
        clauses.append(_exchange_text(facts))
    return clauses


def _differently(how: str, facts: Facts) -> str:
    if "error" in facts:
        return f"{how}, it gave no answer: {facts['error']} ({display_name(facts['message']) or 'no message'})."
    choice = " Its rule leaves no choice." if facts["fixed"] else ""
    return f"{how}, it gave a different answer: {'; '.join(_differences(facts))}.{choice}"


def _same_question_same_answer(facts: Facts) -> str:
    return _differently(_WAYS[facts["way"]], facts)


def _order_does_not_matter(facts: Facts) -> str:
    return _differently(f"With {series(facts['lists'])} listed {facts['way']}", facts)


def _same_plan(facts: Facts) -> str:
    """The differences in sentences: failures, broken laws for every assignor, loads, kept partitions, owners."""
    sides = facts["sides"]
    names = [display_name(side["target"]) for side in sides]
    if names[0] == names[1]:
        names[1] += " (the second)"
    named = list(zip(names, sides, strict=True))
    said = [
        f"{name} gave no answer: {side['error']['type']} ({display_name(side['error']['message']) or 'no message'})."
        for name, side in named
        if side["error"] is not None
    ] or _unequal_figures(facts)
    said += [f"{name}: {side['flaw']}." for name, side in named if side.get("flaw")]
    if facts["count"]:
        said.append(f"{_exchange_text(facts)}.")
    varying = dict.fromkeys(name for name, side in named if side["varies"])
    said += [f"{name} gives different answers to the same group, so this difference may be random." for name in varying]
    return " ".join(said)


_same_map = _same_plan


def _unequal_figures(facts: Facts) -> list[str]:
    one, other = facts["sides"]
    said = []
    if one["loads"] != other["loads"]:
        said.append(f"Loads {load_list(one['loads'])} and {load_list(other['loads'])}.")
    if one["kept"] != other["kept"]:
        said.append(f"Kept partitions: {one['kept']:,} and {other['kept']:,}.")
    return said or ["Sorted loads and kept partitions are the same."]


def _newest_claim_wins(facts: Facts) -> str:
    first, more = facts["removed"][0], facts["count"] - 1
    others = f"; {quantity(more, 'more claim')} {'is' if more == 1 else 'are'} outdated in the same way" if more else ""
    moves, moves_without = (quantity(facts[key], "move") for key in ("moves", "moves_without"))
    loads, loads_without = (load_list(facts[key]) for key in ("loads", "loads_without"))
    result = "final result" if facts.get("rounds", 1) > 1 else "answer"
    it, older = ("them", "older claims") if more else ("it", "older claim")
    if loads == loads_without and moves != moves_without:
        effect = f"takes {moves}, without {it} {moves_without}; the loads are {loads} both times."
    else:
        effect = f"takes {moves} and leaves loads {loads}; without {it}: {moves_without}, loads {loads_without}."
    return (
        f"{display_name(first['member'])} claims {partition_name(first)}, but other members claim it at a "
        f"newer generation{others}. The {older} should change nothing. The {result} with {it} {effect}"
    )


def _keeps_every_claim(facts: Facts) -> str:
    return (
        f"{facts['count']:,} of {quantity(facts['claims'], 'partition')} with a valid owner moved: "
        f"{moves_sentence(facts['moved'], facts['count'])}."
    )


def _evenest_around_claims(facts: Facts) -> str:
    free = "This partition" if len(facts["chain"]) == 1 else "These partitions"
    return f"{chain_sentence(facts['chain'], facts['loads'])} {free} had no valid owner before."


def cheaper_plan_sentence(facts: Facts) -> str:
    """The cheaper plan: what stays with its owner, what goes elsewhere, and the moves saved; empty if there is none."""
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


def _stable_group_moves_nothing(facts: Facts) -> str:
    moved = facts["count"]
    return (
        f"The assignor got its own answer back as the claims, and nothing else changed. It moved "
        f"{quantity(moved, 'partition')}: {moves_sentence(facts['moved'], moved)}."
    )


def _join_only_gives_to_joiner(facts: Facts) -> str:
    return (
        f"{display_name(facts['joiner'])} joined a group that had the assignor's own answer. Old members took "
        f"partitions from each other: {moves_sentence(facts['moved'], facts['count'])}."
    )


def _leave_only_takes_from_leaver(facts: Facts) -> str:
    return (
        f"{display_name(facts['leaver'])}, with {quantity(facts['was'], 'partition')}, left a group that had the "
        f"assignor's own answer. Members that stayed lost {quantity(facts['count'], 'partition')}: "
        f"{moves_sentence(facts['moved'], facts['count'])}."
    )


def _no_double_ownership(facts: Facts) -> str:
    first, more = facts["granted"][0], facts["count"] - 1
    holder, takers = display_name(first["holder"]), members_text(first["to"])
    others = f" The same happened to {quantity(more, 'more partition')}." if more else ""
    return f"{partition_name(first)} was granted to {takers} while {holder} still owned it.{others}"


def _settles(facts: Facts) -> str:
    sentence = f"After {quantity(facts['rounds'], 'round')} the assignment still changes"
    if not facts["count"]:
        return f"{sentence}: partitions that no member owned went to other members."
    return f"{sentence}. The last round moved {moves_sentence(facts['moved'], facts['count'])}."


def _racks_never_cost_balance(facts: Facts) -> str:
    where = f"Loads in {facts['topic']}" if "topic" in facts else "Loads"
    return (
        f"{where} with racks: {load_list(facts['loads'])}. With all racks hidden: {load_list(facts['loads_without'])}."
    )


def _rack_match_not_worse(facts: Facts) -> str:
    whose = "is on a rack of its" if facts["matches"] == 1 else "are on a rack of their"
    return (
        f"{quantity(facts['matches'], 'partition')} {whose} replicas. With all racks hidden, the same assignor puts "
        f"{facts['blind_matches']:,} there by chance."
    )
