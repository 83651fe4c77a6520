"""
The lines of a comparison about laws: exact counts over pairs, without a threshold.

A law that the base never breaks is newly broken from the first group on. If both break a law on some groups, the groups
count that only one of them breaks. If they all point in one direction, it counts; otherwise an exact sign test decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine, Outcome, effect_of_counts
from kafka_assay.benchmarks.comparison.paired_cases import LawPairs, PairedCases
from kafka_assay.benchmarks.intervals import CONFIDENCE, mean_interval, sign_test

UNJUDGED = "could not be judged on one side for some groups"
NEVER_BOTH = "no group has a verdict on both sides"


def law_lines(
    pairs: PairedCases,
    promised: tuple[Sequence[str], Sequence[str]],
    families: Sequence[str],
    expected: Callable[[str, str], str | None],
    control: PairedCases | None,
) -> Iterator[ComparisonLine]:
    """
    A line for each family and law with a verdict.

    `promised` are the laws of the base and of the candidate. `expected` gives the reason of the candidate's declared
    failure of a law in a family. `control` pairs the base with itself, where its answers vary. `hangs_again` confirms
    hangs; without it they are not confirmed.
    """
    laws = list(dict.fromkeys([*promised[0], *promised[1]]))
    found = [(family, law, one) for family in families for law in laws if (one := pairs.law_pairs(law, family))]
    totals = Counter[str]()
    for _, law, one in found:
        totals[law] += one.decided
    for family, law, one in found:
        line = ComparisonLine(measure=f"law:{law}", inputs=family, outcome="same")
        lacks = [side for side, mine in zip(("base", "candidate"), promised, strict=True) if law not in mine]
        if lacks:
            yield replace(line, outcome="not-comparable", reason=f"the {lacks[0]} does not promise it")
            continue
        noise = None if control is None else control.law_pairs(law, family)
        line = _with_counts(line, one, totals[law], expected(law, family) if one.expected else None)
        yield line if control is None else _with_control(line, one, noise, len(found))


def _with_counts(line: ComparisonLine, one: LawPairs, total: int, expected: str | None) -> ComparisonLine:
    """The `line` with its counts. `total` is the number of groups of all families with a verdict on both sides."""
    worse, better = len(one.worse), len(one.better)
    line = replace(
        line,
        outcome=_outcome(one),
        base=one.base,
        candidate=one.candidate,
        expected=expected,
        effect=effect_of_counts(worse, better, total) if one.decided else None,
        groups=one.decided,
        worse_groups=worse,
        better_groups=better,
        p=sign_test(worse, better) if worse or better else None,
        interval=_interval(one),
    )
    if line.outcome == "same" and (one.unjudged or not one.decided):
        reason = UNJUDGED if one.unjudged else NEVER_BOTH
        return replace(line, outcome="not-comparable", reason=reason, undecided=True, effect=None)
    return replace(line, effect=None) if line.outcome == "same" else line


def _outcome(one: LawPairs) -> Outcome:
    worse, better = len(one.worse), len(one.better)
    if worse and not one.base:
        return "newly-broken"
    if better and not one.candidate:
        return "newly-kept"
    has_direction = not (worse and better) or sign_test(worse, better) < 1 - CONFIDENCE
    if worse == better or not has_direction:
        return "same"
    return "worse" if worse > better else "better"


def _interval(one: LawPairs) -> tuple[float, float] | None:
    """The interval of the difference of shares, where both sides break the law on some groups."""
    worse, better = len(one.worse), len(one.better)
    found = mean_interval(worse - better, worse + better, one.decided) if one.base and one.candidate else None
    return None if found is None else (found.low, found.high)


def _with_control(line: ComparisonLine, one: LawPairs, noise: LawPairs | None, lines: int) -> ComparisonLine:
    """
    The line if the base does not repeat its answers.

    Then a difference counts only if it is certain enough among so many `lines`, and larger than that of the base from
    itself.
    """
    own = 0 if noise is None else abs(len(noise.worse) - len(noise.better))
    line = replace(line, control=float(own))
    difference = abs(len(one.worse) - len(one.better))
    is_certain = _is_certain(one, lines) and difference > own
    if line.outcome in {"same", "not-comparable"} or is_certain:
        return line
    return replace(line, outcome="unstable", reason="the base does not repeat its answers")


def _is_certain(one: LawPairs, lines: int) -> bool:
    """Whether the direction of the difference is certain enough among so many `lines`."""
    return sign_test(len(one.worse), len(one.better)) < (1 - CONFIDENCE) / lines
