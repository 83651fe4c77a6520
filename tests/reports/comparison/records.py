"""A comparison record, written by hand."""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.properties.records.typed_record import read_record

GROUP = {
    "format": "assay-group/1",
    "topics": {"t0": 2},
    "members": [{"id": "C0", "subscription": ["t0"]}, {"id": "C1", "subscription": []}],
}


def case(*answers: dict[str, object], explanation: str = "") -> dict[str, object]:
    """A case of the law with these answers to the group and to the same group again."""
    steps = [
        {"group": GROUP, "assignment": answer, "error": None, "why": "asked again" if place else None}
        for place, answer in enumerate(answers)
    ]
    return {
        "format": "assay-case/1",
        "inputs": "clean",
        "law": "stable-group-moves-nothing",
        "target": "b",
        "explanation": explanation,
        "steps": steps,
    }


ALL_TO_C0: dict[str, object] = {"C0": {"t0": [0, 1]}, "C1": {}}
NONE: dict[str, object] = {"C0": {}, "C1": {}}

BROKEN_LINE: dict[str, object] = {
    "measure": "law:stable-group-moves-nothing", "inputs": "clean", "outcome": "newly-broken",
    "base": 0, "candidate": 3, "effect": "small", "groups": 400, "worse_groups": 3, "better_groups": 0,
    "case": case(ALL_TO_C0, NONE, explanation="t0-1 moved from C0 to C1."), "counterpart": case(ALL_TO_C0, ALL_TO_C0),
}  # fmt: skip
MOVES_LINE: dict[str, object] = {
    "measure": "moves", "outcome": "worse", "base": 0.25, "candidate": 0.56,
    "interval": [0.27, 0.35], "effect": "large", "groups": 2000, "worse_groups": 412, "better_groups": 3,
    "above_fewest": [0.0, 0.31],
}  # fmt: skip
LESS_EVEN_LINE: dict[str, object] = {
    **MOVES_LINE, "outcome": "better", "base": 0.56, "candidate": 0.25, "interval": [-0.35, -0.27],
    "worse_groups": 3, "better_groups": 412, "above_fewest": [0.31, -0.19],
    "less_even": [False, True], "gap_where_moves_differ": [1.5, 4.25],
}  # fmt: skip
SECONDS_LINE: dict[str, object] = {
    "measure": "seconds", "outcome": "better", "base": 0.002, "candidate": 0.0014,
    "ratio": 0.71, "interval": [-0.32, -0.26], "effect": "medium", "control": 0.034,
}  # fmt: skip
TWO_TIMED_LINE: dict[str, object] = {
    **SECONDS_LINE,
    "timed_groups": [
        {"name": "small", "base": 0.001, "candidate": 0.0005, "ratio": 0.5, "interval": [-0.52, -0.48]},
        {"name": "large", "base": 0.004, "candidate": 0.00392, "ratio": 0.98, "interval": [-0.03, -0.01]},
    ],
}
SAME_LINE: dict[str, object] = {
    "measure": "law:one-owner-each", "inputs": "clean", "outcome": "same", "base": 0, "candidate": 0,
}  # fmt: skip
UNSHARED_LINE: dict[str, object] = {
    "measure": "law:locally-balanced", "inputs": "clean", "outcome": "not-comparable",
    "reason": "the base does not promise it",
}  # fmt: skip


def document(**changes: object) -> dict[str, object]:
    """A record with one law newly broken, one kept, and measures; `changes` replace its keys."""
    return {
        "base": {"target": "sticky@main", "version": ""},
        "candidate": {"target": "sticky@my-branch", "version": ""},
        "seed": 7,
        "groups": 2000,
        "verdict": "regressed",
        "command": "assay compare a b",
        "lines": [SAME_LINE, BROKEN_LINE, UNSHARED_LINE, MOVES_LINE, SECONDS_LINE],
        **changes,
    }


def record(**changes: object) -> Comparison:
    """The same as a record."""
    return read_record(Comparison, document(**changes))
