"""Tests that a verb or option without its extra ends in one line and exit code 2."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from assay.cli import run
from kafka_assay.assignors.extras import LIBRARIES
from tests.assay.groups import PAIR, write_documents

pytestmark = pytest.mark.functional

NEEDS = {
    "compare range sticky": "assay compare needs SciPy: install kafka-assay[solvers]",
    "optimum pair.json --frontier": "assay optimum --frontier needs OR-Tools: install kafka-assay[solvers]",
    "optimum pair.json --then topic-spread": "assay optimum --then needs OR-Tools: install kafka-assay[solvers]",
    "optimum pair.json --weights lag": "assay optimum --weights needs OR-Tools: install kafka-assay[solvers]",
    "optimum pair.json --engine ilp": "assay optimum --engine ilp needs OR-Tools: install kafka-assay[solvers]",
    "judge pair.json range --picture a.png": "--picture needs Matplotlib: install kafka-assay[report]",
    "report .": "assay report needs Jinja: install kafka-assay[report]",
    "releases npm:kafkajs@..:eager --measure": "assay releases --measure needs ruptures: install kafka-assay[solvers]",
    "bench": "assay bench needs SciPy: install kafka-assay[solvers]",
    "audit pair.json --out out": "assay audit needs PyArrow: install kafka-assay[spark]",
    "audit pair.json --out out --master loop": "assay audit needs PyArrow: install kafka-assay[spark]",
}


@pytest.mark.parametrize(("command", "line"), NEEDS.items(), ids=list(NEEDS))
def test_one_line_names_the_extra(
    command: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in LIBRARIES:
        monkeypatch.setitem(sys.modules, module, None)  # None makes the import fail
    monkeypatch.chdir(tmp_path)
    write_documents(tmp_path / "pair.json", PAIR)

    assert 2 == run(command.split())
    assert ("", f"assay: {line}\n") == capsys.readouterr()


def test_every_optional_library_names_its_extra() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    brought = {
        (Requirement(library).name.replace("-", "_"), extra)
        for extra, libraries in project["optional-dependencies"].items()
        for library in libraries
        if extra != "all"
    }
    imported = {"kafka": "kafka_python", "markupsafe": "jinja2"}

    assert brought == {(imported.get(module, module), extra) for module, (_, extra) in LIBRARIES.items()}
