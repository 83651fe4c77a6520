from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeAlias

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as reference_target
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.python.client_host import CLIENTS, installed_release
from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText, open_target
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor

EXAMPLE = Path(__file__).parents[3] / "docs" / "hosts" / "example_host.py"

Opening: TypeAlias = Callable[..., "ReferenceTarget | HostTarget"]

MINE = """
    import os, sys, time

    class Mine:
        like = "fair"
        asked = 0

        def assign(self, group):
            print("chatter on stdout")
            sys.stdout.flush()
            os.write(1, b"more of it")
            heard = sys.stdin.read()
            self.asked += 1
            match group.name:
                case "hang":
                    while True:
                        pass
                case "exit":
                    os._exit(1)
                case "hash":
                    return {str(hash("t0")): {}}
            return {member.id: {"t0": [self.asked, len(heard)]} for member in group.members}
"""


@pytest.fixture
def opening() -> Iterator[Opening]:
    """Return `open_target`, and close all opened targets after the test."""
    with ExitStack() as opened:
        yield lambda text, **options: opened.enter_context(closing(open_target(text, **options)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, with an assignor of the user in `mine.py`."""
    (tmp_path / "mine.py").write_text(dedent(MINE))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def named_group(name: str, *members: str) -> Group:
    return group_of({"t0": 1}, {member: ["t0"] for member in members}, name=name)


def test_python_target_is_found_in_the_current_directory(opening: Opening, here: Path) -> None:
    target = opening("python:mine:Mine")

    assert ("python:mine:Mine", "fair") == (target.name, target.like)
    assert target.promises == parse_likeness("fair").promises
    assert target.version.startswith("source ")


def test_output_and_input_of_user_code_do_not_disturb(opening: Opening, here: Path) -> None:
    """Each question gets a fresh object."""
    target = opening("python:mine:Mine")

    answers = [target.assign(named_group("é\u2713", "C0", "☃")) for _ in range(2)]

    assert answers == [{"C0": {"t0": [1, 0]}, "☃": {"t0": [1, 0]}}] * 2


def test_same_instance_name_means_same_object(opening: Opening, here: Path) -> None:
    target = opening("python:mine:Mine")

    kept = target.reused_object()
    answers = [kept(named_group("g", "C0"))["C0"]["t0"][0] for _ in range(2)]

    assert answers == [1, 2]


@pytest.mark.parametrize(("how", "kind"), [("hang", "hang"), ("exit", "crash")])
def test_hanging_or_exiting_user_code_is_contained(opening: Opening, here: Path, how: str, kind: str) -> None:
    """The next question is answered."""
    target = opening("python:mine:Mine", call_timeout=2.0)

    with pytest.raises(AssignorFailed) as failed:
        target.assign(named_group(how, "C0"))

    assert kind == failed.value.kind
    assert target.assign(named_group("g")) == {}


def test_seed_fixes_the_hash_order(opening: Opening, here: Path) -> None:
    """So a finding can be replayed."""
    answers = [opening("python:mine:Mine", seed=seed).assign(named_group("hash")) for seed in (5, 5, 6)]

    assert answers[0] == answers[1]
    assert answers[0] != answers[2]


def test_user_folder_named_assignors_or_kafka_is_not_imported(opening: Opening, here: Path) -> None:
    for folder in ("assignors", "kafka"):
        (here / folder).mkdir()
        (here / folder / "__init__.py").write_text("raise RuntimeError('the wrong one')")

    assert "fair" == opening("python:mine:Mine").like
    assert "roundrobin" == opening("kafka-python:roundrobin").like


def test_usage_error_is_one_line_with_the_target(opening: Opening, here: Path) -> None:
    with pytest.raises(AssayError, match=r"^python:mine:Nine: 'mine' has no 'Nine'; did you mean 'Mine'\?$"):
        opening("python:mine:Nine")


@pytest.mark.parametrize(("client", "name"), [(client, name) for client, names in CLIENTS.items() for name in names])
def test_each_client_assignor_answers(opening: Opening, client: str, name: str, group: Group) -> None:
    """Opened at the installed release."""
    target = opening(f"{client}=={installed_release(client)}:{name}")

    loads = sorted(len(topics.get("t0", [])) for topics in target.assign(group).values())

    assert loads == [1, 2]
    assert target.name == f"{client}=={target.version}:{name}"
    assert target.promises == parse_likeness(CLIENTS[client][name]).promises


def test_exception_of_a_client_is_a_failure(opening: Opening) -> None:
    """kafka-python's round-robin raises on KIP-54's Example 2."""
    group = group_of({"t0": 1, "t1": 2, "t2": 3}, {"C0": ["t0"], "C1": ["t0", "t1"], "C2": ["t0", "t1", "t2"]})
    target = opening("kafka-python:roundrobin")

    with pytest.raises(AssignorFailed) as failed:
        target.assign(group)

    assert failed.value.kind == "KeyError"
    assert "roundrobin.py" in failed.value.trace


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "kafka-python==2.0.2..3.0.12:sticky",
            r"2\.0\.2\.\.3\.0\.12 is a range of releases: expected a single release",
        ),
        ("go:github.com/twmb/franz-go@v1.20.0..v1.22.2:sticky", "is a range of releases: expected a single release"),
        ("aiokafka:cooperative-sticky", "aiokafka has no assignor 'cooperative-sticky'"),
        ("kafka-python:stick", "kafka-python has no assignor 'stick'; did you mean 'sticky'"),
    ],
)
def test_ranges_and_unknown_names_are_rejected(opening: Opening, text: str, why: str) -> None:
    with pytest.raises(AssayError, match=why):
        opening(text)


@pytest.mark.parametrize("choice", ["", "#fewest"])
def test_documented_example_host_works(opening: Opening, choice: str) -> None:
    group = group_of({"t0": 2, "t1": 2}, {"C1": ["t0", "t1"], "C0": ["t0"], "C2": ["missing"]})
    target = opening(f"exec:{sys.executable} {EXAMPLE}{choice}")

    answer = target.assign(group)

    assert {"C0": {"t0": [0]}, "C1": {"t0": [1], "t1": [0, 1]}, "C2": {}} == answer
    assert ("fair,-local", frozenset({Promise.EVEN, Promise.REPEATABLE})) == (target.like, target.promises)


def test_documented_example_host_reports_errors(opening: Opening) -> None:
    target = opening(f"exec:{sys.executable} {EXAMPLE}#fewest")

    with pytest.raises(AssayError, match="the host has no assignor 'most'; it has fewest"):
        opening(f"exec:{sys.executable} {EXAMPLE}#most")

    assert target.assign(named_group("empty")) == {}


def test_like_option_overrides_the_host(opening: Opening) -> None:
    assert "roundrobin" == opening(f"exec:{sys.executable} {EXAMPLE}", like="roundrobin").like


def test_target_text_can_be_pickled() -> None:
    """Workers open the same target from it."""
    text = TargetText(text="range", like="fair", seed=3)

    assert text == pickle.loads(pickle.dumps(text))
    assert "fair" == pickle.loads(pickle.dumps(text)).open().like


class Stranger:
    """A third-party assignor that gives a fixed answer."""

    name = "stranger"
    promises = frozenset({Promise.EVEN})

    def __init__(self, answer: Callable[[Group], Any]) -> None:
        self.assign = answer


def target(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Group], Any]) -> ReferenceTarget:
    """Return a target for a third-party assignor with this answer."""
    monkeypatch.setattr(reference_target, "reference_assignor", lambda *_: Stranger(answer))
    return ReferenceTarget("stranger")


def test_reference_makes_its_own_promises(group: Group) -> None:
    """It answers and reports the time."""
    range_ = ReferenceTarget("range")

    answer = range_.assign(group)

    assert {"C0": {"t0": [0, 1]}, "C1": {"t0": [2]}} == answer
    assert reference_assignor("fair").promises == ReferenceTarget("range", like="fair").promises
    assert ("range", reference_assignor("range").promises) == (range_.like, range_.promises)
    assert range_.last_nanoseconds is not None


def test_third_party_assignor_states_its_own_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = target(monkeypatch, lambda _: {})

    assert ("+even", frozenset({Promise.EVEN})) == (stranger.like, stranger.promises)


def test_exception_is_a_failure_with_type_message_and_trace(monkeypatch: pytest.MonkeyPatch, group: Group) -> None:
    stranger = target(monkeypatch, lambda group: group.members[5])

    with pytest.raises(AssignorFailed) as failed:
        stranger.assign(group)

    assert failed.value.kind == "IndexError"
    assert failed.value.message == "tuple index out of range"
    assert "Traceback" in failed.value.trace


def test_third_party_answer_of_wrong_shape_is_garbage(monkeypatch: pytest.MonkeyPatch, group: Group) -> None:
    stranger = target(monkeypatch, lambda _: {"C0": ["t0"]})

    with pytest.raises(AssignorFailed, match=r"garbage: assignment\.C0: list \['t0'\]"):
        stranger.assign(group)
