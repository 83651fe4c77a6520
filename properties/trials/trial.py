"""
A trial: one group put to one assignor, or one given answer, with every question asked on the way.

A law takes a trial and nothing else. The trial asks the assignor at most once for each group, and runs cooperative
assignors to their fixed point. It stores the steps, so that a counterexample can be replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import Stickiness, loads, stickiness, valid_owners
from kafka_assay.properties.measures.claims import feed_back, repeats_claims, with_carried_claims
from kafka_assay.properties.measures.flaws import flaw_of, is_flawless
from kafka_assay.properties.trials.ask_modes import PLAIN_ASKER, PLAINLY, Ask, Asker, AskModes
from kafka_assay.properties.verdict import Word

Made = TypeVar("Made")

Outcome: TypeAlias = "Assignment | AssignorFailed"

JudgeAnswer: TypeAlias = "Callable[[Group, Assignment, frozenset[Promise]], Mapping[str, Word]]"
"""The verdicts of the laws of these promises on a settled answer to a group: law id -> verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialStep:
    """One question, and the result."""

    group: Group
    """The group that was asked about."""
    instance: str | None = None
    """Steps that name the same instance went to one assignor object, all others to new objects."""
    assignment: Assignment | None = field(default=None, hash=False)
    """The answer; null where there was none."""
    error: dict[str, str] | None = field(default=None, hash=False)
    """What was raised instead of an answer: type, message and trace."""
    why: str | None = None
    """How this question differs from the first, such as `members permuted`."""
    event: Event | None = None
    """What changed before this rebalance of a life."""


class NeverSettled(AssignorFailed):
    """A cooperative assignor reached no fixed point within 2 x members + 2 rounds."""


class _Settlement:
    """The rounds of a group and their outcome. It keeps the equal groups too, since they are known by identity."""

    __slots__ = ("equals", "group", "outcome", "rounds")

    def __init__(self, group: Group) -> None:
        self.group = group
        self.equals: list[Group] = []
        self.rounds: list[tuple[Group, Assignment]] = []
        self.outcome: Outcome | None = None


