"""All mutants. Every law has some, to prove that it can find a fault."""

from __future__ import annotations

from importlib import import_module

from tests.support.mutants.mutant import Mutant

_KINDS = "validity repeatable balance lag change stickiness claims cooperative placement racks"

MUTANTS: tuple[Mutant, ...] = tuple(
    mutant
    for kind in _KINDS.split()
    for mutant in vars(import_module(f"{__package__}.{kind}")).values()
    if isinstance(mutant, Mutant)
)
"""All mutants, in the order of their laws."""

MUTANT_BY_NAME: dict[str, Mutant] = {mutant.name: mutant for mutant in MUTANTS}
"""Mutant name -> mutant."""
