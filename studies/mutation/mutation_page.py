"""The mutation score as a page of the manual: the figures, the survivors by name, and the table mutant x law."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from statistics import median
from typing import NamedTuple

from kafka_assay.properties.registry import LAWS
from studies.engines.tiny_groups import MEMBERS, PARTITIONS
from studies.mutants.registry import MUTANT_BY_NAME
from studies.mutants.survivors import SURVIVORS
from studies.mutation.mutant_outcome import MutantOutcome, MutantProof, SearchEffort
from studies.output import table_row

CLOCKS = {
    "wall": "Seconds are those of the clock on the wall.",
    "cpu": "Seconds are those that the check computed: others used the machine, too.",
}
OWN, OTHER = "●", "○"


class MutationSummary(NamedTuple):
    """The figures of a run; times are medians in seconds, over the mutants that were found."""

    mutants: int
    killed: int
    by_own_law: int
    large: tuple[str, ...]
    proved: int
    found: float
    shrunk: float

    @property
    def percent(self) -> float:
        """The mutation score."""
        return 100 * self.killed / self.mutants if self.mutants else 0.0

    @property
    def all_small(self) -> bool:
        """Whether every counterexample is small, where a small one exists."""
        return not self.large


def summarise(outcomes: Sequence[MutantOutcome]) -> MutationSummary:
    """What `outcomes` come to."""
    told = [one.best_proof for one in outcomes if one.best_proof is not None]
    return MutationSummary(
        mutants=len(outcomes),
        killed=len(told),
        by_own_law=sum(one.own_proof is not None for one in outcomes),
        large=tuple(one.mutant for one in outcomes if not one.is_small),
        proved=sum(_is_smallest(one) for one in outcomes),
        found=median([proof.found for proof in told] or [0.0]),
        shrunk=median([proof.shrunk for proof in told] or [0.0]),
    )


def page(outcomes: Sequence[MutantOutcome], effort: SearchEffort, *, processes: int) -> str:
    """The whole page."""
    score = summarise(outcomes)
    parts = [
        "# The mutation score of the law book",
        _intro(effort, processes),
        _figures(score),
        "## What was not found",
        _survivors(outcomes),
        "## Mutant by law",
        _legend(),
        _table(outcomes),
    ]
    return "\n\n".join(parts) + "\n"


def _intro(effort: SearchEffort, processes: int) -> str:
    where = f"Python {platform.python_version()}, Hypothesis {version('hypothesis')}, {os.cpu_count()} cores"
    options = f"--seconds {effort.seconds:g} --first {effort.first:g} --clock {effort.clock} --seed {effort.seed}"
    return (
        "A mutant is an assignor made wrong in one place, or a healthy answer edited in one place "
        "(`studies/mutants/`). A law that kills none proves nothing. Written by\n\n"
        f"```\npython -m studies mutation_score {options} --processes {processes} --write docs/mutation.md\n```\n\n"
        f"on {where}. Each mutant gets what `assay check --seconds {effort.seconds:g}` gives a target, with default "
        "settings; what its healthy reference declares to break is no kill. More time only makes a search longer, so a "
        f"mutant found in the first {effort.first:g} seconds, by the law that it was made for and with a proof of at "
        f"most {MEMBERS} members and {PARTITIONS} partitions, is not asked again. "
        f"{CLOCKS[effort.clock]}"
    )


def _figures(score: MutationSummary) -> str:
    rows = [
        ("mutants", str(score.mutants)),
        ("killed", f"**{score.killed}, {score.percent:.1f} %**"),
        ("killed by the law that they were made for", str(score.by_own_law)),
        (
            f"counterexamples above {MEMBERS} members or {PARTITIONS} partitions although a smaller one exists",
            ", ".join(score.large) or "none",
        ),
        ("counterexamples that no tiny clean group undercuts, by brute force", f"{score.proved} of {score.by_own_law}"),
        ("median seconds until the first break", f"{score.found:.2f}"),
        ("median seconds of shrinking", f"{score.shrunk:.2f}"),
    ]
    return "\n".join(["| | |", "|---|---|", *(table_row(*row) for row in rows)])


def _survivors(outcomes: Sequence[MutantOutcome]) -> str:
    told = [
        f"* `{one.mutant}` ({MUTANT_BY_NAME[one.mutant].law}): {MUTANT_BY_NAME[one.mutant].says} "
        f"{SURVIVORS.get(one.mutant, 'Not explained yet.')}"
        for one in outcomes
        if one.best_proof is None
    ]
    return "\n".join(told) or "Nothing: every mutant was found."


def _legend() -> str:
    laws = ", ".join(f"{number} {law.id}" for number, law in enumerate(LAWS, start=1))
    return (
        f"{OWN} broken, the law that the mutant was made for; {OTHER} broken, another one. `size`: members x "
        "partitions of the smallest counterexample by its own law, and its family; `smaller`: of the smallest tiny "
        "clean group that undercuts it, by brute force (– none); `s`: seconds until found + seconds of shrinking. "
        f"Laws: {laws}."
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
    """Whether brute force knows nothing smaller than the counterexample by the mutant's own law."""
    return one.own_proof is not None and one.smaller is None
