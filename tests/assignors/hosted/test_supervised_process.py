"""The containment of a host: its processes, its limits, and some hundred calls of the hostile host."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeAlias

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits, SupervisedProcess
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check_group
from tests.assignors.hosted.conftest import OpenCode
from tests.support.hosts.hostile_calls import (
    AFTERWARDS,
    FAILING,
    HOLDING,
    HONEST,
    HOST,
    LIMITS,
    UNSEEN_WHERE_HELD,
    draw_orders,
    hostile_group,
    leftover_processes,
    living_processes,
    make_hostile_calls,
    skip_confessed_waiting,
)

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
    """Return a text that only the command lines of this test's programs contain. Forks keep it."""
    return f"{os.getpid()}-{request.node.name}"


@pytest.fixture
def start_program(tag: str) -> Iterator[Callable[[str], SupervisedProcess]]:
    """Start a Python program, and stop it after the test in any case."""
    opened: list[SupervisedProcess] = []

    def start(does: str) -> SupervisedProcess:
        words = (sys.executable, "-I", "-S", "-c", TREE.format(does=does), tag)
        opened.append(SupervisedProcess(words, memory=1 << 30, environment={"NAME": "value"}))
        return opened[-1]

    yield start
    for one in opened:
        one.end()


def output_with_word(program: SupervisedProcess, word: str) -> str:
    """Return the program's output, as soon as it contains `word`."""
    os.set_blocking(program.stdout, True)
    said = b""
    while f"{word} ".encode() not in said or not said.endswith(b"\n"):
        said += os.read(program.stdout, 4096)
    return said.decode()


@pytest.mark.parametrize("does", ESCAPES.values(), ids=ESCAPES)
def test_all_descendants_are_killed(start_program: Callable[[str], SupervisedProcess], tag: str, does: str) -> None:
    """Children, orphans and processes in other sessions."""
    program = start_program(does)
    output_with_word(program, "last")
    assert living_processes(tag)

    program.end()

    assert [] == living_processes(tag)


def test_program_that_kills_its_supervisor_is_killed(
    start_program: Callable[[str], SupervisedProcess], tag: str
) -> None:
    """Its process group is known without the supervisor."""
    program = start_program("os.kill(os.getppid(), signal.SIGKILL); say('last')")
    output_with_word(program, "last")
    assert living_processes(tag)

    program.end()

    assert [] == leftover_processes(tag, 30.0)


ENDS = {
    "sys.exit(3)": "with exit code 3",
    "os.kill(os.getpid(), signal.SIGSEGV)": "by signal SIGSEGV",
    "os.kill(os.getpid(), 40)": "by signal 40",
    "os.kill(os.getppid(), signal.SIGKILL)": "together with its supervisor, which was killed",
}


@pytest.mark.parametrize(("does", "how"), ENDS.items())
def test_exit_code_or_signal_is_known(start_program: Callable[[str], SupervisedProcess], does: str, how: str) -> None:
    """The supervisor reports it; without one it is unknown."""
    program = start_program(does)

    assert how == program.wait_for_end(30.0)
    assert how == program.wait_for_end()


def test_running_program_has_no_exit(start_program: Callable[[str], SupervisedProcess]) -> None:
    """The query returns at once, and a second stop is harmless."""
    program = start_program("")
    output_with_word(program, "host")

    assert program.wait_for_end() is None
    assert program.is_alive
    program.end()
    program.end()
    assert not program.is_alive


OWNER = """
import os, sys
from kafka_assay.assignors.hosted.supervised_process import SupervisedProcess
program = SupervisedProcess(({python!r}, "-I", "-S", "-c", {tree!r}, {tag!r}), memory=1 << 30, environment={{}})
os.set_blocking(program.stdout, True)
os.write(1, os.read(program.stdout, 100))
sys.stdin.read()
"""


def test_program_ends_when_its_starter_is_killed(tag: str) -> None:
    """The supervisor sees the end of its input."""
    script = OWNER.format(python=sys.executable, tree=TREE.format(does=""), tag=tag)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline().startswith(b"host ")
        assert living_processes(tag)
        owner.kill()

    assert [] == leftover_processes(tag, 30.0)


