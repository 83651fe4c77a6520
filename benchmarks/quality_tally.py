"""
What became of many groups that one target was asked about, added up: how good its answers are beside the optimum.

An answer is not valid, or less balanced than the optimum, or as balanced: only then its moves are held against the
fewest that this balance takes. A tally holds counts, sums and sums of squares, so that tallies add up to the tally of
all their groups, from which shares, means and intervals follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

EXAMPLES = 3
"""So many groups are named for each thing that can be wrong with an answer."""


@dataclass(slots=True, kw_only=True)
class QualityTally:
    """
    What became of the groups that a target was `asked` about.

    `refused`: it cannot be asked about them. `silent`: no answer, by kind of failure; `invalid`: by the first law of
    validity that is broken. `omits`: valid, but without some member, which then has nothing. `uneven`: less balanced
    than the optimum, the largest load being `excess` larger in all, at most `most_excess`. All other answers are
    `even`: their moves are `moves` in all where `needed` would do; `wasteful` ones waste `wasted`, with the sum of
    squares `wasted_squares`, at most `most_wasted`. `undercut`: better than the optimum, which nobody can be.

    `examples` names the first groups of each kind by number.
    """

    asked: int = 0
    members: int = 0
    partitions: int = 0
    refused: int = 0
    silent: dict[str, int] = field(default_factory=dict)
    invalid: dict[str, int] = field(default_factory=dict)
    omits: int = 0
    uneven: int = 0
    excess: int = 0
    excess_squares: int = 0
    most_excess: int = 0
    even: int = 0
    moves: int = 0
    needed: int = 0
    wasteful: int = 0
    wasted_squares: int = 0
    most_wasted: int = 0
    undercut: int = 0
    rounds: int = 0
    examples: dict[str, list[int]] = field(default_factory=dict)

    @property
    def wasted(self) -> int:
        """Moves of the answers that are as balanced as the optimum, beyond those that this balance takes."""
        return self.moves - self.needed

    @property
    def unanswered(self) -> int:
        """Groups without an answer."""
        return sum(self.silent.values())

    @property
    def not_valid(self) -> int:
        """Answers that are no plan."""
        return sum(self.invalid.values())

    def note(self, kind: str, number: int) -> None:
        """Remember the group as an example of `kind`, if there are few."""
        known = self.examples.setdefault(kind, [])
        if len(known) < EXAMPLES:
            known.append(number)

    def to_json(self) -> dict[str, Any]:
        """As an object; what is nought is left out."""
        return {name: value for name, value in asdict(self).items() if value}


def add_tallies(one: QualityTally, other: QualityTally) -> QualityTally:
    """The tally of the groups of both."""
    total = QualityTally()
    for part in fields(QualityTally):
        mine, theirs = getattr(one, part.name), getattr(other, part.name)
        if part.name == "examples":
            value: Any = {kind: [*mine.get(kind, []), *theirs.get(kind, [])][:EXAMPLES] for kind in [*mine, *theirs]}
        elif isinstance(mine, dict):
            value = {kind: mine.get(kind, 0) + theirs.get(kind, 0) for kind in [*mine, *theirs]}
        else:
            value = max(mine, theirs) if part.name.startswith("most_") else mine + theirs
        setattr(total, part.name, value)
    return total
