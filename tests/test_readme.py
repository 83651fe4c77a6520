from __future__ import annotations

import json
import re
import shlex
from contextlib import closing
from pathlib import Path

import pytest

from assay import cli
from assay.command import ExitCode
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import group_of

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def test_kafka_python_roundrobin_fails_on_kip54_example_2() -> None:
    """The docstring of its class contains this group."""
    group = group_of({"t0": 1, "t1": 2, "t2": 3}, {"C0": ["t0"], "C1": ["t0", "t1"], "C2": ["t0", "t1", "t2"]})

    with closing(open_target("kafka-python:roundrobin")) as target, pytest.raises(AssignorFailed, match="KeyError"):
        target.assign(group)


def test_example_assignor_is_valid_uneven_and_order_dependent(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = re.search(r"```python\n# my_assignor.py\n(.*?)```", README, flags=re.DOTALL)
    assert code is not None
    (tmp_path / "my_assignor.py").write_text(code[1])

    left = cli.run(shlex.split("check python:my_assignor:assign --like roundrobin --inputs clean --groups 50 --json"))

    cells = json.loads(capsys.readouterr().out)["cells"]
    assert ExitCode.BROKEN == left
    broken = [cell["law"] for cell in cells if cell["verdict"] == "broken"]
    assert ["order-does-not-matter", "even-when-equal"] == broken


def test_readme_names_every_verb_and_no_other() -> None:
    commands = "\n".join(re.findall(r"`[^`\n]+`|^\$ .*$", README, flags=re.MULTILINE))

    assert set(cli.VERBS) == set(re.findall(r"\bassay ([a-z-]+)\b", commands))


def test_ci_runs_the_commands_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    tox = (ROOT / "tox.ini").read_text(encoding="utf-8")

    assert ".venv/bin/tox run -e report\n.venv/bin/tox\n" in README
    assert "\n.venv/bin/tox\n" in script
    assert "[testenv:report]" in tox