def test_host_inherits_only_the_intended_state(start_program: Callable[[str], SupervisedProcess]) -> None:
    """Our environment with additions, three file descriptors, and default signal handlers."""
    program = start_program(
        "import pathlib\n"
        "status = pathlib.Path('/proc/self/status').read_text()\n"
        "ignored = int(status.split('SigIgn:')[1].split()[0], 16) & ~(1 << 12 | 1 << 24)\n"
        "say(' '.join(['x', os.environ['NAME'], *sorted(set(os.listdir('/proc/self/fd')) - {'3'}), str(ignored)]))"
    )

    said = output_with_word(program, "x").splitlines()[-1]

    assert ["x", "value", "0", "1", "2", "0"] == said.split()[:-1]


def test_failed_start_is_reported_in_one_line() -> None:
    """Nothing runs, and no descriptor stays open."""
    with pytest.raises(AssayError, match="no process can be started: Argument list too long"):
        SupervisedProcess(("true", "x" * (1 << 20)), memory=1 << 30, environment={})


def test_end_that_came_with_the_answer_is_known_at_the_next_question() -> None:
    """Children of the host hold its pipes, so nothing else shows its end. An endless limit cannot be waited for."""
    answers_and_ends = "import os, time; input(); os.fork() or time.sleep(3600); print('answer', flush=True)"
    process = HostProcess([sys.executable, "-c", answers_and_ends], limits=Limits(), environment={})
    try:
        select.select([process.word], [], [], 60.0)
        assert process.process_id is not None
        process.send(b"question\n")
        select.select([process.word], [], [], 60.0)
        assert b"answer" == process.read_line(60.0)
        with pytest.raises(AssignorFailed, match="ended with exit code 0, but its children still run"):
            process.exchange(b"question\n", seconds=float("inf"))
    finally:
        process.kill()


def test_starting_a_host_does_not_change_this_process(start_program: Callable[[str], SupervisedProcess]) -> None:
    """No orphans are adopted, no signal is blocked."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    output_with_word(start_program(""), "host")

    adopts = ctypes.c_int()
    ctypes.CDLL(None).prctl(GET_CHILD_SUBREAPER, ctypes.byref(adopts))
    assert 0 == adopts.value
    assert before == signal.pthread_sigmask(signal.SIG_BLOCK, ())


MIB = 1 << 20

Asked: TypeAlias = "Callable[..., str]"

GREEDY = """
for line in sys.stdin:
    number = json.loads(line)["id"]
    {does}
    print(json.dumps({{"id": number, **reply}}), flush=True)
