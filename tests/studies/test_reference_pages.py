from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from assay.cli import VERBS, commands_of
from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.assignors.registry import reference_names
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.properties.registry import LAWS
from studies.pages.pages import REFERENCE
from studies.reference.parquet_page import described_table

NAMES = [f"{verb} {action}".rstrip() for verb in VERBS for action in commands_of(verb)]
"""The verbs, with each action: `list`, `host serve`."""


@pytest.mark.parametrize(
    ("page", "names"),
    [("laws", [law.id for law in LAWS]), ("assignors", reference_names()), ("command-line", NAMES)],
)
def test_page_has_a_section_for_each(page: str, names: list[str]) -> None:
    headings = re.findall(r"^#{2,3} ([\w @-]+)$", REFERENCE[page](), flags=re.MULTILINE)

    assert [] == [name for name in names if headings.count(name) != 1]


def test_host_answers_the_questions_of_its_example(tmp_path: Path) -> None:
    """The only example that reads stdin, so the tests of pages leave it out."""
    group = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
    question = {"id": 1, "assignor": "sticky", "group": group}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question) + "\n")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    example = commands_of("host")["serve"].example
    subprocess.run(["sh", "-c", example], env={**os.environ, "PATH": path}, cwd=tmp_path, check=True)

    _, answer = (tmp_path / "answers.jsonl").read_text().splitlines()
    assert {"a": {"t": [0]}} == json.loads(answer)["assignment"]


def test_every_summary_of_an_audit_is_on_the_page() -> None:
    assert [] == [name for name in STATEMENTS if f"summary/{name}.parquet" not in REFERENCE["parquet"]()]


def test_column_without_a_meaning_is_refused() -> None:
    with pytest.raises(ValueError, match=r"x\.parquet: columns \['case', "):
        described_table(arrow_schema(CampaignRow), {"a": "A."}, place="x.parquet", row="A row.")
