"""The view of a bisection: at which release a case changed its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.releases.bisection import Bisection
from kafka_assay.properties.releases.release_findings import VerdictChange
from kafka_assay.reports.check.lines import steps_in_words
from kafka_assay.reports.history.document import known_at, verdict_of
from kafka_assay.reports.history.history_record import LEGEND
from kafka_assay.reports.known_breaks import WHERE, known_ids, known_lines
from kafka_assay.reports.render.blocks import Block, Lines, TextLine
from kafka_assay.reports.render.plain_text import sign_of
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

REASON = 80


def bisection_blocks(
    found: Bisection, case: Case, target: str, target_at: Callable[[str], str], replay_at: Callable[[str], str]
) -> list[Block]:
    """
    The bisection of the range `target`. `target_at` and `replay_at` give the target and the command of one release.
    """
    return [Lines(tuple(_result_lines(found, case, target, target_at, replay_at)))]


def _result_lines(
    found: Bisection, case: Case, target: str, target_at: Callable[[str], str], replay_at: Callable[[str], str]
) -> Iterator[TextLine]:
    """The result, how much was asked for it, every release asked, and how to ask both sides of a change again."""
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
    before, after, word = (
        ("kept", "broken", "BROKEN SINCE") if change.kind == "came" else ("broken", "kept", "FIXED IN")
    )
    sentence = f"{word} {change.first} (last {before} in {change.last}, first {after} in {change.first}"
    between = f"; undecided between them: {series(change.between)}" if change.between else ""
    return f"{sentence}{between})"