"""


@pytest.fixture
def kind_of_reply(open_code: OpenCode, group: Group) -> Asked:
    """Run a program that does this before it answers, and return the kind of the reply."""

    def ask(does: str, **limits: float) -> str:
        try:
            open_code(GREEDY.format(does=does), **{"call_seconds": 60.0, **limits}).assign(group)
        except AssignorFailed as failure:
            return f"{failure.kind}: {failure.trace.rpartition(chr(10))[2] or failure.message}"
        return "answered"

    return ask


@pytest.mark.parametrize(
    ("does", "limits", "came"),
    [
        (f"taken = b'x' * (100 * {MIB}); reply = {{'assignment': {{}}}}", {"memory": 200 * MIB}, "answered"),
        (f"taken = b'x' * (300 * {MIB}); reply = {{'assignment': {{}}}}", {"memory": 200 * MIB}, "crash: MemoryError"),
        ("reply = {'assignment': {}, 'padding': 'x' * 900_000}", {"line": MIB}, "answered"),
        ("reply = {'assignment': {}, 'padding': 'x' * 1_200_000}", {"line": MIB}, "output-flood: "),
    ],
)
def test_memory_and_output_are_limited(kind_of_reply: Asked, does: str, limits: dict[str, int], came: str) -> None:
    """A longer line is an output flood, and is not read to its end."""
    assert kind_of_reply(does, **limits).startswith(came)


def test_output_flood_does_not_stay_in_memory(kind_of_reply: Asked) -> None:
    """It costs as much memory as the longest line, until the line is rejected."""
    kind_of_reply("reply = {'assignment': {}}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    said = kind_of_reply("[sys.stdout.write('x' * 65536) for _ in iter(int, 1)]", line=8 * MIB)

    assert "output-flood: a line of more than 8,388,608 bytes" == said
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024


def test_answer_limit_grows_with_the_group() -> None:
    """Two million partitions fit; the overall limit still applies."""
    two_million = len(json.dumps({"id": 1, "assignment": {"C0": {"t0": list(range(2_000_000))}}}))

    assert two_million < Limits().longest_answer(0) < Limits().longest_answer(MIB) < Limits().line
    assert MIB == Limits(line=MIB).longest_answer(MIB)


def test_long_error_text_is_truncated(kind_of_reply: Asked) -> None:
    """No character is cut in half."""
    said = kind_of_reply("reply = {'error': {'type': 'T' * 10**6, 'message': '\\ud800' + 'm' * 10**6}}")

    kind, _, message = said.partition(": ")
    assert "T" * 200 == kind
    assert "?" + "m" * 3_999 == message


LAW = LAW_BY_ID["returns-an-answer"]
OF_THE_ANSWER = LAW_BY_ID["one-owner-each"]


def test_random_calls_get_the_right_verdicts() -> None:
    """Late failures are recorded, and no process or descriptor is left."""
    calls = make_hostile_calls(draw_orders(80, seed=3))

    assert [] == calls.wrong
    assert 80 == calls.counts.total()


@pytest.mark.parametrize("followed_by", ["answer", pytest.param("crash", marks=pytest.mark.integration)])
def test_every_kind_of_misbehaviour_is_detected(followed_by: str) -> None:
    """Between correct answers and between crashes."""
    asked = [how for name in (*HONEST, *FAILING, *AFTERWARDS) for how in (name, followed_by)]

    assert [] == make_hostile_calls([*asked, "answer"]).wrong


def test_closed_pipe_held_by_children_is_a_hang() -> None:
    asked = [how for name in sorted(UNSEEN_WHERE_HELD) for how in ("answer", "children", name, "answer")]

    assert [] == make_hostile_calls(asked).wrong


def test_misbehaviour_breaks_one_law_and_leaves_the_others_undecided() -> None:
    """Both laws judge the next question."""
    command = HostCommand(words=(sys.executable, "-S", "-E", str(HOST)), assignor=None, limits=LIMITS)
    expected = [("broken", False), ("undecided", True), ("kept", False), ("kept", False)]
    wrong = {}
    with skip_confessed_waiting(), closing(HostTarget("hostile", command)) as target:
        for how, (kind, _) in FAILING.items():
            asked = (hostile_group(how, 1), hostile_group("answer", 2))
            cells = [cell for group in asked for cell in check_group(target, group, laws=[LAW, OF_THE_ANSWER]).cells]
            told = [(cell.verdict, kind in (cell.reason or "")) for cell in cells]
            if told != expected:
                wrong[how] = told

    assert {} == wrong


@pytest.mark.parametrize(("how", "verdict"), [("answer", "kept"), ("answer-then-exit", "broken")])
def test_misbehaviour_after_the_answer_breaks_its_law(how: str, verdict: str) -> None:
    with skip_confessed_waiting(), closing(open_target(f"exec:python3 -S -E {HOST}")) as target:
        record = check_group(target, hostile_group(how, 1), laws=[LAW])

    assert [verdict] == [cell.verdict for cell in record.cells]


@pytest.mark.parametrize("together", [pytest.param(2, marks=pytest.mark.integration), 5])
def test_calls_made_together_get_the_right_verdicts(together: int) -> None:
    orders = [how for how in draw_orders(80, seed=together) if how not in HOLDING]

    calls = make_hostile_calls(orders, together)

    assert [] == calls.wrong
    assert len(orders) == calls.counts.total()
