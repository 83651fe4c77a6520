"""Every format has a page and a JSON Schema, which say what the code says, and the documents in the project obey."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import group_from_json
from studies.formats.formats import format_files, stale_files
from studies.formats.schemas import FORMATS, schema_of
from studies.formats.shapes import Format, keys_of
from studies.output import ROOT
from tests.assignors.formats.test_group_format import RICH
from tests.assignors.malformed_groups import MALFORMED
from tests.studies.formats.validation import complaints

PRODUCT = ("assay", "assignors", "benchmarks", "oracle", "pipeline", "properties", "reports", "studies")
OF_STUDIES = {"assay-quality/1", "assay-topology/1", "assay-oracle-growth/1", "assay-oracle-grid/1"}
"""Records that only studies write, and only our own report reads."""

SPECIMEN = re.compile(r'\{\s*"format":\s*"assay-')


def json_files() -> Iterator[Path]:
    """The JSON documents in the repository that name a format of ours."""
    for folder in ("captures", "docs", "tests/data", "tests/assay"):
        for path in sorted((ROOT / folder).rglob("*.json")):
            if '"assay-' in path.read_text("utf-8")[:200] and not path.name.endswith(".schema.json"):
                yield path


def page_examples() -> Iterator[tuple[str, Any]]:
    """Whole documents that stand in a page; one with `..` in it is a sketch."""
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        text = page.read_text("utf-8")
        for found in SPECIMEN.finditer(text):
            try:
                document, _ = json.JSONDecoder().raw_decode(text, found.start())
            except ValueError:
                continue
            yield str(page.relative_to(ROOT)), document


FILES, EXAMPLES = list(json_files()), list(page_examples())


def test_pages_and_schemas_are_what_the_code_says() -> None:
    """`python -m studies formats --write` writes them anew."""
    assert [] == stale_files(format_files())


def test_every_format_in_the_code_has_a_page() -> None:
    """A new one cannot be forgotten."""
    sources = "".join(path.read_text("utf-8") for folder in PRODUCT for path in (ROOT / folder).rglob("*.py"))

    named = set(re.findall(r'"(assay-[a-z-]+/1)"', sources))

    assert {one.title for one in FORMATS} == named - OF_STUDIES


@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.name)
def test_every_schema_is_a_schema(one: Format) -> None:
    """And every object in it is used."""
    schema = schema_of(one)

    Draft202012Validator.check_schema(schema)
    used = set(re.findall(r'#/\$defs/([\w-]+)"', json.dumps([schema_of(other) for other in FORMATS])))
    assert schema["$defs"].keys() <= used


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_in_the_repository_obey(path: Path) -> None:
    """Captures, cases of findings, and the data of tests."""
    assert [] == complaints(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(("page", "document"), EXAMPLES, ids=[page for page, _ in EXAMPLES])
def test_examples_in_the_pages_obey(page: str, document: Any) -> None:
    """What a page shows is what is read and printed."""
    assert [] == complaints(document), page


def test_there_is_something_to_hold_against_the_schemas() -> None:
    """The searches above find files and examples."""
    assert len(FILES) > 60
    assert EXAMPLES


def test_a_group_with_every_key_obeys() -> None:
    """The reader's own specimen."""
    assert [] == complaints(RICH)


@pytest.mark.parametrize(("malformed", "says"), MALFORMED, ids=[says[:50] for _, says in MALFORMED])
def test_what_the_schema_refuses_the_reader_refuses_too(malformed: object, says: str) -> None:
    """The reader is the stricter one: it also counts entries and compares names."""
    with pytest.raises(InvalidGroup, match=re.escape(says)):
        group_from_json(malformed)

    shape = ("expected this key", "no key of this name", "expected an object", "expected a list", "group states")
    if any(part in says for part in shape):
        assert complaints(malformed, "assay-group/1")


def test_a_field_without_a_meaning_is_an_error() -> None:
    """A new field of a record cannot be left out of its page."""
    with pytest.raises(ValueError, match=r"Format: \['parts', 'roots', 'says'\]: expected a meaning for each field"):
        keys_of(Format, {"name": "Its name."})
