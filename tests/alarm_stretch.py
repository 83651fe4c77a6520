"""
A stretch of the run without false alarms: so many groups of one family, each put to every reference, all laws asked.

Drawing a group costs more than judging an answer to it, so a stretch draws once for all references. Which groups it
draws is a function of family and seed alone, so each stretch can be repeated.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from assignors.hosted.opening import open_target
from properties.case_format import case_to_json
from properties.check import check_group
from properties.evidence import verdict_on
from properties.expected import excuse
from properties.rebalances import rebalances
from properties.registry import promised_laws
from properties.sampling import sample_draws
from properties.verdict import Broken, Undecided

if TYPE_CHECKING:
    from assignors.interface import Target
    from properties.law import Law
    from properties.rebalances import Rebalance


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """
    What is run at once: so many draws of one family, from one seed, put to the references called `names`. The cases of
    alarms go into the folder `cases`.
    """

    names: tuple[str, ...]
    family: str
    seed: int
    draws: int
    cases: str


@dataclass(slots=True, kw_only=True)
class Outcome:
    """
    What a stretch gave, by reference: the groups that were put to it, the verdicts on them, how often each law was
    broken as declared, and the alarms: what should not be.
    """

    family: str
    seed: int
    seconds: float = 0.0
    groups: dict[str, int] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)
    expected: dict[str, dict[str, int]] = field(default_factory=dict)
    alarms: dict[str, list[str]] = field(default_factory=dict)


def run(stretch: Stretch) -> Outcome:
    """
    Put every draw of the stretch to every reference.
    """
    start = time.monotonic()
    drawn = sample_draws(stretch.family, stretch.draws, stretch.seed)
    outcome = Outcome(family=stretch.family, seed=stretch.seed)
    for name in stretch.names:
        target = _opened(name)
        laws = promised_laws(target.promises)
        broken: Counter[str] = Counter()
        outcome.groups[name] = outcome.verdicts[name] = 0
        for one in drawn:
            for rebalance in rebalances(target, one):
                outcome.groups[name] += 1
                for law in laws:
                    outcome.verdicts[name] += _asked(target, law, rebalance, stretch, broken, outcome)
        if broken:
            outcome.expected[name] = dict(broken)
    outcome.seconds = round(time.monotonic() - start, 1)
    return outcome


@cache
def _opened(name: str) -> Target:
    # Kept as long as the process: a reference asked elsewhere has a process of its own, which would start every time.
    return open_target(name)


def _asked(
    target: Target, law: Law, rebalance: Rebalance, stretch: Stretch, broken: Counter[str], outcome: Outcome
) -> bool:
    """
    Ask one law, and count or report what it says; whether it said anything.
    """
    verdict = verdict_on(target, law, rebalance.trial)
    match verdict:
        case Broken():
            if excuse(target.expected_failures, law.id, stretch.family, rebalance.trial.group) is not None:
                broken[law.id] += 1
            else:
                outcome.alarms.setdefault(target.name, []).append(_alarm(target, law, rebalance, stretch, "broken"))
        case Undecided(reason):
            alarm = _alarm(target, law, rebalance, stretch, f"undecided ({reason})")
            outcome.alarms.setdefault(target.name, []).append(alarm)
    return verdict is not None


def _alarm(target: Target, law: Law, rebalance: Rebalance, stretch: Stretch, what: str) -> str:
    """
    One line, with the command that repeats it: the case is asked once more, alone, and written down.
    """
    record = check_group(target, rebalance.drawn, laws=[law], inputs=stretch.family, seed=stretch.seed)
    cases = [cell.counterexample for cell in record.cells if cell.counterexample is not None]
    if not cases:
        return f"{what} {law.id}: {target.name}, {stretch.family}, seed {stretch.seed}; asked alone, it is not broken"
    folder = Path(stretch.cases)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{target.name}-{law.id}-{stretch.family}-{stretch.seed}.json"
    path.write_text(json.dumps(case_to_json(cases[0]), ensure_ascii=False), encoding="utf-8")
    return f"{what} {law.id}: assay check {target.name} --case {path}"
