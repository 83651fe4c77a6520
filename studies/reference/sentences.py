"""Sentences from clauses and docstrings."""

from __future__ import annotations

import re


def as_sentence(clause: str) -> str:
    """
    The clause with a capital and a full stop.

    >>> as_sentence("no partition has two owners")
    'No partition has two owners.'
    """
    return f"{clause[:1].upper()}{clause[1:].removesuffix('.')}."


def first_sentence(docstring: str) -> str:
    """The first paragraph of a docstring, on one line."""
    return _one_line(docstring.strip().partition("\n\n")[0])


def prose(docstring: str) -> list[str]:
    r"""
    The paragraphs of a docstring before its first example, without the sentence that introduces the example.

    >>> prose("One rule.\n\nIt has\ntwo lines. The example:\n\n>>> 1\n1")
    ['One rule.', 'It has two lines.']
    """
    text = re.split(r"^>>> ", docstring, maxsplit=1, flags=re.MULTILINE)[0]
    paragraphs = [_one_line(one) for one in text.strip().split("\n\n")]
    if paragraphs[-1].endswith(":"):
        paragraphs[-1] = paragraphs[-1].rpartition(". ")[0] + "."
    return [one for one in paragraphs if one != "."]


def _one_line(text: str) -> str:
    return " ".join(text.split())
