"""The tables of the page about the proof of `assay compare`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from studies.comparison.proof_outcome import Change, ProofOutcome
from studies.comparison.proof_pairs import MUTANT, RELEASES, SAME, ProofPair
from studies.output import ROOT, table_head, table_row

PAGE = ROOT / "docs" / "compare-proof.md"
Outcomes = Sequence[tuple[ProofPair, ProofOutcome]]


def page_lines(outcomes: Outcomes, cases: int) -> list[str]:
    """All tables, and the sums above them."""
    lines = [f"Each comparison has {cases:,} cases. The longest Markdown has {_longest(outcomes):,} characters."]
    for part, title, table in (
        (RELEASES, "## Releases", _expected_table),
        (SAME, "## Forty targets beside themselves", _same_table),
        (MUTANT, "## Mutants", _expected_table),
    ):
        mine = [one for one in outcomes if one[0].part == part]
        if mine:
            lines += ["", title, "", *table(mine)]
    return lines


def _longest(outcomes: Outcomes) -> int:
    return max((outcome.characters for _, outcome in outcomes), default=0)


def _expected_table(outcomes: Outcomes) -> Iterator[str]:
    expected = sum(len(pair.expected) for pair, _ in outcomes)
    missing = sum(len(outcome.missing(pair)) for pair, outcome in outcomes)
    yield f"{len(outcomes)} pairs, {expected} known changes: {expected - missing} reported."
    yield ""
    yield table_head("base", "candidate", "known", "reported", "verdict", ">seconds")
    for pair, outcome in outcomes:
        known = "<br>".join(f"{one.measure.removeprefix('law:')}: {one.source}" for one in pair.expected)
        reported = "<br>".join(_reported(outcome, one.measure) for one in pair.expected)
        names = f"`{_short(pair.base)}`", f"`{_short(pair.candidate)}`"
        yield table_row(*names, known, reported, outcome.verdict, f"{outcome.seconds:.0f}")


def _reported(outcome: ProofOutcome, measure: str) -> str:
    found = [change for change in outcome.changes if change.measure == measure]
    return "; ".join(map(_change_in_words, found)) or "**nothing**"


def _change_in_words(change: Change) -> str:
    if change.ratio is not None:
        return f"{change.outcome}: ×{change.ratio:.2g}"
    return f"{change.outcome}: {change.worse:,} worse, {change.better:,} better of {change.groups:,}"


def _same_table(outcomes: Outcomes) -> Iterator[str]:
    regressed = sum(outcome.verdict == "regressed" for _, outcome in outcomes)
    unstable = sum(any(one.outcome == "unstable" for one in outcome.changes) for _, outcome in outcomes)
    noise = [outcome.noise for _, outcome in outcomes if outcome.noise is not None]
    yield f"{len(outcomes)} pairs: {regressed} regressions. {unstable} have an unstable line."
    yield f"The noise in time has the median {median(noise):.1%} and the maximum {max(noise):.1%}." if noise else ""
    yield ""
    yield table_head("target", "verdict", "reported", ">noise", ">seconds")
    for pair, outcome in outcomes:
        reported = "; ".join(f"{one.measure.removeprefix('law:')} {one.outcome}" for one in outcome.changes)
        noise_text = "–" if outcome.noise is None else f"{outcome.noise:.1%}"
        yield table_row(f"`{_short(pair.base)}`", outcome.verdict, reported, noise_text, f"{outcome.seconds:.0f}")


def _short(target: str) -> str:
    """A target without the words that all targets of its kind share."""
    return target.removeprefix("maven:org.apache.kafka:").removeprefix("go:github.com/").removeprefix("python:studies.")
