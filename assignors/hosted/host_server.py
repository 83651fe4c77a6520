"""
The host's side of `assay-host/1`: serve assignors of this process to a client on stdin.

No input ends the server. Each line gets one reply. An invalid line, an unknown assignor, a malformed group, and an
assignor that raises anything are answered with an error.
"""

from __future__ import annotations

import gc
import json
import os
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fcntl import F_DUPFD_CLOEXEC, fcntl
from functools import partial
from operator import index
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from kafka_assay.assignors.errors import AssayError, nearest_word, short_repr, spelling_tip
from kafka_assay.assignors.formats.documents import group_in, parse_json_line, require_workable
from kafka_assay.assignors.formats.group_format import KnownMembers
from kafka_assay.assignors.hosted.protocol import LONGEST_LINE, WRONG_QUESTION, compact_json
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group

_TRACE = 8_000
_MOST_KEPT = 1_000
"""The most objects kept under instance names. The least recently used one is dropped."""
_SKIPPED = 1 << 20
_SHORT = 2_000
"""Of a question with fewer bytes, the members are kept. Long ones are read faster than they are found again."""

_EXPECTED = {
    "id": "a whole number or text, which the answer repeats",
    "assignor": "the name of an assignor, as in the greeting",
    "group": "a group, as assay-group/1",
}
"""The required keys of a question; all others are optional."""

Put: TypeAlias = "Callable[[Any, Group], Callable[[], Any]]"
Configure: TypeAlias = "Callable[[Any, QuestionSettings], None]"
"""Gives an assignor object its settings. An exception means that the object cannot be used."""


class QuestionSettings(NamedTuple):
    """The settings in a question: those for all members, and those for single members by member id."""

    config: dict[str, str]
    member_config: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedAssignor:
    """
    One assignor to serve.

    `fresh` makes an assignor object. `put` prepares the call that answers a group, so that only the call is timed.
    `read` turns the result into member -> topic -> ids. `configure` gives a new object its settings, if any; None: it
    takes none.
    """

    fresh: Callable[[], Any]
    put: Put
    read: Callable[[Any], object]
    configure: Configure | None = None


def serve_plainly(fresh: Callable[[], Any], configure: Configure | None = None) -> ServedAssignor:
    """Serve an assignor made by `fresh`: the call is `assign(group)`, and its result is the answer."""
    return ServedAssignor(
        fresh=fresh,
        put=lambda assignor, group: partial(assignor.assign, group),
        read=lambda came_back: came_back,
        configure=configure,
    )


def serve(
    assignors: Mapping[str, ServedAssignor],
    greeting: Mapping[str, object],
    questions: BinaryIO,
    answers: BinaryIO,
    *,
    workers: int = 1,
    ends: tuple[type[BaseException], ...] = (),
) -> None:
    """
    Greet, then answer every line of `questions` on `answers`, until there are no more.

    Up to `workers` questions are answered at a time. Replies have the order of the questions. Exceptions of the types
    `ends` pass through without a reply. Foreign code may raise anything, so its hosts leave `ends` empty.
    """
    _write_line(answers, document_line(greeting))
    replies = _replies_to(RequestHandler(assignors, ends), questions)
    if workers == 1:
        for reply in replies:
            _write_line(answers, reply())
    else:
        _serve_side_by_side(replies, answers, workers)


def _serve_side_by_side(replies: Iterable[Callable[[], str]], answers: BinaryIO, workers: int) -> None:
    from concurrent.futures import Future, ThreadPoolExecutor
    from queue import SimpleQueue

    waiting: SimpleQueue[Future[str] | None] = SimpleQueue()

    def write_in_order() -> None:
        while (reply := waiting.get()) is not None:
            _write_line(answers, reply.result())

    with ThreadPoolExecutor(workers + 1) as pool:
        pool.submit(write_in_order)
        for reply in replies:
            waiting.put(pool.submit(reply))
        waiting.put(None)


