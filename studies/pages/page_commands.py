"""
The commands on a page: lines of a block, and spans of code in a sentence.

Commands are those of `assay` and `python -m studies`. Other programs, such as `cp`, are left out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from studies.output import ROOT

_FENCE = re.compile(r"^```\w*\n(?P<lines>.*?)^```$", flags=re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?<=\n\n)(?P<lines>(?: {4}\S.*\n)+)")
_SPAN = re.compile(r"`(?P<lines>(?:assay|python -m studies) [^`\n]+)`")
_PROGRAMS = (("assay",), ("python", "-m", "studies"))
_PLACEHOLDER = re.compile(r"[A-Z]+(\.jsonl?)?|.*\.\.\.|[A-Z]+\|[A-Z]+")
_COMMENT = re.compile(r"\s+#( .*)?$")
_SKIPPED = {".env", ".git", ".tox", ".venv", "build", "dist", "kafka_assay", "out"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCommand:
    """
    One command: its words, and the file that the shell writes its output to, if any.

    `shown` is the output that a block shows below it. `rest` is the text after a span, up to the next span of a command
    or the end of its line.
    """

    words: tuple[str, ...]
    into: str | None = None
    shown: str = ""
    rest: str = ""

    @property
    def text(self) -> str:
        """The command line, as one would type it."""
        return shlex.join(self.words) + ("" if self.into is None else f" > {self.into}")


def markdown_pages() -> list[str]:
    """All pages of the checkout, as paths from its root. The CHANGELOG speaks of former commands, so it is left out."""
    found = [path.relative_to(ROOT) for top in sorted(ROOT.iterdir()) for path in _markdown_files(top)]
    return sorted(str(path) for path in found if path.name != "CHANGELOG.md")


def _markdown_files(top: Path) -> list[Path]:
    if top.is_dir():
        return [] if top.name in _SKIPPED else sorted(top.rglob("*.md"))
    return [top] if top.suffix == ".md" else []


def page_commands(text: str) -> list[PageCommand]:
    """
    The commands of a page, in page order. A verb alone, options alone, and a form with a placeholder are no commands.

    >>> found = page_commands("Try `assay check sticky --seconds 5`, or `assay bisect`; `assay check TARGET` is a form.")
    >>> [(command.text, command.rest) for command in found]
    [('assay check sticky --seconds 5', ', or `assay bisect`; `assay check TARGET` is a form.')]
    """
    blocks = [(match.start(), list(_block_commands(match["lines"]))) for match in _FENCE.finditer(text)]
    outside = _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    blocks += [(match.start(), list(_block_commands(match["lines"]))) for match in _INDENTED.finditer(outside)]
    spans = [(match.start(), _span_commands(match, outside)) for match in _SPAN.finditer(outside)]
    found = [command for _, commands in sorted([*blocks, *spans], key=lambda one: one[0]) for command in commands]
    return [one for one in found if not any(map(_PLACEHOLDER.fullmatch, one.words))]


def _block_commands(lines: str) -> Iterator[PageCommand]:
    """
    The commands of a block. If a command has a prompt, the lines up to the next prompt are its output.

    >>> [command.text for command in _block_commands("assay audit groups.jsonl --out out && assay report out")]
    ['assay audit groups.jsonl --out out', 'assay report out']
    """
    with_prompt = re.search(r"^\$ ", lines, flags=re.MULTILINE) is not None
    parts = re.split(r"^\$ ", lines, flags=re.MULTILINE)[1:] if with_prompt else lines.splitlines()
    for part in parts:
        line, _, shown = part.strip("\n").partition("\n")
        commands = list(_line_commands(line.strip()))
        yield from commands[:-1]
        for last in commands[-1:]:
            yield PageCommand(words=last.words, into=last.into, shown=shown)


def _span_commands(span: re.Match[str], text: str) -> list[PageCommand]:
    end = text.find("\n", span.end())
    rest = text[span.end() : None if end < 0 else end]
    following = _SPAN.search(rest)
    commands = [one for one in _line_commands(span["lines"]) if _has_argument(one.words)]
    rest = rest if following is None or not _has_argument(tuple(following["lines"].split())) else rest[: following.start()]
    return [PageCommand(words=one.words, into=one.into, rest=rest) for one in commands]


def _has_argument(words: tuple[str, ...]) -> bool:
    """Whether a word follows the verb or the study that is no option."""
    program = next(program for program in _PROGRAMS if words[: len(program)] == program)
    return not words[len(program) + 1 : len(program) + 2] == () and not words[len(program) + 1].startswith("-")


def _line_commands(line: str) -> Iterator[PageCommand]:
    """
    The commands of one shell line. A command that reads from a pipe is left out.

    >>> [command.text for command in _line_commands("assay import - > groups.jsonl && ls | assay host  # a comment")]
    ['assay import - > groups.jsonl']
    """
    if not any(f"{' '.join(program)} " in f"{line} " for program in _PROGRAMS):
        return
    part: list[str] = []
    joint = ""
    for word in [*shlex.split(_COMMENT.sub("", line)), ";"]:
        if word not in {"&&", ";", "|"}:
            part.append(word)
            continue
        if joint != "|" and any(tuple(part[: len(program)]) == program for program in _PROGRAMS):
            words, _, into = " ".join(part).partition(" > ") if ">" in part else ("", "", "")
            yield PageCommand(words=tuple(part[: part.index(">")] if words else part), into=into or None)
        part, joint = [], word
