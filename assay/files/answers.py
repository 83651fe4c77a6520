"""What is given beside groups: answers and proofs, in a file of their own, one line per group, or beside each group."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from assay.files.inputs import STANDARD_INPUT, holds_many, read_bytes
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_from_json, assignment_in
from kafka_assay.assignors.formats.documents import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.files.inputs import Question
    from kafka_assay.assignors.model import Assignment
    from kafka_assay.oracle.certificate.certificate_file import Certificate

Read = TypeVar("Read")


def answer_finder(groups: str, answers: str | None) -> Callable[[Question], Assignment]:
    """
    A function that finds the answer to a group of the file `groups`: in the file `answers`, or in the group's record.

    A `.jsonl` of answers, such as `assay judge` prints, has one answer per line, in the order of the groups.
    """
    if answers is None:
        return _answer_beside
    if STANDARD_INPUT == groups == answers:
        raise AssayError("-: groups and answers cannot both be read from standard input")
    return _finder(groups, answers, assignment_from_json, "answer")


def proof_finder(path: str, groups: str) -> Callable[[Question], Certificate]:
    """A function that finds the proof about a group: the only one in `path`, or the one on the group's line."""
    from kafka_assay.oracle.certificate.certificate_file import certificate_from_json

    if path == STANDARD_INPUT:
        raise AssayError("--check-proof -: expected the path of a file")
    return _finder(groups, path, certificate_from_json, "proof")


def _finder(groups: str, path: str, parse: Callable[[object], Read], what: str) -> Callable[[Question], Read]:
    """A function that finds the document for a group: the only one in `path`, or the one on the group's line."""

    def read(data: bytes, where: str, index: int = 0) -> Read:
        try:
            document = parse_json(data)
            found = parse(document)
        except InvalidGroup as wrong:
            raise AssayError(f"{where}: {wrong}") from None
        # A line that a verb printed says which group it is about.
        if isinstance(document, dict) and document.get("index", index) != index:
            expected = f"expected {index}: one {what} for each group, in their order"
            raise AssayError(f"{where}: index: {document['index']}: {expected}")
        return found

    if not holds_many(path):
        many = f"{path}: one {what} for the many groups of {groups}: expected a .jsonl with one {what} per line"
        if holds_many(groups) and groups != STANDARD_INPUT:
            raise AssayError(many)
        only = read(read_bytes(path), path)

        def for_the_only_group(question: Question) -> Read:
            if question.index:
                raise AssayError(many)
            return only

        return for_the_only_group
    lines = [line for line in read_bytes(path).splitlines() if line.strip()]

    def on_its_line(question: Question) -> Read:
        if question.index >= len(lines):
            raise AssayError(f"{path}: {len(lines)} lines: expected the {what} of group {question.index} (from 0)")
        return read(lines[question.index], f"{path}, {what} {question.index} (from 0)", question.index)

    return on_its_line


def _answer_beside(question: Question) -> Assignment:
    found = question.record.get("assignment")
    if found is None:
        raise AssayError(
            "no answer: expected a target, or a second file with the answer, or the key 'assignment' beside 'group' "
            "in the record"
        )
    try:
        return assignment_in(found)
    except InvalidGroup as wrong:
        raise AssayError(f"{question.file}: {wrong}") from None