def _replies_to(handler: RequestHandler, questions: BinaryIO) -> Iterator[Callable[[], str]]:
    """For each line of `questions` a function that makes the reply."""
    while line := questions.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := questions.readline(_SKIPPED)) and not rest.endswith(b"\n"):
                pass
            error = describe_exception(AssayError(f"a line of more than {LONGEST_LINE:,} bytes"))
            yield partial(document_line, {"id": None, "error": error})
        else:
            yield partial(handler.reply, line)


def _write_line(answers: BinaryIO, line: str) -> None:
    answers.write(line.encode("ascii") + b"\n")
    answers.flush()


class RequestHandler:
    """Answers requests, and keeps the assignor objects that questions name."""

    def __init__(self, assignors: Mapping[str, ServedAssignor], ends: tuple[type[BaseException], ...]) -> None:
        """Exceptions of the types `ends` pass through; see `serve`."""
        self._assignors = assignors
        self._ends = ends
        self._instances: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self._members = KnownMembers()

    def reply(self, line: bytes) -> str:
        """The line that answers `line`."""
        number: object = None
        try:
            number, question = _numbered_question(line)
            return self._answer(number, question, self._members if len(line) < _SHORT else None)
        except self._ends:
            raise
        except BaseException as raised:  # noqa: BLE001 - foreign code may raise anything, SystemExit too
            return document_line({"id": number, "error": describe_exception(raised)})

    def _answer(self, number: object, question: dict[str, Any], members_before: KnownMembers | None) -> str:
        name = _required_value(question, "assignor")
        if not isinstance(name, str):
            raise AssayError(f"assignor: {short_repr(name)}: expected {_EXPECTED['assignor']}")
        served = self._assignors.get(name)
        if served is None:
            raise AssayError(f"unknown assignor {short_repr(name)}{spelling_tip(name, self._assignors)}")
        _required_value(question, "group")
        group = require_workable(group_in(question, members_before))
        call = served.put(self._assignor_object(name, served, question), group)
        start = time.perf_counter_ns()
        came_back = call()
        nanoseconds = time.perf_counter_ns() - start
        return document_line({"id": number, "assignment": served.read(came_back), "nanoseconds": nanoseconds})

    def _assignor_object(self, name: str, served: ServedAssignor, question: dict[str, Any]) -> Any:
        """The object for a question. A kept object has the settings of the question that first named it."""
        instance = question.get("instance")
        if instance is None:
            return configured_object(served, question)
        if not isinstance(instance, str):
            raise AssayError(f"instance: {short_repr(instance)}: expected text")
        if (name, instance) not in self._instances:
            self._instances[name, instance] = configured_object(served, question)
            if len(self._instances) > _MOST_KEPT:
                self._instances.popitem(last=False)
        self._instances.move_to_end((name, instance))
        return self._instances[name, instance]


def configured_object(served: ServedAssignor, question: dict[str, Any]) -> Any:
    """A new assignor object with the settings of a question. Raises `CannotBeAsked` where its `configure` fails."""
    made = served.fresh()
    if served.configure is not None:
        members = _object_in(question.get("member_config"), "member_config")
        settings = QuestionSettings(
            _object_in(question.get("config"), "config"),
            {member: _object_in(mine, f"member_config.{member}") for member, mine in members.items()},
        )
        try:
            served.configure(made, settings)
        except Exception as raised:  # noqa: BLE001 - foreign code may raise anything
            error = describe_exception(raised)
            why = f"configure() failed: {error['type']}: {error['message']}"
            raise CannotBeAsked(why, error.get("trace", "")) from None
    return made


def _object_in(value: object, path: str) -> dict[str, Any]:
    if value is not None and not isinstance(value, dict):
        raise AssayError(f"{path}: {short_repr(value)}: expected an object of settings")
    return dict(value or {})


def _numbered_question(line: bytes) -> tuple[int | str, dict[str, Any]]:
    question = parse_json_line(line)
    if not isinstance(question, dict):
        raise AssayError(f"{short_repr(question)}: expected a question, an object with 'id', 'assignor' and 'group'")
    number = _required_value(question, "id")
    if type(number) is not int and type(number) is not str:
        raise AssayError(f"id: {short_repr(number)}: expected {_EXPECTED['id']}")
    return number, question


