"""Tests of `assay check --case`, which repeats one case or checks one group."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.registry import reference_assignor
from tests.assay.users_module import enter_folder, printed_document
from tests.assignors.hosted.late import LATE_ONCE, MARKER

pytestmark = pytest.mark.functional

GROUP = {"format": "assay-group/1", "topics": {"t0": 2}, "members": [{"id": "C0", "subscription": ["t0"]}]}
FINDINGS = Path(__file__).parents[2] / "docs" / "results" / "findings"
CASE = {"format": "assay-case/1", "law": "one-owner-each", "inputs": "clean", "steps": [{"group": GROUP}]}


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a user's module."""
    return enter_folder(tmp_path, monkeypatch)


def test_replay_command_repeats_the_case(capsys: pytest.CaptureFixture[str]) -> None:
    narrow = ["--law", "even-when-equal", "--inputs", "clean", "--groups", "100"]
    run(["check", "python:mine:greedy", "--like", "+even", *narrow, "--json"])
    (cell,) = printed_document(capsys)["cells"]

    words = shlex.split(cell["replay"])
    code = run([*words[1:], "--json"])

    (again,) = printed_document(capsys)["cells"]
    assert ["assay", "check"] == words[:2]
    assert 1 == code
    assert (cell["law"], cell["inputs"], "broken") == (again["law"], again["inputs"], again["verdict"])
    assert cell["counterexample"]["steps"] == again["counterexample"]["steps"]


def test_plain_group_is_checked_for_every_law(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    (working_directory / "g.json").write_text(json.dumps(GROUP), encoding="utf-8")

    code = run(["check", "sticky", "--case", "g.json", "--json"])

    found = printed_document(capsys)
    assert (0, 1) == (code, found["groups"])
    assert {"clean"} == {cell["inputs"] for cell in found["cells"]}
    assert {"kept"} == {cell["verdict"] for cell in found["cells"]}


def test_malformed_case_is_one_line_with_its_path(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    (working_directory / "c.json").write_text('{"format":"assay-case/1","law":"x","inputs":"clean","steps":[]}')

    code = run(["check", "range", "--case", "c.json"])

    assert 2 == code
    assert "assay: c.json: steps: list []: expected at least one step\n" == capsys.readouterr().err


def test_case_is_repeated_with_its_own_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = {
        "format": "assay-group/1",
        "topics": {"t": 6},
        "members": [{"id": m, "subscription": ["t"]} for m in "abcdef"],
    }
    case = {"format": "assay-case/1", "law": "stable-group-moves-nothing", "inputs": "clean", "seed": 7, "versions": {}}
    step = {"group": group, "assignment": None, "error": None, "why": None, "instance": None}
    found = {**case, "target": "shuffled-roundrobin", "steps": [step], "facts": {}, "explanation": ""}
    (tmp_path / "case.json").write_text(json.dumps(found), encoding="utf-8")

    code = run(["check", "shuffled-roundrobin", "--like", "sticky", "--case", "case.json", "--json"])

    record = json.loads(capsys.readouterr().out)
    first = record["cells"][0]["counterexample"]["steps"][0]
    assert (1, 7) == (code, record["seed"])
    assert reference_assignor("shuffled-roundrobin", 7).assign(group_from_json(group)) == first["assignment"]


@pytest.mark.parametrize(("like", "noted"), [([], True), (["--like", "+even"], False)])
def test_explain_says_when_the_law_of_the_case_is_not_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], like: list[str], noted: bool
) -> None:
    """The case was found with `--like` and is explained without it."""
    (tmp_path / "c.json").write_text(json.dumps({**CASE, "law": "even-when-equal", "target": "python:mine:greedy"}))

    run(["judge", "c.json", *like])

    said = "even-when-equal: python:mine:greedy does not promise 'even'; to check it anyway, add --like '+even'"
    assert noted == (f"the case's own law is not checked: {said}\n" in capsys.readouterr().err)


def test_case_of_a_law_that_is_not_promised_raises_no_alarm(
    working_directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All promised laws are checked, and one line names the law that is not promised."""
    case = json.dumps({**CASE, "law": "even-when-equal", "target": "range"})
    (working_directory / "c.json").write_text(case, encoding="utf-8")

    code = run(["check", "range", "--case", "c.json"])

    printed_text = capsys.readouterr()
    assert 0 == code
    assert "spread-within-topic" in printed_text.out
    assert "even-when-equal" not in printed_text.out
    assert "not checked: even-when-equal: range does not promise 'even'" in printed_text.err


def test_law_option_with_a_case_must_be_promised(working_directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (working_directory / "c.json").write_text(json.dumps(CASE), encoding="utf-8")

    code = run(["check", "range", "--case", "c.json", "--law", "even-when-equal"])

    assert 2 == code
    assert "range does not promise 'even'" in capsys.readouterr().err


@pytest.mark.parametrize("verb", [["check", "range", "--case", "c.json"], ["judge", "c.json", "range"]])
@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"inputs": "stale"}, "unknown input family 'stale'; did you mean 'stale-claims'? (see assay list)"),
        ({"law": "one-owner"}, "unknown law 'one-owner'; did you mean 'one-owner-each'? (see assay list)"),
    ],
)
def test_case_of_an_unknown_family_or_law_is_refused(
    verb: list[str], named: dict[str, str], said: str, working_directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An expected failure could not be matched to an unknown family."""
    (working_directory / "c.json").write_text(json.dumps(CASE | named), encoding="utf-8")

    code = run(verb)

    assert (2, f"assay: c.json: {said}\n") == (code, capsys.readouterr().err)


def test_case_of_a_given_group_is_repeated(working_directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check --case GROUP` calls the family `given`, and can read its own cases."""
    (working_directory / "c.json").write_text(json.dumps(CASE | {"inputs": "given"}), encoding="utf-8")

    code = run(["check", "range", "--case", "c.json", "--json"])

    assert (0, "given") == (code, printed_document(capsys)["cells"][0]["inputs"])


@pytest.mark.parametrize(("limit", "code"), [([], 0), (["--call-timeout", "2"], 1)])
def test_only_the_default_limit_asks_a_hang_again(
    limit: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A limit that the user has set is exact."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    (tmp_path / "g.json").write_text(json.dumps(GROUP), encoding="utf-8")

    found = run(["check", LATE_ONCE, "--law", "returns-an-answer", "--case", "g.json", *limit])

    assert code == found
    assert bool(limit) == (f"assay check {LATE_ONCE} --call-timeout 2 --case g.json" in capsys.readouterr().out)


def test_published_case_names_its_finding(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "kafka-python==3.0.12:roundrobin", "--case", str(FINDINGS / "cases" / "kafka-python-1.json")]

    code = run(words)
    told = capsys.readouterr().out
    run([*words, "--json"])

    assert 1 == code
    assert "  Known: kafka-python-1 (finding, 2.3.0 to 3.0.12): " in told
    assert ["kafka-python-1"] == printed_document(capsys)["cells"][0]["known"]
