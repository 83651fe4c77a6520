"""Where a replay on a real broker is published: the record, the finding's page, and its case."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.records.case_format import CASE_KEYS
from kafka_assay.properties.records.case_path import PATH_KEYS
from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids, section_of
from studies.records import Line, read_lines

RECORD = FINDINGS / "broker.jsonl"
PARAGRAPH = "**On a real broker.**"
_BLOCK = re.compile(re.escape(PARAGRAPH) + r".*?^```\n(?P<lines>.*?)^```$", flags=re.MULTILINE | re.DOTALL)


def write_sighting(line: Line) -> None:
    """Write one finding's line of the record; if it was seen, also its excerpt and the source of its path."""
    others = [other for other in read_lines(RECORD) if other["finding"] != line["finding"]]
    every = sorted([*others, line], key=lambda one: str(one["finding"]))
    RECORD.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in every), encoding="utf-8")
    rows = finding_rows()
    row = rows.get(str(line["finding"]))
    if row is None or not line["seen"]:
        return
    page = FINDINGS / places_of_ids(rows)[row.client.id]
    text = page.read_text(encoding="utf-8")
    section = section_of(row.client.id, text) or ""
    page.write_text(text.replace(section, replace_excerpt(section, line["excerpt"])), encoding="utf-8")
    mark_case(row.case_file)


def excerpt_of(section: str) -> list[str] | None:
    """The lines of the excerpt in a finding's section; None if it has none."""
    found = _BLOCK.search(section)
    return None if found is None else found["lines"].splitlines()


def replace_excerpt(section: str, lines: list[str]) -> str:
    """The section with these lines in its excerpt. Raises `AssayError` if it has none."""
    found = _BLOCK.search(section)
    if found is None:
        raise AssayError(f"{section.partition(':')[0]}: expected a paragraph {PARAGRAPH} with a block after it")
    new = "".join(f"{line}\n" for line in lines)
    return section[: found.start("lines")] + new + section[found.end("lines") :]


def mark_case(file: Path) -> None:
    """Say in the case at `file` that its path was shown on a broker. Its life, if it has one, stays."""
    case = json.loads(file.read_text(encoding="utf-8"))
    known = case.get("path") or {"life": None, "histories": 0}
    path = {**known, "status": "shown", "source": "broker"}
    case["path"] = {name: path[name] for name in PATH_KEYS if name in path}
    case = {name: case[name] for name in CASE_KEYS if name in case}
    file.write_text(json.dumps(case, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
