"""Test suites as JUnit XML for CI servers: a suite for each target, a case for each law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kafka_assay.reports.wording.safe_names import escape_unprintable


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a law did. An expected failure is `skipped`; undecided never counts as passed and is an `error`."""

    word: Literal["passed", "failure", "skipped", "error"]
    message: str = ""
    proof: str = ""


PASSED = Outcome("passed")


def law_outcome(verdict: str, expected: str | None, reason: str | None, message: str, proof: str = "") -> Outcome:
    """The outcome: why the law is undecided, or `message` and `proof` if it is broken and that is not `expected`."""
    if verdict == "kept":
        return PASSED
    if verdict != "broken":
        return Outcome("error", reason or verdict)
    return Outcome("failure", message, proof) if expected is None else Outcome("skipped", f"expected: {expected}")


@dataclass(frozen=True, slots=True, kw_only=True)
class JUnitCase:
    """One law (`name`) on one group or family (`where`). `notes` are further facts about it."""

    where: str
    name: str
    outcome: Outcome
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JUnitSuite:
    """The cases of one target. `notes` are facts about the suite, such as its version and what was left out."""

    name: str
    cases: tuple[JUnitCase, ...]
    notes: tuple[tuple[str, str], ...] = ()


def render_junit(suites: Sequence[JUnitSuite]) -> str:
    """
    The suites as one XML document.

    >>> print(render_junit([JUnitSuite(name="t", cases=(JUnitCase(where="g", name="law", outcome=PASSED),))]))
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="assay" tests="1" failures="0" errors="0" skipped="0">
      <testsuite name="t" tests="1" failures="0" errors="0" skipped="0">
        <testcase classname="g" name="law" />
      </testsuite>
    </testsuites>
    <BLANKLINE>
    """
    root = Element("testsuites", {"name": "assay"} | _counts([case for suite in suites for case in suite.cases]))
    for suite in suites:
        root.append(_suite(suite))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _counts(cases: Sequence[JUnitCase]) -> dict[str, str]:
    words: list[str] = [case.outcome.word for case in cases]
    counts = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    return {"tests": str(len(words))} | {name: str(words.count(word)) for name, word in counts.items()}


def _suite(suite: JUnitSuite) -> Element:
    element = Element("testsuite", {"name": escape_unprintable(suite.name)} | _counts(suite.cases))
    _add_notes(element, suite.notes)
    for case in suite.cases:
        element.append(_case(case))
    return element


def _add_notes(element: Element, notes: tuple[tuple[str, str], ...]) -> None:
    properties = SubElement(element, "properties") if notes else element
    for name, value in notes:
        SubElement(properties, "property", name=name, value=escape_unprintable(value))


def _case(case: JUnitCase) -> Element:
    element = Element("testcase", classname=escape_unprintable(case.where), name=escape_unprintable(case.name))
    _add_notes(element, case.notes)
    if case.outcome != PASSED:
        found = SubElement(element, case.outcome.word, message=escape_unprintable(case.outcome.message))
        found.text = "\n".join(map(escape_unprintable, case.outcome.proof.split("\n")))
    return element
