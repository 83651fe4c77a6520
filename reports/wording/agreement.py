"""Sentences for the laws of agreement: what differs in the answers of two assignors."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.repeatable import exchange_text
from kafka_assay.reports.wording.words import Sentences, display_name, loads_text


def _sentences(facts: Facts) -> str:
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
    ] or _differences(facts)
    said += [f"{name}: {side['flaw']}." for name, side in named if side.get("flaw")]
    if facts["count"]:
        said.append(f"{exchange_text(facts)}.")
    varying = dict.fromkeys(name for name, side in named if side["varies"])
    said += [f"{name} gives different answers to the same group, so this difference may be random." for name in varying]
    return " ".join(said)


def _differences(facts: Facts) -> list[str]:
    one, other = facts["sides"]
    said = []
    if one["loads"] != other["loads"]:
        said.append(f"Loads {loads_text(one['loads'])} and {loads_text(other['loads'])}.")
    if one["kept"] != other["kept"]:
        said.append(f"Kept partitions: {one['kept']:,} and {other['kept']:,}.")
    return said or ["Sorted loads and kept partitions are the same."]


SENTENCES: Sentences = {"same-plan": _sentences, "same-map": _sentences}
