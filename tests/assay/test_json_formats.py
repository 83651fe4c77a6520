"""Tests that every `--json` output obeys the JSON Schema of its format."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.cli import VERBS, run
from kafka_assay.assignors.hosted.cache import Manifest
from tests.assay.stand_in_releases import TARGET, measure_little, put_in_place, write_document
from tests.assay.users_module import enter_folder
from tests.reports import known
from tests.reports.known import alarm_on, finding_of, row_of
from tests.studies.formats.validation import complaints

pytestmark = pytest.mark.functional

CAPTURE = Path(__file__).parents[2] / "captures" / "g-java-rr-hetero.json"
TEXT = Path(__file__).parents[2] / "captures" / "text" / "4.3.1" / "g-java-range.describe-members-verbose.txt"
LIFE = {
    "format": "assay-life/1",
    "group": {
        "format": "assay-group/1",
        "topics": {"t": 4},
        "members": [{"id": "a", "subscription": ["t"]}, {"id": "b", "subscription": ["t"]}],
    },
    "events": [{"join": [{"id": "c", "subscription": ["t"]}]}, {"leave": ["a"], "topics": {"t": 6}}],
}
GREEDY = "check python:mine:greedy --like +even --law even-when-equal --inputs clean --groups 40"

COMMANDS = (
    "list",
    "list laws",
    "optimum g.json",
    "optimum g.json --weights lag",
    "optimum g.json --then topic-spread",
    "optimum many.jsonl",
    "judge g.json answer.json --like sticky",
    "judge g.json answer.json --check-proof proof.json",
    "judge g.json range sticky",
    "judge many.jsonl range",
    "judge g.json range --as-test",
    "judge life.json cooperative-sticky",
    "optimum g.json sticky --frontier --moves 3",
    "whatif g.json --leave rr-1 --join 2 --grow orders=20 --restart 50%",
    "whatif many.jsonl sticky --join 1",
    "replay life.json sticky cooperative-sticky server-uniform --restart 50%",
    "replay growing-topic range",
    "replay drawn:0..1 sticky range --rate deploys=1",
    "replay drawn:3 sticky --rate deploys=1",
    "check range --inputs clean --groups 3",
    GREEDY,
    "check python:mine:fails --inputs missing-topics --groups 5",
    "check cooperative-sticky --case life.json",
    "check range --same-as roundrobin --inputs clean --groups 10",
    "check range --same-as python:mine:fails --inputs clean --groups 5",
    "compare range roundrobin --inputs clean --inputs racks --groups 6",
    "bench range oracle --workload 100x10x10-HOMOGENEOUS-FULL",
    "audit g.json --out out",
    "campaign run c range python:mine:greedy --groups 30 --inputs clean --master loop",
    "audit many.jsonl --out out",
    "report out",
    "import members.txt",
    "host cache list",
    "host test HOST",
)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with a user's module, a group, its answer and proof, a life and a text."""
    enter_folder(tmp_path, monkeypatch)
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    group = json.loads(CAPTURE.read_text())
    shutil.copy(CAPTURE, "g.json")
    shutil.copy(TEXT, "members.txt")
    Path("many.jsonl").write_text(f"{json.dumps(group)}\n[]\n{json.dumps({'group': group})}\n")
    Path("life.json").write_text(json.dumps(LIFE))


def printed_documents(command: str, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """The documents that a command prints, with the files it needs."""
    words = shlex.split(command.replace("HOST", shlex.quote(f"{sys.executable} -m assay host serve")))
    if "answer.json" in words:
        run(["judge", "g.json", "sticky", "--json"])
        Path("answer.json").write_text(capsys.readouterr().out)
        run(["optimum", "g.json", "--proof", "proof.json"])
    if words[0] == "report":
        run(["audit", "g.json", "--out", "out"])
    capsys.readouterr()
    run([*words, *([] if words[0] == "import" else ["--json"])])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_output_of_every_verb_obeys_its_schema(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    documents = printed_documents(command, capsys)

    assert documents
    assert {} == {number: wrong for number, one in enumerate(documents) if (wrong := complaints(one))}


@pytest.mark.parametrize("shape", ["..xx", "x!.", "h"])
def test_output_about_releases_obeys_its_schema(
    shape: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(shape, monkeypatch)
    measure_little(monkeypatch)
    known.put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"), first="1")))

    documents = [
        *printed_documents(f"releases {TARGET} --measure --out kept", capsys),
        *printed_documents(f"releases {TARGET} --case {write_document('c.json')}", capsys),
        *(json.loads(path.read_text()) for path in Path("kept").rglob("*.json")),
    ]

    assert {"assay-history/1", "assay-bisection/1"} <= {one["format"] for one in documents}
    assert ('"known": ["stand-in-1"]' in json.dumps(documents)) == ("x" in shape)
    assert [] == [wrong for one in documents for wrong in complaints(one)]


def test_written_files_obey_their_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    printed_documents("judge g.json answer.json", capsys)
    printed_documents(f"{GREEDY} --out out", capsys)
    printed_documents("compare range roundrobin --inputs clean --groups 2 --out out", capsys)
    printed_documents("audit many.jsonl --out out", capsys)

    files = [Path("proof.json"), *Path("out").rglob("*.json"), *Path(".assay").rglob("*.json")]
    documents = [json.loads(path.read_text()) for path in files]
    documents += [json.loads(line) for line in Path("out/errors/part-00000.txt").read_text().splitlines()]
    assert {"assay-certificate/1", "assay-case/1", "assay-check/1", "assay-audit/1", "assay-error/1"} <= {
        one["format"] for one in documents
    }
    assert [] == [wrong for one in documents for wrong in complaints(one)]


def test_cache_output_obeys_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cache" / "go" / "thing-v1-abc"
    folder.mkdir(parents=True)
    about = Manifest(
        kind="go", name="thing", version="v1", recipe="abc", made="2026-01-01T00:00:00+00:00", tools={}, files={}
    )
    about.write(folder)

    record = json.loads((folder / "artefact.json").read_text())
    documents = [
        record,
        *printed_documents("host cache verify", capsys),
        *printed_documents("host cache remove thing", capsys),
    ]

    assert 3 == len(documents)
    assert [] == [wrong for one in documents for wrong in complaints(one)]


def test_host_protocol_obeys_its_schema() -> None:
    group = json.loads(Path("g.json").read_text())
    del group["strategy"], group["state"]
    questions = [{"id": 1, "assignor": "sticky", "group": group, "instance": "a"}, {"id": 2, "assignor": "none"}]
    text = "".join(f"{json.dumps(question)}\n" for question in questions)
    command = [sys.executable, "-m", "assay", "host", "serve"]

    came = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout

    greeting, answer, failure = map(json.loads, came.splitlines())
    said = [greeting, questions[0], answer, failure]
    assert ([[]] * 4) == [complaints(one, "assay-host/1") for one in said]


def test_every_verb_is_tested_against_its_schema() -> None:
    assert set(VERBS) == {command.split()[0] for command in COMMANDS} | {"capture", "releases"}
