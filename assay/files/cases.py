"""Read what can be repeated from one file: a case, a group or a life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.files.inputs import STANDARD_INPUT, holds_many, read_document
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.documents import group_in, is_life, require_workable

if TYPE_CHECKING:
    from kafka_assay.assignors.life_run import Example
    from kafka_assay.properties.records.case_format import Case


def read_example(path: str) -> tuple[Example, Case | None]:
    """
    The group or life in the file at `path`, and the case, if it is one. Raises `AssayError`, which names the file.

    A case's law and family must be known: its law is checked again, and declared failures are looked up by family.
    """
    from kafka_assay.assignors.formats.life_format import life_from_json
    from kafka_assay.assignors.life_run import LifeRun
    from kafka_assay.properties.records.case_format import case_from_json, is_case

    if path != STANDARD_INPUT and holds_many(path):
        raise AssayError(f"{path}: contains many groups: expected a .json file with one case, life or group")
    document = read_document(path)
    try:
        if is_case(document):
            case = case_from_json(document)
            _expect_known(case)
            return case.example, case
        if is_life(document):
            return LifeRun(life=life_from_json(document)), None
        return require_workable(group_in(document)), None
    except AssayError as wrong:
        raise AssayError(f"{path}: {wrong}") from None


def _expect_known(case: Case) -> None:
    from kafka_assay.properties.input_families import GIVEN, family_called
    from kafka_assay.properties.registry import law_called

    law_called(case.law)
    if case.inputs != GIVEN:
        family_called(case.inputs)
