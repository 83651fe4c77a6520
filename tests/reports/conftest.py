"""One audit of real groups, and one report on it, for all tests of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.reports.report import write_report
from tests.reports.audits import audit_of_real_groups


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the records of an audit. Tests only read it."""
    return audit_of_real_groups(tmp_path_factory.mktemp("audit"))


@pytest.fixture(scope="session")
def page(records: Path) -> Path:
    """Return the `index.html` in that folder."""
    return write_report(records)
