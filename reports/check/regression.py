"""The check behind `assay.testing.assert_keeps`: one law on one group, for one target or one given answer."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any

from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.formats.documents import is_life
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.settings import settings_of_mappings
from kafka_assay.properties.judging.evidence import GivenAnswer
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict, facts_of
from kafka_assay.reports.wording.safe_names import ShortNames, short_names
from kafka_assay.reports.wording.sentences import explain_facts


def what_breaks(
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
) -> str:
    """
    How `target`, or the given `answer`, breaks `law` on `group`; the empty string if it keeps it.

    The sentence names members with long ids by their short names, as the terminal does.

    `like` names the assignor whose promises apply. Randomness in the target uses `seed`. `config` and `member_config`
    (member -> settings) reach its `configure()`. A law that could not be judged is reported too: a test must not pass
    on it. `group` may be a life instead: then the law is judged after each of its rebalances, all answered by
    `one_object` of the target, or each by a new one.

    >>> group = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
    >>> what_breaks("nothing-left-out", group, answer={"a": {"t": [0]}})
    ''
    >>> what_breaks("nothing-left-out", group, answer={"a": {}})
    't-0 has no owner, although its topic has subscribers.'
    """
    if target is None:
        given = GivenAnswer(answer=assignment_at(answer), promises=parse_likeness(like).promises)
        verdict, names = _judge(given, law, group_from_json(group))
    else:
        is_run = is_life(group)
        run = LifeRun(life=life_from_json(group), one_object=one_object) if is_run else group_from_json(group)
        settings = settings_of_mappings(config, member_config)
        with closing(TargetText(text=target, like=like, seed=seed, settings=settings).open()) as opened:
            verdict, names = _judge(opened, law, run)
    if verdict is None:
        return f"Undecided: {law} does not apply to this input."
    return explain_facts(law, facts_of(verdict), names)


def _judge(target: Target | GivenAnswer, law: str, example: Example) -> tuple[Verdict | None, ShortNames]:
    last: Verdict | None = None
    groups = []
    for _, verdict, rebalance, *_ in judge_example(target, [LAW_BY_ID[law]], example, family=None):
        groups.append(rebalance.trial.group)
        last = verdict if isinstance(verdict, Kept | Broken | Undecided) else last
        if isinstance(verdict, Broken):
            break
    return last, short_names(groups)
