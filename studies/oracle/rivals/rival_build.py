"""
Build rivals in the cache of foreign artefacts (`assay host cache`), once for each version of their sources.

Nothing of this repository is in that folder.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.tools import run_tool

HERE = Path(__file__).parent


class RivalMissing(AssayError):
    """A rival that cannot be built on this machine, with the reason in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """A rival: its name, the `tools` that it needs, and how it is built and started in the folder with its sources."""

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


def build_rival(rival: Rival) -> Path:
    """The folder in which `rival` is built and can be started. Raises `RivalMissing`."""
    left_out = f"{rival.name} is left out"
    missing = [tool for tool in rival.tools if shutil.which(tool) is None]
    if missing:
        raise RivalMissing(f"{left_out}: {missing[0]} is not on the PATH")
    source = HERE / rival.sources

    def make(folder: Path) -> None:
        shutil.copytree(source, folder, dirs_exist_ok=True)
        run_tool(rival.build, folder=folder, target_text="its build")

    release, recipe = rival.says.rpartition(" ")[2], recipe_of([source], *rival.build)
    try:
        return ensure_artefact(Artefact(kind="rivals", name=rival.name, version=release, recipe=recipe), make)
    except AssayError as wrong:
        raise RivalMissing(f"{left_out}: {wrong}") from None
