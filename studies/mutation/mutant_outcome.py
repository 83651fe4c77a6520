"""What a check finds out about a mutant, and how much it may look."""

from __future__ import annotations

from dataclasses import dataclass

from studies.engines.tiny_groups import MEMBERS, PARTITIONS
from studies.mutants.registry import MUTANT_BY_NAME

SECONDS, FIRST = 20.0, 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantProof:
    """
    How a law was broken: the smallest counterexample over all families, and in which one it was found.

    `found` is when the first group of any family broke the law, `shrunk` how long it took to make this one small, in
    seconds.
    """

    inputs: str
    members: int
    partitions: int
    found: float
    shrunk: float

    @property
    def is_small(self) -> bool:
        """Whether it is as small as asked."""
        return self.members <= MEMBERS and self.partitions <= PARTITIONS

    @property
    def rank(self) -> tuple[bool, int, int]:
        """Small ones first, then by members and partitions."""
        return not self.is_small, self.members, self.partitions


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantOutcome:
    """
    What a check found out about one mutant: the proof of each law that it broke, and what brute force says of its own.

    `smaller` is the size of the smallest tiny clean group, smaller than the proof, on which it breaks its own law; None
    where brute force knows none.
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
        """The proof that counts: that of its own law, or else the smallest of another."""
        return self.own_proof or min(self.proofs.values(), key=lambda one: one.rank, default=None)

    @property
    def is_small(self) -> bool:
        """Whether the counterexample is as small as asked, or none that small exists."""
        return self.best_proof is None or self.best_proof.is_small or self.smaller is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchEffort:
    """How much is spent on a mutant: `first` seconds, and `seconds` where these were not enough, by one of `CLOCKS`."""

    seconds: float = SECONDS
    first: float = FIRST
    seed: int = 0
    clock: str = "wall"