class Trial:
    """
    `group` put to `ask`, or judged by its given `answer`.

    `cooperative`: an answer is one round and is fed back until nothing changes; `rounds` holds the question and answer
    of each round. `reads_subscription`: claims are read from the subscription of the protocol, as cooperative assignors
    do (and their unadjusted targets). Metadata version 0 then loses a member's claims. Sticky's user data carries them
    at every version.

    `promises` are those of the assignor. Only laws that differ between kinds of assignors need them.

    `ask_modes` are the other ways to ask the assignor. `judge_answer` judges another answer to the same group, for laws
    that compare verdicts. The first `own_steps` of the `steps` answered the group itself.
    """

    def __init__(
        self,
        group: Group,
        *,
        ask: Ask | None = None,
        answer: Assignment | None = None,
        cooperative: bool = False,
        reads_subscription: bool | None = None,
        promises: frozenset[Promise] = frozenset(),
        ask_modes: AskModes = PLAINLY,
        judge_answer: JudgeAnswer | None = None,
    ) -> None:
        """Take exactly one of `ask`, an assignor to ask, and `answer`, an answer to judge."""
        if (ask is None) == (answer is None):
            raise ValueError("a trial takes either an assignor to ask or an answer to judge")
        self.group = group
        self.cooperative = cooperative
        self.reads_subscription = cooperative if reads_subscription is None else reads_subscription
        self.promises = promises
        self.ask_modes = ask_modes
        self.judge_answer = judge_answer
        self.steps: list[TrialStep] = []
        self.own_steps = 0
        self._ask = ask
        self._given = answer
        # Compared by identity first: twenty laws ask about the same group.
        self._known: dict[int, _Settlement] = {}
        # Hashing a group is slow, and most groups of a trial differ in their members' ids.
        self._settled: dict[tuple[str, ...], list[_Settlement]] = {}
        # Answers that were fetched before a law asks for them. Each is taken once, so that a second call is a new one.
        self._ahead: list[tuple[Group, Outcome]] = []
        self._following: dict[tuple[int, int], tuple[Group, Assignment, Group | None]] = {}
        self._remembered: dict[str, Any] = {}

    @property
    def can_ask(self) -> bool:
        """Whether there is an assignor that can be asked about other groups."""
        return self._ask is not None

    def with_known_claims(self, group: Group) -> Group:
        """`group` with only the claims that the assignor can read."""
        return with_carried_claims(group) if self.reads_subscription else group

    @cached_property
    def owners(self) -> dict[TopicPartition, str]:
        """The valid owners of the group's partitions before the rebalance, as far as the assignor can know them."""
        return valid_owners(self.with_known_claims(self.group))

    @cached_property
    def answer(self) -> Assignment:
        """The (settled) answer to the group. Raises `AssignorFailed` if there is none."""
        return _answer_in(self.outcome())

    @cached_property
    def loads(self) -> dict[str, int]:
        """Member -> number of partitions in the answer. A member missing from the answer has none."""
        return loads(self.group, self.answer)

    @cached_property
    def is_flawless(self) -> bool:
        """Whether the answer keeps all validity laws; a fast way to know it."""
        return is_flawless(self.group, self.answer)

    @cached_property
    def flaw(self) -> str | None:
        """The first validity law that the answer breaks, as the reason why it cannot be compared; None if valid."""
        return None if self.is_flawless else flaw_of(self.group, self.answer)

    @cached_property
    def stickiness(self) -> Stickiness:
        """The number of partitions that stay with their valid owner in the answer, and of those that do not."""
        return stickiness(self.owners, self.answer)

    @cached_property
    def group_fed_back(self) -> Group:
        """The next rebalance's group, where every member claims what the answer gave it."""
        return feed_back(self.group, self.answer)

    @cached_property
    def verdicts_on_own_answer(self) -> Mapping[str, Word]:
        """Law id -> verdict on the trial's own answer, for the promised laws that need only an answer."""
        return self.verdicts_on(self.answer)

    def verdicts_on(self, answer: Assignment) -> Mapping[str, Word]:
        """Law id -> verdict on this `answer` to the group, for the promised laws that need only an answer."""
        if self.judge_answer is None:
            raise ValueError("this trial was not told how to judge another answer")
        return self.judge_answer(self.group, answer, self.promises)

    def settled_answer(self, group: Group, why: str | None = None) -> Assignment:
        """The (settled) answer to another `group`. `why` says in the steps how the question differs."""
        return _answer_in(self.outcome(group, why))

    def outcome(self, group: Group | None = None, why: str | None = None, again: Asker | None = None) -> Outcome:
        """
        The (settled) answer to `group` (None: the trial's own), or why there is none.

        An outcome that is not known is asked for, and one that is known too where it is asked `again` through an asker.
        """
        first = self.group if group is None else group
        if self._given is not None and first is self.group:
            return self._given
        settlement = self._settlement(first) if again is None else _Settlement(first)
        if settlement.outcome is None:
            question, most = first, self._most_rounds(first)
            try:
                for _ in range(most):
                    answer = self.ask_once(question, why, again)
                    settlement.rounds.append((question, answer))
                    following = self._next_question(first, question, answer)
                    if following is None:
                        settlement.outcome = answer
                        break
                    question, why = following, "the next round"
                else:
                    settlement.outcome = NeverSettled("unsettled", f"no fixed point within {most} rounds")
            except AssignorFailed as failure:
                settlement.outcome = failure
            if first is self.group and again is None:
                self.own_steps = len(self.steps)
        return settlement.outcome

    def _settlement(self, group: Group) -> _Settlement:
        """The settlement of an equal group, or a new one."""
        known = self._known.get(id(group))
        if known is not None:
            return known
        alike = self._settled.setdefault(tuple([member.id for member in group.members]), [])
        found = next((one for one in alike if one.group == group), None)
        if found is None:
            found = _Settlement(group)
            alike.append(found)
        if found.group is not group:
            found.equals.append(group)
        self._known[id(group)] = found
        return found

    def rounds(self, group: Group | None = None) -> list[tuple[Group, Assignment]]:
        """The question and answer of every round, up to the fixed point or the failure."""
        question = self.group if group is None else group
        if self._given is not None:
            return [(question, self._given)]
        self.outcome(question)
        return self._settlement(question).rounds

    @cached_property
    def failure(self) -> AssignorFailed | None:
        """Why there is no settled answer; None if there is one."""
        outcome = self.outcome()
        return outcome if isinstance(outcome, AssignorFailed) else None

    def remember(self, key: str, make: Callable[[], Made]) -> Made:
        """What `make` made for this `key` on the first call: for groups that are sent ahead, and judged later."""
        if key not in self._remembered:
            self._remembered[key] = make()
        made: Made = self._remembered[key]
        return made

    def ask_ahead(self, groups: Sequence[Group]) -> None:
        """
        Send several questions at once, if the assignor can be asked so, and later the next rounds of each.

        No step is recorded yet. The next question about such a group takes the answer, and records the step.
        """
        assign_all = self.ask_modes.assign_all
        waiting = [] if assign_all is None else [(group, group, self._most_rounds(group)) for group in groups]
        while assign_all is not None and len(waiting) > 1:
            questions = [question for _, question, _ in waiting]
            outcomes = assign_all(questions)
            self._ahead.extend(zip(questions, outcomes, strict=True))
            waiting = [
                (group, following, left - 1)
                for (group, question, left), outcome in zip(waiting, outcomes, strict=True)
                if not isinstance(outcome, AssignorFailed)
                and (following := self._next_question(group, question, outcome)) is not None
                and left > 1
            ]

    def ask_again(self, group: Group, why: str, asker: Asker | None = None) -> Assignment:
        """The (settled) answer to `group`, asked again through `asker` (None: a new object) even if it is known."""
        return _answer_in(self.outcome(group, why, again=asker or PLAIN_ASKER))

    def ask_once(self, group: Group, why: str | None, asker: Asker | None = None) -> Assignment:
        """The answer to one question through `asker`. For a cooperative assignor this is one round."""
        own, instance = asker or PLAIN_ASKER
        ask = own or self._ask
        if ask is None:
            raise AssignorFailed("no-assignor", "only an answer was given, and no assignor to ask")
        ahead = self._take_ahead(group) if self._ahead and own is None else None
        try:
            answer = ask(group) if ahead is None else _answer_in(ahead)
        except AssignorFailed as failure:
            self.steps.append(TrialStep(group=group, error=failure.to_json(), why=why, instance=instance))
            raise
        self.steps.append(TrialStep(group=group, assignment=answer, why=why, instance=instance))
        return answer

    def _take_ahead(self, group: Group) -> Outcome | None:
        """The outcome of an equal group that was fetched ahead and that nobody has taken; None if there is none."""
        for place, (known, outcome) in enumerate(self._ahead):
            if known is group or known == group:
                del self._ahead[place]
                return outcome
        return None

    def _most_rounds(self, group: Group) -> int:
        return 2 * len(group.members) + 2 if self.cooperative else 1

    def _next_question(self, group: Group, question: Group, answer: Assignment) -> Group | None:
        """The next round after `answer` to the `question`, which began with `group`; None at the fixed point."""
        if not self.cooperative:
            return None
        key = id(question), id(answer)
        known = self._following.get(key)
        if known is None:
            # Claims that the assignor cannot read are assigned anew each round, and the ages of the first claims may
            # decide: an answer that agrees with them by chance may not come again.
            by_chance = question is group and self.with_known_claims(group) is not group
            is_fixed = not by_chance and repeats_claims(question, answer)
            known = self._following[key] = question, answer, None if is_fixed else feed_back(question, answer)
        return known[2]


def _answer_in(outcome: Outcome) -> Assignment:
    if isinstance(outcome, AssignorFailed):
        raise outcome
    return outcome
