"""
The files that the commands of a page read and the reader brings: a group, texts of a broker, a program.

A page whose commands read nothing but files of the checkout needs none.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact
from kafka_assay.assignors.hosted.cache import CACHE
from kafka_assay.assignors.model import group_of
from studies.output import ROOT
from tests.pages.page_commands import PageCommand
from tests.support.client_logs import logs_of
from tests.support.packed_files import unpacked

_MEMBERS = {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]}
_OWNED = {"C0": {"t1": [0, 1]}, "C2": {"t0": [0]}}
_GROUP = group_to_json(group_of({"t0": 1, "t1": 2}, _MEMBERS, _OWNED, generation=1))
"""The group of `docs/understand/optimum.md`."""

_ANSWER = {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t1": [1]}}

_SETTINGS = """def read_settings(asked):
    for settings in (asked.get("config", {}), *dict(asked.get("member_config", {})).values()):
        if not all(isinstance(value, str) for value in dict(settings).values()):
            raise TypeError(f"expected texts: {settings!r}")


"""


def write_page_files(page: str, commands: Sequence[PageCommand], folder: Path) -> None:
    """
    Write the files that these commands of `page` read into `folder`, except for the captures.

    The environment must be that of `page_environment`.
    """
    for name, text in saved_files((ROOT / page).read_text("utf-8")).items():
        (folder / name).write_text(text, encoding="utf-8")
    for word in (word for command in commands for word in command.words if word.startswith("docs/")):
        if (ROOT / word).is_file() and not (folder / word).exists():
            (folder / word).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / word, folder / word)
    if page in _WRITERS:
        _WRITERS[page](folder)


def saved_files(text: str) -> dict[str, str]:
    """The files that a page asks its reader to save, with their content."""
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
    state = "GROUP COORDINATOR (ID) ASSIGNMENT-STRATEGY STATE #MEMBERS\ng-java-static b:9092 (1) range Stable 3\n"
    (folder / "state.txt").write_text(state, encoding="utf-8")
    shutil.copy(unpacked("reports") / "18" / "consumer.log", folder / "app.log")


def _write_imported_files(folder: Path) -> None:
    _write_readme_files(folder)
    logs = logs_of("java-cooperative-sticky")
    for name, members in (("app-1.log", "a"), ("app-2.log", "bcd"), ("broker.log", ["broker"])):
        (folder / name).write_text("".join(logs[f"{member}.log"] for member in members), encoding="utf-8")


def _write_host(path: Path, assignor: str) -> None:
    """The example host as a program, with another name for its assignor. It takes settings, and any options."""
    text = (ROOT / "docs" / "hosts" / "example_host.py").read_text("utf-8").replace("fewest", assignor)
    text = text.replace('"version": "1",', '"version": "1", "accepts": ["config"],')
    text = text.replace('asked["id"]\n', 'asked["id"]\n            read_settings(asked)\n').replace(
        "def say", f"{_SETTINGS}def say"
    )
    path.write_text(f"#!{sys.executable} -SE\n{text}", encoding="utf-8")
    path.chmod(0o755)


def _write_cache(_: Path) -> None:
    """A cache with two artefacts in place of builds. The environment names its folder."""

    def fill(place: Path) -> dict[str, str]:
        (place / "host").write_text("host", encoding="utf-8")
        return {"go": "1.26"}

    ensure_artefact(Artefact(kind="go", name="github.com/twmb/franz-go", version="v1.21.4", recipe="r"), fill)
    ensure_artefact(Artefact(kind="rivals", name="franz", version="v1.22.2", recipe="r"), fill)


_WRITERS: dict[str, Callable[[Path], None]] = {
    "CONTRIBUTING.md": lambda folder: _write_host(folder / "your-host", "name"),
    "README.md": _write_readme_files,
    "docs/start/import.md": _write_imported_files,
    "docs/start/audit.md": _write_several_groups,
    "docs/hosts/README.md": lambda folder: _write_host(folder / "my-host", "sticky"),
    "docs/hosts/cache.md": _write_cache,
    "docs/understand/optimum.md": _write_group,
    "docs/reference/command-line.md": lambda folder: _write_host(folder / "my-host", "mine"),
}
