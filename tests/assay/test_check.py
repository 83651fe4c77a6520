"""
Tests of `assay check` as people and scripts meet it.
"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest

from assay.cli import run
from assignors.group_format import group_from_json
from assignors.registry import reference

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.functional

BROKEN = '''
"""
Assignors of a user's own.
"""


def greedy(group):
    """
    Everything to the first subscriber.
    """
    answer = {member.id: {} for member in group.members}
    for topic in group.topics:
        for member in group.members:
            if topic.name in member.subscription:
                answer[member.id][topic.name] = list(range(topic.partitions))
                break
    return answer


def fails(group):
    """
    No answer where a topic is missing.
    """
    known = {topic.name for topic in group.topics}
    for member in group.members:
        for topic in member.subscription:
            if topic not in known:
                raise LookupError(topic)
    return greedy(group)
'''


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """
    An empty working directory with a module of the user's.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(BROKEN, encoding="utf-8")
    return tmp_path


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """
    The one JSON document on stdout.
    """
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_kept_cell_is_said_first_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    """
    The first line answers; the matrix follows.
    """
    code = run(["check", "range", "--inputs", "clean", "--examples", "5"])

    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    assert lines[0].startswith("✓ range: KEPT: ")
    assert any(line.split() == ["one-owner-each", "✓"] for line in lines)


def test_a_broken_law_is_proved_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Law and family, smallest group, sentences, stakes, source, and the two commands.
    """
    code = run(["check", "python:mine:greedy", "--like", "+even", "--inputs", "clean", "--examples", "40"])

    told = capsys.readouterr().out
    assert 1 == code
    assert "✗ BROKEN  even-when-equal (clean)   2 members, 2 partitions" in told
    for word in ("topics ", "members ", "answer ", "What happened:", "Why it matters:", "Source:", "Replay:", "Test:"):
        assert f"  {word}" in told


def test_the_replay_command_repeats_the_case(capsys: pytest.CaptureFixture[str]) -> None:
    """
    What is printed can be run, and says the same of the same group.
    """
    run(["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean", "--json"])
    (cell,) = document(capsys)["cells"]

    words = shlex.split(cell["replay"])
    code = run([*words[1:], "--json"])

    (again,) = document(capsys)["cells"]
    assert ["assay", "check"] == words[:2]
    assert 1 == code
    assert (cell["law"], cell["inputs"], "broken") == (again["law"], again["inputs"], again["verdict"])
    assert cell["counterexample"]["steps"] == again["counterexample"]["steps"]


def test_the_document_has_the_shape_that_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Keys of the check, of a cell, and the last step's group and assignment at the top of the counterexample.
    """
    run(["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean", "--json"])

    found = document(capsys)
    (cell,) = found["cells"]
    case = cell["counterexample"]
    assert ("assay-check/1", "python:mine:greedy", "+even", 0) == tuple(
        found[key] for key in ("format", "target", "like", "seed")
    )
    assert {"law", "inputs", "verdict", "expected", "examples", "counterexample", "replay"} <= cell.keys()
    assert ("assay-case/1", case["steps"][-1]["group"], case["steps"][-1]["assignment"]) == tuple(
        case[key] for key in ("format", "group", "assignment")
    )
    assert case["explanation"]


