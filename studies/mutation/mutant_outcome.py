"""The result of checking one mutant, and the effort spent on it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.engines.tiny_groups import MEMBERS, PARTITIONS
from tests.support.mutants.registry import MUTANT_BY_NAME

SECONDS, FIRST = 20.0, 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantProof:
    """
    How a law was broken: the smallest counterexample over all families, and its family.

    `found` is the time in seconds until the first group broke the law, `shrunk` the time to shrink it.
    """

    inputs: str
    members: int
    partitions: int
    found: float
    shrunk: float

    @property
    def is_small(self) -> bool:
        """Whether the counterexample is as small as required."""
        return self.members <= MEMBERS and self.partitions <= PARTITIONS

    @property
    def rank(self) -> tuple[bool, int, int]:
        """The sort key: small ones first, then by members and partitions."""
        return not self.is_small, self.members, self.partitions


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantOutcome:
    """
    The result for one mutant: the proof of each law that it broke, and the smallest size that brute force found.

    `smaller` is the size of the smallest tiny clean group, smaller than the proof, that breaks the mutant's own law;
    None if brute force found none.
    """

    mutant: str
    proofs: dict[str, MutantProof]
    groups: int
    seconds: float
    smaller: tuple[int, int] | None

    @property
    def own_proof(self) -> MutantProof | None:
        """The proof by the mutant's own law."""
        return self.proofs.get(MUTANT_BY_NAME[self.mutant].law)

    @property
    def best_proof(self) -> MutantProof | None:
        """The proof that counts: that of its own law, or else the smallest of another law."""
        return self.own_proof or min(self.proofs.values(), key=lambda one: one.rank, default=None)

    @property
    def is_small(self) -> bool:
        """Whether the counterexample is as small as required, or none that small exists."""
        return self.best_proof is None or self.best_proof.is_small or self.smaller is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchEffort:
    """The time for a mutant: `first` seconds, then `seconds` if these were not enough, measured by one of `CLOCKS`."""

    seconds: float = SECONDS
    first: float = FIRST
    seed: int = 0
    clock: str = "wall"
