from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib import import_module

import pytest

from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.input_families import FAMILIES, SEQUENCES, is_member_of
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from kafka_assay.properties.verdict import Broken, Kept
from tests.support.mutants.mutant import Mutant, mutant_trial
from tests.support.mutants.registry import MUTANT_BY_NAME, MUTANTS

IDS = {law.id for law in LAWS}
ALL = pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{mutant.law}:{mutant.name}" for mutant in MUTANTS])


def test_every_law_has_two_mutants_one_of_them_subtle() -> None:
    mutants = Counter(mutant.law for mutant in MUTANTS)
    subtle = {mutant.law for mutant in MUTANTS if mutant.subtle}

    assert len(MUTANTS) == len(MUTANT_BY_NAME)
    assert {law: max(2, mutants[law]) for law in IDS} == mutants
    assert IDS == subtle


def test_mutants_are_in_the_module_of_their_laws_kind() -> None:
    for mutant in MUTANTS:
        file = import_module(f"tests.support.mutants.{LAW_BY_ID[mutant.law].kind}")
        assert mutant is getattr(file, mutant.name.replace("-", "_"))


def test_every_law_has_a_faulty_assignor_and_an_edited_answer() -> None:
    faults: dict[str, set[str]] = {}
    for mutant in MUTANTS:
        faults.setdefault(mutant.law, set()).add(mutant.fault)

    assert {law: {"assignor", "answer"} for law in IDS} == faults


@pytest.mark.parametrize("name", sorted(FAMILIES.keys() - {SEQUENCES}))
def test_every_family_catches_two_mutants(name: str) -> None:
    """Except lives, which have rebalances instead of a group."""
    shown = [mutant.name for mutant in MUTANTS if is_member_of(name, mutant.group)]

    assert 2 <= len(shown)


@ALL
def test_group_without_members_has_an_empty_answer(mutant: Mutant) -> None:
    """Lives lead to such groups, and most edits need a member."""
    assert {} == mutant.assign(replace(mutant.group, members=()))


@ALL
def test_law_catches_its_mutant(mutant: Mutant) -> None:
    verdict = decide(
        LAW_BY_ID[mutant.law], mutant_trial(mutant.group, mutant.promises, mutant.assign, ask_modes_of(mutant))
    )

    assert isinstance(verdict, Broken)


@ALL
def test_original_reference_keeps_the_law(mutant: Mutant) -> None:
    law, healthy = LAW_BY_ID[mutant.law], reference_assignor(mutant.healthy)

    assert law.is_asked_of(healthy.promises, mutant.group)
    assert Kept() == decide(law, mutant_trial(mutant.group, mutant.promises, healthy.assign))
