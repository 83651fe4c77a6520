"""Tests of `assay audit` and `assay report`: counts, weights, groups from a pipe, and the files of the report."""

from __future__ import annotations

import io
import json

import pytest

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of
from tests.assay.shell import CAPTURES, Shell
from tests.reports.audits import audit_of_real_groups

GROUP = group_to_json(group_of({"t0": 2}, {"C0": ["t0"]}, {"C0": {"t0": [0, 1]}}, name="g"))


def test_page_of_an_earlier_audit_is_named(shell: Shell) -> None:
    shell.write("g.json", json.dumps(GROUP))
    first = shell("audit g.json --out out")
    shell.write("out/index.html", "")

    again = shell("audit g.json --out out")

    said = "out/index.html shows an earlier audit: assay report out writes it anew"
    assert (False, True) == (said in first.err, said in again.err)


def test_full_disk_is_named_by_the_file_that_keeps_the_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.folder / "out").mkdir()
    (shell.folder / "out" / "standard-input.jsonl").symlink_to("/dev/full")
    pipe(monkeypatch, json.dumps(GROUP))

    place = shell.folder / "out" / "standard-input.jsonl"
    said = f"assay: {place}: cannot be written: No space left on device\n"
    assert said == shell("audit - --out out").refusal


def test_terminal_and_report_count_the_same_groups(shell: Shell) -> None:
    printed = shell(f"audit {CAPTURES} --out out --master loop").lines

    shell("report out")

    (counted,) = [line for line in printed if "at the proven optimum today" in line]
    assert counted == shell.text_of("out/report.md").splitlines()[4]
    assert counted.startswith("28 of 30 groups are at the proven optimum today; 2 are less balanced than possible.")
    assert counted.endswith("(1 more group was rebalancing. 2 more groups have no members.)")
    assert printed[0].startswith("g-java-rr-hetero: 4 members, 30 partitions, assigned by roundrobin.")
    assert "Not judged, because it was rebalancing: g-reb-kip." in printed


def test_json_has_a_row_for_each_assignor(shell: Shell) -> None:
    """The current assignment is first, then the optimum, then the best assignor."""
    summary = shell(f"audit {CAPTURES} --out out --master loop --json").document

    rows = {row["target"]: row for row in summary["assignors"]}
    assert ["today", "optimal"] == list(rows)[:2]
    assert {"today", *summary["targets"]} == rows.keys()
    assert (28, 2, 1, 2) == tuple(summary["grades"][name] for name in ("optimal", "less_even", "rebalancing", "empty"))
    assert {33} == {sum(row["grades"].values()) for name, row in rows.items() if not name.startswith("constrained-")}
    assert summary["grades"] == rows["today"]["grades"]
    assert {one["target"] for one in summary["recommended"]} < rows.keys()


def test_weights_are_balanced_for_each_group(shell: Shell) -> None:
    """The best plans of these two captures are proved."""
    files = f"{CAPTURES}/g-java-rr-hetero.json {CAPTURES}/g-java-default.json"

    ended = shell(f"audit {files} --out out --master loop --weights lag --seconds 20")

    assert 0 == ended.code
    assert (
        "By lag: in 2 of 2 groups the heaviest member has more than with the best plan found. "
        "Largest difference: g-java-rr-hetero, 174 unread records today, 86 with that plan."
    ) in ended.lines
    assert "lag" == shell.read("out/audit.json")["weights"]


def pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Standard input holds `text`."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("text", "saved"),
    [(f"\n{json.dumps(GROUP)}\n", "standard-input.jsonl"), (json.dumps(GROUP, indent=1), "standard-input.json")],
)
def test_groups_on_stdin_are_saved_and_audited(
    text: str, saved: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(monkeypatch, text)

    ended = shell("audit - --out out --json")

    assert (0, 1) == (ended.code, ended.document["groups"])
    assert (shell.folder / "out" / saved).is_file()


def test_an_empty_stdin_is_one_line(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, "")

    assert "assay: -: standard input is empty: expected one group per line\n" == shell("audit - --out out").refusal
    assert not (shell.folder / "out").exists()


def test_report_names_its_files_on_stdout(shell: Shell) -> None:
    out = audit_of_real_groups(shell.folder)

    ended, listed = shell(f"report {out} --pages 0"), shell(f"report {out} --pages 0 --json").document

    assert (0, f"{out / 'index.html'}\n") == (ended.code, ended.out)
    assert (out / "index.html").exists()
    assert "assay-report/1" == listed["format"]
    assert listed["written"] == [str(out / name) for name in ("index.html", "report.md", "junit.xml", "figures")]
