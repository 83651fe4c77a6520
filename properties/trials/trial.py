"""
A trial: one group put to one assignor (or one answer from anywhere), with everything that was asked on the way.

Laws take a trial and nothing else. It asks the assignor at most once for each group, takes cooperative assignors to
their fixed point, and keeps the steps, so that a counterexample can be repeated as it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import loads, valid_owners
from kafka_assay.properties.measures.flaws import flaw_of
from kafka_assay.properties.measures.terms import claims_of, feed_back, with_carried_claims
from kafka_assay.properties.trials.ask_modes import PLAINLY, Ask, Asker, AskModes
from kafka_assay.properties.verdict import Word

JudgeAnswer: TypeAlias = "Callable[[Trial], Mapping[str, Word]]"
"""What the promised laws say of a trial that has an answer and no assignor: law id -> verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialStep:
    """
    One question that was asked, and the answer or failure that came back.

    Steps that name the same `instance` were answered by one and the same assignor object, all others by fresh ones. An
    `event` is what changed before this rebalance of a life.
    """

    group: Group
    assignment: Assignment | None = field(default=None, hash=False)
    error: AssignorFailed | None = field(default=None, hash=False)
    why: str | None = None
    instance: str | None = None
    event: Event | None = None


class NeverSettled(AssignorFailed):
    """A cooperative assignor reached no fixed point within 2 x members + 2 rounds."""


class Trial:
    """
    `group` put to `ask`, or judged by its given `answer`.

    `cooperative` says that an answer is one round: it is fed back until nothing changes; `rounds` then holds what each
    round was asked and answered. `reads_subscription` says that claims are read from the wire's subscription, as
    cooperative assignors do (and their unadjusted targets): then what a member of metadata version 0 owned is not
    heard. Sticky's user data carries it at every version.

    `promises` are those of whoever is asked: a law that says one thing of one kind of assignor and another of another
    reads them. Nobody has to give them for a law that means the same for all.

    `ask_modes` says how else the assignor can be asked. `judge_answer` judges another answer to the same group, for the
    laws that compare verdicts.
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
        """Ask `ask`, or judge `answer`: exactly one of them is given."""
        if (ask is None) == (answer is None):
            raise ValueError("a trial takes either an assignor to ask or an answer to judge")
        self.group = group
        self.cooperative = cooperative
        self.reads_subscription = cooperative if reads_subscription is None else reads_subscription
        self.promises = promises
        self.ask_modes = ask_modes
        self.steps: list[TrialStep] = []
        self._ask = ask
        self._given = answer
        self._judge_answer = judge_answer
        self._settled: dict[Group, Assignment | AssignorFailed] = {}
        # The same by identity: twenty laws ask about one and the same group, and a large group is slow to hash.
        self._known: dict[int, tuple[Group, Assignment | AssignorFailed]] = {}
        self._rounds: dict[Group, list[tuple[Group, Assignment]]] = {}

    @property
    def can_ask(self) -> bool:
        """Whether the assignor itself is at hand, so that other groups can be put to it."""
        return self._ask is not None

    def with_known_claims(self, group: Group) -> Group:
        """`group` with only the claims that the assignor can know of: it cannot know those that are not carried."""
        return with_carried_claims(group) if self.reads_subscription else group

    @cached_property
    def owners(self) -> dict[TopicPartition, str]:
        """The valid owners of the group's partitions before the rebalance, as far as the assignor can know of them."""
        return valid_owners(self.with_known_claims(self.group))

    @cached_property
    def answer(self) -> Assignment:
        """The (settled) answer to the group. Raises `AssignorFailed` where there is none."""
        if self._given is not None:
            return self._given
        return self.settled_answer(self.group)

    @cached_property
    def loads(self) -> dict[str, int]:
        """Member -> number of partitions in the answer; a member missing from the answer has none."""
        return loads(self.group, self.answer)

    @cached_property
    def flaw(self) -> str | None:
        """Why the answer is no plan that could be compared with others: the first validity law that it breaks."""
        return flaw_of(self.group, self.answer)

    def verdicts_on(self, answer: Assignment) -> Mapping[str, Word]:
        """What the promised laws that look at an answer alone say of this `answer` to the group: law id -> verdict."""
        if self._judge_answer is None:
            raise ValueError("this trial was not told how to judge another answer")
        alone = Trial(self.group, answer=answer, reads_subscription=self.reads_subscription, promises=self.promises)
        return self._judge_answer(alone)

    def settled_answer(self, group: Group, why: str | None = None) -> Assignment:
        """The (settled) answer to another `group`; `why` says in the steps what makes it another question."""
        answer = self._outcome(group, why)
        if isinstance(answer, AssignorFailed):
            raise answer
        return answer

    def _outcome(self, group: Group, why: str | None = None) -> Assignment | AssignorFailed:
        known = self._known.get(id(group))
        if known is not None:
            return known[1]
        if group not in self._settled:
            try:
                self._settled[group] = self._settle(group, why, self._rounds.setdefault(group, []))
            except AssignorFailed as failure:
                self._settled[group] = failure
        self._known[id(group)] = group, self._settled[group]
        return self._settled[group]

    def rounds(self, group: Group | None = None) -> list[tuple[Group, Assignment]]:
        """Every round's question and answer, in order, up to the fixed point or to where it failed."""
        asked = self.group if group is None else group
        if self._given is not None:
            return [(asked, self._given)]
        self.failure(asked)
        return self._rounds[asked]

    def failure(self, group: Group | None = None) -> AssignorFailed | None:
        """Why there is no settled answer, or None where there is one."""
        if self._given is not None:
            return None
        outcome = self._outcome(self.group if group is None else group)
        return outcome if isinstance(outcome, AssignorFailed) else None

    def ask_again(self, group: Group, why: str, asker: Asker | None = None) -> Assignment:
        """
        The (settled) answer to `group`, asked again although it may be known, through `asker` (None: a fresh
        object).
        """
        return self._settle(group, why, [], asker)

    def ask_once(self, group: Group, why: str | None, asker: Asker | None = None) -> Assignment:
        """The answer when `group` is put through `asker` a single time: one round of a cooperative assignor."""
        ask, instance = asker or (self._ask, None)
        if ask is None:
            raise AssignorFailed("no-assignor", "only an answer was given, and no assignor to ask")
        try:
            answer = ask(group)
        except AssignorFailed as failure:
            self.steps.append(TrialStep(group=group, error=failure, why=why, instance=instance))
            raise
        self.steps.append(TrialStep(group=group, assignment=answer, why=why, instance=instance))
        return answer

    def _settle(
        self, group: Group, why: str | None, rounds: list[tuple[Group, Assignment]], asker: Asker | None = None
    ) -> Assignment:
        question = group
        most = 2 * len(group.members) + 2 if self.cooperative else 1
        for _ in range(most):
            answer = self.ask_once(question, why, asker)
            rounds.append((question, answer))
            if not self.cooperative:
                return answer
            following = feed_back(question, answer)
            # What is had and not heard is placed anew each round, and there the ages of the first claims may decide:
            # an answer that agrees with them by chance may not come again.
            by_chance = question is group and self.with_known_claims(group) is not group
            if claims_of(following) == claims_of(question) and not by_chance:
                return answer
            question, why = following, "the next round"
        raise NeverSettled("unsettled", f"no fixed point within {most} rounds")
