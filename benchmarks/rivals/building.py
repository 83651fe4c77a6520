"""
Rivals are built where nothing of this repository lies: in a folder of the user's cache, once for each state of their
sources.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from assignors.errors import AssayError

HERE = Path(__file__).parent
_LAST_WORDS = 300


class RivalMissing(AssayError):
    """
    A rival that cannot be built on this machine, and why, in one line.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """
    Who it is, what it needs (`tools`), how it is built and started in the folder with its sources.
    """

    name: str
    says: str
    sources: str
    tools: tuple[str, ...]
    build: tuple[str, ...]
    start: tuple[str, ...]


RIVALS = {
    rival.name: rival
    for rival in (
        Rival(
            name="franz-go",
            says="the sticky balancer of franz-go v1.22.2",
            sources="franz",
            tools=("go",),
            build=("go", "build", "-mod=readonly", "-o", "host", "."),
            start=("./host",),
        ),
        Rival(
            name="uniform",
            says="the UniformAssignor of Kafka's group coordinator 4.4.0",
            sources="uniform",
            tools=("mvn", "javac", "java"),
            build=("mvn", "--quiet", "--batch-mode", "compiler:compile", "dependency:copy-dependencies",
                   "-DoutputDirectory=target/lib"),
            start=("java", "-Xmx3g", "-cp", "target/classes:target/lib/*", "Main"),
        ),
    )
}  # fmt: skip


def built(rival: Rival) -> Path:
    """
    The folder in which `rival` is built and can be started. Raises `RivalMissing`.
    """
    missing = [tool for tool in rival.tools if shutil.which(tool) is None]
    if missing:
        raise RivalMissing(f"{rival.name} is left out: {missing[0]} is not on the PATH")
    source = HERE / rival.sources
    folder = cache() / f"{rival.sources}-{_hash(source)}"
    done = folder / "built"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
        ended = subprocess.run(  # noqa: S603 - the commands above
            rival.build, cwd=folder, capture_output=True, text=True, check=False
        )
        if ended.returncode:
            said = " ".join((ended.stdout + ended.stderr).split())
            raise RivalMissing(f"{rival.name} is left out: `{' '.join(rival.build)}` failed: {said[:_LAST_WORDS]}")
        done.touch()
    return folder


def cache() -> Path:
    """
    Where rivals are built.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "kafka-assay" / "rivals"


def _hash(source: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(source)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
