"""Tests that a verb without its extra, or a foreign assignor without its tool, ends in one line and exit code 2."""

from __future__ import annotations

import sys
import tomllib

import pytest
from packaging.requirements import Requirement

from kafka_assay.assignors.extras import LIBRARIES
from kafka_assay.assignors.hosted.cache import CACHE
from tests.assay.groups import PAIR
from tests.assay.shell import ROOT, Shell

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
TOOLS = {
    "go:github.com/twmb/franz-go@v1.22.2:sticky": "go",
    "npm:kafkajs@2.2.4:roundrobin": "node",
    "librdkafka==2.12.1:range": "gcc",
}


@pytest.mark.parametrize(("command", "line"), NEEDS.items(), ids=list(NEEDS))
def test_one_line_names_the_extra(command: str, line: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in LIBRARIES:
        monkeypatch.setitem(sys.modules, module, None)  # None makes the import fail
    shell.write("pair.json", PAIR)

    assert (2, "", f"assay: {line}\n") == shell(command)


def test_every_optional_library_names_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = {
        (Requirement(library).name.replace("-", "_"), extra)
        for extra, libraries in project["optional-dependencies"].items()
        for library in libraries
        if extra != "all"
    }
    imported = {"kafka": "kafka_python", "markupsafe": "jinja2", "yaml": "pyyaml"}

    assert brought == {(imported.get(module, module), extra) for module, (_, extra) in LIBRARIES.items()}


@pytest.mark.parametrize(("target", "tool"), TOOLS.items())
def test_missing_tool_is_a_usage_error_and_leaves_no_artefact(
    target: str, tool: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE, str(shell.folder / "cache"))
    monkeypatch.setenv("PATH", str(shell.folder))

    ended = shell(f"judge {shell.write('g.json', PAIR)} {target}")

    said = f"assay: {target} needs {tool}, which is not on the PATH"
    assert (2, said) == (ended.code, ended.err.splitlines()[-1])
    assert [] == [*shell.folder.glob("cache/*/*")]
