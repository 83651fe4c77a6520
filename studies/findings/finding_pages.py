"""The findings in `docs/results/findings/`: sections of an implementation's page, and rows of a page that several share."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.properties.records.case_format import Case, case_from_json
from studies.newest_releases import IMPLEMENTATIONS, WIRE
from studies.output import ROOT

FINDINGS = ROOT / "docs" / "results" / "findings"

SEVERITIES = (
    "crash or hang",
    "partition read by nobody",
    "partition read twice",
    "endless rebalance",
    "needless moves or imbalance",
    "curiosity",
)
"""The effect on a user of the newest release, the gravest first."""

PATHS = ("shown", "constructed", "needs a faulty client")
"""How well it is known that a group can get there, the best known first."""

_SECTION = re.compile(r"^## ", flags=re.MULTILINE)
_HEAD = re.compile(r"(?P<id>(?P<implementation>[a-z-]+)-\d+): (?P<sentence>.+)")
_TITLE = re.compile(r"^# (?P<sentence>.+)$", flags=re.MULTILINE)
_REPLAY = re.compile(r"^(?:\$ )?(?P<command>assay check .*--case \S+.*)$", flags=re.MULTILINE)
_LAW = re.compile(r"^\* Law: `(?P<law>[a-z-]+)`", flags=re.MULTILINE)
_ROW = re.compile(r'^\| <a id="(?P<anchor>[a-z-]+-\d+)"></a>(?P<id>[a-z-]+-\d+) \|(?P<cells>.*)\|$', flags=re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """
    One finding: its id, the sentence that states the fault, the law that it names first, and its text.

    `page` is the stem of the file that holds it. `severity` and `path` are words of `SEVERITIES` and `PATHS`, or empty
    for a policy.
    """

    id: str
    page: str
    sentence: str
    law: str
    severity: str
    path: str
    text: str

    @property
    def implementation(self) -> str:
        """The implementation that the id names."""
        return self.id.rpartition("-")[0]

    @property
    def replay_words(self) -> list[str]:
        """The words of the first command that replays the finding."""
        found = _REPLAY.search(self.text)
        if found is None:
            raise ValueError(f"{self.id}: no line `assay check TARGET --case FILE`")
        return shlex.split(found["command"])

    @property
    def target(self) -> str:
        """The target of that command."""
        return self.replay_words[2]

    @property
    def case_file(self) -> Path:
        """The file of its case."""
        words = self.replay_words
        return ROOT / words[words.index("--case") + 1]

    def read_case(self) -> Case:
        """Its case. Raises `InvalidGroup`."""
        return case_from_json(json.loads(self.case_file.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPage:
    """One fact about several implementations, a row for each. A policy has the same form but is no finding."""

    page: str
    sentence: str
    severity: str
    path: str
    is_policy: bool
    text: str
    rows: tuple[Finding, ...]


def pages() -> list[Path]:
    """The pages of the implementations."""
    return [page for page in sorted(FINDINGS.glob("*.md")) if page.stem in {*IMPLEMENTATIONS, *WIRE}]


def shared_pages() -> list[SharedPage]:
    """The pages that several implementations share."""
    others = sorted(set(FINDINGS.glob("*.md")) - set(pages()))
    return [
        read_shared_page(page.stem, page.read_text(encoding="utf-8"))
        for page in others
        if page.stem not in ("README", "alarms")
    ]


def findings() -> Iterator[Finding]:
    """Every finding, page by page, those on shared pages last."""
    for page in pages():
        yield from findings_of(page.read_text(encoding="utf-8"), page.stem)
    for shared in shared_pages():
        yield from shared.rows


def findings_of(text: str, page: str = "") -> Iterator[Finding]:
    """
    The findings in a page: sections whose heading has an id and a sentence.

    Raises `ValueError` if a finding has no known severity or path.
    """
    for section in _SECTION.split(text)[1:]:
        head = _HEAD.match(section)
        law = _LAW.search(section)
        if head is not None:
            yield Finding(
                id=head["id"],
                page=page,
                sentence=head["sentence"].strip(),
                law="" if law is None else law["law"],
                severity=_known_word(section, "Severity", SEVERITIES, head["id"]),
                path=_known_word(section, "Path to this group", PATHS, head["id"]),
                text=section,
            )


def read_shared_page(page: str, text: str) -> SharedPage:
    """
    A shared page: a title, the bullets of a finding (or a bullet `Policy`), a table, and the replay commands.

    The table has a row for each id, and each id has a replay command. Raises `ValueError` if a row has no command or
    not five cells, or if the page has no known severity or path.
    """
    title = _TITLE.search(text)
    is_policy = bullet(text, "Policy") is not None
    severity = "" if is_policy else _known_word(text, "Severity", SEVERITIES, page)
    path = "" if is_policy else _known_word(text, "Path to this group", PATHS, page)
    rows = []
    for row in _ROW.finditer(text):
        cells = [cell.strip() for cell in row["cells"].split("|")]
        replays = [one for one in _REPLAY.findall(text) if f"/{row['id']}.json" in one]
        if row["anchor"] != row["id"] or len(cells) != 4 or len(replays) != 1:
            raise ValueError(f"{page}: {row['id']}: expected its anchor, five cells and one replay command")
        rows.append(
            Finding(
                id=row["id"],
                page=page,
                sentence=cells[3],
                law=cells[1].strip("`"),
                severity=severity,
                path=path,
                text=replays[0],
            )
        )
    return SharedPage(
        page=page,
        sentence="" if title is None else title["sentence"].strip(),
        severity=severity,
        path=path,
        is_policy=is_policy,
        text=text,
        rows=tuple(rows),
    )


def bullet(text: str, name: str) -> str | None:
    """
    The text after `* NAME: `.

    >>> bullet("* Path to this group: shown: the group starts empty.", "Path to this group")
    'shown: the group starts empty.'
    """
    found = re.search(rf"^\* {name}: (?P<said>.+)$", text, flags=re.MULTILINE)
    return None if found is None else found["said"].strip()


def _known_word(text: str, name: str, words: tuple[str, ...], where: str) -> str:
    text_of_bullet = bullet(text, name) or ""
    for word in words:
        if re.match(rf"{word}(?![\w-])", text_of_bullet):
            return word
    raise ValueError(f"{where}: * {name}: {text_of_bullet!r}: expected to begin with one of: {', '.join(words)}")
