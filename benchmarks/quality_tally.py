"""
How good one target's answers are beside the optimum, group by group, added up.

An answer is not valid, or less balanced than the optimum, or as balanced: only then its moves are held against the
fewest that this balance takes. A tally holds counts, sums and sums of squares, so that tallies add up to the tally of
all their groups, from which shares, means and intervals follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from assignors.interface import CannotBeAsked
from assignors.ownership import stickiness
from oracle.certificate import verify
from oracle.flow.engine import solve
from properties.equal_only import may_be_put
from properties.evidence import trial_of
from properties.flaws import broken_by
from properties.terms import equal_subscriptions, sum_of_squares
from properties.ways import PLAINLY

if TYPE_CHECKING:
    from assignors.interface import Target
    from assignors.model import Group
    from properties.trial import Trial

EXAMPLES = 3
"""So many groups are named for each thing that can be wrong with an answer."""
TRIES = 2
"""Who hangs so often on one group has no answer to it."""


class Question(NamedTuple):
    """
    A group, its number, and what its best answer reaches: sum of squares, the largest load, moves.
    """

    number: int
    group: Group
    is_equal: bool
    squares: int
    largest: int
    moves: int


def question(number: int, group: Group) -> Question:
    """
    The group with its optimum, whose proof has been checked.
    """
    best = solve(group)
    refusal = verify(group, best.assignment, best.certificate)
    if refusal is not None:
        raise ValueError(f"{group.name}: the optimum is not proved: {refusal}")
    return Question(number, group, equal_subscriptions(group), best.sum_of_squares, best.loads[-1], best.moves)


@dataclass(slots=True, kw_only=True)
class Tally:
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
        """
        Moves of the answers that are as balanced as the optimum, beyond those that this balance takes.
        """
        return self.moves - self.needed

    @property
    def unanswered(self) -> int:
        """
        Groups without an answer.
        """
        return sum(self.silent.values())

    @property
    def not_valid(self) -> int:
        """
        Answers that are no plan.
        """
        return sum(self.invalid.values())

    def note(self, kind: str, number: int) -> None:
        """
        Remember the group as an example of `kind`, if there are few.
        """
        known = self.examples.setdefault(kind, [])
        if len(known) < EXAMPLES:
            known.append(number)

    def to_json(self) -> dict[str, Any]:
        """
        As an object; what is nought is left out.
        """
        return {name: value for name, value in asdict(self).items() if value}


def added(one: Tally, other: Tally) -> Tally:
    """
    The tally of the groups of both.
    """
    total = Tally()
    for part in fields(Tally):
        mine, theirs = getattr(one, part.name), getattr(other, part.name)
        if part.name == "examples":
            value: Any = {kind: [*mine.get(kind, []), *theirs.get(kind, [])][:EXAMPLES] for kind in [*mine, *theirs]}
        elif isinstance(mine, dict):
            value = {kind: mine.get(kind, 0) + theirs.get(kind, 0) for kind in [*mine, *theirs]}
        else:
            value = max(mine, theirs) if part.name.startswith("most_") else mine + theirs
        setattr(total, part.name, value)
    return total


def put(target: Target, asked: Question, tally: Tally) -> None:
    """
    Put one group to `target`, and add what came of it to `tally`; a cooperative target is asked until it has settled.
    """
    if not may_be_put(target.promises, asked.group):
        tally.refused += 1
        return
    trial = _tried(target, asked.group)
    failure = trial.failure()
    if isinstance(failure, CannotBeAsked):
        tally.refused += 1
        tally.note("refused", asked.number)
        return
    tally.asked += 1
    tally.members += len(asked.group.members)
    tally.partitions += sum(topic.partitions for topic in asked.group.topics)
    tally.rounds += len(trial.steps)
    if failure is not None:
        tally.silent[failure.kind] = tally.silent.get(failure.kind, 0) + 1
        tally.note(failure.kind, asked.number)
        return
    broken = broken_by(asked.group, trial.answer)
    if broken is not None:
        tally.invalid[broken] = tally.invalid.get(broken, 0) + 1
        tally.note(broken, asked.number)
        return
    if any(member.id not in trial.answer for member in asked.group.members):
        tally.omits += 1
        tally.note("omits", asked.number)
    loads = list(trial.loads.values())
    _weigh(sum_of_squares(loads), max(loads), stickiness(trial.owners, trial.answer).moved, asked, tally)


def _tried(target: Target, group: Group) -> Trial:
    """
    The group put to `target`; again where it hangs, since a busy machine can keep anybody from answering in time.
    """
    trial = trial_of(target, group, PLAINLY)
    for _ in range(TRIES - 1):
        failure = trial.failure()
        if failure is None or failure.kind != "hang":
            break
        trial = trial_of(target, group, PLAINLY)
    return trial


def _weigh(squares: int, largest: int, moves: int, asked: Question, tally: Tally) -> None:
    """
    Hold a valid answer's figures against the optimum's.
    """
    if squares > asked.squares:
        excess = largest - asked.largest
        tally.uneven += 1
        tally.excess += excess
        tally.excess_squares += excess * excess
        tally.most_excess = max(tally.most_excess, excess)
        tally.note("uneven", asked.number)
        return
    wasted = moves - asked.moves
    if squares < asked.squares or wasted < 0:
        tally.undercut += 1
        tally.note("undercut", asked.number)
    tally.even += 1
    tally.moves += moves
    tally.needed += asked.moves
    tally.wasted_squares += wasted * wasted
    tally.most_wasted = max(tally.most_wasted, wasted)
    if wasted > 0:
        tally.wasteful += 1
        tally.note("wasteful", asked.number)
