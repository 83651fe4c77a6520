"""A program under a warden ends with all that it started, however that tried to get away."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.process.supervised_process import SupervisedProcess

GET_CHILD_SUBREAPER = 37

TREE = """
import os, signal, sys, time
def say(who):
    os.write(1, b"%s %d\\n" % (who.encode(), os.getpid()))
say("host")
{does}
time.sleep(3600)
"""

ESCAPES = {
    "a child": "if os.fork() == 0: say('last')",
    "a session of its own": "if os.fork() == 0: os.setsid(); say('last')",
    "an orphan in a session of its own": (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n"
        "    os.setsid(); os.close(2); os.close(0); say('last')"
    ),
    "one that will not be told to end": (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]; say('last')"
    ),
    "one that hops from process to process": (
        "if os.fork() == 0:\n"
        "    say('last')\n"
        "    while True:\n"
        "        if os.fork(): os._exit(0)\n"
        "        os.setsid(); time.sleep(0.001)"
    ),
    "one that has stopped its warden": "os.kill(os.getppid(), signal.SIGSTOP); say('last')",
    "one that signals its whole group": "signal.signal(15, signal.SIG_IGN); os.kill(0, 15); say('last')",
}


@pytest.fixture
def tag(request: pytest.FixtureRequest) -> str:
    """What the command lines of this test's programs hold, and nobody else's: forks keep it."""
    return f"{os.getpid()}-{request.node.name}"


@pytest.fixture
def started(tag: str) -> Iterator[Callable[[str], SupervisedProcess]]:
    """Starts a Python program, and ends it after the test whatever happened."""
    opened: list[SupervisedProcess] = []

    def start(does: str) -> SupervisedProcess:
        words = (sys.executable, "-I", "-S", "-c", TREE.format(does=does), tag)
        opened.append(SupervisedProcess(words, memory=1 << 30, environment={"NAME": "value"}))
        return opened[-1]

    yield start
    for one in opened:
        one.end()


def told(program: SupervisedProcess, word: str) -> str:
    """All that a program has told, as soon as something was told under `word`."""
    os.set_blocking(program.stdout, True)
    said = b""
    while f"{word} ".encode() not in said or not said.endswith(b"\n"):
        said += os.read(program.stdout, 4096)
    return said.decode()


def living(tag: str) -> list[str]:
    """The processes whose command line holds `tag`; zombies have none."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdecimal() and tag.encode() in (entry / "cmdline").read_bytes():
                found.append(entry.name)
    return found


def gone_within(seconds: float, tag: str) -> bool:
    """Whether none of those processes is left soon, where nobody can wait for their end."""
    until = time.monotonic() + seconds
    while living(tag) and time.monotonic() < until:
        time.sleep(0.01)
    return not living(tag)


@pytest.mark.parametrize("does", ESCAPES.values(), ids=ESCAPES)
def test_nobody_gets_away(started: Callable[[str], SupervisedProcess], tag: str, does: str) -> None:
    """Children, orphans, other sessions: once the program was ended, none of its processes is left."""
    program = started(does)
    told(program, "last")
    assert living(tag)

    program.end()

    assert [] == living(tag)


def test_who_kills_its_warden_ends_all_the_same(started: Callable[[str], SupervisedProcess], tag: str) -> None:
    """A host can kill whatever its user can. Its own process group is known without a warden."""
    program = started("os.kill(os.getppid(), signal.SIGKILL); say('last')")
    told(program, "last")
    assert living(tag)

    program.end()

    assert gone_within(30, tag)


ENDS = {
    "sys.exit(3)": "with exit code 3",
    "os.kill(os.getpid(), signal.SIGSEGV)": "by signal SIGSEGV",
    "os.kill(os.getpid(), 40)": "by signal 40",
    "os.kill(os.getppid(), signal.SIGKILL)": "with its warden, which somebody killed",
}


@pytest.mark.parametrize(("does", "how"), ENDS.items())
def test_how_it_ended_is_known(started: Callable[[str], SupervisedProcess], does: str, how: str) -> None:
    """The warden says it: exit code or signal; without a warden nobody can."""
    program = started(does)

    assert how == program.wait_for_end(30.0)
    assert how == program.wait_for_end()


def test_a_program_that_lives_has_not_ended(started: Callable[[str], SupervisedProcess]) -> None:
    """Asking costs no time, and it can be ended twice."""
    program = started("")
    told(program, "host")

    assert program.wait_for_end() is None
    assert program.is_alive
    program.end()
    program.end()
    assert not program.is_alive


OWNER = """
import os, sys
from kafka_assay.assignors.hosted.process.supervised_process import SupervisedProcess
program = SupervisedProcess(({python!r}, "-I", "-S", "-c", {tree!r}, {tag!r}), memory=1 << 30, environment={{}})
os.set_blocking(program.stdout, True)
os.write(1, os.read(program.stdout, 100))
sys.stdin.read()
"""


def test_it_ends_with_whoever_started_it(tag: str) -> None:
    """Killed without a chance to clean up, we leave no host behind: the warden hears the end of its line."""
    script = OWNER.format(python=sys.executable, tree=TREE.format(does=""), tag=tag)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline().startswith(b"host ")
        assert living(tag)
        owner.kill()

    assert gone_within(30, tag)


def test_what_a_host_inherits_is_what_was_meant(started: Callable[[str], SupervisedProcess]) -> None:
    """The environment is ours and what was added; of the descriptors there are three, and signals are not ignored."""
    program = started(
        "import pathlib\n"
        "status = pathlib.Path('/proc/self/status').read_text()\n"
        "ignored = int(status.split('SigIgn:')[1].split()[0], 16) & ~(1 << 12 | 1 << 24)\n"
        "say(' '.join(['x', os.environ['NAME'], *sorted(set(os.listdir('/proc/self/fd')) - {'3'}), str(ignored)]))"
    )

    said = told(program, "x").splitlines()[-1]

    assert ["x", "value", "0", "1", "2", "0"] == said.split()[:-1]


def test_without_an_interpreter_there_is_no_warden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that embeds Python may not know where one is: that is one clear line."""
    monkeypatch.setattr(sys, "executable", "")

    with pytest.raises(AssayError, match="no Python interpreter is known to start a warden with"):
        SupervisedProcess(("true",), memory=1 << 30, environment={})


def test_a_command_that_the_system_refuses_is_one_line() -> None:
    """Nothing is started, and nothing is left open."""
    with pytest.raises(AssayError, match="no process can be started: Argument list too long"):
        SupervisedProcess(("true", "x" * (1 << 20)), memory=1 << 30, environment={})


def test_starting_a_host_changes_nothing_here(started: Callable[[str], SupervisedProcess]) -> None:
    """Orphans of others are not handed to us, and no signal is blocked."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    told(started(""), "host")

    adopts = ctypes.c_int()
    ctypes.CDLL(None).prctl(GET_CHILD_SUBREAPER, ctypes.byref(adopts))
    assert 0 == adopts.value
    assert before == signal.pthread_sigmask(signal.SIG_BLOCK, ())
