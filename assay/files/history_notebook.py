"""The notebook of `assay releases`: a file for each finished release, so that no release is checked twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.files.out_folder import file_name
from assay.output import note
from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.releases.measurement import ReleaseMeasures
from kafka_assay.properties.records.typed_record import read_record, write_document, write_record
from kafka_assay.properties.releases.release_findings import ReleaseVerdict, SearchedRelease, verdict_from_json

FORMAT = "assay-release/1"


class FolderNotebook:
    """A notebook in `folder` (None: nowhere). Releases checked with other options than `asked_as` are checked again."""

    def __init__(
        self, folder: Path | None, asked_as: Mapping[str, Any], measured_as: Mapping[str, Any] | None = None
    ) -> None:
        """Read nothing yet. Measures taken with another plan than `measured_as` are taken again."""
        self._folder = folder
        self._asked_as = dict(asked_as)
        self._measured_as = dict(measured_as or {})

    def read_search(self, release: str) -> SearchedRelease | None:
        """The earlier result for `release` with the same options, if any."""
        page = self._read_page(release)
        return read_record(SearchedRelease, page["search"]) if page else None

    def write_search(self, found: SearchedRelease) -> None:
        """Store the result."""
        self._write_page(found.release, {"search": write_record(found), "said": {}})

    def read_verdicts(self, release: str) -> dict[str, ReleaseVerdict]:
        """The earlier verdicts of `release`, by the name of the case."""
        said = self._read_page(release).get("said", {})
        return {name: verdict_from_json(verdict) for name, verdict in said.items()}

    def write_verdicts(self, release: str, verdicts: Mapping[str, ReleaseVerdict]) -> None:
        """Store the verdicts, except unavailable ones: the release may be available next time."""
        if page := self._read_page(release):
            kept = {name: one.to_json() for name, one in verdicts.items() if one.word != "unavailable"}
            self._write_page(release, {**page, "said": kept})

    def read_measures(self, release: str) -> ReleaseMeasures | None:
        """The earlier measures of `release` with the same plan, if any."""
        stored = self._read_page(release).get("measures")
        return read_record(ReleaseMeasures, stored) if stored and stored["plan"] == self._measured_as else None

    def write_measures(self, release: str, measures: ReleaseMeasures) -> None:
        """Store the measures, if the release was searched."""
        if page := self._read_page(release):
            self._write_page(release, {**page, "measures": {"plan": self._measured_as, **write_record(measures)}})

    def _read_page(self, release: str) -> dict[str, Any]:
        """The page of `release`; empty if there is none with the same options."""
        if self._folder is None:
            return {}
        path = self._folder / f"{file_name(release)}.json"
        try:
            page = json.loads(path.read_text(encoding="utf-8"))
            if page["format"] == FORMAT and page["asked_as"] == self._asked_as:
                read_record(SearchedRelease, page["search"])
                return dict(page)
            note(f"assay: {release} was checked with other options or code before, so it is checked again")
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, KeyError, AssayError) as wrong:
            note(f"assay: {path} cannot be read, so it will be replaced: {type(wrong).__name__}: {wrong}")
        return {}

    def _write_page(self, release: str, page: dict[str, Any]) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        page = {**page, "format": FORMAT, "asked_as": self._asked_as}
        write_document(self._folder / f"{file_name(release)}.json", page)
