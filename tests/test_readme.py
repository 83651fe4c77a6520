from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from assay import cli
from assay.command import ExitCode

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_example_assignor_is_valid_uneven_and_order_dependent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
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
