"""
What a campaign never exercised: families, laws and targets of its plan.

A family exercises a target if some pair of both has a verdict of a law other than `returns-an-answer`; a law, if the
law was decided on some pair; itself, if it exercises a target, and one of its groups has what it is named after. The
campaign exercises what one of its families exercises, and everything else is listed.

An entry is `silent`, so that the campaign is no evidence, if a family exercised it on none of `SILENT` groups or more,
although it could: the groups were not refused, and the law is defined on an example group of the family for a target
that answered (`Law.is_asked_of`). Only groups on which the law was due count. A law that needs what a client may lack
(rounds, or an order of its lists) counts for a target only if the target was judged by it in another family. A law that
is always undecided is listed, but it is no silence either: its question was put.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, Literal, TypeAlias

from kafka_assay.assignors.interface import GROUP_LISTS, Promise
from kafka_assay.assignors.model import Group, Topic, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.pipeline.campaign.campaign_work import ONE_IN, RETURNS
from kafka_assay.pipeline.campaign.plan import DEFAULT_LAWS, CampaignPlan
from kafka_assay.properties.input_families import CLEAN, FAMILIES, MIXED, is_member_of
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.traits import MANY
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.trials.ask_modes import AskModes
from kafka_assay.properties.trials.trial import Trial

SILENT = 200
"""So many groups of a family without exercising what it could are no accident."""

Rows: TypeAlias = "Iterable[dict[str, Any]]"
Reason: TypeAlias = Literal["refused", "no answer", "no verdict", "no such group"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unexercised:
    """A family, law or target that was not exercised."""

    family: str | None = None
    """The input family; null: in no family."""
    law: str | None = None
    """The law that was not decided; null if the entry is not about a law."""
    target: str | None = None
    """The target that did not answer; null if the entry is not about a target."""
    reason: Reason
    """
    `refused`: the groups could not be put to the target. `no answer`, `no verdict` (of the law), or `no such group`:
    the generator drew none that has what the family is named after.
    """
    groups: int
    """The number of groups on which it could have been exercised. Without a family: in all families."""
    silent: bool
    """Whether a family had 200 such groups or more. Then the exit code is 3."""


def find_unexercised(plan: CampaignPlan, rates: Rows, seconds: Rows) -> list[Unexercised]:
    """
    What the campaign did not exercise, by the rows of its summaries `rates` and `seconds`. Silent entries come first.

    The families are drawn again, so the code must be that of the plan.
    """
    found = _Exercise(plan, rates, seconds)
    every = [*found.families(), *found.targets(), *found.laws()]
    return sorted(every, key=lambda one: not one.silent)


class _Exercise:
    """The verdicts of a campaign by target, family and law."""

    def __init__(self, plan: CampaignPlan, rates: Rows, seconds: Rows) -> None:
        self.plan = plan
        self.promises = {one.target: parse_likeness(plan.like or one.like).promises for one in plan.targets}
        self.pairs = Counter({(one["target"], one["family"]): one["pairs"] for one in seconds if one["family"]})
        places = [((one["target"], one["family"], one["law"]), one["of"]) for one in rates]
        self.judged = {place for place, _ in places}
        self.decided = {place for place, of in places if of}
        self.answered = {(target, family) for target, family, law in self.decided if law != RETURNS}

    def families(self) -> Iterator[Unexercised]:
        """The families that exercise no target, and those without a group that they are named after."""
        for family in self.plan.families:
            groups = _groups_of(self.plan, family)
            if groups and not self._answering(family):
                yield _unanswered([max(self.pairs[target, family] for target in self.promises)], family=family)
                continue
            numbers = (one for one in range(self.plan.groups) if self.plan.family_of(one) == family)
            if not any(is_member_of(family, self.plan.example(one)) for one in islice(numbers, SILENT)):
                yield Unexercised(family=family, reason="no such group", groups=groups, silent=groups >= SILENT)

    def targets(self) -> Iterator[Unexercised]:
        """The targets that never answered, and those that did not answer in a family in which another one did."""
        for target in self.promises:
            missing = [family for family in self.plan.families if (target, family) not in self.answered]
            if len(missing) == len(self.plan.families):
                yield _unanswered([self.pairs[target, family] for family in missing], target=target)
                continue
            for family in filter(self._answering, missing):
                yield _unanswered([self.pairs[target, family]], target=target, family=family)

    def laws(self) -> Iterator[Unexercised]:
        """The laws that were decided nowhere, and those that a family could have exercised and did not."""
        promised = {target: promised_laws(promises) for target, promises in self.promises.items()}
        decided = {law for _, _, law in self.decided}
        for law in {law.id: law for laws in promised.values() for law in laws}.values():
            able = {target: self.promises[target] for target, laws in promised.items() if law in laws}
            silent = {family: most for family in self.plan.families if (most := self._silent_groups(law, family, able))}
            if law.id in decided:
                for family, most in silent.items():
                    yield Unexercised(law=law.id, family=family, reason="no verdict", groups=most, silent=True)
            else:
                groups = sum(silent.values())
                yield Unexercised(law=law.id, reason="no verdict", groups=groups, silent=groups > 0)

    def _answering(self, family: str) -> list[str]:
        """The targets that answered in the family."""
        return [target for target in self.promises if (target, family) in self.answered]

    def _silent_groups(self, law: Law, family: str, promising: Mapping[str, frozenset[Promise]]) -> int:
        """
        The groups on which the family should have exercised `law` and did not; 0 if they are few.

        The `promising` targets promise the law. Those that answered in the family, and can be judged by it, count.
        """
        example = example_group(family)
        if example is None or any((target, family, law.id) in self.decided for target in self.promises):
            return 0
        able = (
            target
            for target in self._answering(family)
            if target in promising
            and (target, family, law.id) not in self.judged
            and law.is_asked_of(promising[target], example)
            and (is_always_possible(law) or any((target, one, law.id) in self.decided for one in self.plan.families))
        )
        every = ONE_IN if law.asks and self.plan.laws == DEFAULT_LAWS else 1
        most = max((self.pairs[target, family] // every for target in able), default=0)
        return most if most >= SILENT else 0


def _unanswered(groups: Sequence[int], *, target: str | None = None, family: str | None = None) -> Unexercised:
    """An entry for groups of some families that were put to a target without an answer."""
    reason: Reason = "no answer" if sum(groups) else "refused"
    return Unexercised(target=target, family=family, reason=reason, groups=sum(groups), silent=max(groups) >= SILENT)


def _groups_of(plan: CampaignPlan, family: str) -> int:
    """The number of groups of a family: its weight in each whole cycle, and its share of the last one."""
    cycle = sum(FAMILIES[one].weight for one in plan.families)
    whole, rest = divmod(plan.groups, cycle)
    last = sum(plan.family_of(number) == family for number in range(plan.groups - rest, plan.groups))
    return whole * FAMILIES[family].weight + last


def is_always_possible(law: Law) -> bool:
    """Whether `law` can be judged even if a client passes no list in order and answers without rounds."""
    group = example_group(CLEAN)
    assert group is not None
    least = Trial(group, answer={}, ask_modes=AskModes(unordered_lists=frozenset(GROUP_LISTS)))
    return law.possible(least) and not law.rounds_only


@cache
def example_group(family: str) -> Group | None:
    """
    A group of `family`, written by hand. The family is to exercise the laws that are defined on it.

    `mixed` has none: its oddities exclude different laws. The lives are to exercise the laws of a clean group.
    """
    if family == MIXED:
        return None
    clean = group_of(
        {"t": 2, "u": 2},
        {"a": ["t", "u"], "b": ["t", "u"]},
        {"a": {"t": [0], "u": [0]}, "b": {"t": [1], "u": [1]}},
        generation=2,
    )
    first, second = clean.members
    foreign, small = Topic(name="v", partitions=1), tuple(Topic(name=f"t{one}", partitions=1) for one in range(MANY))
    racks = tuple(replace(topic, replica_racks=(("a",), ("b",))) for topic in clean.topics)
    older = replace(second, owned=first.owned, generation=1)
    members = {
        "overlapping-claims": (first, replace(second, owned=first.owned)),
        "stale-claims": (first, older),
        "three-claimants": (first, older, replace(older, id="c", generation=0)),
        "foreign-claims": (replace(first, owned=(("v", (0,)),)), second),
        "ghost-claims": (replace(first, owned=(("t", (7,)),)), second),
        "empty-subscriptions": (first, replace(second, subscription=(), owned=())),
        "missing-topics": tuple(replace(one, subscription=("t", "u", "x")) for one in clean.members),
        "repeated-topics": (replace(first, subscription=("t", "t", "u")), second),
        "static-members": tuple(replace(one, instance_id=one.id) for one in clean.members),
        "racks": tuple(replace(one, rack=one.id) for one in clean.members),
        "old-metadata": (replace(first, metadata_version=1), second),
        "many-small-topics": tuple(
            replace(one, subscription=tuple(topic.name for topic in small), owned=()) for one in clean.members
        ),
    }
    topics = {"foreign-claims": (*clean.topics, foreign), "racks": racks, "many-small-topics": small}
    return replace(clean, topics=topics.get(family, clean.topics), members=members.get(family, clean.members))
