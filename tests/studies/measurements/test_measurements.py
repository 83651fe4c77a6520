from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.__main__ import main
from studies.measurements import measurements
from studies.measurements.grid_summary import goal_lines, kind_lines, size_lines
from studies.measurements.table_record import read_rows, rows_of_table, table_lines, write_rows

TABLE = "| host | per second | goal |\n|---|---:|---|\n| a==1:b | 13,031 | met |\n| c | > 8,000 |  |\n"
PAGE = "# Hosts\n\n<!-- table of host-rate.csv -->\n<!-- end of table -->\n\nThe end.\n"
POINT = {
    "partitions": "10000", "subscriptions": "NESTED", "event": "FULL", "oracle, ms": "2",
    "oracle / franz-go": "0.05", "oracle / Uniform": "2", "goal": "met",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of docs/benchmarks, with a page whose table is not filled in yet."""
    monkeypatch.setattr(measurements, "FOLDER", tmp_path)
    monkeypatch.setattr(measurements, "ROOT", tmp_path)
    (tmp_path / "hosts.md").write_text(PAGE)
    return tmp_path


def test_pages_agree_with_their_records() -> None:
    assert 0 == main(["measurements"])


def test_printed_table_becomes_the_record_and_the_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "printed.txt").write_text(f"| before |\n|---|\n| 1 |\n\nsaid\n{TABLE}")

    assert 0 == main(["measurements", "--take", str(folder / "printed.txt"), "host-rate", "--write"])

    assert "host,per second,goal\na==1:b,13031,met\nc,> 8000,\n" == (folder / "host-rate.csv").read_text()
    filled = (folder / "hosts.md").read_text()
    assert f"<!-- table of host-rate.csv -->\n\n{TABLE}\n<!-- end of table -->\n\nThe end.\n" in filled
    assert "written: hosts.md\n" == capsys.readouterr().out


def test_stale_page_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_rows(folder / "host-rate.csv", rows_of_table(TABLE))

    assert 1 == main(["measurements"])
    assert "differs: hosts.md\n" == capsys.readouterr().out


def test_record_gives_the_same_table_again(tmp_path: Path) -> None:
    write_rows(tmp_path / "record.csv", rows_of_table(TABLE))

    assert TABLE == "\n".join([*table_lines(read_rows(tmp_path / "record.csv")), ""])


def test_text_without_a_table_is_refused() -> None:
    with pytest.raises(AssayError, match="expected a Markdown table"):
        rows_of_table("nothing was measured")


def test_point_without_an_answer_of_the_rival_does_not_count() -> None:
    points = [POINT, POINT | {"oracle, ms": "4", "oracle / franz-go": ""}, POINT | {"oracle / franz-go": "0.5"}]

    assert "| 10,000 | 3 | 2 | 4 | x11 | x2 | x0.5 | x0.5 |" == size_lines(points)[-1]


def test_small_groups_do_not_count_by_kind() -> None:
    small = POINT | {"partitions": "5000", "subscriptions": "HOMOGENEOUS"}

    assert ["NESTED"] == [line.split()[1] for line in kind_lines([small, POINT])[1:]]


def test_missed_goal_has_a_reason() -> None:
    missed = POINT | {"goal": "missed: 3 hubs are left"}

    assert "| NESTED | 1 of 2 |" in "\n".join(goal_lines([POINT, missed]))
