"""The `assay` commands that a page shows: lines of a block, and spans of code within a sentence."""

from __future__ import annotations

import re
import shlex

_BLOCK = re.compile(r"^ {0,4}(?:\$ )?(assay .+)$", flags=re.MULTILINE)
_SPAN = re.compile(r"`(assay [^`\n]+)`")
_PLACEHOLDER = re.compile(r"[A-Z]+(\.json)?")


def page_commands(text: str) -> list[tuple[str, ...]]:
    """
    The words of each command, in the order of the page. A verb alone, or a form with a placeholder, is no command.

    >>> page_commands("Try `assay check sticky --seconds 5`, or `assay bisect`; `assay check TARGET` is a form.")
    [('assay', 'check', 'sticky', '--seconds', '5')]
    """
    found = sorted([*_BLOCK.finditer(text), *_SPAN.finditer(text)], key=lambda match: match.start())
    commands = [tuple(shlex.split(match[1], comments=True)) for match in found]
    return [words for words in commands if len(words) > 2 and not any(map(_PLACEHOLDER.fullmatch, words))]
