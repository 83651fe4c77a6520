"""
Compare two targets on the same seeded groups, by law and by measure.

Laws are judged on every group of every family. Balance gap and moves are paired over the groups that both answered,
seconds over blocks of calls on the timed groups. An undecided result is reported as such, never as equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import stickiness
from kafka_assay.assignors.settings import settings_of
from kafka_assay.benchmarks.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    ComparisonVerdict,
    RefusedGroups,
)
from kafka_assay.benchmarks.environment import versions
from kafka_assay.benchmarks.paired import paired_difference
from kafka_assay.benchmarks.side_by_side import time_side_by_side
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.evidence import find_evidence, make_trial
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.judgement import judge_trial
from kafka_assay.properties.records.case_format import Case, keep_step
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Undecided, Verdict, facts_of

TOLERANCES = {"balance_gap": 0.0, "moves": 0.05, "seconds": 0.05}
"""How much worse a measure may be: in sum of squares, in moves a rebalance, as a share of the base's time."""

UNJUDGED = "could not be judged on every group"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetOutcome:
    """The result of one target on one group: the verdicts, and the quality if it gave a complete answer."""

    verdicts: dict[str, Verdict]
    balance_gap: int | None
    moves: int | None
    trial: Trial


def observe_target(target: Target, group: Group) -> TargetOutcome:
    """Put `group` to `target`: the verdicts of its promised laws, its distance from the optimum, and its moves."""
    trial = make_trial(target, group)
    verdicts = {
        judged.law: judged.verdict
        for judged in judge_trial(trial, target.promises)
        if not (isinstance(judged.verdict, Undecided) and judged.verdict.unasked)
    }
    flawed = any(isinstance(verdicts.get(law.id), Broken | Undecided) for law in LAWS if law.promise is None)
    if flawed or trial.failure() is not None:
        return TargetOutcome(verdicts=verdicts, balance_gap=None, moves=None, trial=trial)
    loads = [sum(map(len, topics.values())) for topics in trial.answer.values()]
    return TargetOutcome(
        verdicts=verdicts,
        balance_gap=sum(load * load for load in loads) - solve(group).sum_of_squares,
        moves=stickiness(trial.owners, trial.answer).moved,
        trial=trial,
    )


