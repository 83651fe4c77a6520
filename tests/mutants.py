"""
Assignors made wrong in one place: every law has some, or nobody could say that it finds anything.

Each is a healthy reference with one change, to the question that it hears or to the answer that it gives, and comes
with a small group on which its law catches it and lets the reference pass. `subtle` ones go wrong only now and then.
They live in files by the kind of law; this one is the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.mutants_of_balance import BALANCE
from tests.mutants_of_claims import CLAIMS
from tests.mutants_of_dirt import DIRT
from tests.mutants_of_lag import LAG
from tests.mutants_of_placement import PLACEMENT
from tests.mutants_of_racks import RACKS
from tests.mutants_of_repeatable import REPEATABLE
from tests.mutants_of_rounds import ROUNDS
from tests.mutants_of_stickiness import STICKINESS
from tests.mutants_of_validity import VALIDITY

if TYPE_CHECKING:
    from tests.mutation import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *VALIDITY,
    *DIRT,
    *REPEATABLE,
    *BALANCE,
    *LAG,
    *STICKINESS,
    *CLAIMS,
    *ROUNDS,
    *PLACEMENT,
    *RACKS,
)
"""All mutants, in the order of their laws."""

MUTANT_BY_NAME: dict[str, Mutant] = {mutant.name: mutant for mutant in MUTANTS}
"""Mutant name -> mutant."""


def __getattr__(name: str) -> Mutant:
    """
    A mutant by its name with `_`, so that `assay check python:tests.mutants:is_deaf` asks it.
    """
    try:
        return MUTANT_BY_NAME[name.replace("_", "-")]
    except KeyError:
        raise AttributeError(name) from None
