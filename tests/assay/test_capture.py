"""Tests of `assay capture` without a broker: usage errors, and output from recorded replies."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Self

import pytest

from assay.cli import run
from tests.assignors.live_groups.recorded_cluster import RecordedCluster
from tests.studies.formats.validation import complaints

ADDRESS = ("--bootstrap-server", "localhost:9092")


@pytest.fixture
def recording(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Recorded replies in place of a cluster."""

    class Recorded(RecordedCluster):
        def __init__(self, *_: object) -> None:
            super().__init__(request.param)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("kafka_assay.assignors.live_groups.cluster.Cluster", Recorded)


@pytest.mark.usefixtures("recording")
@pytest.mark.parametrize("recording", ["four-clients"], indirect=True)
def test_each_group_is_a_line_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["capture", *ADDRESS])

    printed = capsys.readouterr()
    names = [json.loads(line)["name"] for line in printed.out.splitlines()]
    assert (0, ["g-ak", "g-ck", "g-java", "g-java-sticky", "g-kp"]) == (code, names)
    assert "what could not be read is said in the assumptions of 5 of 5 groups\n" == printed.err


@pytest.mark.usefixtures("recording")
@pytest.mark.parametrize("recording", ["hidden-topic"], indirect=True)
def test_a_group_that_cannot_be_read_is_an_error_in_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["capture", *ADDRESS, "--group", "g-hidden", "--group", "g-hidden-kip"])

    printed = capsys.readouterr()
    documents = [json.loads(line) for line in printed.out.splitlines()]
    assert (2, ["assay-group/1", "assay-error/1"]) == (code, [one["format"] for one in documents])
    assert [] == [wrong for one in documents for wrong in complaints(one)]
    assert printed.err.startswith("assay: group 'g-hidden-kip' cannot be read: ConsumerGroupDescribe: TOPIC_AUTH")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*ADDRESS, "--every", "5"), "--every S and --out DIR are given together"),
        ((*ADDRESS, "--out", "x"), "--every S and --out DIR are given together"),
        ((*ADDRESS, "--client-config", "none.properties"), "none.properties: no such file"),
        ((*ADDRESS, "--timeout", "0"), "expected a number of seconds above 0"),
        (("--bootstrap-server", "localhost"), "expected HOST:PORT"),
    ],
)
def test_a_wrong_option_is_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    code = run(["capture", *words])

    said = capsys.readouterr().err
    assert (2, 1) == (code, len(said.splitlines()))
    assert says in said


def test_a_wrong_setting_names_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "client.properties"
    file.write_text("security.protocol=TLS")

    code = run(["capture", *ADDRESS, "--client-config", str(file)])

    assert 2 == code
    assert f"assay: {file}: security.protocol: 'TLS': expected one of" in capsys.readouterr().err


def test_a_port_where_nobody_listens_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"

    code = run(["capture", "--bootstrap-server", address])

    assert (2, f"assay: {address}: cannot connect: Connection refused\n") == (code, capsys.readouterr().err)
