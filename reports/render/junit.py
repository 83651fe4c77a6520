"""Test suites as JUnit XML for CI servers: a suite for each target, a case for each law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kafka_assay.reports.wording.safe_names import escape_unprintable


@dataclass(frozen=True, slots=True)
class Passed:
    """The law is kept."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The law is broken: one line, and its proof."""

    message: str
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """The law is broken as declared, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Errored:
    """The law could not be judged. Undecided never counts as passed."""

    reason: str


Outcome: TypeAlias = Passed | Failed | Skipped | Errored


def law_outcome(verdict: str, expected: str | None, failed: Failed, reason: str | None) -> Outcome:
    """The outcome of a law: how it `failed` if it is broken and that is not `expected`, or why it is undecided."""
    match verdict:
        case "kept":
            return Passed()
        case "broken":
            return failed if expected is None else Skipped(f"expected: {expected}")
        case _:
            return Errored(reason or verdict)


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

    >>> print(render_junit([JUnitSuite(name="t", cases=(JUnitCase(where="g", name="law", outcome=Passed()),))]))
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
    kinds = [type(case.outcome) for case in cases]
    counted = {"failures": Failed, "errors": Errored, "skipped": Skipped}
    return {"tests": str(len(kinds))} | {name: str(kinds.count(kind)) for name, kind in counted.items()}


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
    match case.outcome:
        case Passed():
            pass
        case Failed(message, proof):
            SubElement(element, "failure", message=escape_unprintable(message)).text = _lines(proof)
        case Skipped(reason):
            SubElement(element, "skipped", message=escape_unprintable(reason))
        case Errored(reason):
            SubElement(element, "error", message=escape_unprintable(reason))
        case unknown:
            assert_never(unknown)
    return element


def _lines(text: str) -> str:
    return "\n".join(escape_unprintable(line) for line in text.split("\n"))
