"""
The user's own assignor as a target in this process: for tests beside it, under the user's debugger.

Every question uses a new assignor, as everywhere: a class is called again, an object is copied in its given state, a
plain function is used as it is. An exception is a finding. A hang or a crash of the process is not contained here. The
target `python:package.module:Name` runs the assignor in a host instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from functools import cache, partial
from sys import modules
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.host_server import configured_object, describe_exception, document_line
from kafka_assay.assignors.hosted.python.python_host import serve_object
from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, failure_of
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import parse_likeness


class ObjectTarget:
    """
    A class, a factory, an object with `assign` or a function of a group, used in this process.

    `like` names its promises and overrides its own declaration. Raises `AssayError` where it is no assignor.
    """

    def __init__(self, given: Any, name: str, *, like: str | Iterable[str] | None = None) -> None:
        """Determine the kind of `given`, and its promises. `name` appears in records."""
        self.name = name
        module = getattr(given, "__module__", None) or type(given).__module__
        self._served, greeting = serve_object(given, name, modules.get(str(module)))
        self._given = given
        declared: Any = greeting.get("like", {})
        failures: Any = greeting.get("expected_failures", {})
        promised = parse_likeness(declared.get(name) if like is None else like)
        self.version = str(greeting["version"])
        self.like = promised.text
        self.promises = promised.promises
        self.answers_with_target = False
        self.expected_failures = tuple(ExpectedFailure(**failure) for failure in failures.get(name, ()))

    def assign(self, group: Group) -> Assignment:
        """Pass `group` to a new assignor. Raises `AssignorFailed`."""
        return self._ask(self._make_assignor, group)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object, made for this purpose, for all its calls."""
        return partial(self._ask, cache(self._make_assignor))

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
            came_back = json.loads(document_line(self._served.read(self._served.put(whom(), group)())))
        except (Exception, SystemExit) as raised:
            error = describe_exception(raised)
            raise failure_of(error["type"], error["message"], error.get("trace", "")) from raised
        try:
            return assignment_at(came_back)
        except InvalidGroup as wrong:
            raise AssignorFailed("garbage", str(wrong)) from None
