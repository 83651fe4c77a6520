"""
A host that does what the name of the group tells it to do: answer, or one of the things that hosts must not do.
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
    """
    Put `text` on stdout at once.
    """
    os.write(1, text.encode())


def first(group: dict[str, Any]) -> dict[str, Any]:
    """
    Everything goes to the member that stands first.
    """
    return {group["members"][0]["id"]: {topic: list(range(count)) for topic, count in group["topics"].items()}}


def eat() -> None:
    """
    Take memory until there is no more.
    """
    eaten = []
    while True:
        eaten.append(bytearray(1 << 24))


def flood() -> None:
    """
    Write for ever, and never end the line.
    """
    while True:
        write("x" * 65536)


def speak(how: str, asked: dict[str, Any], answer: str) -> None:
    """
    Print what is called `how`: an answer, or something that is none.
    """
    match how:
        case "answer":
            write(answer)
        case "refuse":
            write(json.dumps({"id": asked["id"], "error": {"type": "Refused", "message": "no"}}) + "\n")
        case "garbage":
            write("Segmentation fault (not really)\n")
        case "not-utf8":
            os.write(1, b'{"id": "\xff\xfe"}\n')
        case "deep":
            write("[" * 100_000 + "\n")
        case "wrong-id":
            write(answer.replace(f'"id": {asked["id"]}', f'"id": {asked["id"] - 1}'))
        case "malformed":
            write(json.dumps({"id": asked["id"], "assignment": {"C0": {"t0": [0, "1"]}}}) + "\n")
        case "nothing":
            write(json.dumps({"id": asked["id"]}) + "\n")
        case "twice":
            write(answer + answer)
        case "answer-then-talk":
            write(answer)
            write("by the way\n")
        case "noise":
            os.write(2, b"noise\n" * 50_000)
            write(answer)


def fall(how: str, answer: str) -> None:
    """
    Come to the end that is called `how`; harmless where there is none of this name.
    """
    match how:
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "exit":
            os.write(2, b"had enough\n")
            os._exit(3)
        case "hang":
            time.sleep(3600)
        case "partial-exit":
            write(answer[:9])
            os._exit(0)
        case "partial-hang":
            write(answer[:9])
            time.sleep(3600)
        case "flood":
            flood()
        case "memory":
            eat()
        case "answer-then-exit":
            write(answer)
            os._exit(0)
        case "orphans":
            if os.fork() == 0:
                time.sleep(3600)
            os._exit(0)


def main() -> None:
    """
    Greet, then behave.
    """
    write(json.dumps(GREETING) + "\n")
    for line in sys.stdin:
        asked = json.loads(line)
        how, answer = asked["group"]["name"], {"id": asked["id"], "assignment": first(asked["group"])}
        speak(how, asked, json.dumps(answer) + "\n")
        fall(how, json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
