"""What can be put again: a case, a plain group, or a life, out of one file."""

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
    What the file at `path` asks, and the case that says so, if it is one. Raises `AssayError`, which names the file.

    A case's law and family must be known. Its law is what is asked again; and under a family that nobody knows no
    declared failure would be found, so that it would be told as a new one.
    """
    from kafka_assay.assignors.formats.life_format import life_from_json
    from kafka_assay.assignors.life_run import LifeRun
    from kafka_assay.properties.records.case_format import case_from_json, is_case

    if path != STANDARD_INPUT and holds_many(path):
        raise AssayError(f"{path}: many groups: expected a .json with one case, one life or one group")
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
    from kafka_assay.properties.registry import law_called
    from kafka_assay.properties.strategies.families import GIVEN, family_called

    law_called(case.law)
    if case.inputs != GIVEN:
        family_called(case.inputs)
