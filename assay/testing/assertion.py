"""The assertion in a regression test that `assay` prints: one law on one group, for one target or one given answer."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.formats.documents import is_life
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import settings_of_mappings

if TYPE_CHECKING:
    from kafka_assay.assignors.life import Example
    from kafka_assay.properties.judging.evidence import GivenAnswer


def assert_keeps(
    law: str,
    group: dict[str, Any],
    *,
    target: str | None = None,
    answer: dict[str, Any] | None = None,
    like: str | None = None,
    one_object: bool = False,
    seed: int = 0,
    config: Mapping[str, str] | None = None,
    member_config: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """
    Raise `AssertionError` if `target`, or the given `answer`, breaks `law` on `group`, or cannot be judged.

    `group` is a group or a life in its file format, `answer` maps member id -> topic -> partition ids. `like` names the
    assignor whose promises apply. In a life, the law is judged after each rebalance; `one_object` of the target answers
    all rebalances, or a new object each. Randomness in the target uses `seed`. `config` (setting -> value) and
    `member_config` (member -> settings) reach its `configure()`, as `--setting` does.

    >>> group = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
    >>> assert_keeps("nothing-left-out", group, answer={"a": {"t": [0]}})
    >>> assert_keeps("nothing-left-out", group, answer={"a": {}})
    Traceback (most recent call last):
    AssertionError: t-0 has no owner, although its topic has subscribers.
    """
    __tracebackhide__ = True
    from kafka_assay.assignors.formats.life_format import life_from_json
    from kafka_assay.assignors.hosted.targets import TargetText
    from kafka_assay.assignors.life import LifeRun
    from kafka_assay.assignors.promises import parse_likeness
    from kafka_assay.properties.judging.evidence import GivenAnswer

    if target is None:
        given = GivenAnswer(answer=assignment_at(answer), promises=parse_likeness(like).promises)
        breach = _what_breaks(given, law, group_from_json(group))
    else:
        is_run = is_life(group)
        run = LifeRun(life=life_from_json(group), one_object=one_object) if is_run else group_from_json(group)
        settings = settings_of_mappings(config, member_config)
        with closing(TargetText(text=target, like=like, seed=seed, settings=settings).open()) as opened:
            breach = _what_breaks(opened, law, run)
    if breach:
        raise AssertionError(breach)


def _what_breaks(target: Target | GivenAnswer, law: str, example: Example) -> str:
    """How the target breaks the law, or why it could not be judged: a test must not pass on that. Empty if kept."""
    from kafka_assay.properties.judging.finding import judge_example
    from kafka_assay.properties.registry import LAW_BY_ID
    from kafka_assay.properties.verdict import Broken, Kept, Undecided, facts_of
    from kafka_assay.reports.wording.safe_names import short_names
    from kafka_assay.reports.wording.sentences import explain_facts

    last = None
    groups = []
    for _, verdict, rebalance, *_ in judge_example(target, [LAW_BY_ID[law]], example, family=None):
        groups.append(rebalance.trial.group)
        last = verdict if isinstance(verdict, Kept | Broken | Undecided) else last
        if isinstance(verdict, Broken):
            break
    if last is None:
        return f"Undecided: {law} does not apply to this input."
    return explain_facts(law, facts_of(last), short_names(groups))
