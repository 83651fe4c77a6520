"""The `assay` commands on a page: lines of a block, and spans of code in a sentence."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator

_BLOCK = re.compile(r"^ {0,4}(?:\$ )?(assay .+)$", flags=re.MULTILINE)
_SPAN = re.compile(r"`(assay [^`\n]+)`")
_PLACEHOLDER = re.compile(r"[A-Z]+(\.json)?")
_JOINTS = {"&&", "|", ">", ";"}


def page_commands(text: str) -> list[tuple[str, ...]]:
    """
    The words of each command, in page order. A verb alone, or a form with a placeholder, is no command.

    >>> page_commands("Try `assay check sticky --seconds 5`, or `assay bisect`; `assay check TARGET` is a form.")
    [('assay', 'check', 'sticky', '--seconds', '5')]
    """
    found = sorted([*_BLOCK.finditer(text), *_SPAN.finditer(text)], key=lambda match: match.start())
    return list(_commands(match[1] for match in found))


def block_commands(text: str) -> list[tuple[str, ...]]:
    """
    The words of each command on a line of its own.

    >>> block_commands("    assay audit groups.jsonl --out out && assay report out")
    [('assay', 'audit', 'groups.jsonl', '--out', 'out'), ('assay', 'report', 'out')]
    """
    return list(_commands(match[1] for match in _BLOCK.finditer(text)))


def _commands(lines: Iterable[str]) -> Iterator[tuple[str, ...]]:
    for line in lines:
        for words in _parts(shlex.split(line, comments=True)):
            if words[:1] == ("assay",) and len(words) > 2 and not any(map(_PLACEHOLDER.fullmatch, words)):
                yield words


def _parts(words: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """A line's words, cut where the shell starts another command or writes a file."""
    part: list[str] = []
    for word in words:
        if word in _JOINTS:
            yield tuple(part)
            part = []
        else:
            part.append(word)
    yield tuple(part)
