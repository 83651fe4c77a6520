"""
The user's own assignor as a target of this very process: for tests that stand beside it, under its own debugger.

Every question is for a fresh assignor, as everywhere: a class is called anew, an object is copied as it was given. A
plain function is its own. What it raises is a finding; what hangs or kills the process is not contained here: for that
it is named as `python:package.module:Name`, and lives in a host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from sys import modules
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.python.python_object import serve_object
from kafka_assay.assignors.hosted.serving.host_server import answer_to_json, configured_object, describe_exception
from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, failure_of
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import Likeness, parse_likeness


class ObjectTarget:
    """
    What was `given` (a class, a factory, an object with `assign`, a function of a group), asked in this process.

    `like` says whose promises it makes, against what it says of itself. Raises `AssayError` where it is no assignor.
    """

    def __init__(self, given: Any, name: str, *, like: str | Iterable[str] | None = None) -> None:
        """Find out what was given, and what it promises; `name` is how records call it."""
        self.name = name
        self._served, said = serve_object(given, name, modules.get(_defining_module(given)))
        self._given = given
        promised = _declared_likeness(name, said) if like is None else parse_likeness(like)
        self.version = str(said["version"])
        self.like = promised.text
        self.promises = promised.promises
        self.answers_with_target = False
        self.expected_failures = _declared_failures(name, said)

    def assign(self, group: Group) -> Assignment:
        """Put `group` to a new assignor. Raises `AssignorFailed`."""
        return self._ask(self._make_assignor, group)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that asks one assignor object, made for this purpose, again and again."""
        kept: list[Any] = []

        def make_once() -> Any:
            if not kept:
                kept.append(self._make_assignor())
            return kept[0]

        return lambda group: self._ask(make_once, group)

    def close(self) -> None:
        """Nothing is held."""

    def _make_assignor(self) -> Any:
        made = configured_object(self._served, {})
        if made is not self._given:
            return made
        with suppress(Exception):  # what holds a socket or a lock cannot be copied: then it is the one that there is
            return deepcopy(made)
        return made

    def _ask(self, whom: Callable[[], Any], group: Group) -> Assignment:
        try:
            came_back = answer_to_json(self._served.read(self._served.put(whom(), group)()))
        except (Exception, SystemExit) as raised:
            error = describe_exception(raised)
            raise failure_of(error["type"], error["message"], error.get("trace", "")) from raised
        try:
            return assignment_at(came_back)
        except InvalidGroup as wrong:
            raise AssignorFailed("garbage", str(wrong)) from None


def _defining_module(given: Any) -> str:
    found = getattr(given, "__module__", None) or type(given).__module__
    return found if isinstance(found, str) else ""


def _declared_likeness(name: str, said: dict[str, object]) -> Likeness:
    like = said.get("like")
    return parse_likeness(like[name] if isinstance(like, dict) else None)


def _declared_failures(name: str, said: dict[str, object]) -> tuple[ExpectedFailure, ...]:
    failures = said.get("expected_failures")
    return tuple(ExpectedFailure(**one) for one in failures[name]) if isinstance(failures, dict) else ()
