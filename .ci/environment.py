"""
Make the environment that all tox environments share, or find that it is the one that the lock file asks for.

A full environment is 1.5 GB, and tox insists on a folder for each name; so each of tox's own is empty, and this folder
holds what `requirements.txt` lists, with the project itself installed editable.

    python .ci/environment.py .tox/assay
"""

from __future__ import annotations

import fcntl
import hashlib
import re
import subprocess
import sys
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.txt"
PROJECT = ROOT / "pyproject.toml"


def fingerprint(*parts: bytes) -> str:
    """What tells one content from another."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def install(folder: Path, *words: str) -> None:
    """
    Run `pip install` in the environment `folder`.

    Python compiles a file when it is first imported, and most never are.
    """
    pip = (str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    subprocess.run([*pip, "--no-compile", *words], check=True)


def install_lock(folder: Path) -> None:
    """
    Install the lock file, which names all that is needed, in two halves at a time: pip unpacks on one core.

    Neither half looks at what is installed: the other may be writing it.
    """
    words = ("--no-deps", "--ignore-installed", "--require-hashes", "--requirement")
    entries = re.split(r"\n(?=[\w.-]+(?:\[[\w,-]+\])?==)", LOCK.read_text(encoding="utf-8"))
    halves = folder / "first.txt", folder / "second.txt"
    for place, half in enumerate(halves):
        half.write_text("\n".join(entries[place::2]), encoding="utf-8")
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda half: install(folder, *words, str(half)), halves))


def update(folder: Path) -> None:
    """
    Install the lock file from nothing where it or the Python is another one, and the project where its metadata is.
    """
    stamp = folder / "made-from"
    made = stamp.read_text(encoding="utf-8").split() if stamp.exists() else []
    environment = fingerprint(LOCK.read_bytes(), sys.version.encode(), str(ROOT).encode())
    wanted = [environment, fingerprint(PROJECT.read_bytes())]
    if made == wanted:
        return
    if made[:1] != [environment]:
        print(f"installing requirements.txt into {folder}", flush=True)
        venv.create(folder, clear=True, with_pip=True)
        install_lock(folder)
    # The build backend is in the lock, so nothing is fetched to build the project.
    install(folder, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT))
    stamp.write_text("\n".join(wanted), encoding="utf-8")


def main() -> None:
    """Bring the folder named on the command line up to date; one process at a time."""
    folder = Path(sys.argv[1])
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        update(folder)


if __name__ == "__main__":
    main()
