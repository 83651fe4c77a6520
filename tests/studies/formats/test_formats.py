from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from studies.formats.format_files import FORMATS, schema_of
from studies.formats.record_parts import Part, record
from studies.output import ROOT
from tests.assignors.malformed_groups import MALFORMED
from tests.assignors.rich_group import DOCUMENT
from tests.studies.formats.validation import INTERNAL, complaints

PRODUCT = ("assay", "assignors", "benchmarks", "membership", "oracle", "pipeline", "properties", "reports", "studies")
SHAPES = ("expected this key", "no key of this name", "expected an object", "expected a list", "group states")
"""What the reader says of a group that has a wrong shape."""
SPECIMEN = re.compile(r'\{\s*"format":\s*"assay-')


def json_files() -> Iterator[Path]:
    """Return the JSON documents in the repository that name one of our formats."""
    for folder in ("captures", "docs", "tests/data", "tests/assay"):
        for path in sorted((ROOT / folder).rglob("*.json")):
            named = re.search(r'"(assay-[a-z-]+/1)"', path.read_text("utf-8")[:200])
            if named is not None and named[1] not in INTERNAL and not path.name.endswith(".schema.json"):
                yield path


def page_examples() -> Iterator[tuple[str, Any]]:
    """Return the complete documents on a page. One with `..` in it is a sketch; the group in a life is none."""
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        text, end = page.read_text("utf-8"), 0
        for found in SPECIMEN.finditer(text):
            if found.start() < end:
                continue
            try:
                document, end = json.JSONDecoder().raw_decode(text, found.start())
            except ValueError:
                continue
            yield str(page.relative_to(ROOT)), document


FILES, EXAMPLES = list(json_files()), list(page_examples())


def test_every_format_in_the_code_has_a_schema() -> None:
    sources = "".join(path.read_text("utf-8") for folder in PRODUCT for path in (ROOT / folder).rglob("*.py"))

    named = set(re.findall(r'"(assay-[a-z-]+/1)"', sources))

    assert {schema_of(name)["title"] for name in FORMATS} == named - INTERNAL


@pytest.mark.parametrize("name", FORMATS)
def test_every_schema_is_valid_and_has_no_unused_part(name: str) -> None:
    schema = schema_of(name)

    Draft202012Validator.check_schema(schema)
    used = set(re.findall(r'#/\$defs/([\w-]+)"', json.dumps([schema_of(other) for other in FORMATS])))
    assert schema["$defs"].keys() <= used


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_in_the_repository_match_their_schema(path: Path) -> None:
    """Captures, cases of findings, and test data."""
    assert [] == complaints(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(("page", "document"), EXAMPLES, ids=[page for page, _ in EXAMPLES])
def test_examples_on_pages_match_their_schema(page: str, document: Any) -> None:
    assert [] == complaints(document), page


def test_documents_and_examples_exist() -> None:
    assert len(FILES) > 60
    assert EXAMPLES


def test_group_with_every_key_matches_its_schema() -> None:
    assert [] == complaints(DOCUMENT)


@pytest.mark.parametrize("malformed", [one for one, says in MALFORMED if any(shape in says for shape in SHAPES)])
def test_schema_rejects_documents_of_a_wrong_shape(malformed: object) -> None:
    """The reader rejects these and more, which `test_group_format.py` asserts."""
    assert complaints(malformed, "assay-group/1")


def test_field_without_a_description_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"Part: \['nested', 'schema'\]: expected a meaning after each field"):
        record(Part, meanings={"name": "Its name."})
