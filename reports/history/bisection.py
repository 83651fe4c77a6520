"""A bisection for scripts, `assay-bisection/1`, and for people: in which release a case changed its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kafka_assay.properties.records.case_format import Case, step_to_json
from kafka_assay.properties.releases.bisection import Bisection
from kafka_assay.properties.releases.notebook_format import change_to_json, verdict_to_json
from kafka_assay.properties.verdict import Word, gravest_verdict
from kafka_assay.reports.check.lines import steps_in_words
from kafka_assay.reports.history.release_words import LEGEND, why_not_asked
from kafka_assay.reports.render.plain_text import TextLine
from kafka_assay.reports.render.verdict_signs import sign_of
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

FORMAT = "assay-bisection/1"
REASON = 80


def bisection_document(
    found: Bisection,
    case: Case,
    *,
    target: str,
    target_at: Callable[[str], str],
    replay_at: Callable[[str], str],
) -> dict[str, Any]:
    """What was `found` over the range `target`, as a document; `replay_at` gives the command that asks one release."""
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
            {**change_to_json(one), "replay": {"last": replay_at(one.last), "first": replay_at(one.first)}}
            for one in found.changes
        ],
        "ends": list(found.ends),
        "releases": [_release_record(found, release, target_at(release)) for release in found.releases],
        "steps": [step_to_json(step) for step in case.steps],
    }


def _release_record(found: Bisection, release: str, target: str) -> dict[str, Any]:
    said = found.verdicts.get(release)
    if said is None:
        return {"release": release, "target": target, "verdict": None, "reason": None, "expected": None}
    return {"release": release, "target": target, **verdict_to_json(said)}


def verdict_of(found: Bisection) -> str:
    """
    `came` or `went`, `changed` where it did more than once; else what all say that could be decided, or `undecided`.
    """
    kinds = [change.kind for change in found.changes]
    if kinds:
        return kinds[0] if len(kinds) == 1 else "changed"
    return found.verdicts[found.ends[0]].word if found.ends else "undecided"


def gravest_of_releases(document: Mapping[str, Any]) -> Word:
    """The gravest verdict of the releases that were asked; an expected failure counts as kept."""
    asked = [here for here in document["releases"] if here["verdict"] is not None]
    return gravest_verdict(
        "kept" if here["verdict"] == "broken" and here["expected"] else here["verdict"] for here in asked
    )


def bisection_lines(document: Mapping[str, Any]) -> Iterator[TextLine]:
    """The answer, what it rests on, every release that was asked, and how to ask both sides of a change again."""
    asked = [here for here in document["releases"] if here["verdict"] is not None]
    yield TextLine(f"{document['target']}: {_answer(document)}", word=_sign(document))
    about = [
        f"{document['law']} ({document['inputs']}), {steps_in_words(document['steps'])}",
        f"{len(asked):,} of {quantity(len(document['releases']), 'release')} asked",
    ]
    if document["interrupted"]:
        about.append("interrupted")
    yield TextLine(" · ".join(about), 2)
    if not document["whole"]:
        yield TextLine(f"{_assumed(document)} --all asks every release.", 2)
    yield TextLine("")
    margin = max((len(here["release"]) for here in asked), default=0)
    for here in asked:
        why = f"  {shorten(why_not_asked(here), REASON)}" if here["reason"] else ""
        yield TextLine(f"{here['release']:<{margin}}  {sign_of(here)}{why}", 2)
    yield TextLine(LEGEND, 2)
    for change in document["changes"]:
        yield TextLine("")
        yield TextLine(f"{_change_sentence(change)}:")
        yield TextLine(f"Replay:  {change['replay']['last']}", 2)
        yield TextLine(f"Replay:  {change['replay']['first']}", 2)


def _answer(document: Mapping[str, Any]) -> str:
    verdict, ends = document["verdict"], document["ends"]
    if document["changes"]:
        return series([_change_sentence(change) for change in document["changes"]], most=len(document["changes"]))
    if verdict == "undecided":
        return "UNDECIDED: no release could be decided"
    where = "in all releases that could be decided" if document["whole"] else "at both ends"
    if len(ends) == 1:
        return f"{verdict.upper()} in {ends[0]}, the only release that could be decided"
    return f"{verdict.upper()} {where}, from {ends[0]} to {ends[1]}"


def _change_sentence(change: Mapping[str, Any]) -> str:
    """A change with both its releases, and those that could not be decided between them."""
    came = change["change"] == "came"
    before, after, word = ("kept", "broken", "CAME") if came else ("broken", "kept", "GONE")
    said = f"{word} in {change['first']} (last {before} in {change['last']}, first {after} in {change['first']}"
    between = f"; undecided between them: {series(change['between'])}" if change["between"] else ""
    return f"{said}{between})"


def _sign(document: Mapping[str, Any]) -> Word:
    """How it stands at the newest release that could be decided."""
    said = [here["verdict"] for here in document["releases"] if here["verdict"] in ("kept", "broken")]
    word: Word = said[-1] if said else "undecided"
    return word


def _assumed(document: Mapping[str, Any]) -> str:
    if document["changes"]:
        return "Between the ends one change was assumed;"
    return "Nothing is known of the releases that were not asked;"