def compare(
    base: Target,
    candidate: Target,
    groups: Mapping[str, Sequence[Group]],
    timed: Sequence[Group],
    *,
    seed: int,
    tolerances: Mapping[str, float] | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Comparison:
    """
    The record of `candidate` against `base` over `groups` (by family) and the `timed` groups.

    If interrupted, it covers the finished families. `tolerances` overrides `TOLERANCES` by measure; `tick` is called
    after each group.
    """
    allowed = {**TOLERANCES, **(tolerances or {})}
    lines: list[ComparisonLine] = []
    quality: list[tuple[TargetOutcome, TargetOutcome]] = []
    refused: dict[str, list[str]] = {}
    interrupted = False
    seconds = _incomparable("seconds", "interrupted")
    try:
        for family, members in groups.items():
            pairs: list[tuple[TargetOutcome, TargetOutcome]] = []
            for group in members:
                pair = observe_target(base, group), observe_target(candidate, group)
                refusal = _refusal((base, pair[0]), (candidate, pair[1]))
                if refusal is None:
                    pairs.append(pair)
                else:
                    refused.setdefault(family, []).append(refusal)
                tick()
            lines += _law_lines(family, pairs, candidate, seed)
            quality += pairs
        seconds = _seconds_line(base, candidate, timed, allowed["seconds"])
    except KeyboardInterrupt:
        interrupted = True
    lines += [_quality_line(measure, quality, allowed[measure]) for measure in ("balance_gap", "moves")]
    lines.append(seconds)
    return Comparison(
        base=_side(base),
        candidate=_side(candidate),
        seed=seed,
        groups=len(quality),
        cannot_be_asked=tuple(
            RefusedGroups(inputs=family, groups=len(reasons), reason=reasons[0]) for family, reasons in refused.items()
        ),
        interrupted=interrupted,
        verdict=_verdict(lines),
        lines=tuple(lines),
    )


def _refusal(*sides: tuple[Target, TargetOutcome]) -> str | None:
    """Which side cannot be asked about the group, and why; None if both can, so that the pair counts."""
    for target, seen in sides:
        failure = seen.trial.failure()
        if isinstance(failure, CannotBeAsked):
            return f"{target.name} {failure}"
    return None


def _side(target: Target) -> ComparedTarget:
    return ComparedTarget(target=target.name, version=target.version, like=target.like)


def _incomparable(measure: str, reason: str) -> ComparisonLine:
    return ComparisonLine(measure=measure, outcome="not-comparable", reason=reason, undecided=True)


def _law_lines(
    family: str, pairs: Sequence[tuple[TargetOutcome, TargetOutcome]], candidate: Target, seed: int
) -> list[ComparisonLine]:
    lines = []
    for law in LAWS:
        before = [base.verdicts.get(law.id) for base, _ in pairs]
        after = [seen.verdicts.get(law.id) for _, seen in pairs]
        if any(before) or any(after):
            lines.append(_law_line(law.id, family, before, after, pairs, candidate, seed))
    return lines


def _law_line(
    law: str,
    family: str,
    before: Sequence[Verdict | None],
    after: Sequence[Verdict | None],
    pairs: Sequence[tuple[TargetOutcome, TargetOutcome]],
    candidate: Target,
    seed: int,
) -> ComparisonLine:
    line = ComparisonLine(measure=f"law:{law}", inputs=family, outcome="same")
    if not any(before) or not any(after):
        side = "base" if not any(before) else "candidate"
        return replace(line, outcome="not-comparable", reason=f"the {side} does not promise it")
    broken = [(isinstance(old, Broken), isinstance(new, Broken)) for old, new in zip(before, after, strict=True)]
    base, now = sum(old for old, _ in broken), sum(new for _, new in broken)
    spoilt = [seen for (_, seen), (_, new) in zip(pairs, broken, strict=True) if new]
    excuses = [find_excuse(candidate.expected_failures, law, family, seen.trial.group) for seen in spoilt]
    expected = next((one.reason for one in excuses if one is not None), None) if all(excuses) else None
    case = _case(law, family, candidate, seed, min(spoilt, key=_size)) if spoilt else None
    line = replace(line, base=base, candidate=now, case=case, expected=expected)
    if not base and now:
        return replace(line, outcome="newly-broken")
    if any(isinstance(verdict, Undecided) for verdict in [*before, *after]):
        return replace(line, outcome="not-comparable", reason=UNJUDGED, undecided=True)
    if base and not now:
        return replace(line, outcome="newly-kept")
    if not base or len(broken) < 2:
        return line
    difference = paired_difference([old for old, _ in broken], [new for _, new in broken])
    return replace(line, outcome=difference.direction(0.0), interval=(difference.low, difference.high))


def _case(law: str, family: str, candidate: Target, seed: int, seen: TargetOutcome) -> Case:
    # Ask again, so that the steps are this law's alone. A target that answers at random may not break it again.
    anew = find_evidence(candidate, LAW_BY_ID[law], seen.trial.group)
    steps, facts = (seen.trial.steps, facts_of(seen.verdicts[law])) if anew is None else (anew.steps, anew.facts)
    return Case(
        law=law,
        inputs=family,
        target=candidate.name,
        seed=seed,
        versions=versions() | {candidate.name: candidate.version},
        steps=tuple(map(keep_step, steps)),
        facts=facts,
        settings=settings_of(candidate),
    )


def _size(seen: TargetOutcome) -> tuple[int, int]:
    group = seen.trial.group
    return len(group.members), sum(topic.partitions for topic in group.topics)


def _quality_line(
    measure: str, pairs: Sequence[tuple[TargetOutcome, TargetOutcome]], tolerance: float
) -> ComparisonLine:
    both = [
        (float(getattr(base, measure)), float(getattr(seen, measure)))
        for base, seen in pairs
        if getattr(base, measure) is not None and getattr(seen, measure) is not None
    ]
    if len(both) < 2:
        return _incomparable(measure, "both answered fewer than two groups")
    difference = paired_difference([base for base, _ in both], [seen for _, seen in both])
    return ComparisonLine(
        measure=measure,
        outcome=difference.direction(tolerance),
        base=difference.base,
        candidate=difference.candidate,
        interval=(difference.low, difference.high),
        groups=len(both),
        worse_groups=difference.up,
        better_groups=difference.down,
    )


def _seconds_line(base: Target, candidate: Target, timed: Sequence[Group], tolerance: float) -> ComparisonLine:
    if not timed:
        return _incomparable("seconds", "nothing was timed")
    try:
        found = time_side_by_side(base, candidate, timed, tolerance)
    except AssignorFailed as failure:
        return _incomparable("seconds", f"a timed group got no answer: {failure}")
    if found is None:
        return _incomparable("seconds", "two measurements contradict each other: the machine may be too busy")
    return ComparisonLine(
        measure="seconds",
        outcome=found.direction(tolerance),
        base=found.base,
        candidate=found.candidate,
        interval=(found.low - 1, found.high - 1),
        ratio=found.ratio,
        groups=len(timed),
    )


def _verdict(lines: Sequence[ComparisonLine]) -> ComparisonVerdict:
    if any(line.outcome == "worse" or (line.outcome == "newly-broken" and not line.expected) for line in lines):
        return "regressed"
    if any(line.outcome in {"better", "newly-kept"} for line in lines):
        return "better"
    return "undecided" if any(line.undecided for line in lines) else "same"
