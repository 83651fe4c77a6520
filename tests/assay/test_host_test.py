"""Tests of `assay host test`."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from assay import cli
from assay.exit_codes import ExitCode

pytestmark = pytest.mark.functional

EXAMPLE = Path(__file__).parents[2] / "docs" / "hosts" / "example_host.py"
BAD = """
import json, sys
print(json.dumps({"format": "assay-host/1", "implementation": "bad", "version": "1", "assignors": ["x"]}), flush=True)
for line in sys.stdin:
    print(json.dumps({"id": 1, "assignment": {"C0": {}}}), flush=True)
"""


def command_of(program: Path) -> str:
    """The command line that starts a Python program."""
    return shlex.join([sys.executable, "-S", "-E", str(program)])


def test_good_host_passes_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.run(["host", "test", command_of(EXAMPLE), "--call-timeout", "20", "--json"])

    said = json.loads(capsys.readouterr().out)
    assert ExitCode.KEPT == code
    assert ("assay-host-test/1", ["fewest"]) == (said["format"], said["greeting"]["assignors"])
    assert {"kept", "undecided"} == {one["verdict"] for one in said["checks"]}
    assert {"check", "says", "verdict", "why", "sent", "came"} == set(said["checks"][0])
    assert 0 < said["measured"]["round_trip_microseconds"] <= said["measured"]["slowest_microseconds"]


def test_bad_host_fails_with_its_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "bad.py"
    program.write_text(BAD)

    code = cli.run(["host", "test", f"exec:{command_of(program)}", "--call-timeout", "20"])

    said, noted = capsys.readouterr()
    assert ExitCode.BROKEN == code
    assert re.search(r'repeats-the-id: broken: question \d+ got 1 as its id\n  sent: {"id":', said)
    assert '  reply: {"id": 1, "assignment": {"C0": {}}}\n' in said
    assert "speed (shown, not judged): greeting after" in said
    assert noted.startswith("29 checks, mistakes: ")
    assert noted.endswith("; assignors: x\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["no-such-program"], "program not found: 'no-such-program'"),
        ([str(EXAMPLE)], f"'{EXAMPLE}' is not executable"),
        ([f"{command_of(EXAMPLE)}#few"], "the host has no assignor 'few'; did you mean 'fewest'?"),
        ([command_of(EXAMPLE), "--setting", "zone=a"], "it accepts no settings: remove --setting zone=a"),
        (["true", "--call-timeout", "0"], "--call-timeout: '0': expected a number of seconds above 0"),
        (["'"], "exec:': the command cannot be split into words: No closing quotation"),
        (
            [
                shlex.join(
                    [sys.executable, "-m", "kafka_assay.assignors.hosted.python.python_host", "", "no_such_module", "x"]
                )
            ],
            "no module 'no_such_module'",
        ),
    ],
)
def test_usage_error_is_one_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.run(["host", "test", *arguments])

    said, noted = capsys.readouterr()
    assert (ExitCode.USAGE_ERROR, "") == (code, said)
    assert noted.startswith("assay: ")
    assert line in noted
    assert 1 == noted.count("\n")


def test_settings_go_with_every_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "needy.py").write_text(
        "class Needy:\n"
        "    def configure(self, config, member_config):\n"
        "        self.zone = config['zone']\n"
        "    def assign(self, group):\n"
        "        return {member.id: {} for member in group.members}\n"
    )
    monkeypatch.chdir(tmp_path)

    found = []
    for options in ([], ["--setting", "zone=a"]):
        cli.run(["host", "test", "python:needy:Needy", *options, "--call-timeout", "20", "--json"])
        checks = {one["check"]: one["verdict"] for one in json.loads(capsys.readouterr().out)["checks"]}
        found.append((checks["answers-every-member"], checks["takes-settings"]))

    assert [("undecided", "kept"), ("kept", "kept")] == found
