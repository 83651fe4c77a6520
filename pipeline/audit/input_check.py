"""Check the files of an audit before anything is started: text other than JSON is refused at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from shlex import quote
from stat import S_ISREG

from kafka_assay.assignors.consumer_groups.text_table import is_tool_text
from kafka_assay.assignors.errors import AssayError

_GROUP_FILES = frozenset({".json", ".jsonl"})
_LOOKED_AT = 65_536
"""The number of bytes checked in each file."""


def check_files(files: Iterable[str]) -> None:
    """
    Check that each file can be read and may hold groups. Raises `AssayError`.

    Errors in a single group are not found here: the audit records them and continues with the other groups.
    """
    for file in files:
        try:
            if not S_ISREG(Path(file).stat().st_mode):
                raise AssayError(f"{file}: not a regular file. An audit reads its input twice: save it as a file first")
            with Path(file).open("rb") as opened:
                beginning = opened.read(_LOOKED_AT).removeprefix(b"\xef\xbb\xbf").lstrip()
        except OSError as wrong:
            raise AssayError(f"{file}: cannot be read: {wrong.strerror or wrong}") from None
        if not beginning or beginning.startswith(b"{"):
            continue
        if is_tool_text(beginning.decode("utf-8", "replace")):
            command = f"assay import {quote(file)} > groups.jsonl"
            raise AssayError(f"{file}: the text of kafka-consumer-groups, not JSON. Import it first: {command}")
        if Path(file).suffix.lower() not in _GROUP_FILES:
            raise AssayError(f"{file}: not JSON: expected groups, as .json, or as .jsonl with one group per line")
