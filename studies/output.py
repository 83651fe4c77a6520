"""Output of studies: Markdown tables, sentences, progress, generated files, and parts of pages."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
"""The checkout."""


def table_head(*titles: str) -> str:
    """
    The first two lines of a table. A title that starts with `>` aligns its column right.

    >>> print(table_head("point", ">seconds"))
    | point | seconds |
    |---|---:|
    """
    rule = "|".join("---:" if title.startswith(">") else "---" for title in titles)
    return f"{table_row(*(title.removeprefix('>') for title in titles))}\n|{rule}|"


def table_row(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


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


def show_progress(text: str) -> None:
    """Show `text` on stderr in place of the line before."""
    print(f"\r{text}".ljust(79), end="", file=sys.stderr, flush=True)


def join_alike(texts: Iterable[tuple[str, str]]) -> str:
    """
    The text of each name in one line: each text once, with its names if there are several texts.

    >>> join_alike([("sarama-5", "constructed"), ("aiokafka-1", "shown"), ("kafka-clients-2", "shown")])
    'constructed (sarama-5); shown (aiokafka-1, kafka-clients-2)'
    """
    names: dict[str, dict[str, None]] = {}
    for name, text in texts:
        names.setdefault(text, {})[name] = None
    if len(names) == 1:
        return next(iter(names))
    return "; ".join(f"{text} ({', '.join(mine)})" for text, mine in names.items())


def replace_part(text: str, begin: str, end: str, lines: Iterable[str]) -> str:
    """`text` with `lines` between the two marks, in place of the old ones."""
    before, _, rest = text.partition(begin)
    return "\n".join([before + begin, "", *lines, "", end + rest.partition(end)[2]])


def replace_parts(text: str, parts: Mapping[str, Iterable[str]]) -> str:
    """`text` with the lines of each part between `<!-- NAME -->` and `<!-- end of NAME -->`. All else stays."""
    for name, lines in parts.items():
        text = replace_part(text, f"<!-- {name} -->", f"<!-- end of {name} -->", lines)
    return text


def write_part(page: Path, begin: str, end: str, lines: Iterable[str]) -> None:
    """Put `lines` between the two marks of a page."""
    page.write_text(replace_part(page.read_text("utf-8"), begin, end, lines), encoding="utf-8")


class GeneratedFiles(NamedTuple):
    """The files with their content, and the `owned` places: what is there and not among the files is out of date."""

    files: Mapping[Path, str | bytes]
    owned: Iterable[Path] = ()

    def stale(self) -> list[Path]:
        """The files that are missing, differ, or are no longer made."""
        return sorted(path for path in {*self.owned, *self.files} if not self._is_current(path))

    def _is_current(self, path: Path) -> bool:
        return path.exists() and path in self.files and path.read_bytes() == self._content(path)

    def _content(self, path: Path) -> bytes:
        content = self.files[path]
        return content if isinstance(content, bytes) else content.encode()

    def compare(self, *, write: bool) -> bool:
        """Write what is stale, or name it. Returns whether anything stays stale."""
        stale = self.stale()
        for path in stale:
            if write and path in self.files:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self._content(path))
            elif write:
                path.unlink()
            print(f"{'written' if write else 'differs'}: {path.relative_to(ROOT)}")
        return bool(stale) and not write
