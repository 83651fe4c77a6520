"""
Build the wheel and the sdist, check them, and use the installed wheel: first the core alone, then with every extra.

    python .ci/wheel.py .tox/wheel/work

The shared environment builds and checks. Whatever the wheel needs comes from `requirements.txt`, with its hashes.
The project in which the installed program runs has packages of its own that are called like our folders.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import distribution, requires
from importlib.util import cache_from_source
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.txt"
CAPTURES = [str(ROOT / "captures" / f"g-{name}.json") for name in ("java-rr-hetero", "ak-range", "ck-kip-range")]
IMPORT_NAMES = {"assay", "kafka_assay"}
EXTRAS = ("clients", "report", "solvers", "spark")
CORE_MEGABYTES = 250

PROJECT = {
    "assignors/__init__.py": "",
    "assignors/mine.py": '''
class Mine:
    def assign(self, group):
        """Every topic to its first subscriber."""
        answer = {member.id: {} for member in group.members}
        for topic in group.topics:
            for member in group.members:
                if topic.name in member.subscription:
                    answer[member.id][topic.name] = list(range(topic.partitions))
                    break
        return answer
''',
    "reports/__init__.py": "",
    **{
        f"{name}/__init__.py": f"raise ImportError('somebody imports {name} of this project')\n"
        for name in ("properties", "membership", "oracle", "benchmarks", "campaign", "pipeline")
    },
    "tests/test_mine.py": """
import reports
from assay.testing import ExpectedFailure, Group, Member, Promise, Topic, assert_keeps, parametrize_with_laws
from assignors.mine import Mine

GROUP = {"format": "assay-group/1", "topics": {"t": 2}, "members": [{"id": "a", "subscription": ["t"]}]}


@parametrize_with_laws([Mine()], examples=5)
def test_it_keeps_the_laws(assignor, check):
    check(assignor)


def test_a_pasted_test_passes():
    assert_keeps("nothing-left-out", GROUP, target="python:assignors.mine:Mine")


def test_the_types_are_there():
    group = Group(topics=(Topic(name="t", partitions=1),), members=(Member(id="a", subscription=("t",)),))
    assert {"a": {"t": [0]}} == Mine().assign(group)
