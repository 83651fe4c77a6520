"""Tests that every `--json` output obeys the JSON Schema of its format."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import Any

import pytest

from assay.cli import VERBS
from kafka_assay.assignors.hosted.cache import Manifest
from tests.assay.groups import LIFE
from tests.assay.shell import CAPTURES, Shell
from tests.assay.stand_in_releases import LOST, TARGET, Releases, measure_little
from tests.reports import known
from tests.reports.known import alarm_on, finding_of, row_of
from tests.studies.formats.validation import complaints

GROUP = json.loads((CAPTURES / "g-java-rr-hetero.json").read_text())
TEXT = CAPTURES / "text" / "4.3.1" / "g-java-range.describe-members-verbose.txt"
HOST = f"{sys.executable} -m assay host serve"
EVENTS = [{"join": [{"id": "C2", "subscription": ["t0"]}]}, {"leave": ["C0"], "topics": {"t0": 6}}]
GREEDY = "check python:mine:greedy --like +even --law even-when-equal --inputs clean --groups 40"

LOG = CAPTURES.parent / "tests/data/logs/java-cooperative-sticky.log"

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
    "whatif g.json range --members 2..3 --threads 2 --weights lag",
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
    f"import {LOG} --life",
    "replay recorded.json sticky",
    "host cache list",
    f"host test {shlex.quote(HOST)}",
)


@pytest.fixture(autouse=True)
def files(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A group, many groups, a life and a text."""
    monkeypatch.setenv("ASSAY_CACHE", str(shell.folder / "cache"))
    shell.write("g.json", GROUP)
    shell.write("many.jsonl", GROUP, [], {"group": GROUP})
    shell.write("life.json", LIFE | {"events": EVENTS})
    shell.write("members.txt", TEXT.read_text())


def printed_documents(command: str, shell: Shell) -> list[Any]:
    """The documents that a command prints, with the files it needs."""
    if "answer.json" in command:
        shell.write("answer.json", shell("judge g.json sticky --json").out)
        shell("optimum g.json --proof proof.json")
    if "recorded.json" in command:
        shell.write("recorded.json", shell(f"import {LOG} --life").out)
    if command.startswith("report"):
        shell("audit g.json --out out")
    return shell(command, *([] if command.startswith("import") else ["--json"])).documents


def all_complaints(documents: list[Any]) -> dict[int, list[str]]:
    """Number of a document -> what is wrong with it."""
    return {number: wrong for number, one in enumerate(documents) if (wrong := complaints(one))}


@pytest.mark.parametrize("command", COMMANDS)
def test_output_of_every_verb_obeys_its_schema(command: str, shell: Shell) -> None:
    documents = printed_documents(command, shell)

    assert documents
    assert {} == all_complaints(documents)


@pytest.mark.parametrize("shape", ["..xx", "x!.", "h"])
def test_output_about_releases_obeys_its_schema(
    shape: str, shell: Shell, releases_of: Releases, monkeypatch: pytest.MonkeyPatch
) -> None:
    releases_of(shape)
    measure_little(monkeypatch)
    known.put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"), first="1")))
    shell.write("c.json", LOST)

    documents = [
        *printed_documents(f"releases {TARGET} --measure --out kept", shell),
        *printed_documents(f"releases {TARGET} --case c.json", shell),
        *(json.loads(path.read_text()) for path in (shell.folder / "kept").rglob("*.json")),
    ]

    assert {"assay-history/1", "assay-bisection/1"} <= {one["format"] for one in documents}
    assert ('"known": ["stand-in-1"]' in json.dumps(documents)) == ("x" in shape)
    assert {} == all_complaints(documents)


def test_written_files_obey_their_schemas(shell: Shell) -> None:
    printed_documents("judge g.json answer.json", shell)
    shell(f"{GREEDY} --out out")
    shell("compare range roundrobin --inputs clean --groups 2 --out out")
    shell("audit many.jsonl --out out")

    folder = shell.folder
    files = [folder / "proof.json", *(folder / "out").rglob("*.json"), *(folder / ".assay").rglob("*.json")]
    documents = [json.loads(path.read_text()) for path in files]
    documents += [json.loads(line) for line in shell.text_of("out/errors/part-00000.txt").splitlines()]
    assert {"assay-certificate/1", "assay-case/1", "assay-check/1", "assay-audit/1", "assay-error/1"} <= {
        one["format"] for one in documents
    }
    assert {} == all_complaints(documents)


def test_cache_output_obeys_its_schema(shell: Shell) -> None:
    folder = shell.folder / "cache" / "go" / "thing-v1-abc"
    folder.mkdir(parents=True)
    made = "2026-01-01T00:00:00+00:00"
    Manifest(kind="go", name="thing", version="v1", recipe="abc", made=made, tools={}, files={}).write(folder)

    documents = [
        json.loads((folder / "artefact.json").read_text()),
        *printed_documents("host cache verify", shell),
        *printed_documents("host cache remove thing", shell),
    ]

    assert 3 == len(documents)
    assert {} == all_complaints(documents)


def test_host_protocol_obeys_its_schema() -> None:
    group = {key: value for key, value in GROUP.items() if key not in {"strategy", "state"}}
    questions = [{"id": 1, "assignor": "sticky", "group": group, "instance": "a"}, {"id": 2, "assignor": "none"}]
    text = "".join(f"{json.dumps(question)}\n" for question in questions)

    came = subprocess.run(shlex.split(HOST), input=text, capture_output=True, text=True, check=True).stdout

    greeting, answer, failure = map(json.loads, came.splitlines())
    said = [greeting, questions[0], answer, failure]
    assert ([[]] * 4) == [complaints(one, "assay-host/1") for one in said]


def test_every_verb_is_tested_against_its_schema() -> None:
    assert set(VERBS) == {command.split()[0] for command in COMMANDS} | {"capture", "releases"}
