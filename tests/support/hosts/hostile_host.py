"""
A host that does what the group's name says: answer, or one of many things that hosts must not do.

Before it falls silent for good it prints a confession on stderr, so that a test need not wait: see
`tests.support.hosts.hostile_calls`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any

GREETING = {"format": "assay-host/1", "implementation": "hostile", "version": "13", "assignors": ["first"]}


def write(text: str) -> None:
    """Write `text` to stdout at once."""
    os.write(1, text.encode())


def first(group: dict[str, Any]) -> dict[str, Any]:
    """An answer that gives everything to the first member."""
    return {group["members"][0]["id"]: {topic: list(range(count)) for topic, count in group["topics"].items()}}


def eat() -> None:
    """Allocate memory until none is left."""
    eaten = []
    while True:
        eaten.append(bytearray(1 << 24))


def flood() -> None:
    """Write one endless line."""
    while True:
        write("x" * 65536)


def confess() -> None:
    """Announce on stderr that nothing will follow."""
    os.write(2, b"<silent from now on>")


def silent() -> None:
    """Sleep forever."""
    confess()
    time.sleep(3600)


def fork(*, leaves: bool) -> bool:
    """Whether this is the child process. With `leaves`, the child starts a session of its own."""
    if os.fork():
        return False
    if leaves:
        os.setsid()
    return True


def ignore_signals() -> None:
    """Ignore the signals that usually end a program."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def leave_child(*, leaves: bool) -> None:
    """Leave a child process that holds all pipes, ignores signals, and sleeps."""
    if fork(leaves=leaves):
        ignore_signals()
        time.sleep(3600)
    STRAYS.append(leaves)


STRAYS: list[bool] = []
"""Children that were left and hold all pipes."""

LINES = {
    "garbage": b"Segmentation fault (not really)\n",
    "not-utf8": b'{"id": "\xff\xfe"}\n',
    "deep": b"[" * 60_000 + b"\n",
    "huge-number": b'{"id": ' + b"9" * 10_000 + b"}\n",
    "blank": b"\n",
    "bare": b"[]\n",
}
"""Lines that are no answer."""

MORE = {"answer-then-talk": "by the way\n", "answer-then-half": '{"id": '}
"""Text written separately after an answer."""


def wrong_line(how: str, number: int, answer: str) -> None:
    """Print the wrong line that `how` names; do nothing for other names."""
    if how in LINES:
        os.write(1, LINES[how])
    match how:
        case "refuse":
            write(json.dumps({"id": number, "error": {"type": "Refused", "message": "no"}}) + "\n")
        case "wrong-id":
            write(renumber_answer(answer, number, number - 1))
        case "malformed":
            write(json.dumps({"id": number, "assignment": {"C0": {"t0": [0, "1"]}}}) + "\n")
        case "nothing":
            write(json.dumps({"id": number}) + "\n")


def renumber_answer(answer: str, number: int, other: int) -> str:
    """The answer with another id."""
    return answer.replace(f'"id": {number}', f'"id": {other}')


def answers(how: str, number: int, answer: str) -> None:
    """Print the answer, perhaps in an odd way or with more text."""
    match how:
        case "twice":
            write(answer + answer)
        case "answer-early":
            write(answer)
            write(renumber_answer(answer, number, number + 1))
        case "in-pieces":
            for place in range(0, len(answer), 7):
                write(answer[place : place + 7])
        case "noise":
            os.write(2, b"noise\n" * 50_000)
            write(answer)
        case "children":
            leave_child(leaves=False)
            leave_child(leaves=True)
            write(answer)
        case "answer" | "late":
            write(answer)
        case _ if how.startswith("answer-then-"):
            write(answer)
            write(MORE.get(how, ""))


def die(how: str) -> None:
    """End the process as `how` says; do nothing for other names."""
    match how:
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "abort":
            os.abort()
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            os.write(2, b"had enough\n")
            os._exit(3)
        case "partial-exit":
            write('{"id": ')
            os._exit(0)
        case "memory":
            eat()
        case "orphans" | "escape":
            leave_child(leaves=how == "escape")
            os._exit(0)
        case "kill-warden":
            os.kill(os.getppid(), signal.SIGKILL)
            os._exit(0)


CLOSED = {"close-input": (0,), "close-output": (1,), "close-all": (0, 1, 2)}
"""The pipes that each behaviour closes."""


def stay(how: str) -> None:
    """Hang as `how` says; do nothing for other names."""
    match how:
        case "hang":
            silent()
        case "spin":
            confess()
            while True:
                pass
        case "stop":
            confess()
            os.kill(os.getpid(), signal.SIGSTOP)
        case "deaf":
            ignore_signals()
            silent()
        case "partial-hang":
            write('{"id": ')
            silent()
        case "noise-hang":
            os.write(2, b"noise\n" * 50_000)
            silent()
        case "flood":
            flood()
        case "close-input" | "close-output" | "close-all":
            if STRAYS:
                confess()  # the children hold these pipes, so nobody sees them close
            for descriptor in CLOSED[how]:
                os.close(descriptor)
            time.sleep(3600)


def main() -> None:
    """Greet, then behave as each group says."""
    write(json.dumps(GREETING) + "\n")
    late = False
    for line in sys.stdin:
        question = json.loads(line)
        how, number = question["group"]["name"], question["id"]
        answer = json.dumps({"id": number, "assignment": first(question["group"])}) + "\n"
        if late:
            write("by the way\n")
        late = how == "late"
        wrong_line(how, number, answer)
        answers(how, number, answer)
        die(how.removeprefix("answer-then-"))
        stay(how.removeprefix("answer-then-"))


if __name__ == "__main__":
    main()
