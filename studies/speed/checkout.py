"""An older version of the project beside this one: its files, and a Python interpreter that runs its command line."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.errors import AssayError
from studies.output import ROOT


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """
    One version of the project. `python` is an interpreter whose `assay` is that version.

    An `old` one ends a check early unless it is asked for many examples.
    """

    name: str
    python: Path
    old: bool = False

    def variables(self) -> dict[str, str]:
        """The environment of `python`. `PYTHONPATH` would put this version in the place of an older one."""
        return {name: value for name, value in os.environ.items() if not (self.old and name == "PYTHONPATH")}


HERE = Checkout(name="now", python=Path(sys.executable))
"""The version that this study belongs to."""


@contextmanager
def older_checkout(which: str) -> Iterator[Checkout]:
    """
    The version at a commit of this repository, or in a folder, for the time of a block.

    A commit is checked out as a temporary worktree. The interpreter is a temporary virtual environment. It contains the
    older version and borrows all other packages from this one. Raises `AssayError` if there is no such commit.
    """
    with TemporaryDirectory(prefix="assay-before-") as scratch:
        folder, environment = Path(which).absolute(), Path(scratch) / "environment"
        if folder.is_dir():
            yield Checkout(name=which, python=make_environment(folder, environment), old=True)
            return
        folder = Path(scratch) / "tree"
        _run_git("worktree", "add", "--quiet", "--detach", str(folder), which)
        try:
            yield Checkout(name=which, python=make_environment(folder, environment), old=True)
        finally:
            _run_git("worktree", "remove", "--force", str(folder))


def make_environment(folder: Path, environment: Path) -> Path:
    """The interpreter of a new virtual environment with the version in `folder` and the packages of this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    site = next(environment.glob("lib/python*/site-packages"))
    borrowed = [path for path in sys.path if Path(path).name == "site-packages"]
    (site / "versions.pth").write_text("\n".join([str(folder), *borrowed]) + "\n", encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    # Metadata of its own, found before the borrowed ones: they say which references the version has.
    about = site / f"kafka_assay-{project['version']}.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(head, encoding="utf-8")
    lines: list[str] = []
    for group, names in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in names.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return environment / "bin" / "python"


def _run_git(*words: str) -> None:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        raise AssayError(f"git {words[0]} {words[1]}: {done.stderr.strip()}")
