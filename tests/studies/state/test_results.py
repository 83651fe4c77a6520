"""The published files, and what becomes of them if the data change."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import findings_in
from studies.findings.finding_pages import KNOWN
from studies.output import ROOT
from studies.state.measuring import FOLDER, RECORD, read_state
from studies.state.results import result_files
from studies.state.states import read_states
from tests.support.newest_releases import OWN

DOCS = ROOT / "docs"
NAME = "franz-go-3"
"""The only fault of the gravest severity of its client, so its badge names that severity."""
FINDINGS = findings_in(KNOWN)
STATES = read_states(read_state(RECORD), FINDINGS)
RELEASES = {one["implementation"]: one["release"] for one in STATES if one["implementation"] != OWN}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a scratch folder with the findings and the published files."""
    shutil.copytree(KNOWN, tmp_path / "known", ignore=shutil.ignore_patterns("__pycache__"))
    leave_out = shutil.ignore_patterns("cases", "withdrawn", "museum")
    shutil.copytree(DOCS / "results", tmp_path / "docs" / "results", ignore=leave_out)
    return tmp_path


def change_row(copy: Path, **changes: Any) -> None:
    """Change the row of the finding in the scratch folder."""
    path = copy / "known" / f"{NAME}.json"
    document = json.loads(path.read_text("utf-8"))
    document["clients"][0] |= changes
    path.write_text(json.dumps(document), encoding="utf-8")


@pytest.mark.integration
def test_another_severity_changes_index_head_state_and_badge(copy: Path) -> None:
    docs = copy / "docs"
    for path, content in result_files(copy / "known", docs).files.items():
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert [] == result_files(copy / "known", docs).stale()

    change_row(copy, severity="curiosity")

    changed = {str(path.relative_to(docs)) for path in result_files(copy / "known", docs).stale()}
    pages = {"results/findings/README.md", "results/findings/franz-go.md", "results/state/README.md"}
    assert pages | {f"results/state/franz-go.{kind}" for kind in ("md", "svg")} <= changed


def test_no_release_has_a_tick_beside_a_finding() -> None:
    """Each fault of the release on the page is counted in the cell of its severity."""
    counts: Counter[tuple[str, str]] = Counter()
    for client in (client for finding in FINDINGS if finding.is_fault for client in finding.clients):
        release = RELEASES.get(client.implementation)
        if release is not None and client.is_affected(release, ReleaseOrder.SEMANTIC.sort_key):
            counts[client.implementation, client.severity] += 1
    page = (FOLDER / "README.md").read_text("utf-8")

    for name in RELEASES:
        row = re.search(rf"^\| \[{name}\]\({name}\.md\) \|.*$", page, flags=re.MULTILINE)
        assert row is not None
        for severity, cell in zip(SEVERITIES, row[0].split(" | ")[2:], strict=False):
            assert counts[name, severity] == int((re.search(r"✗ (\d+)", cell) or [0, 0])[1]), (name, severity)


def test_alarm_that_no_file_names_is_refused(copy: Path) -> None:
    change_row(copy, alarms=[])

    with pytest.raises(
        AssayError, match=r"franz-go@v1.22.3:\S+: \S+.* on \S+: no file of properties/known names this alarm"
    ):
        result_files(copy / "known", copy / "docs")


def test_every_case_belongs_to_a_broken_law() -> None:
    laws = (law for one in STATES for assignor in one["assignors"] for law in assignor["laws"])

    assert {law["case"] for law in laws if law["case"]} == {
        f"{path.relative_to(ROOT)}:{line}"
        for path in (FOLDER / "cases").rglob("*.jsonl")
        for line in range(1, path.read_text("utf-8").count("\n") + 1)
    }
