"""A bisection, as data and as blocks: at which release a case changed its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kafka_assay.properties.records.case_format import Case, step_to_json
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.properties.releases.bisection import Bisection
from kafka_assay.properties.releases.release_findings import ReleaseVerdict, VerdictChange
from kafka_assay.properties.verdict import Word, gravest_verdict
from kafka_assay.reports.check.lines import steps_in_words
from kafka_assay.reports.history.history_record import LEGEND
from kafka_assay.reports.known_breaks import WHERE, KnownBreak, known_breaks, known_ids, known_key, known_lines
from kafka_assay.reports.render.blocks import TextLine, sign_of
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

FORMAT = "assay-bisection/1"
REASON = 80


def bisection_lines(
    found: Bisection, case: Case, target: str, target_at: Callable[[str], str], replay_at: Callable[[str], str]
) -> Iterator[TextLine]:
    """
    The result, how much was asked for it, every release asked, and how to ask both sides of a change again.

    `target` is a range; `target_at` and `replay_at` give the target and the command of a release.
    """
    decided = [word for _, word in found.row if word in ("kept", "broken")]
    yield TextLine(f"{target}: {_answer(found)}", word=decided[-1] if decided else "undecided")
    about = [
        f"{case.law} ({case.inputs}), {steps_in_words(case.steps)}",
        f"{len(found.row):,} of {quantity(len(found.releases), 'release')} asked",
    ]
    if found.interrupted:
        about.append("interrupted")
    yield TextLine(" · ".join(about), 2)
    if not found.whole:
        unknown = "The other releases were not asked"
        assumed = "This assumes one change between the ends" if found.changes else unknown
        yield TextLine(f"{assumed}. --all-releases asks every release.", 2)
    yield TextLine("")
    known = {release: known_at(found.verdicts[release], case, target_at(release)) for release, _ in found.row}
    margin = max((len(release) for release, _ in found.row), default=0)
    for release, _ in found.row:
        verdict = found.verdicts[release]
        why = f"  {shorten(verdict.reason.removeprefix(f'{target_at(release)}: '), REASON)}" if verdict.reason else ""
        ids = f"  known: {', '.join(known_ids([known[release]]))}" if known[release] else ""
        yield TextLine(f"{release:<{margin}}  {sign_of(verdict.word, verdict.expected)}{ids}{why}", 2)
    yield TextLine(LEGEND, 2)
    for change in found.changes:
        yield TextLine("")
        yield TextLine(f"{_change_sentence(change)}:")
        yield TextLine(f"Replay:  {replay_at(change.last)}", 2)
        yield TextLine(f"Replay:  {replay_at(change.first)}", 2)
    if any(known.values()):
        yield TextLine("")
        broken = {release: known[release] for release in known if found.verdicts[release].word == "broken"}
        yield from map(TextLine, known_lines(broken, "in"))
        yield TextLine(WHERE)


def _answer(found: Bisection) -> str:
    if found.changes:
        return series([_change_sentence(change) for change in found.changes], most=len(found.changes))
    if not found.ends:
        return "UNDECIDED in all releases that were asked"
    verdict = verdict_of(found).upper()
    if len(found.ends) == 1:
        return f"{verdict} in {found.ends[0]}, the only decided release"
    every = "in all releases" if len(found.row) == len(found.decided) else "in all decided releases"
    where = every if found.whole else "at both ends"
    return f"{verdict} {where}, from {found.ends[0]} to {found.ends[1]}"


def _change_sentence(change: VerdictChange) -> str:
    """A change with its two releases, and the undecided releases between them."""
    before, after, word = "kept", "broken", "BROKEN SINCE"
    if change.change == "went":
        before, after, word = after, before, "FIXED IN"
    sentence = f"{word} {change.first} (last {before} in {change.last}, first {after} in {change.first}"
    between = f"; undecided between them: {series(change.between)}" if change.between else ""
    return f"{sentence}{between})"


def bisection_document(
    found: Bisection, case: Case, target: str, target_at: Callable[[str], str], replay_at: Callable[[str], str]
) -> dict[str, Any]:
    """The same as a document."""
    return {
        "format": FORMAT,
        "target": target,
        "law": case.law,
        "inputs": case.inputs,
        "seed": case.seed,
        "verdict": verdict_of(found),
        "whole": found.whole,
        "interrupted": found.interrupted,
        "changes": [
            {**write_record(one), "replay": {"last": replay_at(one.last), "first": replay_at(one.first)}}
            for one in found.changes
        ],
        "ends": list(found.ends),
        "releases": [_release_record(found, release, case, target_at(release)) for release in found.releases],
        "steps": [step_to_json(step) for step in case.steps],
    }


def _release_record(found: Bisection, release: str, case: Case, target: str) -> dict[str, Any]:
    verdict = found.verdicts.get(release)
    if verdict is None:
        return {"release": release, "target": target, "verdict": None, "reason": None, "expected": None}
    return {"release": release, "target": target, **verdict.to_json(), **known_key(known_at(verdict, case, target))}


def known_at(verdict: ReleaseVerdict, case: Case, target: str) -> tuple[KnownBreak, ...]:
    """The known findings and policies behind the break of `case` at a release; none if it was declared or kept."""
    if verdict.word != "broken" or verdict.expected:
        return ()
    return known_breaks(target, case.law, case.inputs, verdict.failure)


def verdict_of(found: Bisection) -> str:
    """`came`, `went`, or `changed` (several changes); else the verdict of all decided releases, or `undecided`."""
    kinds = [one.change for one in found.changes]
    if kinds:
        return kinds[0] if len(kinds) == 1 else "changed"
    return found.verdicts[found.ends[0]].word if found.ends else "undecided"


def gravest_of_releases(found: Bisection) -> Word:
    """The gravest verdict of the releases that were asked. An expected failure counts as kept."""
    return gravest_verdict(
        "kept" if verdict.word == "broken" and verdict.expected else verdict.word for verdict in found.verdicts.values()
    )
