"""Tests of `assay host serve` as a child process, driven line by line."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.registry import reference_assignor, reference_names
from tests.assay.groups import CHAIN, PAIR
from tests.assay.shell import ROOT

HOST = [sys.executable, "-m", "assay", "host", "serve"]


@contextmanager
def running_host(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A host that is stopped after the test."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*HOST, *arguments], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        yield process
        process.kill()


def host_answers(*lines: bytes) -> list[dict[str, Any]]:
    """The output of the host for `lines`, sent at once, until it exits with code 0 and an empty stderr."""
    said = subprocess.run(HOST, input=b"\n".join(lines), capture_output=True, check=True, timeout=60)
    assert b"" == said.stderr
    return [json.loads(line) for line in said.stdout.splitlines()]


def question_line(number: object, assignor: str, group: dict[str, Any], **more: object) -> bytes:
    """One question."""
    return json.dumps({"id": number, "assignor": assignor, "group": group, **more}).encode()


def test_every_reference_gives_the_same_answer_as_in_this_process() -> None:
    questions = [(name, group) for name in reference_names() if "@" not in name for group in (PAIR, CHAIN)]
    put = [question_line(number, name, group) for number, (name, group) in enumerate(questions)]

    greeting, *given = host_answers(*put)

    assert ("assay-host/1", reference_names()) == (greeting["format"], greeting["assignors"])
    for (name, group), (number, reply) in zip(questions, enumerate(given), strict=True):
        if name.startswith("constrained") and group is CHAIN:
            continue
        assert number == reply["id"]
        assert reference_assignor(name).assign(group_from_json(group)) == reply["assignment"]
        assert reply["nanoseconds"] > 0


def test_bad_requests_get_errors_and_do_not_end_the_host() -> None:
    wrong = [
        b"garbage",
        b"",
        b"\x00\xff",
        b"[" * 5000,
        b"null",
        b"{}",
        b'{"id":{}}',
        question_line(1, "stick", PAIR),
        question_line(2, "sticky", {}),
        question_line(3, "sticky", {**PAIR, "topics": {"t": 1.5}}),
        question_line(4, "sticky", {**PAIR, "members": [{"id": "a"}]}),
        question_line(5, "sticky", PAIR, instance=5),
        b'{"id":6,"assignor":"sticky","group":' + b" " * 2_000_000 + b"]}",
    ]

    _, *errors, last = host_answers(*wrong, question_line(7, "sticky", PAIR))

    assert len(wrong) == len(errors)
    assert all(one["error"]["message"] and "assignment" not in one for one in errors)
    assert [None] * 7 + [1, 2, 3, 4, 5, None] == [one["id"] for one in errors]
    assert {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}} == last["assignment"]


def test_each_answer_is_flushed_before_the_next_question() -> None:
    """An instance is the same object in the next question."""
    with running_host() as host:
        assert host.stdin is not None
        assert host.stdout is not None
        replies = [json.loads(host.stdout.readline())["format"]]
        for number in range(3):
            host.stdin.write(question_line(number, "roundrobin", PAIR, instance="a") + b"\n")
            host.stdin.flush()
            replies.append(json.loads(host.stdout.readline())["id"])

    assert ["assay-host/1", 0, 1, 2] == replies


def test_seed_option_decides_random_answers() -> None:
    group = {
        "format": "assay-group/1",
        "topics": {"t": 6},
        "members": [{"id": m, "subscription": ["t"]} for m in "abcdef"],
    }
    with running_host("--seed", "5") as host:
        said, _ = host.communicate(question_line(1, "shuffled-roundrobin", group))

    expected = reference_assignor("shuffled-roundrobin", 5).assign(group_from_json(group))
    assert expected == json.loads(said.splitlines()[1])["assignment"]


def test_closed_pipe_ends_the_host_without_a_traceback() -> None:
    with running_host() as host:
        streams: list[IO[bytes] | None] = [host.stdin, host.stdout, host.stderr]
        stdin, stdout, stderr = (stream for stream in streams if stream is not None)
        stdout.readline()
        stdout.close()
        stdin.write((question_line(1, "sticky", PAIR) + b"\n") * 2)
        stdin.close()

        assert b"" == stderr.read()
        assert 0 == host.wait(60)


def test_ctrl_c_exits_130_with_one_line() -> None:
    """A background process ignores Ctrl-C and its children inherit that, so the test sets the handler first."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with running_host() as host:
        signal.signal(signal.SIGINT, before)
        assert host.stdout is not None
        host.stdout.readline()
        host.send_signal(signal.SIGINT)
        _, said = host.communicate(timeout=60)

    assert (130, b"assay: interrupted\n") == (host.returncode, said)


def test_host_without_stdin_greets_and_exits() -> None:
    said = subprocess.run(["/bin/sh", "-c", 'exec "$@" <&-', "sh", *HOST], capture_output=True, check=True, timeout=60)

    assert (b"", 1) == (said.stderr, len(said.stdout.splitlines()))


def test_example_session_in_the_documentation() -> None:
    """All but the time."""
    page = (ROOT / "docs" / "hosts" / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```\nask  -> (.*)\nhost -> (.*)\n", page.partition("## Use the references")[2])
    assert shown is not None

    _, reply = host_answers(shown[1].encode())

    assert {**reply, "nanoseconds": 0} == {**json.loads(shown[2]), "nanoseconds": 0}
