"""
The explanation of an answer: sentences that prove its quality, with hand-overs and a better plan.

It is pure: the trial holds every question, and the optimum is given. A shortfall that breaks no promise is named too,
and marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, unassigned_partitions, valid_owners
from kafka_assay.oracle.certificate.certificate_file import CertifiedAnswer
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.properties.judging.judgement import Gap, LawVerdict, gap_of
from kafka_assay.properties.measures.facts import chain_facts, cheaper_facts, complete_answer, hand_overs
from kafka_assay.properties.measures.flaws import flaw_of, left_out_partitions
from kafka_assay.properties.registry import weakest_first
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Facts, facts_of
from kafka_assay.reports.wording.change_laws import cheaper_plan_sentence
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames, short_names, shorten_members
from kafka_assay.reports.wording.sentences import explain_facts, source_of, why_it_matters
from kafka_assay.reports.wording.words import ONLY_VALIDITY, chain_sentence, number_in_words, quantity

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """
    The explanation of one answer. `excused` holds the broken laws that were declared.

    `target` is the text of the target that gave the answer; empty if the answer was given.
    """

    title: str
    target: str = ""
    group: Group
    answer: Assignment | None = field(hash=False)
    like: str | None
    judged: tuple[LawVerdict, ...]
    excused: Mapping[str, str] = field(default_factory=dict, hash=False)
    gap: Gap | None = None
    best_load: int | None = None
    """The load of the most loaded member in the best possible answer."""
    shortfall: Shortfall = field(default_factory=Shortfall)
    remarks: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    """The first sentences, for a life: what happened before this rebalance."""
    law: str | None = None
    """The law of the case that is explained: the sentences about it come first."""
    certified: CertifiedAnswer | None = None
    """What a given proof proves about the answer."""

    def document(self) -> dict[str, Any]:
        """The explanation as `assay-judgement/1`."""
        names, answer = short_names([self.group]), self.answer
        kept, moved = (None, None) if answer is None else stickiness(valid_owners(self.group), answer)
        document = {
            "format": "assay-judgement/1",
            "target": self.target or None,
            "like": self.like,
            "assignment": None if answer is None else assignment_to_json(answer),
            "loads": None if answer is None else loads(self.group, answer),
            "kept": kept,
            "moved": moved,
            "unassigned": None if answer is None else len(unassigned_partitions(self.group, answer)),
            "laws": [
                law_record(one, names) | ({"expected": self.excused[one.law]} if one.law in self.excused else {})
                for one in self.judged
            ],
            "sentences": list(self.sentences),
            "chain": list(self.shortfall.chain),
            "needless": list(self.shortfall.needless),
            "instead": list(self.shortfall.instead),
            "better": self.shortfall.better,
            "gap": None if self.gap is None else self.gap._asdict(),
        }
        if self.certified is not None:
            document["certificate"] = {"proves": not self.certified.refused, "reason": self.certified.refused}
        if self.like is None:
            document["note"] = ONLY_VALIDITY
        if self.group.assumptions:
            document["assumptions"] = list(self.group.assumptions)
        return document


def law_record(judged: LawVerdict, names: ShortNames = FULL_IDS) -> dict[str, Any]:
    """One law's verdict as JSON."""
    facts = facts_of(judged.verdict)
    return {
        "law": judged.law,
        "verdict": judged.verdict.word,
        "facts": facts,
        "explanation": explain_facts(judged.law, facts, names),
    }


def shortfall_of(trial: Trial, judged: list[LawVerdict], optimum: Optimum, answer: Assignment | None) -> Shortfall:
    """The shortfall of `answer`. An invalid or missing one gets the optimum as the better plan, and no hand-overs."""
    if answer is None or trial.flaw is not None:
        return Shortfall(better=optimum.assignment)
    plan = complete_answer(trial.group, answer)
    names = short_names([trial.group])
    chain = improving_chain(trial.group, plan)
    if chain is not None:
        # If a law has named a hand-over, the picture and the data must show the same one.
        facts = _hand_over_facts(judged) or chain_facts(chain, trial.loads)
        named = shorten_members(facts, names)
        sentence = chain_sentence(named["chain"], named["loads"])
        return Shortfall(chain=tuple(facts["chain"]), sentence=sentence, better=optimum.assignment)
    cheaper = cheaper_plan(trial.with_known_claims(trial.group), plan)
    if cheaper is not None:
        sentence = cheaper_plan_sentence(shorten_members(cheaper_facts(cheaper, trial.loads, trial.owners), names))
        steps = tuple(hand_overs(cheaper.hand_overs))
        home = len(cheaper.undone)
        return Shortfall(needless=steps[:home], instead=steps[home:], sentence=sentence, better=cheaper.assignment)
    return Shortfall()


