"""The server of a host written in Python, and the host of the references."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from io import BytesIO
from itertools import count
from threading import Barrier, Event
from typing import Any

import numpy as np
import pytest

from kafka_assay.assignors import registry
from kafka_assay.assignors.hosted import reference_host
from kafka_assay.assignors.hosted.host_server import QuestionSettings, ServedAssignor, serve, serve_plainly
from kafka_assay.assignors.hosted.protocol import compact_json, parse_greeting
from kafka_assay.assignors.hosted.reference_host import served_references
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor, reference_names
from tests.assignors.reference.answers import drawn_groups, question

GROUP: dict[str, Any] = {
    "format": "assay-group/1",
    "topics": {"t0": 1},
    "members": [{"id": "C0", "subscription": ["t0"]}],
}


QUESTION: dict[str, Any] = {"id": 1, "assignor": "a", "group": GROUP}


def served(answer: Callable[[Group], Any]) -> ServedAssignor:
    return ServedAssignor(fresh=lambda: answer, put=partial, read=lambda came_back: came_back)


def replies(assignor: ServedAssignor, *lines: object, workers: int = 1) -> list[dict[str, Any]]:
    """Return the replies to `lines` for the assignor `a`. Lines that are not bytes are written as JSON."""
    asked = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    answered = BytesIO()
    serve({"a": assignor}, {"format": "assay-host/1"}, BytesIO(asked), answered, workers=workers)
    greeting, *given = map(json.loads, answered.getvalue().splitlines())
    assert greeting == {"format": "assay-host/1"}
    return given


def test_reply_has_the_id_and_the_time_of_assign() -> None:
    (reply,) = replies(served(lambda group: {group.members[0].id: {"t0": [0]}}), {**QUESTION, "id": 7})

    assert (reply["id"], reply["assignment"]) == (7, {"C0": {"t0": [0]}})
    assert reply["nanoseconds"] > 0


def exits(_: Group) -> None:
    raise SystemExit("no")


def raises_strangely(_: Group) -> None:
    """Raise an exception that cannot be shown as text."""

    class Strange(Exception):
        """An exception without text."""

        def __str__(self) -> str:
            raise ValueError

    raise Strange


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda group: group.no_such_thing, "AttributeError"),
        (exits, "SystemExit"),
        (raises_strangely, "Strange"),
        (lambda _: {"C0": {"t0": object()}}, "TypeError"),
        (lambda _: {("C", 0): {}}, "TypeError"),
    ],
)
def test_every_exception_is_reported(answer: Callable[[Group], Any], kind: str) -> None:
    """The next question is answered."""
    first, second = replies(served(answer), QUESTION, QUESTION)

    assert (kind, kind) == (first["error"]["type"], second["error"]["type"])


def test_not_expressible_group_is_reported_without_a_trace() -> None:
    def refuses(_: Group) -> None:
        raise CannotBeAsked("the client knows no racks")

    (reply,) = replies(served(refuses), QUESTION)

    assert {"type": "CannotBeAsked", "message": "the client knows no racks"} == reply["error"]


def test_trace_omits_the_frames_of_the_host() -> None:
    (reply,) = replies(served(exits), QUESTION)

    assert 'raise SystemExit("no")' in reply["error"]["trace"]
    assert "served.py" not in reply["error"]["trace"].replace("test_served.py", "")


@pytest.mark.parametrize(
    ("line", "number", "message"),
    [
        (b"{oops\n", None, "column 2: 'oops': expected JSON"),
        (b"\n", None, "the end of the text"),
        (b"\xff\n", None, "expected text in UTF-8"),
        (b"[]\n", None, "list []: expected a question, an object with 'id', 'assignor' and 'group'"),
        (b"[" * 100_000 + b"\n", None, "expected JSON with fewer than a thousand levels"),
        (b'{"id": ' + b"1" * 5000 + b"}\n", None, "expected JSON with shorter numbers"),
        (b'{"id": 1, "id": 2}\n', None, "id: 'id': expected an object with each key once"),
        ({"assignor": "a", "group": GROUP}, None, "the key 'id' is missing: expected a whole number or text"),
        ({"id": None, "assignor": "a", "group": GROUP}, None, "id: null: expected a whole number or text, which"),
        ({"id": True, "assignor": "a", "group": GROUP}, None, "id: true: expected a whole number or text, which"),
        ({"id": 3, "assignor": "aa", "group": GROUP}, 3, "unknown assignor 'aa'; did you mean 'a'?"),
        ({"id": 3, "assignor": 7, "group": GROUP}, 3, "assignor: 7: expected the name of an assignor"),
        ({"id": 3, "group": GROUP}, 3, "the key 'assignor' is missing: expected the name of an assignor"),
        ({"id": 3, "assignor": "x" * 10**6, "group": GROUP}, 3, "unknown assignor 'xxxx"),
        ({"id": 4, "assignor": "a", "group": {"topics": {}}}, 4, "group.format: nothing: expected 'assay-group/1'"),
        ({"id": 4, "assignor": "a", "group": {**GROUP, "topics": {"t0": 2_000_001}}}, 4, "at most 2000000 partitions"),
        ({"id": 5, "assignor": "a"}, 5, "the key 'group' is missing: expected a group, as assay-group/1"),
        ({"id": 5, "assignor": "a", "groop": GROUP}, 5, "the key 'group' is missing (found 'groop'): expected"),
        ({"id": 5, "assignor": "a", "group": None}, 5, "group: null: expected an object with the key 'format'"),
        ({"id": 6, "assignor": "a", "group": GROUP, "instance": {}}, 6, "instance: object {}: expected text"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_malformed_questions_get_an_error_reply(line: object, number: int | None, message: str) -> None:
    """The next line is answered."""
    wrong, right = replies(served(lambda _: {}), line, QUESTION)

    assert number == wrong["id"]
    assert message in wrong["error"]["message"]
    assert "trace" not in wrong["error"]
    assert {} == right["assignment"]


def test_too_long_line_is_skipped_with_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafka_assay.assignors.hosted.host_server.LONGEST_LINE", 1000)
    monkeypatch.setattr("kafka_assay.assignors.hosted.host_server._SKIPPED", 64)
    question = json.dumps(QUESTION).encode()
    lines = (question.ljust(999) + b"\n", question.ljust(1000) + b"\n", question.ljust(5000) + b"\n", question)

    given = replies(served(lambda _: {}), *lines)

    long = "a line of more than 1,000 bytes"
    assert [{}, long, long, {}] == [one.get("assignment", one.get("error", {}).get("message")) for one in given]


def test_keyboard_interrupt_ends_only_hosts_of_own_code() -> None:
    """Raised by foreign code it is reported."""

    def interrupts(_: Group) -> None:
        raise KeyboardInterrupt

    (reply,) = replies(served(interrupts), QUESTION)

    assert "KeyboardInterrupt" == reply["error"]["type"]
    with pytest.raises(KeyboardInterrupt):
        serve(
            {"a": served(interrupts)}, {}, BytesIO(json.dumps(QUESTION).encode()), BytesIO(), ends=(KeyboardInterrupt,)
        )


def test_own_assignor_gets_a_fresh_object_for_each_call() -> None:
    class Ours:
        """Answers with the number of its object."""

        numbers = count()

        def __init__(self) -> None:
            self.number = next(self.numbers)

        def assign(self, group: Group) -> dict[str, dict[str, list[int]]]:
            return {group.members[0].id: {"t0": [self.number]}}

    given = replies(serve_plainly(Ours), QUESTION, QUESTION)

    assert [{"C0": {"t0": [0]}}, {"C0": {"t0": [1]}}] == [reply["assignment"] for reply in given]


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ((0, 1), [0, 1]),
        ({2, 1}, [1, 2]),
        (range(2), [0, 1]),
        ({0: "a"}.keys(), [0]),
        (np.array([0, 1]), [0, 1]),
        ([np.int64(2)], [2]),
        (np.array(1), 1),
    ],
)
def test_any_collection_of_ids_is_accepted(ids: object, expected: object) -> None:
    """An array of numpy without dimensions is a number, so it is no list for the reader of the answer."""
    (reply,) = replies(served(lambda _: {"C0": {"t0": ids}}), QUESTION)

    assert {"C0": {"t0": expected}} == reply["assignment"]


@pytest.mark.parametrize(
    ("instances", "objects"),
    [
        (["x", "y", "x", None, None], [0, 1, 0, 2, 3]),
        (["used", "unused", *map(str, range(998)), "used", "one more", "used", "unused"], [0, 1000, 0, 1001]),
    ],
)
def test_instance_name_means_the_same_object_until_it_is_evicted(instances: list[str], objects: list[int]) -> None:
    """The least recently used one of more than 1,000 is evicted."""
    numbers = count()
    counting = ServedAssignor(
        fresh=lambda: next(numbers), put=lambda n, _: lambda: n, read=lambda n: {"C0": {"t0": [n]}}
    )

    given = replies(counting, *({**QUESTION, "instance": name} for name in instances))

    assert objects == [reply["assignment"]["C0"]["t0"][0] for reply in given[-len(objects) :]]


class Zoned:
    """Answers with the settings that it received."""

    def __init__(self) -> None:
        self.zone: Any = None

    def configure(self, settings: QuestionSettings) -> None:
        self.zone = settings.config["zone"], settings.member_config

    def assign(self, _: Group) -> object:
        return {"given": self.zone}


ZONED = serve_plainly(Zoned, Zoned.configure)


def test_new_object_gets_the_settings_of_its_question() -> None:
    asked = [{**QUESTION, "config": {"zone": zone}} for zone in "ab"]
    kept = [{**question, "instance": "i"} for question in asked]
    single = {**asked[0], "member_config": {"C0": {"zone": "c"}}}

    given = [reply["assignment"]["given"] for reply in replies(ZONED, *asked, *kept, single)]

    assert [["a", {}], ["b", {}], ["a", {}], ["a", {}], ["a", {"C0": {"zone": "c"}}]] == given


def test_failed_configure_makes_the_group_not_expressible() -> None:
    (reply,) = replies(ZONED, QUESTION)

    error = reply["error"]
    assert ("CannotBeAsked", "configure() failed: KeyError: 'zone'") == (error["type"], error["message"])
    assert "in configure" in error["trace"]


@pytest.mark.parametrize("wrong", [{"config": 5}, {"member_config": ["C0"]}, {"member_config": {"C0": "zone=a"}}])
def test_malformed_settings_are_rejected(wrong: dict[str, object]) -> None:
    """An assignor without configure() ignores them."""
    (reply,), (ignored,) = (replies(one, {**QUESTION, **wrong}) for one in (ZONED, served(lambda _: {})))

    assert "AssayError" == reply["error"]["type"]
    assert "expected an object of settings" in reply["error"]["message"]
    assert {} == ignored["assignment"]


def test_replies_keep_the_order_of_the_questions() -> None:
    """Both questions are in work at once, and the second one is answered first."""
    both_wait, second_is_done = Barrier(2), Event()

    def answer(group: Group) -> dict[str, Any]:
        both_wait.wait()
        if group.members[0].id == "first":
            second_is_done.wait()
        else:
            second_is_done.set()
        return {group.members[0].id: {}}

    questions = [
        {**QUESTION, "group": {**GROUP, "members": [{"id": name, "subscription": []}]}} for name in ("first", "second")
    ]

    given = replies(served(answer), *questions, workers=2)

    assert [{"first": {}}, {"second": {}}] == [reply["assignment"] for reply in given]


HOST = f"exec:{sys.executable} -m assay host serve --seed 7"


def test_greeting_lists_all_references() -> None:
    """With the promises and failures that each declares in this process."""
    complaints: list[str] = []
    _, said = served_references(0, complaints.append)

    heard = parse_greeting(compact_json(said))

    assert tuple(reference_names()) == heard.assignors
    assert [] == complaints
    for name in reference_names():
        here = reference_assignor(name)
        assert here.promises == parse_likeness(heard.like[name]).promises
        assert tuple(getattr(here, "expected_failures", ())) == heard.expected_failures.get(name, ())


def test_reference_that_fails_to_load_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints: list[str] = []

    def maker(name: str, seed: int) -> object:
        if name == "range":
            raise ImportError("no range today")
        return registry.assignor_factory(name, seed)

    monkeypatch.setattr(reference_host, "assignor_factory", maker)
    offered, said = served_references(0, complaints.append)

    assert set(reference_names()) - {"range"} == set(offered) == set(said["assignors"])  # type: ignore[call-overload]
    assert ["range is skipped: ImportError: no range today"] == complaints


@pytest.mark.parametrize("name", ["sticky", "lag-global", "shuffled-roundrobin"])
def test_references_answer_through_exec_as_in_this_process(name: str) -> None:
    """Drawn groups, some with offsets. The seed of the command line counts."""
    here = reference_assignor(name, 7)
    groups = list(drawn_groups(30, "stale-claims", "three-claimants", "mixed"))

    with closing(open_target(f"{HOST}#{name}", call_timeout=30)) as target:
        for group in groups:
            assert here.assign(group) == target.assign(group)

        assert (name, here.promises) == (target.like, target.promises)


def test_rejected_question_does_not_affect_the_next() -> None:
    """A group that is too large is rejected."""
    with closing(open_target(f"{HOST}#range", call_timeout=30)) as target:
        with pytest.raises(AssignorFailed, match="at most 2000000 partitions"):
            target.assign(question({"t": 2_000_001}, "a"))

        assert {"a": {"t": [0]}} == target.assign(question({"t": 1}, "a"))
