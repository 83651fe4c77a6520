"""
The user's own assignor as a target in this process: for tests beside it, under the user's debugger.

Every question uses a new assignor, as everywhere: a class is called again, an object is copied in its given state, a
plain function is used as it is. An exception is a finding. A hang or a crash of the process is not contained here. The
target `python:package.module:Name` runs the assignor in a host instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from sys import modules
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.host_server import answer_to_json, configured_object, describe_exception
from kafka_assay.assignors.hosted.python.python_host import serve_object
from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, failure_of
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import Likeness, parse_likeness


class ObjectTarget:
    """
    A class, a factory, an object with `assign` or a function of a group, used in this process.

    `like` names its promises and overrides its own declaration. Raises `AssayError` where it is no assignor.
    """

    def __init__(self, given: Any, name: str, *, like: str | Iterable[str] | None = None) -> None:
        """Determine the kind of `given`, and its promises. `name` appears in records."""
        self.name = name
        self._served, greeting = serve_object(given, name, modules.get(_defining_module(given)))
        self._given = given
        promised = _declared_likeness(name, greeting) if like is None else parse_likeness(like)
        self.version = str(greeting["version"])
        self.like = promised.text
        self.promises = promised.promises
        self.answers_with_target = False
        self.expected_failures = _declared_failures(name, greeting)

    def assign(self, group: Group) -> Assignment:
        """Pass `group` to a new assignor. Raises `AssignorFailed`."""
        return self._ask(self._make_assignor, group)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object, made for this purpose, for all its calls."""
        kept: list[Any] = []

        def make_once() -> Any:
            if not kept:
                kept.append(self._make_assignor())
            return kept[0]

        return lambda group: self._ask(make_once, group)

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _make_assignor(self) -> Any:
        made = configured_object(self._served, {})
        if made is not self._given:
            return made
        with suppress(Exception):  # an object with a socket or a lock cannot be copied: use the given one
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


def _declared_likeness(name: str, greeting: dict[str, object]) -> Likeness:
    like = greeting.get("like")
    return parse_likeness(like[name] if isinstance(like, dict) else None)


def _declared_failures(name: str, greeting: dict[str, object]) -> tuple[ExpectedFailure, ...]:
    failures = greeting.get("expected_failures")
    return tuple(ExpectedFailure(**one) for one in failures[name]) if isinstance(failures, dict) else ()
