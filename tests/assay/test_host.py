"""Tests of `assay host serve` as a child process, driven line by line, and of `assay host test`."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.registry import reference_assignor
from tests.assay.groups import PAIR, SIX
from tests.assay.shell import ROOT, Shell

HOST = [sys.executable, "-m", "assay", "host", "serve"]


@contextmanager
def running_host(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A host that is stopped after the test."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*HOST, *arguments], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        yield process
        process.kill()


def question_line(number: object, assignor: str, group: dict[str, Any], **more: object) -> bytes:
    """One question."""
    return json.dumps({"id": number, "assignor": assignor, "group": group, **more}).encode()


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
    with running_host("--seed", "5") as host:
        said, _ = host.communicate(question_line(1, "shuffled-roundrobin", SIX))

    expected = reference_assignor("shuffled-roundrobin", 5).assign(group_from_json(SIX))
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

    said = subprocess.run(HOST, input=shown[1].encode(), capture_output=True, check=True, timeout=60)
    _, reply = map(json.loads, said.stdout.splitlines())

    assert b"" == said.stderr
    assert {**reply, "nanoseconds": 0} == {**json.loads(shown[2]), "nanoseconds": 0}


BAD = """
import json, sys
print(json.dumps({"format": "assay-host/1", "implementation": "bad", "version": "1", "assignors": ["x"]}), flush=True)
for line in sys.stdin:
    print(json.dumps({"id": 1, "assignment": {"C0": {}}}), flush=True)
"""
NEEDY = """
class Needy:
    def configure(self, config, member_config):
        self.zone = config['zone']
    def assign(self, group):
        return {member.id: {} for member in group.members}
"""


PROGRAM = [sys.executable, "-S", "-E"]


def test_good_host_passes_as_json(shell: Shell) -> None:
    ended = shell(
        "host test --call-timeout 20 --json", shlex.join([*PROGRAM, str(ROOT / "docs/hosts/example_host.py")])
    )

    said, measured = ended.document, ended.document["measured"]
    assert (0, "assay-host-test/1", ["fewest"]) == (ended.code, said["format"], said["greeting"]["assignors"])
    assert {"kept", "undecided"} == {one["verdict"] for one in said["checks"]}
    assert {"check", "says", "verdict", "why", "sent", "came"} == set(said["checks"][0])
    assert 0 < measured["round_trip_microseconds"] <= measured["slowest_microseconds"]


def test_bad_host_fails_with_its_mistakes(shell: Shell) -> None:
    ended = shell("host test --call-timeout 20", f"exec:{shlex.join([*PROGRAM, shell.write('bad.py', BAD)])}")

    assert 1 == ended.code
    assert re.search(r'repeats-the-id: broken: question \d+ got 1 as its id\n  sent: {"id":', ended.out)
    assert '  reply: {"id": 1, "assignment": {"C0": {}}}\n' in ended.out
    assert "speed (shown, not judged): greeting after" in ended.out
    assert ended.err.startswith("29 checks, mistakes: ")
    assert ended.err.endswith("; assignors: x\n")


def test_settings_go_with_every_question(shell: Shell) -> None:
    shell.write("needy.py", NEEDY)

    found = []
    for setting in ("", "--setting zone=a"):
        ended = shell(f"host test python:needy:Needy {setting} --call-timeout 20 --json")
        checks = {one["check"]: one["verdict"] for one in ended.document["checks"]}
        found.append((checks["answers-every-member"], checks["takes-settings"]))

    assert [("undecided", "kept"), ("kept", "kept")] == found
