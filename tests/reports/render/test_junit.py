"""Tests of `kafka_assay.reports.render.junit`."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

from kafka_assay.reports.render.junit import (
    Errored,
    Failed,
    JUnitCase,
    JUnitSuite,
    Outcome,
    Passed,
    Skipped,
    render_junit,
)


def parsed(*outcomes: Outcome, where: str = "group") -> Element:
    """A suite of cases with these outcomes, written and read back."""
    cases = tuple(JUnitCase(where=where, name=f"law-{place}", outcome=one) for place, one in enumerate(outcomes))
    return fromstring(render_junit([JUnitSuite(name="sticky", cases=cases, notes=(("version", "1"),))]))


def test_the_counts_are_those_of_the_cases() -> None:
    """Both levels count failures, errors and skipped cases."""
    root = parsed(Passed(), Failed("no"), Skipped("known"), Errored("no time"), Errored("no time"))

    counts = {"tests": "5", "failures": "1", "errors": "2", "skipped": "1"}
    assert counts.items() <= root.attrib.items()
    assert counts.items() <= root[0].attrib.items()


def test_an_undecided_law_is_an_error() -> None:
    """What could not be judged is never a pass."""
    case = parsed(Errored("no time")).find(".//testcase/error")

    assert case is not None
    assert "no time" == case.get("message")


def test_an_expected_failure_is_skipped_with_its_reason() -> None:
    """The reason stands in the file."""
    case = parsed(Skipped("Kafka does so")).find(".//testcase/skipped")

    assert case is not None
    assert "Kafka does so" == case.get("message")


def test_any_name_makes_well_formed_xml() -> None:
    """Markup is escaped, and characters that XML forbids are written as escapes."""
    root = parsed(Failed("\x00 & <b>", "first\nsecond \x1b"), where="]]>\"'<a>\ud800")

    assert "first\nsecond \\x1b" == root.findtext(".//failure")
    assert "]]>\"'<a>\\ud800" == root.find(".//testcase").get("classname")  # type: ignore[union-attr]
