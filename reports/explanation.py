"""
The explanation of an answer: its distance from the optimum, what keeps it from being the best, and a better plan.

It is pure: the trial holds every question, and the optimum is given. A shortfall that breaks no promise is named too,
and marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import stickiness, unassigned_partitions, valid_owners
from kafka_assay.oracle.certificate.certificate_file import CertifiedAnswer, figures_of
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.properties.judging.judgement import Gap, LawVerdict, gap_of
from kafka_assay.properties.measures.facts import chain_facts, cheaper_facts, complete_answer, hand_overs
from kafka_assay.properties.measures.flaws import flaw_of, left_out_partitions
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.spread import host_spread, idle_members, topic_spread
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Facts, facts_of
from kafka_assay.reports.wording.change_laws import cheaper_plan_sentence
from kafka_assay.reports.wording.safe_names import ShortNames, short_names, shorten_members
from kafka_assay.reports.wording.words import chain_sentence, quantity

FIGURES = ("loads", "kept", "moved", "unassigned", "idle", "topic_spread", "host_spread")
"""
The loads of an answer, the partitions that it keeps, moves and leaves out, the members without a partition, and the
spread within topics and over hosts.
"""
TELL_OF_CHAINS = frozenset({"even-when-equal", "locally-balanced", "optimally-balanced"})
TELL_OF_MOVES = frozenset({"needless-moves-when-equal", "fewest-moves"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """
    What keeps a complete answer from being the best.

    It is the shortest chain of hand-overs that makes it more even. If none does, it is the smallest number of moves
    that can be undone, with the hand-overs needed `instead`. `better` is a plan without the shortfall; None if the
    answer is optimal or cannot be compared (a single round of a cooperative assignor).
    """

    chain: tuple[Facts, ...] = ()
    needless: tuple[Facts, ...] = ()
    instead: tuple[Facts, ...] = ()
    sentence: str = ""
    better: Assignment | None = field(default=None, hash=False)


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """
    The explanation of one `trial`, of which some laws were `judged`.

    `excused` maps the broken laws that were declared to the reason. `target` is the text of the target that gave the
    answer; empty if the answer was given. Without a `best` plan (one round of a cooperative assignor) there is no gap.
    `certified` is what a given proof proves about the answer.
    """

    title: str
    trial: Trial
    judged: Sequence[LawVerdict]
    best: Assignment | None
    like: str | None
    target: str = ""
    excused: Mapping[str, str] = field(default_factory=dict)
    story: Sequence[str] = ()
    """For a life: what happened before this rebalance."""
    law: str | None = None
    """The law of the case that is explained: it comes first."""
    certified: CertifiedAnswer | None = None

    @property
    def group(self) -> Group:
        """The group of the answer."""
        return self.trial.group

    @property
    def answer(self) -> Assignment | None:
        """The answer; None if there is none."""
        return self.trial.answer if self.trial.failure is None else None

    @cached_property
    def names(self) -> ShortNames:
        """The short names of the members."""
        return short_names([self.group])

    @cached_property
    def gap(self) -> Gap | None:
        """The distance of the answer from the optimum."""
        if self.answer is None or self.best is None:
            return None
        return gap_of(self.group, self.answer, figures_of(self.group, self.best))

    @cached_property
    def figures(self) -> dict[str, Any]:
        """The `FIGURES` of the answer."""
        group, answer, loads = self.group, self.trial.answer, self.trial.loads
        kept, moved = stickiness(valid_owners(group), answer)
        missing, idle = len(unassigned_partitions(group, answer)), idle_members(loads.values())
        spreads = topic_spread(group, answer), host_spread(group, loads)
        return dict(zip(FIGURES, (loads, kept, moved, missing, idle, *spreads), strict=True))

    @cached_property
    def best_loads(self) -> list[int] | None:
        """The loads of the best plan, ascending."""
        return None if self.best is None else sorted(sum(map(len, topics.values())) for topics in self.best.values())

    @cached_property
    def broken(self) -> dict[str, LawVerdict]:
        """The broken laws by their ids."""
        return {one.law: one for one in self.judged if one.verdict.word == "broken"}

    @cached_property
    def shortfall(self) -> Shortfall:
        """The shortfall. An invalid or missing answer gets the best plan as the better one, and no hand-overs."""
        trial = self.trial
        if self.best is None:
            return Shortfall()
        if self.answer is None or trial.flaw is not None:
            return Shortfall(better=self.best)
        plan = complete_answer(trial.group, self.answer)
        chain = improving_chain(trial.group, plan)
        if chain is not None:
            # If a law has named a hand-over, the picture and the data must show the same one.
            told = self.broken.get("locally-balanced")
            facts = chain_facts(chain, trial.loads) if told is None else facts_of(told.verdict)
            named = shorten_members(facts, self.names)
            sentence = chain_sentence(named["chain"], named["loads"])
            return Shortfall(chain=tuple(facts["chain"]), sentence=sentence, better=self.best)
        # Moves for racks are not needless, and the search for a cheaper plan ignores racks.
        is_racked = do_racks_matter(trial.group)
        cheaper = None if is_racked else cheaper_plan(trial.with_known_claims(trial.group), plan)
        if cheaper is None:
            return Shortfall()
        facts = cheaper_facts(cheaper, trial.loads, trial.owners)
        steps, home = tuple(hand_overs(cheaper.hand_overs)), len(cheaper.undone)
        return Shortfall(
            needless=steps[:home],
            instead=steps[home:],
            sentence=cheaper_plan_sentence(shorten_members(facts, self.names)),
            better=cheaper.assignment,
        )

    def remarks(self) -> Iterator[str]:
        """The rounds of the answer, its distance from the optimum, and a shortfall that no broken law reports."""
        if self.gap is None or self.answer is None:
            return
        left_out = [len(unassigned_partitions(group, answer)) for group, answer in self.trial.rounds()]
        if self.trial.cooperative and left_out[0] and 0 in left_out:
            rounds, withheld = left_out.index(0) + 1, quantity(left_out[0], "partition")
            until = "until the present owners have given them up"
            yield f"This takes {rounds} rounds: the first withholds {withheld} {until}."
        yield gap_sentence(self.gap, why_no_plan(self.group, self.answer))
        telling = TELL_OF_CHAINS if self.shortfall.chain else TELL_OF_MOVES
        if self.shortfall.sentence and telling.isdisjoint(self.broken):
            yield self.shortfall.sentence
            yield "This breaks no promise that was checked."


def why_no_plan(group: Group, answer: Assignment) -> str | None:
    """A clause that says why the loads of `answer` cannot be compared with a plan's; None if they can."""
    missing = left_out_partitions(group, answer)
    if missing is not None:
        return f"{quantity(missing['count'], 'partition')} {'is' if missing['count'] == 1 else 'are'} left out"
    flaw = flaw_of(group, answer)
    return None if flaw is None else f"{flaw[:1].upper()}{flaw[1:]}"


def gap_sentence(gap: Gap, flaw: str | None) -> str:
    """
    The distance of the answer from the optimum: balance first, then moves.

    With a `flaw` the answer is no plan. Its loads are not compared, because they leave partitions out or count some
    twice.
    """
    squares, best = gap.sum_of_squares, gap.optimal_sum_of_squares
    if flaw is not None:
        moves = quantity(gap.optimal_moves, "move")
        return f"{flaw}, so the loads are not compared. Best plan: sum of squared loads {best:,}, {moves}."
    if squares > best:
        moves = f"{quantity(gap.moves, 'move')} (best {gap.optimal_moves:,})"
        return f"Sum of squared loads {squares:,} (best {best:,}); {moves}."
    if gap.moves > gap.optimal_moves:
        moves = f"; {quantity(gap.moves, 'move')} (best {gap.optimal_moves:,})"
    else:
        moves = f", with the fewest moves ({gap.moves:,})" if gap.moves else ", and nothing moved"
    return f"The loads are the best possible (sum of squares {squares:,}){moves}."
