"""Certificates in files: one for one group, or one per line for the groups of a `.jsonl`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.files.inputs import STANDARD_INPUT, holds_many, read_bytes
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.extras import installed_versions
from kafka_assay.assignors.formats.documents import parse_json
from kafka_assay.assignors.formats.error_format import FORMAT as ERROR_FORMAT
from kafka_assay.assignors.formats.json_values import compact_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.files.inputs import Question
    from kafka_assay.assignors.model import Group
    from kafka_assay.oracle.certificate.certificate_file import Certificate
    from kafka_assay.oracle.optimum import Optimum


def certificate_finder(path: str, groups: str) -> Callable[[Question], Certificate]:
    """
    A function that finds the certificate of a group: the only one in `path`, or the one on the group's line.
    """
    if holds_many(path):
        if path == STANDARD_INPUT:
            raise AssayError("--certificate -: expected the path of a file")
        lines = [line for line in read_bytes(path).splitlines() if line.strip()]

        def on_its_line(question: Question) -> Certificate:
            if question.index >= len(lines):
                expected = f"expected a certificate of group {question.index} (from 0)"
                raise AssayError(f"{path}: {len(lines)} lines: {expected}")
            return _parse_certificate(lines[question.index], f"{path}, certificate {question.index} (from 0)")

        return on_its_line
    if holds_many(groups):
        raise AssayError(f"--certificate {path}: one certificate for the many groups of {groups}: expected a .jsonl")
    only = _parse_certificate(read_bytes(path), path)
    return lambda _: only


def _parse_certificate(data: bytes, where: str) -> Certificate:
    from kafka_assay.oracle.certificate.certificate_file import certificate_from_json

    try:
        return certificate_from_json(parse_json(data))
    except InvalidGroup as wrong:
        raise AssayError(f"{where}: {wrong}") from None


class CertificateFile:
    """A file for certificates, in the order of the groups. It is created with the first one."""

    def __init__(self, path: str, groups: str) -> None:
        """Raises `AssayError` if `path` cannot hold the certificates of the file `groups`."""
        if path == STANDARD_INPUT:
            raise AssayError("--certificate -: expected the path of a file")
        if holds_many(groups) and not holds_many(path):
            raise AssayError(
                f"--certificate {path}: one certificate for the many groups of {groups}: expected a .jsonl"
            )
        if not Path(path).parent.is_dir():
            raise AssayError(f"{path}: cannot be written: no such folder {str(Path(path).parent)!r}")
        self.path = path
        self.lines = 0

    def write(self, group: Group, optimum: Optimum, index: int = 0) -> None:
        """Write the certificate of group `index`. Earlier groups without a certificate get a line that says so."""
        from kafka_assay.oracle.certificate.certificate_file import certificate_to_json

        while self.lines < index:
            self._add({"format": ERROR_FORMAT, "index": self.lines, "message": "this group has no certificate"})
        self._add(certificate_to_json(group, optimum, _versions()))

    def _add(self, document: dict[str, Any]) -> None:
        try:
            with Path(self.path).open("a" if self.lines else "w", encoding="utf-8") as file:
                file.write(f"{compact_json(document)}\n")
        except (OSError, ValueError) as wrong:
            raise AssayError(f"{self.path}: cannot be written: {getattr(wrong, 'strerror', None) or wrong}") from None
        self.lines += 1


@cache
def _versions() -> dict[str, str]:
    return installed_versions(("kafka-assay", "ortools", "numpy"))
