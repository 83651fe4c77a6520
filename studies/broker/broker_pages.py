"""Where a replay on a real broker is published: the record, the finding's page, and its case."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.records.case_format import CASE_KEYS, PATH_KEYS
from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids, section_of
from studies.records import Line, read_lines

RECORD = FINDINGS / "broker.jsonl"


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
    text = replace_excerpt(row.client.id, page.read_text(encoding="utf-8"), line["excerpt"])
    page.write_text(text, encoding="utf-8")
    mark_case(row.case_file)


def excerpt_of(finding: str, text: str) -> list[str] | None:
    """The lines of a finding's excerpt in the text of its page; None if it has none."""
    found = _excerpt(finding, text)
    return None if found is None else found["lines"].splitlines()


def replace_excerpt(finding: str, text: str, lines: list[str]) -> str:
    """The text of the finding's page with these lines in its excerpt. Raises `AssayError` if it has none."""
    found = _excerpt(finding, text)
    if found is None:
        raise AssayError(f"{finding}: expected a paragraph {_paragraph(finding, text)} with a block after it")
    new = "".join(f"{line}\n" for line in lines)
    return text[: found.start("lines")] + new + text[found.end("lines") :]


def _excerpt(finding: str, text: str) -> re.Match[str] | None:
    section = section_of(finding, text) or text
    begin = text.index(section)
    block = re.escape(_paragraph(finding, text)) + r".*?^```\n(?P<lines>.*?)^```$"
    return re.compile(block, flags=re.MULTILINE | re.DOTALL).search(text, begin, begin + len(section))


def _paragraph(finding: str, text: str) -> str:
    """How the paragraph with the excerpt begins. On a page of several clients it has the finding's id."""
    return "**On a real broker.**" if section_of(finding, text) else f"**On a real broker: {finding}.**"


def mark_case(file: Path) -> None:
    """Say in the case at `file` that its path was shown on a broker. Its life, if it has one, stays."""
    case = json.loads(file.read_text(encoding="utf-8"))
    known = case.get("path") or {"life": None, "histories": 0}
    path = {**known, "status": "shown", "source": "broker"}
    case["path"] = {name: path[name] for name in PATH_KEYS if name in path}
    case = {name: case[name] for name in CASE_KEYS if name in case}
    file.write_text(json.dumps(case, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