def explain_trial(
    title: str,
    trial: Trial,
    judged: list[LawVerdict],
    optimum: Optimum | None,
    *,
    like: str | None,
    excused: Mapping[str, str] | None = None,
    story: Sequence[str] = (),
    law: str | None = None,
    target: str = "",
    certified: CertifiedAnswer | None = None,
) -> Explanation:
    """
    The explanation of `trial`. `target` is the text of the target; empty if the answer was given.

    Without an `optimum` (one round of a cooperative assignor) there is no gap. `story` says what happened before.
    Of the broken laws, `law` comes first.
    """
    failure = trial.failure
    answer = None if failure is not None else trial.answer
    shortfall, distance = Shortfall(), None
    if optimum is not None:
        shortfall = shortfall_of(trial, judged, optimum, answer)
        distance = None if answer is None else gap_of(trial.group, answer, optimum)
    declared, names = dict(excused or {}), short_names([trial.group])
    remarks: tuple[str, ...] = ()
    if answer is not None and distance is not None:
        remarks = (
            *_round_remarks(trial),
            gap_sentence(distance, why_no_plan(trial.group, answer)),
            *_unpromised_remarks(judged, shortfall),
        )
    sentences = [
        *story,
        f"{title} {_why_no_answer(failure)}." if answer is None else f"{title}: {_summary(trial)}.",
        *(
            sentence
            for one in _in_reading_order(judged, law)
            for sentence in _law_sentences(one, target, declared, names)
        ),
        *remarks,
        *_undecided_sentences(judged),
        *(f"Assumed: {assumption}" for assumption in trial.group.assumptions),
    ]
    return Explanation(
        title=title,
        target=target,
        group=trial.group,
        answer=answer,
        like=like,
        judged=tuple(judged),
        excused=declared,
        gap=distance,
        best_load=max(optimum.loads, default=0) if optimum is not None else None,
        shortfall=shortfall,
        remarks=remarks,
        sentences=tuple(sentences),
        story=tuple(story),
        law=law,
        certified=certified,
    )


def _summary(trial: Trial) -> str:
    """Members, partitions and loads of the answer, and how many partitions it keeps, moves and leaves out."""
    kept, moved = stickiness(valid_owners(trial.group), trial.answer)
    left_out = len(unassigned_partitions(trial.group, trial.answer))
    return f"{answer_summary(trial.loads)}, {kept:,} kept, {moved:,} moved, {left_out:,} unassigned"


def answer_summary(loads: Mapping[str, int]) -> str:
    """
    The members, the partitions and the loads.

    >>> answer_summary({"a": 2, "b": 1})
    '2 members, 3 partitions assigned, loads 2/1'
    """
    shared = f"{quantity(len(loads), 'member')}, {quantity(sum(loads.values()), 'partition')} assigned"
    return f"{shared}, {loads_in_words(list(loads.values()))}" if loads else shared


def loads_in_words(loads: Sequence[int]) -> str:
    """
    The loads of a group, the heaviest first, `3/2/1`; for many members the range.

    >>> loads_in_words([1, 3, 2]), loads_in_words([4] * 40), loads_in_words([])
    ('loads 3/2/1', 'loads 4 each', 'no loads')
    """
    if not loads:
        return "no loads"
    low, high = min(loads), max(loads)
    if len(loads) <= 12:
        return "loads " + "/".join(str(load) for load in sorted(loads, reverse=True))
    return f"loads {low:,} each" if low == high else f"loads {low:,} to {high:,}"


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


def _round_remarks(trial: Trial) -> Iterator[str]:
    """If the first round withholds partitions: how many rounds the answer takes."""
    left_out = [len(unassigned_partitions(group, answer)) for group, answer in trial.rounds()]
    if trial.cooperative and left_out[0] and 0 in left_out:
        rounds = number_in_words(left_out.index(0) + 1)
        withheld = quantity(left_out[0], "partition")
        yield f"This takes {rounds} rounds: the first withholds {withheld} until the present owners have given them up."


def _why_no_answer(failure: AssignorFailed | None) -> str:
    return str(failure) if isinstance(failure, CannotBeAsked) else "gave no answer"


def _hand_over_facts(judged: list[LawVerdict]) -> Facts | None:
    return next(
        (facts_of(one.verdict) for one in judged if (one.law, one.verdict.word) == ("locally-balanced", "broken")), None
    )


def _in_reading_order(judged: list[LawVerdict], first: str | None = None) -> list[LawVerdict]:
    """The broken laws: the law `first`, then the weakest ones, each before those that imply it."""
    by_law = {one.law: one for one in judged if one.verdict.word == "broken"}
    order = [law for fallen in weakest_first(by_law) for law in (fallen.weakest, *fallen.stronger)]
    return [by_law[law] for law in sorted(order, key=lambda law: law != first)]


def _law_sentences(one: LawVerdict, target: str, declared: Mapping[str, str], names: ShortNames) -> list[str]:
    facts = facts_of(one.verdict)
    happened = f"Broken: {one.law}. {explain_facts(one.law, facts, names)}"
    sentences = [happened, why_it_matters(one.law, facts, target), f"Source: {source_of(one.law)}."]
    return [*sentences, f"Expected failure: {declared[one.law]}"] if one.law in declared else sentences


def _undecided_sentences(judged: list[LawVerdict]) -> list[str]:
    laws: dict[str, list[str]] = {}
    for one in judged:
        if one.verdict.word == "undecided":
            laws.setdefault(explain_facts(one.law, facts_of(one.verdict)), []).append(one.law)
    return [f"{', '.join(several)}: {why}" for why, several in laws.items()]


def _unpromised_remarks(judged: list[LawVerdict], shortfall: Shortfall) -> list[str]:
    """The shortfall, unless a broken law already reports it."""
    telling = TELL_OF_CHAINS if shortfall.chain else TELL_OF_MOVES
    if not shortfall.sentence or any(one.law in telling for one in _in_reading_order(judged)):
        return []
    return [shortfall.sentence, "This breaks no promise that was checked."]
