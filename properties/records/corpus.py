"""The corpus: a folder of earlier counterexamples, named by content hash, tried before new groups are drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.documents import parse_json
from kafka_assay.properties.records.case_format import Case, case_from_json, case_name, case_to_json

CASES = Path(".assay") / "cases"
"""The folder with the cases of a working directory."""


class Corpus(NamedTuple):
    """File name -> case; and the files that could not be read, with the reason."""

    cases: Mapping[str, Case]
    unreadable: tuple[str, ...]


def read_corpus(folder: Path) -> Corpus:
    """All cases in `folder`, by name. A file that is not a case is reported and left out; it never ends a check."""
    cases: dict[str, Case] = {}
    unreadable: list[str] = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            cases[path.name] = case_from_json(parse_json(path.read_bytes()))
        except (InvalidGroup, OSError) as wrong:
            unreadable.append(f"{path}: {wrong}")
    return Corpus(cases, tuple(unreadable))


def write_case(case: Case, folder: Path) -> Path:
    """Write `case` into `folder` under the name of its content, and return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / case_name(case)
    path.write_text(json.dumps(case_to_json(case), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path
