"""The answer of the weighted oracle."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kafka_assay.assignors.model import Assignment
from kafka_assay.oracle.optimum import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedFigures:
    """
    The three levels, in their order: maximum weight, sum of squares, weight moved.

    `most` is the weight of the heaviest member. `squares` is the sum of the squares of all members' weights. `moved` is
    the weight of the partitions that are not with their valid owner.
    """

    most: Fraction
    squares: Fraction
    moved: Fraction

    def sort_key(self) -> tuple[Fraction, Fraction, Fraction]:
        """The figures in the order of comparison; less is better."""
        return self.most, self.squares, self.moved


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedOptimum:
    """
    A plan with its figures, and a `bound` for each.

    No plan has a lower maximum than `bound.most`. No plan whose maximum is at most this plan's has a lower sum of
    squares than `bound.squares`. No plan that is also as even moves less than `bound.moved`. If the plan meets all
    three bounds its status is `proved`, else `bounded`. `grain` is the solver's unit where it had to be coarser than
    the weights; the figures and bounds are exact all the same.

    If all partitions weigh the same, the plan is the unweighted optimum and carries its `certificate`.
    """

    by: str
    status: Status
    figures: WeightedFigures
    bound: WeightedFigures
    grain: Fraction | None
    assignment: Assignment = field(hash=False)
    certificate: dict[str, Any] | None = field(hash=False)

    @property
    def gap(self) -> WeightedFigures:
        """The most by which each figure may exceed the best possible one."""
        pairs = zip(self.figures.sort_key(), self.bound.sort_key(), strict=True)
        most, squares, moved = (found - bound for found, bound in pairs)
        return WeightedFigures(most=most, squares=squares, moved=moved)

    @property
    def r_score(self) -> Fraction:
        """
        The weight moved in units of the heaviest member's weight.

        This follows Landau et al., who divide by a consumer's capacity.
        """
        return self.figures.moved / self.figures.most if self.figures.most else self.figures.moved