def test_counterexamples_are_kept_and_tried_first(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    """
    The first check writes the case; the second names it and needs a single example.
    """
    ask = ["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean", "--json"]
    run(ask)
    capsys.readouterr()
    (case,) = (working_directory / ".assay" / "cases").iterdir()

    run([*ask, "--examples", "1"])
    first = document(capsys)
    run([*ask, "--examples", "1", "--no-corpus"])
    second = document(capsys)

    assert ([case.name], "broken") == (first["corpus"], first["cells"][0]["verdict"])
    assert ([], "kept") == (second["corpus"], second["cells"][0]["verdict"])


def test_a_broken_file_in_the_corpus_is_named_and_left_out(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """
    It is no reason not to check.
    """
    cases = working_directory / ".assay" / "cases"
    cases.mkdir(parents=True)
    (cases / "half.json").write_text('{"format":', encoding="utf-8")

    code = run(["check", "range", "--inputs", "clean", "--examples", "2"])

    assert 0 == code
    assert "left out: .assay/cases/half.json" in capsys.readouterr().err


def test_a_target_without_promises_is_asked_the_laws_of_all_and_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    """
    The greedy assignor is valid; nobody said that it should be even.
    """
    code = run(["check", "python:mine:greedy", "--inputs", "clean", "--examples", "5"])

    assert 0 == code
    assert "Only the laws that hold for every assignor were asked" in capsys.readouterr().out


def test_a_failing_assignor_breaks_one_law(capsys: pytest.CaptureFixture[str]) -> None:
    """
    The exception is a finding, with the smallest group that provokes it.
    """
    code = run(["check", "python:mine:fails", "--inputs", "missing-topics", "--examples", "5", "--json"])

    cells = {cell["law"]: cell for cell in document(capsys)["cells"]}
    assert 1 == code
    assert ("broken", "undecided") == (cells["returns-an-answer"]["verdict"], cells["one-owner-each"]["verdict"])
    assert "LookupError" == cells["returns-an-answer"]["counterexample"]["steps"][0]["error"]["type"]


def test_one_group_is_asked_every_law(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    """
    `--case` takes a plain group, too.
    """
    group = {"format": "assay-group/1", "topics": {"t0": 2}, "members": [{"id": "C0", "subscription": ["t0"]}]}
    (working_directory / "g.json").write_text(json.dumps(group), encoding="utf-8")

    code = run(["check", "sticky", "--case", "g.json", "--json"])

    found = document(capsys)
    assert (0, 1) == (code, found["groups"])
    assert {"clean"} == {cell["inputs"] for cell in found["cells"]}
    assert {"kept"} == {cell["verdict"] for cell in found["cells"]}


def test_the_record_is_written_where_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """
    `--out` holds the very document that `--json` prints.
    """
    run(["check", "range", "--inputs", "clean", "--examples", "3", "--out", "out", "--json"])

    assert document(capsys) == json.loads((working_directory / "out" / "check-range.json").read_text("utf-8"))


def test_a_record_that_cannot_be_written_is_one_line(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """
    A file where the folder should be.
    """
    (working_directory / "out").write_text("")

    code = run(["check", "range", "--inputs", "clean", "--examples", "1", "--out", "out"])

    assert 2 == code
    assert "out/check-range.json: cannot be written" in capsys.readouterr().err


def test_a_corpus_that_cannot_be_written_ends_no_check(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """
    The finding is told all the same, with a command that finds it again.
    """
    (working_directory / ".assay").write_text("")

    code = run(["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--inputs", "clean"])

    captured = capsys.readouterr()
    assert 1 == code
    assert "counterexamples are not kept" in captured.err
    assert "--law even-when-equal --inputs clean --seed 0 --examples" in captured.out


def test_without_time_the_answer_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Exit code 3, and the reason.
    """
    code = run(["check", "range", "--inputs", "clean", "--seconds", "1e-9"])

    assert 3 == code
    assert "UNDECIDED" in capsys.readouterr().out


def test_an_interrupted_check_writes_what_was_finished(
    capsys: pytest.CaptureFixture[str], working_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Exit code 130, and a record of the groups that were judged.
    """
    from assignors.hosted.reference_target import ReferenceTarget

    calls = iter(range(8))

    def interrupted(self: object, group: object) -> dict[str, dict[str, list[int]]]:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return {}

    monkeypatch.setattr(ReferenceTarget, "assign", interrupted)

    code = run(["check", "range", "--inputs", "clean", "--out", "out", "--json"])

    found = json.loads((working_directory / "out" / "check-range.json").read_text("utf-8"))
    assert (130, True) == (code, found["interrupted"])
    assert found == document(capsys)
    assert 8 >= found["groups"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["range", "--law", "one-owner"], "no law is called 'one-owner'; did you mean 'one-owner-each'"),
        (["range", "--inputs", "stale"], "no input family is called 'stale'; did you mean 'stale-claims'"),
        (
            ["range", "--law", "locally-balanced"],
            "range does not promise 'local'; --like 'range,+local' asks it anyway",
        ),
        (["stiky"], "did you mean 'sticky'"),
        (["range", "--examples", "0"], "expected at least 1"),
        (["range", "--seconds", "-1"], "expected a number of seconds above 0"),
        (["range", "--seconds", "nan"], "expected a number of seconds above 0"),
        (["range", "--case", "nowhere.json"], "nowhere.json: no such file"),
        (["range", "--case", "x.json", "--inputs", "clean"], "--inputs does not apply"),
        (["range", "--like", "rang"], "did you mean 'range'"),
    ],
)
def test_a_wrong_question_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Exit code 2, the value, and the nearest known name.
    """
    code = run(["check", *arguments])

    captured = capsys.readouterr()
    assert (2, "") == (code, captured.out)
    assert said in captured.err
    assert 1 == captured.err.count("\n")


def test_a_malformed_case_is_one_line_with_its_path(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """
    File, JSON path and what was expected.
    """
    (working_directory / "c.json").write_text('{"format":"assay-case/1","law":"x","inputs":"clean","steps":[]}')

    code = run(["check", "range", "--case", "c.json"])

    assert 2 == code
    assert "assay: c.json: steps: list []: expected at least one step\n" == capsys.readouterr().err


def test_a_case_is_repeated_with_its_own_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    What was random when it was found is not so when it is repeated: `--case` needs no `--seed` beside it.
    """
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
    assert reference("shuffled-roundrobin", 7).assign(group_from_json(group)) == first["assignment"]
