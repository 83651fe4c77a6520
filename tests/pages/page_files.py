"""
The files that the commands of a page read and the reader brings: a group, texts of a broker, a program, a jar.

A page whose commands read nothing but files of the checkout needs none.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import ZipFile

from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact
from kafka_assay.assignors.hosted.cache import CACHE
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.tools import run_tool
from studies.output import ROOT
from tests.pages.page_commands import PageCommand
from tests.support.consumer_group_texts import consumer_group_texts

_GROUP = {
    "format": "assay-group/1",
    "topics": {"t0": 1, "t1": 2},
    "members": [
        {"id": "C0", "subscription": ["t1"], "owned": {"t1": [0, 1]}, "generation": 1},
        {"id": "C1", "subscription": ["t0"]},
        {"id": "C2", "subscription": ["t0", "t1"], "owned": {"t0": [0]}, "generation": 1},
    ],
}
"""The group of `docs/understand/optimum.md`."""

_ANSWER = {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t1": [1]}}

_CLASS = """
class YourAssignor:
    def assign(self, group):
        return assign(group)
"""

_JAR = "target/mine.jar"

_SETTINGS = """def read_settings(asked):
    for settings in (asked.get("config", {}), *dict(asked.get("member_config", {})).values()):
        if not all(isinstance(value, str) for value in dict(settings).values()):
            raise TypeError(f"expected texts: {settings!r}")


"""


def write_page_files(page: str, commands: Sequence[PageCommand], folder: Path) -> None:
    """
    Write the files that these commands of `page` read into `folder`, except for the captures.

    The environment must be that of `page_environment`. Raises `AssayError` or `OSError` if a file cannot be made, for
    example without a Java compiler.
    """
    for name, text in saved_files((ROOT / page).read_text("utf-8")).items():
        (folder / name).write_text(text, encoding="utf-8")
    for word in (word for command in commands for word in command.words if word.startswith("docs/")):
        if (ROOT / word).is_file() and not (folder / word).exists():
            (folder / word).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / word, folder / word)
    if page in _WRITERS:
        _WRITERS[page](folder)
    if any(_JAR in word for command in commands for word in command.words):
        _write_jar(folder)


def saved_files(text: str) -> dict[str, str]:
    r"""
    The files that a page asks its reader to save, with their content.

    >>> saved_files("Save this as `a.py`:\n\n```python\nx = 1\n```\n")
    {'a.py': 'x = 1\n'}
    """
    return dict(re.findall(r"Save this as `([^`]+)`:\n\n```\w*\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL))


def page_environment(page: str, folder: Path) -> dict[str, str]:
    """The environment variables of the page's commands and files: a page about the cache gets a cache of its own."""
    return {CACHE: str(folder / "cache")} if _WRITERS.get(page) is _write_cache else {}


def _write_group(folder: Path) -> None:
    (folder / "group.json").write_text(json.dumps(_GROUP), encoding="utf-8")
    answer = {"format": "assay-assignment/1", "assignment": _ANSWER}
    (folder / "answer.json").write_text(json.dumps(answer), encoding="utf-8")


def _write_captured_group(folder: Path) -> None:
    shutil.copy(ROOT / "captures" / "g-java-rr-hetero.json", folder / "group.json")


def _write_several_groups(folder: Path) -> None:
    (folder / "groups.jsonl").write_text(json.dumps(_GROUP) + "\n", encoding="utf-8")
    (folder / "more").mkdir(exist_ok=True)
    _write_captured_group(folder / "more")


def _write_readme_files(folder: Path) -> None:
    texts = ROOT / "captures" / "text" / "4.3.1"
    shutil.copy(texts / "g-java-static.describe-members-verbose.txt", folder / "members.txt")
    shutil.copy(texts / "g-java-static.describe.txt", folder / "offsets.txt")
    state = consumer_group_texts() / "4.3.1" / "g-java-static.describe-state.txt"
    shutil.copy(state, folder / "state.txt")
    (folder / "my_assignor.py").write_text(_example_assignor(), encoding="utf-8")