""",
    "pytest.ini": "[pytest]\npythonpath = .\n",
}
"""File -> its text: a project whose packages have the names of our folders; some of them must not be imported."""

MINE = "python:assignors.mine:Mine"
NEEDS_EXTRA = {
    ("compare", "range", "sticky"): "solvers",
    ("optimum", CAPTURES[0], "--frontier"): "solvers",
    ("optimum", CAPTURES[0], "--then", "topic-spread"): "solvers",
    ("optimum", CAPTURES[0], "--weights", "lag"): "solvers",
    ("optimum", CAPTURES[0], "--engine", "ilp"): "solvers",
    ("judge", CAPTURES[0], "range", "--picture", "finding.png"): "report",
    ("bench",): "solvers",
    ("report", "."): "report",
    ("audit", CAPTURES[0], "--out", "out"): "spark",
    ("audit", CAPTURES[0], "--out", "out", "--master", "loop"): "spark",
    ("judge", CAPTURES[0], "kafka-python:sticky"): "clients",
    ("judge", CAPTURES[0], "aiokafka:range"): "clients",
}
"""Command -> the extra that its one line must name."""


PURELIB = "import sysconfig; print(sysconfig.get_path('purelib'))"


class Installed:
    """A fresh virtual environment, and commands run by it in the folder of the project."""

    def __init__(self, folder: Path, project: Path) -> None:
        self.folder = folder
        self.project = project
        venv.create(folder, clear=True, with_pip=True)

    def install(self, wheel: Path) -> float:
        """Install the wheel and what its core needs, from the lock file. Returns the seconds that it took."""
        begun = time.perf_counter()
        locked = self.folder / "locked.txt"
        locked.write_text(locked_requirements(needed_distributions(wheel, "")), encoding="utf-8")
        self.run_pip("install", "--quiet", "--require-hashes", "--requirement", str(locked))
        self.run_pip("install", "--quiet", "--no-deps", "--no-index", str(wheel))
        seconds = time.perf_counter() - begun
        self.run_pip("check")
        return seconds

    def add_extras(self, wheel: Path) -> None:
        """Add what all extras need, and nothing else: the files that the shared environment has from the lock file."""
        there, here = (Path(sysconfig.get_path("purelib")), Path(self.run("python", "-c", PURELIB).stdout.strip()))
        for name in needed_distributions(wheel, "all") - needed_distributions(wheel, ""):
            for file in installed_files(name):
                if file.is_relative_to(there):
                    copy = here / file.relative_to(there)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    os.link(file, copy)
        self.run_pip("check")

    def run_pip(self, *words: str) -> None:
        """Run pip in the environment."""
        self.run("python", "-m", "pip", "--disable-pip-version-check", *words)

    def run(self, program: str, *words: str, expected: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment; stop where its exit code is not the `expected` one."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command = [str(self.folder / "bin" / program), *words]
        result = subprocess.run(command, cwd=self.project, env=environment, capture_output=True, text=True, check=False)
        if result.returncode != expected:
            sys.exit(f"{' '.join(command)}: exit code {result.returncode}\n{result.stdout}\n{result.stderr}")
        return result

    def megabytes(self) -> float:
        """What lies in the environment, pip included."""
        return sum(file.lstat().st_size for file in self.folder.rglob("*")) / 1e6


def build(folder: Path) -> Path:
    """Build the sdist, from it the wheel, and check both. Returns the wheel."""
    shared = Path(sys.executable).parent
    builder = (shared / "python", "-m", "build", "--no-isolation", ROOT, "--outdir")
    builds = ((*builder, folder / "dist"), (*builder, folder / "direct", "--wheel"))
    with ThreadPoolExecutor() as pool:
        list(pool.map(partial(subprocess.run, check=True, stdout=subprocess.DEVNULL), builds))
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    (direct,) = (folder / "direct").glob("*.whl")
    subprocess.run([shared / "check-wheel-contents", "--config", ROOT / "pyproject.toml", wheel], check=True)
    subprocess.run([shared / "twine", "check", "--strict", sdist, wheel], check=True)
    names = set(zipfile.ZipFile(wheel).namelist())
    assert names == set(zipfile.ZipFile(direct).namelist()), "the wheel from the sdist holds other files"
    assert IMPORT_NAMES == {name.partition("/")[0] for name in names if ".dist-info/" not in name}, sorted(names)
    known = {f"kafka_assay/properties/known/{file.name}" for file in (ROOT / "properties" / "known").glob("*.json")}
    assert known <= names, sorted(known - names)
    print(f"{wheel.name}: {len(names)} files, {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
    return wheel


def needed_distributions(wheel: Path, extra: str) -> set[str]:
    """The names of all distributions that the wheel needs, as the shared environment's metadata says."""
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(metadata).decode("utf-8").partition("\n\n")[0].splitlines()
    own = [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")]
    todo = [Requirement(f"kafka-assay[{extra}]" if extra else "kafka-assay")]
    seen: set[tuple[str, str]] = set()
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        for wanted in ("", *requirement.extras):
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                further = map(Requirement, own if name == "kafka-assay" else requires(name) or ())
                todo += [one for one in further if one.marker is None or one.marker.evaluate({"extra": wanted})]
    return {name for name, _ in seen} - {"kafka-assay"}


def extra_megabytes(wheel: Path, extra: str) -> float:
    """What the distributions of an extra add to the core."""
    names = needed_distributions(wheel, extra) - needed_distributions(wheel, "")
    return sum(file.stat().st_size for name in names for file in installed_files(name)) / 1e6


def installed_files(name: str) -> set[Path]:
    """The files of a distribution in the shared environment, with the bytecode that Python has compiled since."""
    files = {Path(os.path.normpath(str(file.locate()))) for file in distribution(name).files or ()}
    files |= {Path(cache_from_source(str(file))) for file in files if file.suffix == ".py"}
    return {file for file in files if file.is_file()}


def locked_requirements(names: set[str]) -> str:
    """The entries of the lock file for `names`, hashes included."""
    entries = LOCK.read_text("utf-8").replace("\\\n", "\\\0").splitlines()
    kept = [entry for entry in entries if canonicalize_name(entry.partition("==")[0].partition("[")[0]) in names]
    return "\n".join(kept).replace("\\\0", "\\\n") + "\n"


def check_core(core: Installed) -> None:
    """Use what needs no extra, and ask for what does."""
    core.run("assay", "check", MINE, "--groups", "20")
    core.run("assay", "check", "sticky", "--groups", "20")
    core.run("python", "-m", "assay", "judge", CAPTURES[0], MINE)
    core.run("assay", "optimum", CAPTURES[0])
    answer = core.project / "answer.json"
    answer.write_text(core.run("assay", "judge", CAPTURES[0], "sticky", "--json").stdout, encoding="utf-8")
    core.run("assay", "judge", CAPTURES[0], str(answer))
    print(core.run("pytest", "-q", "-p", "no:cacheprovider").stdout.splitlines()[-1], flush=True)
    with ThreadPoolExecutor() as pool:
        asked = pool.map(lambda words: core.run("assay", *words, expected=2).stderr, NEEDS_EXTRA)
        for said, extra in zip(asked, NEEDS_EXTRA.values(), strict=True):
            assert said.count("\n") == 1, said
            assert said.endswith(f": install kafka-assay[{extra}]\n"), said


def check_all(everything: Installed) -> None:
    """Check and audit, with Spark and without it, and report."""
    everything.run("assay", "check", "sticky", "--groups", "20")
    everything.run("assay", "judge", CAPTURES[0], "kafka-python:sticky")

    def count_rows(master: str) -> int:
        out = everything.project / f"out-{master}"
        everything.run("assay", "audit", *CAPTURES, "--target", MINE, "--master", master, "--out", str(out))
        everything.run("assay", "report", str(out))
        assert (out / "index.html").is_file()
        return int(json.loads((out / "audit.json").read_text("utf-8"))["rows"])

    with ThreadPoolExecutor() as pool:
        rows = list(pool.map(count_rows, ("loop", "local[2]")))
    assert rows[0] == rows[1] > 0, rows


def main() -> None:
    """Everything in the folder named on the command line, which is made again."""
    folder = Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    project = folder / "project"
    for name, text in PROJECT.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    wheel = build(folder)
    installed = Installed(folder / "environment", project)
    seconds = installed.install(wheel)
    megabytes = installed.megabytes()
    print(f"core: {megabytes:.0f} MB in {seconds:.0f} s", flush=True)
    for extra in EXTRAS:
        print(f"[{extra}]: {extra_megabytes(wheel, extra):.0f} MB more", flush=True)
    assert megabytes <= CORE_MEGABYTES
    check_core(installed)
    installed.add_extras(wheel)
    print(f"all: {installed.megabytes():.0f} MB", flush=True)
    check_all(installed)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
