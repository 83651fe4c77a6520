"""
Make the environment that all tox environments share, or find that it is the one that the lock file asks for.

A full environment is 1.5 GB, and tox insists on a folder for each name; so each of tox's own is empty, and this folder
holds what `requirements.txt` lists, with the project itself installed editable.

    python .ci/environment.py .tox/assay
"""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.txt"
PROJECT = ROOT / "pyproject.toml"


def wanted() -> str:
    """
    What the environment is a function of: the lock file, the project's own metadata, and the Python that makes it.
    """
    parts = (LOCK.read_bytes(), PROJECT.read_bytes(), sys.version.encode(), str(ROOT).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make(folder: Path) -> None:
    """Install everything into `folder`, from nothing."""
    venv.create(folder, clear=True, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--require-hashes", "--requirement", str(LOCK)], check=True)
    # The build backend is in the lock, so nothing is fetched to build the project.
    alone = ["--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)]
    subprocess.run([*pip, *alone], check=True)


def main() -> None:
    """Make the folder named on the command line unless it is up to date; one process at a time."""
    folder = Path(sys.argv[1])
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = folder / "made-from"
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted():
            print(f"installing requirements.txt into {folder}", flush=True)
            make(folder)
            stamp.write_text(wanted(), encoding="utf-8")


if __name__ == "__main__":
    main()
