"""
Tests of the law book by way of `tests.mutants`: every law finds the assignors that were made to break it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from assignors.registry import reference
from properties.judgement import decided
from properties.registry import LAW_BY_ID
from properties.trial import Trial
from properties.verdict import Broken, Kept
from tests.mutants import MUTANT_BY_NAME, MUTANTS

if TYPE_CHECKING:
    from tests.mutation import Mutant

ALL = pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{mutant.law}:{mutant.name}" for mutant in MUTANTS])


def test_every_law_has_two_mutants_one_of_them_subtle() -> None:
    """
    A law that no mutant breaks could be empty, and nobody would notice.
    """
    mutants = Counter(mutant.law for mutant in MUTANTS)
    subtle = {mutant.law for mutant in MUTANTS if mutant.subtle}

    assert {law: max(2, mutants[law]) for law in LAW_BY_ID} == mutants
    assert LAW_BY_ID.keys() == subtle


def test_mutants_have_names_and_reasons() -> None:
    """
    No two are called alike, and each says what is wrong with it.
    """
    assert len(MUTANTS) == len(MUTANT_BY_NAME)
    assert all(mutant.says.endswith(".") for mutant in MUTANTS)


@ALL
def test_its_law_catches_the_mutant(mutant: Mutant) -> None:
    """
    On the mutant's group, its law is broken by the mutant.
    """
    verdict = decided(LAW_BY_ID[mutant.law], Trial(mutant.group, ask=mutant.assign))

    assert isinstance(verdict, Broken)


@ALL
def test_the_healthy_reference_keeps_the_law_there(mutant: Mutant) -> None:
    """
    On the same group, the reference that the mutant was made from is asked the law and keeps it.
    """
    law, healthy = LAW_BY_ID[mutant.law], reference(mutant.healthy)

    assert law.asked_of(healthy.promises, mutant.group)
    assert Kept() == decided(law, Trial(mutant.group, ask=healthy.assign))
