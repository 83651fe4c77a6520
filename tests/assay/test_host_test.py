"""Tests of `assay host test`."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from tests.assay.shell import ROOT, Shell

EXAMPLE = ROOT / "docs" / "hosts" / "example_host.py"
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


def command_of(program: Path) -> str:
    """The command line that starts a Python program."""
    return shlex.join([sys.executable, "-S", "-E", str(program)])


def test_good_host_passes_as_json(shell: Shell) -> None:
    ended = shell("host test --call-timeout 20 --json", command_of(EXAMPLE))

    said = ended.document
    assert 0 == ended.code
    assert ("assay-host-test/1", ["fewest"]) == (said["format"], said["greeting"]["assignors"])
    assert {"kept", "undecided"} == {one["verdict"] for one in said["checks"]}
    assert {"check", "says", "verdict", "why", "sent", "came"} == set(said["checks"][0])
    assert 0 < said["measured"]["round_trip_microseconds"] <= said["measured"]["slowest_microseconds"]


def test_bad_host_fails_with_its_mistakes(shell: Shell) -> None:
    program = shell.folder / shell.write("bad.py", BAD)

    ended = shell("host test --call-timeout 20", f"exec:{command_of(program)}")

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
