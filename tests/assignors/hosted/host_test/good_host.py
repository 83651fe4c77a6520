"""A host without errors. Tests change one line of it. Its assignor has state, so that tests can tell objects apart."""

import json
import os  # noqa: F401 - mutants of this host use it
import sys
import time  # noqa: F401 - mutants of this host use it
from typing import Any

GREETING: dict[str, Any] = {"format": "assay-host/1", "implementation": "turns", "version": "1", "assignors": ["turns"]}
GREETING["like"] = {"turns": ["+even"]}
GREETING["targets"] = []
GREETING["accepts"] = ["config"]
KEYS = {"id", "assignor", "group", "instance", "config", "member_config"}


class Turns:
    """Gives whole topics to one subscriber, at each call of the same object to the next one."""

    first = 0

    def __init__(self, settings: dict[str, str]) -> None:
        self.calls = int(settings.get("first", self.first))

    def assign(self, group: dict[str, Any]) -> dict[str, dict[str, list[int]]]:
        given: dict[str, dict[str, list[int]]] = {member["id"]: {} for member in group["members"]}
        for topic, about in group["topics"].items():
            count = about if isinstance(about, int) else about["partitions"]
            subscribers = [member["id"] for member in group["members"] if topic in member["subscription"]]
            if subscribers and count:
                given[subscribers[self.calls % len(subscribers)]][topic] = list(range(count))
        self.calls += 1
        return given


objects: dict[str, Turns] = {}


def object_of(instance: str | None, settings: dict[str, str]) -> Turns:
    """Return the object of that name, or a fresh one."""
    if instance is None:
        return Turns(settings)
    return objects.setdefault(instance, Turns(settings))


def settings_in(asked: dict[str, Any]) -> dict[str, str]:
    """Return the settings for all members. Those of single members must be objects."""
    config: dict[str, str] = asked.get("config", {})
    for each in (config, *asked.get("member_config", {}).values()):
        each.keys()
    return config


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the reply to one question."""
    if asked["assignor"] != "turns":
        raise LookupError("no such assignor")
    given = object_of(asked.get("instance"), settings_in(asked)).assign(asked["group"])
    return {"id": asked["id"], "assignment": given, "nanoseconds": 5}


def say(message: dict[str, Any]) -> None:
    """Print one line, and flush it."""
    text = json.dumps(message)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    say(GREETING)
    while line := sys.stdin.readline():
        number = None
        try:
            asked = json.loads(line)
            number = asked["id"]
            say(answer(asked))
        except Exception as raised:  # noqa: BLE001 - whatever goes wrong is reported
            say({"id": number, "error": {"type": type(raised).__name__, "message": str(raised)}})
