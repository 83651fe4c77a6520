"""The entries of docs/results/museum.md. Each shows two replay commands: the old release, then the release with the fix."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from kafka_assay.properties.records.case_format import Case, case_from_json
from studies.output import ROOT

PAGE = ROOT / "docs" / "results" / "museum.md"
_HEADING = re.compile(r"^### (?P<number>\d+)\. (?P<title>.+)$", re.MULTILINE)
_REPLAY = re.compile(r"^\$ assay check (?P<target>\S+) --case (?P<file>\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MuseumEntry:
    """
    One symptom: the target at the release that `has` it and at the release that `fixed` it, and a case that shows it.

    `text` is the whole entry. `file` is the case's file, relative to the project's root.
    """

    number: int
    text: str
    has: str
    fixed: str
    file: str

    @property
    def implementation(self) -> str:
        """
        The implementation, without its release: the last part of the package's name, also for a Go module that moved.
        """
        name = parse_target(self.has)
        return name.package.rpartition("/")[2] if isinstance(name, ReleasedName) else self.has

    def read_case(self) -> Case:
        """The case in its file. Raises `InvalidGroup`, as `--case` does."""
        return case_from_json(json.loads((ROOT / self.file).read_text(encoding="utf-8")))


def read_entries(page: str) -> list[MuseumEntry]:
    """
    The entries in the text of a page, in page order. Raises `ValueError` if one does not show two replay commands.
    """
    return list(_read_entries(page))


def _read_entries(page: str) -> Iterator[MuseumEntry]:
    headings = list(_HEADING.finditer(page))
    ends = [heading.start() for heading in headings[1:]] + [len(page)]
    for heading, end in zip(headings, ends, strict=True):
        text = page[heading.start() : end]
        replays = _REPLAY.findall(text)
        if len(replays) != 2 or replays[0][1] != replays[1][1]:
            raise ValueError(f"{heading[0]}: expected two replay commands of one case, found {replays}")
        (has, file), (fixed, _) = replays
        yield MuseumEntry(number=int(heading["number"]), text=text, has=has, fixed=fixed, file=file)
