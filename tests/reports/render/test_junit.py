from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest

from kafka_assay.reports.render.junit import PASSED, JUnitCase, JUnitSuite, Outcome, render_junit

FAILED, SKIPPED, UNDECIDED = Outcome("failure", "no"), Outcome("skipped", "as in Kafka"), Outcome("error", "no time")


def write_and_parse(*outcomes: Outcome, where: str = "group") -> Element:
    """Return a suite of cases with these outcomes, written and read back."""
    cases = tuple(JUnitCase(where=where, name=f"law-{place}", outcome=one) for place, one in enumerate(outcomes))
    return fromstring(render_junit([JUnitSuite(name="sticky", cases=cases, notes=(("version", "1"),))]))


def test_counts_match_the_cases() -> None:
    root = write_and_parse(PASSED, FAILED, SKIPPED, UNDECIDED, UNDECIDED)

    counts = {"tests": "5", "failures": "1", "errors": "2", "skipped": "1"}
    assert counts.items() <= root.attrib.items()
    assert counts.items() <= root[0].attrib.items()


@pytest.mark.parametrize("outcome", [FAILED, SKIPPED, UNDECIDED])
def test_case_has_its_reason(outcome: Outcome) -> None:
    """An undecided law is an error, an expected failure is skipped."""
    case = write_and_parse(outcome).find(f".//testcase/{outcome.word}")

    assert case is not None
    assert outcome.message == case.get("message")


def test_case_has_its_notes_as_properties() -> None:
    case = JUnitCase(where="g", name="law", outcome=PASSED, notes=(("path", "shown"),))

    found = fromstring(render_junit([JUnitSuite(name="sticky", cases=(case,))])).find(".//testcase/properties/property")

    assert found is not None
    assert {"name": "path", "value": "shown"} == found.attrib


def test_any_name_gives_well_formed_xml() -> None:
    root = write_and_parse(Outcome("failure", "\x00 & <b>", "first\nsecond \x1b"), where="]]>\"'<a>\ud800")

    assert "first\nsecond \\x1b" == root.findtext(".//failure")
    assert "]]>\"'<a>\\ud800" == root.find(".//testcase").get("classname")  # type: ignore[union-attr]
