"""`assay` in a working directory of its own, and what a command printed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from assay.cli import run
from tests.support.packed_files import unpacked

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]
CAPTURES = ROOT / "captures"
REPORTS = unpacked("reports")
"""What people reported or asked in public."""

MODULE = '''
def greedy(group):
    """Everything to the first subscriber."""
    answer = {member.id: {} for member in group.members}
    for topic in group.topics:
        for member in group.members:
            if topic.name in member.subscription:
                answer[member.id][topic.name] = list(range(topic.partitions))
                break
    return answer


def raises(group):
    """No answer."""
    raise KeyError("t0")


def fails(group):
    """No answer where a topic is missing."""
    known = {topic.name for topic in group.topics}
    for member in group.members:
        for topic in member.subscription:
            if topic not in known:
                raise LookupError(topic)
    return greedy(group)
'''


class Ended(NamedTuple):
    """The exit code of a command, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout."""
        return self.out.splitlines()

    @property
    def text(self) -> str:
        """Stdout in one line: tables and sentences are wrapped."""
        return " ".join(self.out.split())

    @property
    def documents(self) -> list[Any]:
        """The JSON documents on stdout, one a line."""
        return [json.loads(line) for line in self.lines]

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one line that refuses a wrong command line, or a file that cannot be read."""
        assert (2, "", 1) == (self.code, self.out, self.err.count("\n"))
        return self.err

    @property
    def cell(self) -> Any:
        """The one cell of the JSON document of a check, or the one of several that has a counterexample."""
        cells = self.document["cells"]
        (cell,) = cells if len(cells) == 1 else [one for one in cells if one["counterexample"]]
        return cell


class Shell:
    """An empty working directory, except for a user's module `mine`. Called with a command line, it runs `assay`."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.write("mine.py", MODULE)

    def __call__(self, command: str, *words: str) -> Ended:
        """The outcome of `assay` with the words of `command`, and these `words` as they are."""
        self.capsys.readouterr()
        code = run([*shlex.split(command), *words])
        return Ended(code, *self.capsys.readouterr())

    def repeat(self, command: str, *words: str) -> Ended:
        """The outcome of a printed command, which begins with `assay`."""
        assert command.startswith("assay ")
        return self(command.removeprefix("assay "), *words)

    def import_log(self, text: str, options: str = "") -> Ended:
        """The outcome of `assay import` of a log with this text."""
        self.write("app.log", text)
        return self(f"import app.log {options}")

    def write(self, name: str, *contents: object) -> str:
        """The name of a file with these texts, or with one JSON document a line."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        texts = (one if isinstance(one, str) else f"{json.dumps(one)}\n" for one in contents)
        path.write_text("".join(texts), encoding="utf-8")
        return name

    def text_of(self, name: str) -> str:
        """The text of a file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def read(self, name: str) -> Any:
        """The JSON document in a file."""
        return json.loads(self.text_of(name))
