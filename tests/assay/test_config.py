"""Tests of `--setting` in every verb and in everything that repeats a finding."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from assay.cli import run
from assay.testing import assert_keeps, parametrize_with_laws
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as opening
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import Settings
from tests.assay.groups import PAIR, write_documents
from tests.assay.stand_in_releases import CASE, put_in_place
from tests.assay.stand_in_releases import TARGET as RELEASES
from tests.assay.stand_in_releases import write_document as release_file
from tests.assay.users_module import printed_document

pytestmark = pytest.mark.functional

TARGET = "python:zoned:Zoned"
FAR = ["--setting", "zone=far"]

ZONED = """
    from kafka_assay.assignors.registry import reference_assignor

    class Zoned:
        like = "roundrobin"

        def configure(self, config, member_config):
            self.zone = config["zone"]
            self.away = {member for member, mine in member_config.items() if mine["zone"] != self.zone}

        def assign(self, group):
            answer = reference_assignor("roundrobin").assign(group)
            return {
                member: {} if member in self.away or (self.zone == "far" and member != min(answer)) else mine
                for member, mine in answer.items()
            }
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with an assignor that needs a setting and leaves partitions out in the zone `far`."""
    (tmp_path / "zoned.py").write_text(dedent(ZONED))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def broken(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The cell of a check with a setting that breaks one law."""
    narrow = ["--law", "nothing-left-out", "--inputs", "clean", "--groups", "20", "--json"]
    code = run(["check", TARGET, *FAR, *narrow])

    (cell,) = printed_document(capsys)["cells"]
    assert (1, "broken") == (code, cell["verdict"])
    found: dict[str, Any] = cell
    return found