def _required_value(question: dict[str, Any], key: str) -> object:
    if key not in question:
        near = nearest_word(key, question)
        instead = "" if near is None else f" (found {near[:60]!r})"
        raise AssayError(f"the key {key!r} is missing{instead}: expected {_EXPECTED[key]}")
    found: object = question[key]
    return found


def describe_exception(raised: BaseException) -> dict[str, str]:
    """An exception as the error of an answer: type, message, and the trace without the frames of this file."""
    if isinstance(raised, CannotBeAsked):
        refusal = {"type": raised.kind, "message": raised.message}
        return refusal | ({"trace": raised.trace[-_TRACE:]} if raised.trace else {})
    message, trace = "", ""
    with suppress(Exception):  # a foreign exception may fail to print itself
        message = str(raised)
    theirs = raised.__traceback__
    while theirs is not None and theirs.tb_frame.f_code.co_filename == __file__:
        theirs = theirs.tb_next
    if isinstance(raised, AssayError):
        return {"type": type(raised).__name__, "message": message}  # a usage error: no code failed
    with suppress(Exception):
        trace = "".join(traceback.format_exception(type(raised), raised, theirs))[-_TRACE:]
    return {"type": type(raised).__name__, "message": message, "trace": trace}


def _plain_json(value: Any) -> object:
    """Convert values that JSON lacks but can represent: mappings, sets, other collections, and integers of numpy."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    # Before integers: an array of numpy has `__index__` too, and would turn a single element into a number.
    try:
        values = iter(value)
    except TypeError:
        if hasattr(value, "__index__"):
            return index(value)
        raise TypeError(f"the answer holds a {type(value).__name__}, which JSON cannot express") from None
    return list(values)


document_line = json.JSONEncoder(separators=(",", ":"), default=_plain_json).encode
"""A document as one line of plain ASCII."""


_STDIN, _STDOUT, _STDERR, _OTHERS = range(4)


def _take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """
    Move stdin and stdout to descriptors that no other code uses, and return them.

    An empty stdin, and stderr, take their places. If this process was started without stdin, it is empty too. Output to
    a missing stdout or stderr is discarded.
    """
    questions, answers, printed = (_move_descriptor(descriptor) for descriptor in (_STDIN, _STDOUT, _STDERR))
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, _STDIN)
    os.dup2(printed, _STDOUT)
    for descriptor in {empty, printed} - {_STDIN, _STDOUT, _STDERR}:
        os.close(descriptor)
    return os.fdopen(questions, "rb"), os.fdopen(answers, "wb")


def _move_descriptor(descriptor: int) -> int:
    """A copy of `descriptor` above the three standard ones; for a closed one, a descriptor of the null device."""
    try:
        return fcntl(descriptor, F_DUPFD_CLOEXEC, _OTHERS)
    except OSError:
        nowhere = os.open(os.devnull, os.O_RDWR)
        return fcntl(nowhere, F_DUPFD_CLOEXEC, _OTHERS)


def serve_until_end(
    opened: Callable[[], tuple[Mapping[str, ServedAssignor], Mapping[str, object]]],
    *,
    workers: int = 1,
    ends: tuple[type[BaseException], ...] = (),
) -> int:
    """
    Serve the assignors and the greeting that `opened` returns over this process's own pipes, until either pipe ends.

    `workers` and `ends` are as in `serve`. Returns the exit code. Foreign code must be imported inside `opened`, not
    earlier. From then on it can neither read the questions nor corrupt the answers.
    """
    questions, answers = _take_over_pipes()
    try:
        assignors, greeting = opened()
    except AssayError as wrong:
        answers.write(compact_json({"format": WRONG_QUESTION, "message": str(wrong)}) + b"\n")
        answers.flush()
        return 2
    gc.freeze()  # everything loaded so far stays, so the garbage collector can skip it
    with suppress(BrokenPipeError):
        serve(assignors, greeting, questions, answers, workers=workers, ends=ends)
    with suppress(BrokenPipeError):
        answers.close()
    return 0