def _example_assignor() -> str:
    """The assignor that the README shows."""
    shown = re.search(r"```python\n# my_assignor.py\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    if shown is None:
        raise ValueError("README.md: expected a block that begins with # my_assignor.py")
    return shown[1]


def _write_your_files(folder: Path) -> None:
    (folder / "your").mkdir(exist_ok=True)
    (folder / "your" / "module.py").write_text(_example_assignor() + _CLASS, encoding="utf-8")
    _write_host(folder / "your-host", "name")


def _write_host(path: Path, assignor: str) -> None:
    """The example host as a program, with another name for its assignor. It takes settings, and any options."""
    text = (ROOT / "docs" / "hosts" / "example_host.py").read_text("utf-8").replace("fewest", assignor)
    text = text.replace('"version": "1",', '"version": "1", "accepts": ["config"],')
    text = text.replace('asked["id"]\n', 'asked["id"]\n            read_settings(asked)\n').replace(
        "def say", f"{_SETTINGS}def say"
    )
    path.write_text(f"#!{sys.executable} -SE\n{text}", encoding="utf-8")
    path.chmod(0o755)


def _write_example_files(folder: Path) -> None:
    """The files in the examples of `assay VERB --help`."""
    _write_group(folder)
    (folder / "answer.json").rename(folder / "assignment.json")
    _write_host(folder / "my-host", "mine")
    cases = folder / ".assay" / "cases"
    cases.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "docs" / "results" / "findings" / "cases" / "kafka-python-4.json", cases / "3f9c.json")


def _write_jar(folder: Path) -> None:
    """`target/mine.jar` with two assignors of the tests, and `target/dependency` as Maven fills it."""
    target, classes = folder / "target", folder / "target" / "classes"
    dependencies = target / "dependency"
    dependencies.mkdir(parents=True)
    classes.mkdir()
    for jar in ensure_released_jars("org.apache.kafka", "kafka-clients", "4.4.0", "the jar of a page").path:
        shutil.copy(jar, dependencies)
    files = [_write_source(target, "First", "MyAssignor"), _write_source(target, "Zoned", "ZoneAssignor")]
    compiler = find_java("the jar of a page").compiler
    if compiler is None:
        raise FileNotFoundError("no javac beside the Java runtime")
    words = (compiler, "-cp", f"{dependencies}/*", "-d", str(classes), *map(str, files))
    run_tool(words, folder=target, target_text="the jar of a page")
    with ZipFile(folder / _JAR, "w") as jar_file:
        for one in sorted(classes.rglob("*.class")):
            jar_file.write(one, one.relative_to(classes))


def _write_source(target: Path, source: str, name: str) -> Path:
    text = (ROOT / "tests/assignors/hosted/java/classes" / f"{source}.java").read_text("utf-8")
    text = text.replace("package acme", "package com.example")
    path = target / f"{name}.java"
    path.write_text(re.sub(rf"\b{source}\b", name, text), encoding="utf-8")
    return path


def _write_repository(folder: Path) -> None:
    """A repository with an assignor in `src/shop`, and two revisions."""
    source = folder / "src" / "shop"
    source.mkdir(parents=True)
    run_tool(("git", "init", "--quiet", "--initial-branch", "main"), folder=folder, target_text="the page's repository")
    for message in ("first", "second"):
        text = f"{_example_assignor()}{_CLASS.replace('YourAssignor', 'Mine')}# {message}\n"
        (source / "assignors.py").write_text(text, encoding="utf-8")
        for words in (("add", "src"), ("commit", "--quiet", "--message", message)):
            who = ("-c", "user.name=reader", "-c", "user.email=reader@example.org")
            run_tool(("git", *who, *words), folder=folder, target_text="the page's repository")


def _write_cache(_: Path) -> None:
    """A cache with two artefacts in place of builds. The environment names its folder."""

    def fill(place: Path) -> dict[str, str]:
        (place / "host").write_text("host", encoding="utf-8")
        return {"go": "1.26"}

    ensure_artefact(Artefact(kind="go", name="github.com/twmb/franz-go", version="v1.21.4", recipe="r"), fill)
    ensure_artefact(Artefact(kind="rivals", name="franz", version="v1.22.2", recipe="r"), fill)


_WRITERS: dict[str, Callable[[Path], None]] = {
    "CONTRIBUTING.md": _write_your_files,
    "README.md": _write_readme_files,
    "docs/start/audit.md": _write_several_groups,
    "docs/start/ci.md": _write_repository,
    "docs/understand/compare.md": _write_repository,
    "docs/hosts/README.md": lambda folder: _write_host(folder / "my-host", "sticky"),
    "docs/hosts/cache.md": _write_cache,
    "docs/understand/optimum.md": _write_group,
    "docs/reference/command-line.md": _write_example_files,
}
