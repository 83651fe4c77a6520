from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from assay.exit_codes import ExitCode
from tests.reports.audits import audit_of_real_groups

pytestmark = pytest.mark.functional


def test_page_is_named_on_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = audit_of_real_groups(tmp_path)

    code = run(["report", str(out), "--pages", "0"])

    assert ExitCode.KEPT == code
    assert f"{out / 'index.html'}\n" == capsys.readouterr().out
    assert (out / "index.html").exists()


def test_json_has_the_names_of_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = audit_of_real_groups(tmp_path)

    run(["report", str(out), "--pages", "0", "--json"])

    document = json.loads(capsys.readouterr().out)
    assert "assay-report/1" == document["format"]
    assert document["written"] == [str(out / name) for name in ("index.html", "report.md", "junit.xml", "figures")]


@pytest.mark.parametrize("arguments", [["/nowhere/at/all"], [".", "--pages", "-1"], [".", "--pages", "many"]])
def test_usage_error_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["report", *arguments])

    assert ExitCode.USAGE_ERROR == code
    assert "expected" in capsys.readouterr().err
