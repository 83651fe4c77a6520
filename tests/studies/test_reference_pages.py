from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from assay.cli import VERBS, commands_of
from kafka_assay.assignors.registry import reference_names
from kafka_assay.properties.registry import LAWS
from studies.__main__ import main
from studies.pages.reference_pages import PAGES
from studies.reference.command_line_page import command_line_page
from studies.reference.sentences import prose

NAMES = [f"{verb} {action}".rstrip() for verb in VERBS for action in commands_of(verb)]
"""The verbs, with each action: `list`, `host serve`."""


@pytest.mark.parametrize(
    ("page", "names"),
    [("laws", [law.id for law in LAWS]), ("assignors", reference_names()), ("command-line", NAMES)],
)
def test_page_has_a_section_for_each(page: str, names: list[str]) -> None:
    headings = re.findall(r"^#{2,3} ([\w @-]+)$", PAGES[page](), flags=re.MULTILINE)

    assert [] == [name for name in names if headings.count(name) != 1]


def test_links_to_laws_have_a_section() -> None:
    known = {law.id for law in LAWS}
    linked = {name for make in PAGES.values() for name in re.findall(r"\((?:laws\.md)?#([a-z-]+)\)", make())}

    assert set() == linked - known - {name.replace(" ", "-") for name in NAMES}


def test_required_option_stands_in_the_usage() -> None:
    assert "Usage: `assay audit PATH [PATH ...] --out DIR [OPTION ...]`" in command_line_page()


def test_docstring_without_an_example_is_kept_whole() -> None:
    assert ["One.", "Two."] == prose("One.\n\nTwo.")
    assert ["One."] == prose("One.\n\nIts example:\n\n>>> 1\n1")


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


def test_stale_page_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(PAGES, "laws", lambda: "other laws")

    assert 1 == main(["pages", "reference"])
    assert "differs: docs/reference/laws.md\n" == capsys.readouterr().out
