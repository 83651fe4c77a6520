"""
The commands on a page: lines of a block, and spans of code in a sentence.

Commands are those of `assay` and `python -m studies`, the `cp` that keeps their files, and `pytest`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from studies.output import ROOT

_FENCE = re.compile(r"^```\w*\n(?P<lines>.*?)^```$", flags=re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?<=\n\n)(?P<lines>(?: {4}\S.*\n)+)")
_SPAN = re.compile(r"`(?P<lines>(?:assay|python -m studies) [^`\n]+)`")
_COMMENT = re.compile(r"\s+#(?: (?P<comment>.*))?$")
_STUDY = ("python", "-m", "studies")
_PROGRAMS = (("assay",), _STUDY, ("cp",), ("pytest",))
_PLACEHOLDERS = {"TARGET", "GROUP.json", "CASE.json", "FILE", "DIR", "NAME", "COMMAND", "BASE", "A", "VERB"}
_SKIPPED = {".env", ".git", ".tox", ".venv", "build", "dist", "kafka_assay", "out"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCommand:
    """
    One command: its words, and the file that the shell writes its output to, if any.

    `shown` is the output that a block shows below it. `rest` is what the page says about it: the comment on its line,
    or the text after a span, up to the next command or the end of the line.
    """

    words: tuple[str, ...]
    into: str | None = None
    shown: str = ""
    rest: str = ""

    @property
    def text(self) -> str:
        """The command line, as one would type it."""
        words = [f'"{word}"' if " " in word else word for word in self.words]
        return " ".join([*words, *([] if self.into is None else [">", self.into])])

    @property
    def verb(self) -> str:
        """The verb of `assay`, or the name of the study, or the other program."""
        return self.words[len(_STUDY)] if self.is_study else self.words[1] if self.is_assay else self.words[0]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words after `assay` or after `python -m studies`."""
        return self.words[len(_STUDY) :] if self.is_study else self.words[1:]

    @property
    def is_study(self) -> bool:
        """Whether it runs a study."""
        return self.words[: len(_STUDY)] == _STUDY

    @property
    def is_assay(self) -> bool:
        """Whether it runs `assay`."""
        return self.words[0] == "assay"


ACTION_VERBS = ("campaign", "host")
"""The verbs whose next word is an action: `assay host serve`."""
RECORDED = ("docs/results/campaign.md", "docs/releases/", "docs/results/state/")
FORMER = {"bisect", "history", "--examples", "--targets", "--without-oracle"}
EVIDENCE = "docs/results/evidence.md"


def markdown_pages() -> list[str]:
    """All pages of the checkout, as paths from its root. The CHANGELOG speaks of former commands, so it is left out."""
    found = [path.relative_to(ROOT) for top in sorted(ROOT.iterdir()) for path in _markdown_files(top)]
    return sorted(str(path) for path in found if path.name != "CHANGELOG.md")


def read_page_commands(page: str) -> list[PageCommand]:
    """
    The commands of a page of the checkout. The page of evidence names former commands, so it has none.

    Nor does a page that is made from a record have those that the record was measured with, in a former spelling.
    """
    found = [] if page == EVIDENCE else page_commands((ROOT / page).read_text(encoding="utf-8"))
    return [one for one in found if not (page.startswith(RECORDED) and FORMER.intersection(one.words))]


def expand_words(words: tuple[str, ...], folder: Path) -> list[str]:
    """The words, with file patterns replaced by the files in `folder` as a shell does."""
    found = [
        sorted(str(path.relative_to(folder)) for path in folder.glob(word)) if "*" in word else [] for word in words
    ]
    return [one for word, files in zip(words, found, strict=True) for one in files or [word]]


def _markdown_files(top: Path) -> list[Path]:
    if top.is_dir():
        return [] if top.name in _SKIPPED else sorted(top.rglob("*.md"))
    return [top] if top.suffix == ".md" else []


def page_commands(text: str) -> list[PageCommand]:
    """
    The commands of a page, in page order. In a sentence, a verb alone or with options alone is no command.

    A form with a placeholder, such as TARGET, is no command either.
    """
    outside = _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    found = [(match.start(), list(_block_commands(match["lines"]))) for match in _FENCE.finditer(text)]
    found += [(match.start(), list(_block_commands(match["lines"]))) for match in _INDENTED.finditer(outside)]
    found += [(match.start(), _span_commands(match, outside)) for match in _SPAN.finditer(outside)]
    return [command for _, commands in sorted(found, key=lambda one: one[0]) for command in commands]


def _block_commands(lines: str) -> Iterator[PageCommand]:
    """The commands of a block. If the block has a prompt, the lines after a command are its output."""
    prompt = re.compile(r"^\$ ", flags=re.MULTILINE)
    for part in prompt.split(lines)[1:] if prompt.search(lines) else lines.splitlines():
        line, _, shown = part.strip("\n").partition("\n")
        comment = _COMMENT.search(line)
        commands = list(_line_commands(line.strip()))
        yield from commands[:-1]
        for last in commands[-1:]:
            yield replace(last, shown=shown, rest="" if comment is None else comment["comment"] or "")


def _span_commands(span: re.Match[str], text: str) -> list[PageCommand]:
    end = text.find("\n", span.end())
    rest = text[span.end() : None if end < 0 else end]
    following = next((one for one in _SPAN.finditer(rest) if _is_whole(one["lines"])), None)
    rest = rest if following is None else rest[: following.start()]
    return [replace(one, rest=rest) for one in _line_commands(span["lines"])] if _is_whole(span["lines"]) else []


def _is_whole(span: str) -> bool:
    """Whether a span is a command, and not the name of a verb or of one of its options."""
    words = span.split()
    is_form = not _PLACEHOLDERS.isdisjoint(words) or "..." in span or "|" in span
    name = 3 if words[1] in ACTION_VERBS else 2
    return not is_form and (tuple(words[: len(_STUDY)]) == _STUDY or not [*words, "--", "--"][name].startswith("-"))


def _line_commands(line: str) -> Iterator[PageCommand]:
    """The commands of one shell line. A line with a pipe, an input file or a placeholder has none."""
    if not any(line.startswith(f"{program[0]} ") or line == program[0] for program in _PROGRAMS):
        return
    part: list[str] = []
    words = shlex.split(_COMMENT.sub("", line))
    if not {"|", "<"}.isdisjoint(words) or not _PLACEHOLDERS.isdisjoint(words):
        return
    for word in [*words, "&&"]:
        if word != "&&":
            part.append(word)
            continue
        if any(tuple(part[: len(program)]) == program for program in _PROGRAMS):
            end, into = (part.index(">"), part[-1]) if ">" in part else (None, None)
            yield PageCommand(words=tuple(part[:end]), into=into)
        part = []