def test_missing_setting_leaves_laws_undecided(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", TARGET, "--inputs", "clean", "--groups", "5"])

    out, err = capsys.readouterr()
    assert 3 == code
    assert "cannot express this group: configure() failed: KeyError: 'zone'" in " ".join(out.split())
    assert "in configure\n" in err


def test_record_has_the_stack_if_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", TARGET, "--inputs", "clean", "--groups", "5", "--json"])

    (told,) = printed_document(capsys)["cannot_be_asked"]
    assert "it cannot express this group: configure() failed: KeyError: 'zone'" == told["reason"]
    assert "in configure\n" in told["trace"]


def test_judge_shows_the_stack_of_configure(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The stack is on stderr."""
    code = run(["judge", write_documents(here / "g.json", PAIR), TARGET])

    told = capsys.readouterr()
    assert 3 == code
    assert f"{TARGET} on pair cannot express this group: configure() failed: KeyError: 'zone'" in told.out
    assert "in configure\n" in told.err


def test_laws_are_kept_with_the_setting(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", TARGET, "--setting", "zone=a", "--inputs", "clean", "--groups", "5", "--json"])

    assert (0, {"kept"}) == (code, {cell["verdict"] for cell in printed_document(capsys)["cells"]})


def test_member_has_its_own_settings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = write_documents(here / "g.json", PAIR)

    run(["judge", group, TARGET, "--setting", "zone=a", "--setting", "b:zone=b", "--json"])

    assert {} == printed_document(capsys)["assignment"]["b"]


def test_replay_command_and_case_have_the_settings(
    broken: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = shlex.split(broken["replay"])
    assert FAR == replay[3:5]
    assert {"zone": "far"} == broken["counterexample"]["config"]

    for words in (replay[1:], ["check", TARGET, "--case", replay[-1]]):
        assert 1 == run([*words, "--json"])
        (again,) = printed_document(capsys)["cells"]
        assert broken["counterexample"]["steps"] == again["counterexample"]["steps"]
        assert {"zone": "far"} == again["counterexample"]["config"]
        assert FAR == shlex.split(again["replay"])[3:5]


def test_command_line_settings_override_those_of_a_case(
    broken: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    case = shlex.split(broken["replay"])[-1]

    code = run(["check", TARGET, "--case", case, "--setting", "zone=a", "--json"])

    assert (0, ["kept"]) == (code, [cell["verdict"] for cell in printed_document(capsys)["cells"]])


def test_case_with_settings_can_be_checked_on_a_reference(
    broken: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["check", "roundrobin", "--case", shlex.split(broken["replay"])[-1], "--json"])

    assert (0, "kept") == (code, printed_document(capsys)["cells"][0]["verdict"])


def test_pasted_test_has_the_settings(broken: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    case = shlex.split(broken["replay"])[-1]

    run(["judge", case, "--as-test"])

    text = capsys.readouterr().out
    pasted: dict[str, Any] = {}
    exec(text, pasted)
    assert "config={'zone': 'far'}" in text
    (test,) = (value for name, value in pasted.items() if name.startswith("test_"))
    with pytest.raises(AssertionError, match="has no owner"):
        test("nothing-left-out")
    assert_keeps("nothing-left-out", pasted["GROUP"], target=TARGET, config={"zone": "a"})


def test_command_for_a_test_has_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", TARGET, *FAR, "--law", "nothing-left-out", "--inputs", "clean", "--groups", "20"])

    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("Test:"))
    assert " --setting zone=far --as-test" in line


def test_report_and_junit_have_the_settings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", TARGET, *FAR, "--law", "nothing-left-out", "--inputs", "clean", "--groups", "20", "--out", "out"])
    run(["report", "out"])

    assert "--setting zone=far" in (here / "out" / "junit.xml").read_text()


def test_only_targets_with_configure_are_configured(capsys: pytest.CaptureFixture[str]) -> None:
    narrow = ["--inputs", "clean", "--groups", "5", "--json"]

    assert 0 == run(["check", "roundrobin", "--same-as", TARGET, "--setting", "zone=a", *narrow])
    printed_document(capsys)
    assert 1 == run(["check", "roundrobin", "--same-as", TARGET, *FAR, *narrow])
    assert " --setting zone=far " in printed_document(capsys)["command"]


def test_replay_command_of_compare_has_the_candidates_settings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    narrow = ["--inputs", "clean", "--groups", "5", "--out", "out"]

    assert 1 == run(["compare", "roundrobin", TARGET, *FAR, *narrow])

    told = capsys.readouterr().out
    assert f"assay check {TARGET} --setting zone=far --case out/cases/" in told


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["judge", "g.json", "sticky"], "--setting zone=far: none of the targets accepts settings: sticky"),
        (["check", "python:plain:Plain"], "it accepts no settings: remove --setting zone=far"),
        (
            ["check", "sticky", "--same-as", "range"],
            "--setting zone=far: none of the targets accepts settings: sticky, range",
        ),
        (["compare", "sticky", "range"], "none of the targets accepts settings: sticky, range"),
        (["bench", "sticky", "--workload", "2x2x1-HOMOGENEOUS-FULL"], "none of the targets accepts settings: sticky"),
        (["optimum", "g.json", "range"], "none of the targets accepts settings: "),
        (["audit", "g.json", "--out", "out", "--master", "loop"], "none of the targets accepts settings: "),
    ],
)
def test_target_without_configure_is_a_usage_error(
    words: list[str], line: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_documents(here / "g.json", PAIR)
    (here / "plain.py").write_text("class Plain:\n    def assign(self, group):\n        return {}\n")

    code = run([*words, *FAR])

    told = capsys.readouterr().err.splitlines()
    assert (2, 1) == (code, len(told))
    assert line in told[0]


def test_unknown_member_is_a_usage_error(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", write_documents(here / "g.json", PAIR), TARGET, "--setting", "c:zone=a"])

    assert (2, "assay: --setting: the group has no member 'c'") == (code, capsys.readouterr().err.strip())


def test_explain_frontier_bench_and_audit_reach_configure(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = write_documents(here / "g.json", PAIR)
    near = ["--setting", "zone=a"]

    assert 0 == run(["judge", group, TARGET, *near])
    assert 0 == run(["optimum", group, TARGET, *near, "--json"])
    points = json.loads(capsys.readouterr().out.splitlines()[-1])["assignors"]
    assert ["today", TARGET] == [point["target"] for point in points]
    assert 0 == run(["bench", TARGET, "--workload", "20x2x10-HOMOGENEOUS-FULL", *near, "--json"])
    assert {None} == {point["error"] for point in printed_document(capsys)["points"]}
    assert 0 == run(["audit", group, "--out", "out", "--master", "loop", "--target", TARGET, *near])


def test_decorator_configures_targets(here: Path) -> None:
    def failures(config: dict[str, str]) -> str:
        @parametrize_with_laws(
            [TARGET], like="roundrobin", laws=["nothing-left-out"], inputs=["clean"], examples=5, config=config
        )
        def test(assignor: object, check: Any) -> None:
            check(assignor)

        (mark,) = (mark for mark in test.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
        assignor, check = mark.args[1][0].values
        try:
            check(assignor)
        except pytest.fail.Exception as failed:
            return str(failed)
        return ""

    told = failures({"zone": "far"})
    assert f"assay check {TARGET} --like roundrobin --setting zone=far --case " in " ".join(told.split())
    assert "config={'zone': 'far'}" in told
    assert failures({"zone": "a"}) == ""


def test_decorator_refuses_settings_for_an_object() -> None:
    with pytest.raises(AssayError, match="needs a target as text"):
        parametrize_with_laws([lambda group: {}], like="fair", config={"zone": "a"})(lambda assignor, check: None)


def test_every_release_is_configured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A case brings its own settings."""
    put_in_place("..x", monkeypatch)
    stand_in, given = opening.open_target, []

    def remember(text: str, *, settings: Settings, **options: Any) -> Target:
        given.append(settings)
        return stand_in(text, settings=settings, **options)

    monkeypatch.setattr(opening, "open_target", remember)
    case = release_file("c.json", {**CASE, "config": {"zone": "far"}})

    run(["releases", RELEASES, *FAR, "--json"])
    assert " --setting zone=far " in printed_document(capsys)["command"]
    run(["releases", RELEASES, "--case", case, "--setting", "zone=a"])
    run(["releases", RELEASES, "--case", case])

    assert [*FAR, "--setting", "zone=a", *FAR] == [word for key in dict.fromkeys(given) for word in key.words()]
    assert [False, False, True] == [key.optional for key in dict.fromkeys(given)]
