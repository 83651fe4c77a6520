from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from studies.output import ROOT
from studies.speed.checkout import make_environment

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_environment_runs_the_version_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the metadata of that version, which list its references."""
    monkeypatch.delenv("PYTHONPATH", raising=False)  # set while another test's Spark session is open
    folder = tmp_path / "older"
    (folder / "assay").mkdir(parents=True)
    (folder / "assay" / "__init__.py").write_text("")
    project = '[project]\nname = "kafka-assay"\nversion = "0.0.7"\n[project.entry-points."x"]\none = "a:B"\n'
    (folder / "pyproject.toml").write_text(project)

    python = make_environment(folder, tmp_path / "environment")

    known = "import assay, importlib.metadata as m; "
    says = known + "print(assay.__file__, m.version('kafka-assay'), *m.entry_points(group='x'))"
    done = subprocess.run([python, "-c", says], cwd=ROOT.parent, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{folder}/assay/__init__.py 0.0.7 ")
    assert "value='a:B'" in done.stdout
