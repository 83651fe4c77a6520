"""Hypothesis' state machine builds a life step by step, and all laws are checked after each rebalance."""

from __future__ import annotations

import os
from contextlib import closing
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.registry import reference_names
from kafka_assay.properties.input_families import SEQUENCES
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.verdict import Broken
from tests.properties.verdicts import judge_trial
from tests.support.sampling import group_choice

pytestmark = pytest.mark.generative

EXAMPLES = {"ci": 6, "dev": 60, "nightly": 600}[os.environ.get("HYPOTHESIS_PROFILE", "ci")]
MOST_MEMBERS = 5

_SMALL = st.integers(0, 5)


class LivingGroup(RuleBasedStateMachine):
    """Rules collect changes, and `rebalance` applies them; the reference then replays the life from its start."""

    reference = "sticky"

    def __init__(self) -> None:
        """Start without events."""
        super().__init__()
        self.target = open_target(self.reference)
        self.life: Life | None = None
        self.subscriptions: dict[str, tuple[str, ...]] = {}
        self.topics: dict[str, int] = {}
        self.draft: dict[str, Any] = {}
        self.born = 0

    @initialize(group=group_choice("clean", tiny=True).strategy)
    def begin(self, group: Group) -> None:
        """Start with a small clean group."""
        self.life = Life(group=group)
        self.subscriptions = {member.id: member.subscription for member in group.members}
        self.topics = group.partition_counts()
        self.keeps_its_promises()

    def draw_member(self, who: int) -> str | None:
        """A member that was there before and has no change yet."""
        said = {*self.draft.get("leave", ()), *self.draft.get("miss", ()), *dict(self.draft.get("subscribe", ()))}
        there = [member for member in self.subscriptions if member not in said]
        return there[who % len(there)] if there else None

    def add(self, key: str, *things: object) -> None:
        """Add one change to the next event."""
        self.draft[key] = (*self.draft.get(key, ()), *things)

    @rule(who=_SMALL)
    def leave(self, who: int) -> None:
        """A member leaves."""
        member = self.draw_member(who)
        if member is not None:
            self.add("leave", member)

    @rule(who=_SMALL)
    def miss(self, who: int) -> None:
        """A member misses the next rebalance."""
        member = self.draw_member(who)
        if member is not None:
            self.add("miss", member)

    @rule(who=_SMALL, first=st.booleans())
    @precondition(lambda self: len(self.subscriptions) < MOST_MEMBERS)
    def join(self, who: int, first: bool) -> None:
        """A member joins with the subscription of another and a name that sorts first or last."""
        self.born += 1
        known = list(self.subscriptions.values()) or [tuple(self.topics)]
        name = f"{'!' if first else '~'}{self.born}"
        self.add("join", Member(id=name, subscription=known[who % len(known)]))

    @rule(who=_SMALL, bits=_SMALL)
    def subscribe(self, who: int, bits: int) -> None:
        """A member subscribes to other topics or to none."""
        member = self.draw_member(who)
        if member is not None:
            listed = tuple(name for place, name in enumerate(self.topics) if bits >> place & 1)
            self.add("subscribe", (member, listed))

    @rule(which=_SMALL, count=st.one_of(st.none(), st.integers(1, 5)))
    @precondition(lambda self: self.topics)
    def resize(self, which: int, count: int | None) -> None:
        """A topic grows, is recreated with fewer partitions, or is deleted."""
        name = list(self.topics)[which % len(self.topics)]
        if name not in dict(self.draft.get("topics", ())) and (count is not None or len(self.topics) > 1):
            self.add("topics", (name, count))

    @rule()
    def forget(self) -> None:
        """The coordinator loses the group's generation."""
        self.draft["reset"] = True

    @rule()
    def rebalance(self) -> None:
        """Apply the changes and check all laws."""
        assert self.life is not None
        event = Event(**self.draft)
        self.draft = {}
        self.life = Life(group=self.life.group, events=(*self.life.events, event))
        anew = dict(event.subscribe)
        stayed = {one: anew.get(one, topics) for one, topics in self.subscriptions.items() if one not in event.leave}
        self.subscriptions = stayed | {joiner.id: joiner.subscription for joiner in event.join}
        counts = self.topics | dict(event.topics)
        self.topics = {name: count for name, count in counts.items() if count is not None}
        self.keeps_its_promises()

    def keeps_its_promises(self) -> None:
        """In the last rebalance no law is unexpectedly broken or undecided."""
        assert self.life is not None
        *_, last = run_rebalances(self.target, LifeRun(life=self.life))
        trial = last.trial
        trial.judge_answer = verdict_words
        failures = self.target.expected_failures
        found = [
            one
            for one in judge_trial(trial, self.target.promises)
            if one.verdict.word == "undecided"
            or (isinstance(one.verdict, Broken) and find_excuse(failures, one.law, SEQUENCES, trial.group) is None)
        ]
        assert [] == found

    def teardown(self) -> None:
        """Close the target."""
        with closing(self.target):
            super().teardown()


@pytest.mark.parametrize("name", [name for name in reference_names() if "@" not in name])
def test_reference_keeps_its_promises_in_every_life(name: str) -> None:
    machine = type("Machine", (LivingGroup,), {"reference": name})

    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=14, database=None, deadline=None, derandomize=True
        ),
    )
