from __future__ import annotations

from pathlib import Path

from studies.mutation.mutant_outcome import MutantOutcome, MutantProof, SearchEffort
from studies.mutation.mutation_page import page, summarise
from studies.mutation.mutation_score import check_mutant, check_mutants, read_outcomes
from studies.mutation.survivors import SURVIVORS
from tests.support.mutants.registry import MUTANT_BY_NAME


def proof(members: int, partitions: int) -> MutantProof:
    """Return a proof of this size."""
    return MutantProof(inputs="clean", members=members, partitions=partitions, found=0.5, shrunk=1.5)


def outcome(mutant: str, smaller: tuple[int, int] | None = None, **proofs: MutantProof) -> MutantOutcome:
    """Return an outcome; the proofs are named by law, with `_`."""
    named = {law.replace("_", "-"): one for law, one in proofs.items()}
    return MutantOutcome(mutant=mutant, proofs=named, groups=1, seconds=2.0, smaller=smaller)


def test_obvious_mutant_is_found_with_the_smallest_proof() -> None:
    """One member, one partition."""
    found = check_mutant("counts-from-one", SearchEffort(first=1.5, clock="cpu"))

    assert found.own_proof is not None
    assert (1, 1) == (found.own_proof.members, found.own_proof.partitions)
    assert found.smaller is None


def test_counterexample_is_large_only_if_a_smaller_one_exists() -> None:
    many = outcome("starts-the-circle-anew-after-six-topics", even_when_equal=proof(4, 8))
    lazy = outcome("keeps-everything", smaller=(2, 2), even_when_equal=proof(2, 5))

    assert [True, False] == [many.is_small, lazy.is_small]
    assert ("keeps-everything",) == summarise([many, lazy]).large


def test_page_counts_and_names_survivors() -> None:
    other = outcome("is-deaf", no_worse_stickiness=proof(2, 2))

    said = page([other, outcome("is-eager")], SearchEffort(), processes=2)

    assert "**1, 50.0 %**" in said
    assert "* `is-eager` (no-double-ownership)" in said
    assert (1, 0, 1.5) == (summarise([other]).killed, summarise([other]).by_own_law, summarise([other]).shrunk)


def test_interrupted_run_continues(tmp_path: Path) -> None:
    """Results with the same effort are reused."""
    file, effort = tmp_path / "kept.jsonl", SearchEffort(first=0.2, seconds=0.2)

    once = check_mutants(["counts-from-one"], effort, processes=1, keep=file)

    assert {"counts-from-one": once[0]} == read_outcomes(file, effort)
    assert once == check_mutants(["counts-from-one"], effort, processes=1, keep=file)
    assert {} == read_outcomes(file, SearchEffort(first=0.3))


def test_explained_survivors_are_existing_mutants() -> None:
    assert SURVIVORS.keys() <= MUTANT_BY_NAME.keys()
