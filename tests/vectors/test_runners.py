"""The runners, put to real clients: they fail where the findings say, and nowhere else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.hosted.java.ivy import fetch
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.known.known_findings import ANSWERS, failure_of, known_findings
from kafka_assay.properties.laws.claims import groups_without_older_claims
from kafka_assay.properties.measures.claims import has_double_claim
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check_group
from kafka_assay.reports.known_breaks import known_breaks
from studies.output import ROOT
from studies.vectors.expectations import NEWEST
from studies.vectors.vector_files import FOLDER
from tests.vectors.test_vectors import EVERY, FILES


def failures_in(printed: str) -> set[tuple[str, str]]:
    """The vectors that failed, with the strategy, from lines such as `ID STRATEGY: what is wrong`."""
    return {tuple(line.split(": ")[0].split(" ")) for line in printed.splitlines() if line}  # type: ignore[misc]


def ids_behind(target: Target, named: str, vector: Mapping[str, Any]) -> set[str]:
    """The findings that describe what `target` breaks on the group of a vector. `named` has its release."""
    group = group_from_json(vector["group"])
    groups = [group, *(groups_without_older_claims(make_trial(target, group)) if NEWEST in vector["flags"] else [])]
    answers = check_group(target, group, laws=[LAW_BY_ID[ANSWERS]])
    # A target that hangs hangs for every law.
    records = [answers] if answers.verdict == "broken" else [check_group(target, one) for one in groups]
    cells = (cell for record in records for cell in record.cells)
    cases = [cell.counterexample for cell in cells if cell.counterexample is not None]
    found = (known_breaks(named, case.law, inputs, failure_of(case)) for case in cases for inputs in FAMILIES)
    return {client.id for known in found for _, client in known}


def assert_fails_where_findings_say(
    failed: set[tuple[str, str]], targets: Mapping[str, tuple[str, str]], left_out: Collection[str] = ()
) -> None:
    """
    Every failure has a known finding of the client, and every finding of the client that has a vector fails there.

    `targets`: strategy -> the target to open, and its name with a release. Vectors with a flag in `left_out` are not
    asked.
    """
    own = {client.id for finding in known_findings() for client in finding.clients if finding.kind != "withdrawn"}
    behind: dict[tuple[str, str], set[str]] = {}
    for strategy, (text, named) in targets.items():
        with closing(open_target(text)) as target:
            for vector in EVERY:
                if (vector["id"], strategy) in failed:
                    behind[vector["id"], strategy] = ids_behind(target, named, vector)
    assert {} == {place: ids for place, ids in behind.items() if not ids}
    assert failed == behind.keys()
    mine = own & set().union(*behind.values())
    told = {vector["id"].partition("/")[0] for vector in EVERY if not {*left_out} & {*vector["flags"]}}
    assert mine & told <= {place[0].partition("/")[0] for place in failed}


def run(words: list[str], folder: Path, code: int = 1, **environment: str) -> str:
    """What a program printed that ended with this exit code."""
    ended = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert code == ended.returncode, ended.stderr
    return ended.stdout + ended.stderr


def one_file(folder: Path, seconds: int | None = None) -> str:
    """A file with all vectors. `seconds`: the time for an answer."""
    vectors = json.loads(json.dumps(EVERY))
    for vector in vectors if seconds is not None else ():
        vector["expect"]["answers_within_seconds"] = seconds
    (folder / "vectors.json").write_text(json.dumps({"vectors": vectors}), encoding="utf-8")
    return str(folder / "vectors.json")


def test_python_runner_fails_where_the_findings_of_kafka_python_say() -> None:
    printed = run([sys.executable, "runners/kafka_python_vectors.py", *FILES], FOLDER)

    failed, release = failures_in(printed), version("kafka-python")
    names = ("range", "roundrobin", "sticky", "cooperative-sticky")
    targets = {name: (f"kafka-python:{name}", f"kafka-python=={release}:{name}") for name in names}
    assert {f"kafka-python-{number}" for number in range(1, 8)} <= {one.partition("/")[0] for one, _ in failed}
    assert_fails_where_findings_say(failed, targets)


@pytest.mark.integration
def test_javascript_runner_fails_where_the_findings_of_kafkajs_say(tmp_path: Path) -> None:
    subprocess.run(["npm", "install", "--silent", "kafkajs@2.2.4"], cwd=tmp_path, check=True)

    files = [str(FOLDER / file) for file in ("runners/kafkajs_vectors.mjs", *FILES)]
    failed = failures_in(run(["node", *files], tmp_path))

    target = "npm:kafkajs@2.2.4:roundrobin"
    assert {f"kafkajs-{number}" for number in range(1, 5)} <= {one.partition("/")[0] for one, _ in failed}
    assert_fails_where_findings_say(failed, {"roundrobin": (target, target)}, left_out={"missing-topics"})


@pytest.mark.integration
def test_go_runner_fails_where_the_findings_of_franz_go_say(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "runners" / "franz_go_vectors_test.go", tmp_path)
    required = "require github.com/twmb/franz-go v1.22.3\nrequire github.com/twmb/franz-go/pkg/kmsg v1.12.0\n"
    (tmp_path / "go.mod").write_text(f"module vectors\n\ngo 1.23\n\n{required}")
    subprocess.run(["go", "mod", "tidy"], cwd=tmp_path, check=True, capture_output=True)

    printed = run(["go", "test", "-run", "TestVectors"], tmp_path, VECTORS=one_file(tmp_path))

    module = "go:github.com/twmb/franz-go@v1.22.3"
    names = {"range": "range", "roundrobin": "roundrobin", "sticky": "sticky", "optimal": "sticky"}
    targets = {
        name: (f"{module}:{own}",) * 2 for name, own in (names | {"cooperative-sticky": "cooperative-sticky"}).items()
    }
    failed = set(re.findall(r"--- FAIL: TestVectors/(\S+)_(\S+) ", printed))
    assert ("franz-go-1/range", "range") in failed
    assert_fails_where_findings_say(failed, targets, left_out={"old-metadata", "racks", "static-members"})


@pytest.mark.integration
def test_java_runner_fails_where_the_findings_of_kafka_clients_say(tmp_path: Path) -> None:
    for artifact in (
        ("org.apache.kafka", "kafka-clients", "4.4.0"),
        ("com.fasterxml.jackson.core", "jackson-databind", "2.19.0"),
        ("org.junit.platform", "junit-platform-console-standalone", "1.12.2"),
    ):
        fetch(*artifact, tmp_path, ":".join(artifact))
    source = FOLDER / "runners" / "KafkaClientsVectorsTest.java"
    subprocess.run(["javac", "-nowarn", "-cp", "*", "-d", ".", str(source)], cwd=tmp_path, check=True)
    console = "junit-platform-console-standalone-1.12.2.jar"
    jars = ":".join([".", *(jar.name for jar in tmp_path.glob("*.jar") if jar.name != console)])
    chosen = ("--class-path", jars, "--select-class", "KafkaClientsVectorsTest", "--details", "summary")

    # A hang takes the whole limit, and its thread never ends: with a second, the 15 hangs take a fifth of the time.
    file = one_file(tmp_path, seconds=1)
    printed = run(["java", f"-Dvectors={file}", "-jar", console, "execute", *chosen], tmp_path)

    classes = {
        "range": "Range",
        "roundrobin": "RoundRobin",
        "sticky": "Sticky",
        "cooperative-sticky": "CooperativeSticky",
    }
    package = "maven:org.apache.kafka:kafka-clients:4.4.0"
    targets = {name: (f"{package}:{own}Assignor",) * 2 for name, own in classes.items()}
    failed = failures_in("\n".join(re.findall(r":vectors\(\):(.*)", printed)))
    told = {f"kafka-clients-{number}" for number in (1, 2, 3, 4, 5, 6, 8)}
    assert told <= {one.partition("/")[0] for one, _ in failed}
    assert_fails_where_findings_say(failed, targets, left_out={"racks", "static-members"})


@pytest.mark.rust
def test_rust_runner_fails_where_the_findings_of_kacrab_say(tmp_path: Path) -> None:
    """Its assignors are private: the runner becomes a test of the crate, and no host can say what is known."""
    recipe = ROOT / "docs" / "wire" / "kacrab" / "Cargo.toml"
    words = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", str(recipe)]
    packages = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)["packages"]
    (source,) = (Path(one["manifest_path"]).parent for one in packages if one["name"] == "kacrab")
    crate = tmp_path / "kacrab"
    shutil.copytree(source, crate)
    (crate / "src" / "consumer" / "assignor").mkdir()
    shutil.copy(FOLDER / "runners" / "kacrab_vectors.rs", crate / "src" / "consumer" / "assignor" / "vectors.rs")
    with (crate / "src" / "consumer" / "assignor.rs").open("a", encoding="utf-8") as assignor:
        assignor.write("\n#[cfg(test)]\nmod vectors;\n")

    words = ["cargo", "test", "--lib", "--features", "consumer", "vectors"]
    printed = run(words, crate, code=101, VECTORS=one_file(tmp_path), CARGO_PROFILE_TEST_DEBUG="0")

    found = re.findall(r"^(\S+) (range|roundrobin|cooperative-sticky): (.*)$", printed, flags=re.MULTILINE)
    assert {"kacrab-3/cooperative-sticky"} == {vector for vector, _, text in found if text == "nothing moves"}
    old_claims = {vector for vector, _, text in found if " goes to " in text}
    assert "kacrab-2/cooperative-sticky" in old_claims
    assert len(found) == 1 + sum(" goes to " in text for _, _, text in found)
    assert {"cooperative-sticky"} == {strategy for _, strategy, _ in found}
    groups = [group_from_json(vector["group"]) for vector in EVERY if vector["id"] in old_claims]
    assert len(old_claims) == len(groups)
    assert all(map(has_double_claim, groups))
