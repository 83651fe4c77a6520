"""The mutation score as a page of the manual: the figures, the survivors by name, and a table of mutants and laws."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from statistics import median
from typing import NamedTuple

from kafka_assay.properties.registry import LAWS
from studies.mutation.mutant_outcome import MutantOutcome, MutantProof, SearchEffort
from studies.mutation.survivors import SURVIVORS
from studies.output import table_row
from tests.support.engines.tiny_groups import MEMBERS, PARTITIONS
from tests.support.mutants.registry import MUTANT_BY_NAME

CLOCKS = {
    "wall": "Seconds are wall-clock time.",
    "cpu": "Seconds are processor time of the check, because others used the machine too.",
}
OWN, OTHER = "●", "○"


class MutationSummary(NamedTuple):
    """The figures of a run. Times are medians in seconds over the mutants found."""

    mutants: int
    killed: int
    by_own_law: int
    large: tuple[str, ...]
    proved: int
    found: float
    shrunk: float

    @property
    def percent(self) -> float:
        """The mutation score in percent."""
        return 100 * self.killed / self.mutants if self.mutants else 0.0

    @property
    def all_small(self) -> bool:
        """Whether every counterexample is small, if a small one exists."""
        return not self.large


def summarise(outcomes: Sequence[MutantOutcome]) -> MutationSummary:
    """The figures of these `outcomes`."""
    proofs = [one.best_proof for one in outcomes if one.best_proof is not None]
    return MutationSummary(
        mutants=len(outcomes),
        killed=len(proofs),
        by_own_law=sum(one.own_proof is not None for one in outcomes),
        large=tuple(one.mutant for one in outcomes if not one.is_small),
        proved=sum(_is_smallest(one) for one in outcomes),
        found=median([proof.found for proof in proofs] or [0.0]),
        shrunk=median([proof.shrunk for proof in proofs] or [0.0]),
    )


def page(outcomes: Sequence[MutantOutcome], effort: SearchEffort, *, processes: int) -> str:
    """The whole page."""
    score = summarise(outcomes)
    parts = [
        "# Mutation score: how many deliberate faults a check finds",
        _intro(effort, processes),
        _figures(score),
        "## Mutants that survived",
        _survivors(outcomes),
        "## Each mutant and each law",
        _legend(),
        _table(outcomes),
    ]
    return "\n\n".join(parts) + "\n"


def _intro(effort: SearchEffort, processes: int) -> str:
    where = f"Python {platform.python_version()}, Hypothesis {version('hypothesis')}, {os.cpu_count()} cores"
    options = f"--seconds {effort.seconds:g} --first {effort.first:g} --clock {effort.clock} --seed {effort.seed}"
    return (
        "A mutant is an assignor with one deliberate fault, or a correct answer with one edit. "
        "A check *kills* a mutant if it breaks a law. A law that kills no mutant proves nothing. This command wrote "
        "the page\n\n"
        f"```\npython -m studies mutation_score {options} --processes {processes} --write docs/mutation.md\n```\n\n"
        f"on {where}. Each mutant is checked as by `assay check --seconds {effort.seconds:g}`, with default settings. "
        "A law that the correct reference is known to break does not count as a kill. A mutant is checked for "
        f"{effort.first:g} seconds first. It is not checked again if its own law breaks in that time on a group of at "
        f"most {MEMBERS} members and {PARTITIONS} partitions. "
        f"{CLOCKS[effort.clock]}"
    )


def _figures(score: MutationSummary) -> str:
    rows = [
        ("mutants", str(score.mutants)),
        ("killed", f"**{score.killed}, {score.percent:.1f} %**"),
        ("killed by their own law", str(score.by_own_law)),
        (
            (
                f"counterexamples with more than {MEMBERS} members or {PARTITIONS} partitions, "
                "although a smaller one exists"
            ),
            ", ".join(score.large) or "none",
        ),
        (
            "counterexamples for which brute force finds no smaller tiny clean group",
            f"{score.proved} of {score.by_own_law}",
        ),
        ("median seconds until the first break", f"{score.found:.2f}"),
        ("median seconds of shrinking", f"{score.shrunk:.2f}"),
    ]
    return "\n".join(["| | |", "|---|---|", *(table_row(*row) for row in rows)])


def _survivors(outcomes: Sequence[MutantOutcome]) -> str:
    lines = [
        f"* `{one.mutant}` ({MUTANT_BY_NAME[one.mutant].law}): {MUTANT_BY_NAME[one.mutant].says} "
        f"{SURVIVORS.get(one.mutant, 'Not explained yet.')}"
        for one in outcomes
        if one.best_proof is None
    ]
    return "\n".join(lines) or "None: every mutant was found."


def _legend() -> str:
    laws = ", ".join(f"{number} {law.id}" for number, law in enumerate(LAWS, start=1))
    return (
        f"{OWN}: the mutant breaks its own law, for which it was made; {OTHER}: it breaks another law. `of`: the "
        "correct reference. `size`: members x partitions of the smallest counterexample to its own law, and the "
        "family. `smaller`: the size of a smaller tiny clean group that brute force found (–: none). `s`: seconds "
        f"until found + seconds of shrinking. Laws: {laws}."
    )


def _table(outcomes: Sequence[MutantOutcome]) -> str:
    numbers = [str(number) for number in range(1, len(LAWS) + 1)]
    head = ["mutant", "of", "size", "smaller", "s", *numbers]
    return "\n".join(table_row(*row) for row in [head, ["---"] * len(head), *map(_row, outcomes)])


def _row(one: MutantOutcome) -> list[str]:
    mutant, proof = MUTANT_BY_NAME[one.mutant], one.best_proof
    marks = [(OWN if law.id == mutant.law else OTHER) if law.id in one.proofs else "" for law in LAWS]
    smaller = "–" if one.smaller is None else "{} x {}".format(*one.smaller)
    return [one.mutant, mutant.healthy, _size(proof), smaller, _time(proof), *marks]


def _size(proof: MutantProof | None) -> str:
    return "not found" if proof is None else f"{proof.members} x {proof.partitions} {proof.inputs}"


def _time(proof: MutantProof | None) -> str:
    return "" if proof is None else f"{proof.found:.1f} + {proof.shrunk:.1f}"


def _is_smallest(one: MutantOutcome) -> bool:
    """Whether brute force found nothing smaller than the counterexample by the mutant's own law."""
    return one.own_proof is not None and one.smaller is None
