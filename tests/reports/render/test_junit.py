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


def write_and_parse(*outcomes: Outcome, where: str = "group") -> Element:
    """Return a suite of cases with these outcomes, written and read back."""
    cases = tuple(JUnitCase(where=where, name=f"law-{place}", outcome=one) for place, one in enumerate(outcomes))
    return fromstring(render_junit([JUnitSuite(name="sticky", cases=cases, notes=(("version", "1"),))]))


def test_counts_match_the_cases() -> None:
    root = write_and_parse(Passed(), Failed("no"), Skipped("known"), Errored("no time"), Errored("no time"))

    counts = {"tests": "5", "failures": "1", "errors": "2", "skipped": "1"}
    assert counts.items() <= root.attrib.items()
    assert counts.items() <= root[0].attrib.items()


def test_undecided_law_is_an_error() -> None:
    case = write_and_parse(Errored("no time")).find(".//testcase/error")

    assert case is not None
    assert "no time" == case.get("message")


def test_expected_failure_is_skipped_with_its_reason() -> None:
    case = write_and_parse(Skipped("Kafka does so")).find(".//testcase/skipped")

    assert case is not None
    assert "Kafka does so" == case.get("message")


def test_case_has_its_notes_as_properties() -> None:
    case = JUnitCase(where="g", name="law", outcome=Passed(), notes=(("path", "shown"),))

    found = fromstring(render_junit([JUnitSuite(name="sticky", cases=(case,))])).find(".//testcase/properties/property")

    assert found is not None
    assert {"name": "path", "value": "shown"} == found.attrib


def test_any_name_gives_well_formed_xml() -> None:
    root = write_and_parse(Failed("\x00 & <b>", "first\nsecond \x1b"), where="]]>\"'<a>\ud800")

    assert "first\nsecond \\x1b" == root.findtext(".//failure")
    assert "]]>\"'<a>\\ud800" == root.find(".//testcase").get("classname")  # type: ignore[union-attr]
