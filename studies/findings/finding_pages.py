"""
The findings as they stand in `docs/findings/`: sections with a sentence, a law, and a command that shows it again.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.properties.records.case_format import Case, case_from_json
from studies.output import ROOT

FINDINGS = ROOT / "docs" / "findings"

_SECTION = re.compile(r"^## ", flags=re.MULTILINE)
_HEAD = re.compile(r"(?P<id>(?P<implementation>[a-z-]+)-\d+): (?P<sentence>.+)")
_REPLAY = re.compile(r"^assay check .*--case \S+.*$", flags=re.MULTILINE)
_LAW = re.compile(r"^(?:\* )?Law: `(?P<law>[a-z-]+)`", flags=re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One section: its id, the sentence that says the fault, the law that it names first, and its text."""

    id: str
    implementation: str
    sentence: str
    law: str
    text: str

    @property
    def replay_words(self) -> list[str]:
        """The words of the first command that shows the finding again."""
        return shlex.split(_REPLAY.findall(self.text)[0])

    @property
    def target(self) -> str:
        """Who is asked by it."""
        return self.replay_words[2]

    @property
    def case_file(self) -> Path:
        """The file of its case."""
        words = self.replay_words
        return ROOT / words[words.index("--case") + 1]

    def read_case(self) -> Case:
        """Its case. Raises `InvalidGroup`."""
        return case_from_json(json.loads(self.case_file.read_text(encoding="utf-8")))


def pages() -> list[Path]:
    """The pages of the implementations."""
    return [page for page in sorted(FINDINGS.glob("*.md")) if page.stem not in ("README", "alarms")]


def findings() -> Iterator[Finding]:
    """Every finding, page by page."""
    for page in pages():
        yield from findings_of(page.read_text(encoding="utf-8"))


def findings_of(text: str) -> Iterator[Finding]:
    """The sections of a page that are findings: each has an id and a sentence for its heading."""
    for section in _SECTION.split(text)[1:]:
        head = _HEAD.match(section)
        law = _LAW.search(section)
        if head is not None:
            yield Finding(
                id=head["id"],
                implementation=head["implementation"],
                sentence=head["sentence"].strip(),
                law="" if law is None else law["law"],
                text=section,
            )
