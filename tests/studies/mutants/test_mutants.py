"""Tests of the law book by way of `studies.mutants`: every law finds the assignors that were made to break it."""

from __future__ import annotations

from collections import Counter
from importlib import import_module

import pytest

from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.strategies.families import FAMILIES, SEQUENCES, is_member_of
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from kafka_assay.properties.verdict import Broken, Kept
from studies.mutants.mutant import Mutant
from studies.mutants.registry import MUTANT_BY_NAME, MUTANTS
from tests.studies.mutants.mutant_trial import mutant_trial

ALL = pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{mutant.law}:{mutant.name}" for mutant in MUTANTS])


def test_every_law_has_two_mutants_one_of_them_subtle() -> None:
    """A law that no mutant breaks could be empty, and nobody would notice."""
    mutants = Counter(mutant.law for mutant in MUTANTS)
    subtle = {mutant.law for mutant in MUTANTS if mutant.subtle}

    assert {law: max(2, mutants[law]) for law in LAW_BY_ID} == mutants
    assert LAW_BY_ID.keys() == subtle


def test_a_mutant_stands_in_the_file_of_the_kind_of_its_law() -> None:
    """A law of `properties/laws/KIND.py` is broken by mutants in `studies/mutants/KIND.py`."""
    for mutant in MUTANTS:
        file = import_module(f"studies.mutants.{LAW_BY_ID[mutant.law].kind}")
        assert mutant is getattr(file, mutant.name.replace("-", "_"))


def test_every_law_has_mutants_with_different_faults() -> None:
    """An assignor made wrong, and a healthy answer edited: a law that looks at one of them only would not be enough."""
    faults: dict[str, set[str]] = {}
    for mutant in MUTANTS:
        faults.setdefault(mutant.law, set()).add(mutant.fault)

    assert {law: {"assignor", "answer"} for law in LAW_BY_ID} == faults


@pytest.mark.parametrize("name", sorted(FAMILIES.keys() - {SEQUENCES}))
def test_every_family_has_two_mutants_that_it_shows(name: str) -> None:
    """
    Each family is good for something: on a group of it, some mutants are caught. (A life has rebalances, not a group.)
    """
    shown = [mutant.name for mutant in MUTANTS if is_member_of(name, mutant.group)]

    assert 2 <= len(shown)


def test_mutants_have_names_and_reasons() -> None:
    """No two are called alike, and each says what is wrong with it."""
    assert len(MUTANTS) == len(MUTANT_BY_NAME)
    assert all(mutant.says.endswith(".") for mutant in MUTANTS)


@ALL
def test_its_law_catches_the_mutant(mutant: Mutant) -> None:
    """On the mutant's group, its law is broken by the mutant."""
    verdict = decide(
        LAW_BY_ID[mutant.law], mutant_trial(mutant.group, mutant.promises, mutant.assign, ask_modes_of(mutant))
    )

    assert isinstance(verdict, Broken)


@ALL
def test_the_healthy_reference_keeps_the_law_there(mutant: Mutant) -> None:
    """On the same group, the reference that the mutant was made from is asked the law and keeps it."""
    law, healthy = LAW_BY_ID[mutant.law], reference_assignor(mutant.healthy)

    assert law.is_asked_of(healthy.promises, mutant.group)
    assert Kept() == decide(law, mutant_trial(mutant.group, mutant.promises, healthy.assign))
