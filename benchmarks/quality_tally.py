"""
The added results of one target on many groups: the quality of its answers compared with the optimum.

An answer is invalid, less balanced than the optimum, or as balanced. Only in the last case its moves are compared with
the fewest for this balance. A tally holds counts, sums and sums of squares. So tallies can be added, and shares, means
and intervals follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

EXAMPLES = 3
"""The number of groups named for each kind of fault."""


@dataclass(slots=True, kw_only=True)
class QualityTally:
    """
    The results on the groups that a target was `asked` about.

    `refused`: the target cannot be asked about them. `silent`: no answer, by kind of failure. `invalid`: by the first
    validity law broken. `omits`: valid, but without some member, which then owns nothing. `uneven`: less balanced than
    the optimum; `excess` is the sum by which the largest loads are larger, `most_excess` the maximum. All other answers
    are `even`: they make `moves` moves where `needed` are enough. `wasteful` ones waste `wasted` moves, with the sum of
    squares `wasted_squares` and the maximum `most_wasted`. `undercut`: better than the optimum, which is impossible.

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
        """Unnecessary moves of the answers that are as balanced as the optimum."""
        return self.moves - self.needed

    @property
    def unanswered(self) -> int:
        """Groups without an answer."""
        return sum(self.silent.values())

    @property
    def not_valid(self) -> int:
        """The number of invalid answers."""
        return sum(self.invalid.values())

    def note(self, kind: str, number: int) -> None:
        """Store the group as an example of `kind`, if there are fewer than `EXAMPLES`."""
        known = self.examples.setdefault(kind, [])
        if len(known) < EXAMPLES:
            known.append(number)

    def to_json(self) -> dict[str, Any]:
        """The tally as an object. Zeros are left out."""
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
