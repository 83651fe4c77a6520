from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_server import configured_object
from kafka_assay.assignors.hosted.python.object_target import ObjectTarget
from kafka_assay.assignors.hosted.python.python_host import load_served
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from tests.support.messages import one_line

MINE = """
    from kafka_assay.assignors.interface import ExpectedFailure, Promise

    class Mine:
        like = "sticky,-racks"
        made = 0

        def __init__(self):
            Mine.made += 1
            self.asked = 0

        def assign(self, group):
            self.asked += 1
            return {"asked": self.asked}

    class Promising(Mine):
        like = None
        promises = frozenset({Promise.EVEN, Promise.LOCAL})
        expected_failures = (ExpectedFailure(law="l", family="clean", reason="r", group="{}"),)

    class Configured(Mine):
        def configure(self, config, member_config):
            self.asked = int(config["asked"])

    given = Configured()

    class ConfiguredElsewhere(Mine):
        def configure(self, size):
            raise AssertionError("this is another configure()")

    class OddLike(Mine):
        like = 5

    class OddFailures(Mine):
        expected_failures = ({"law": "l"},)

    class Wanting:
        def __init__(self, size):
            pass

    class NoAssign:
        pass

    class Outer:
        Inner = Mine

    def factory():
        return Mine()

    def function(group):
        return {"asked": group}

    def lost():
        return 5

    def two(group, other):
        return {}

    ready = Mine()
    NUMBER = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of an importable module with assignors of all forms."""
    name = f"mine_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(dedent(MINE))
    (tmp_path / f"broken_{name}.py").write_text("1 / 0")
    (tmp_path / f"needy_{name}.py").write_text("import not_there_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def answers(module: str, attribute: str, times: int, group: Group) -> list[Any]:
    """Ask `attribute` this many times, a fresh assignor each time, and return the answers."""
    served, _ = load_served(module, attribute)
    return [served.read(served.put(served.fresh(), group)()) for _ in range(times)]


@pytest.mark.parametrize(("attribute", "second"), [("Mine", 1), ("Outer.Inner", 1), ("factory", 1), ("ready", 2)])
def test_class_or_factory_is_called_each_time_and_an_object_kept(
    module: str, attribute: str, second: int, group: Group
) -> None:
    assert [{"asked": 1}, {"asked": second}] == answers(module, attribute, 2, group)


def test_plain_function_is_an_assignor(module: str, group: Group) -> None:
    assert [{"asked": group}] == answers(module, "function", 1, group)


@pytest.mark.parametrize(
    ("attribute", "like"),
    [("Mine", "sticky,-racks"), ("factory", "sticky,-racks"), ("Promising", ["+even", "+local"]), ("function", None)],
)
def test_promises_are_read_from_like_or_promises(module: str, attribute: str, like: object) -> None:
    """`like` names a reference. Without either there are no promises. Expected failures are sent, too."""
    _, said = load_served(module, attribute)

    failures = {"Promising": [{"law": "l", "family": "clean", "reason": "r", "group": "{}"}]}
    assert ({attribute: like} if like else None) == said.get("like")
    assert (failures if attribute == "Promising" else None) == said.get("expected_failures")


@pytest.mark.parametrize(
    ("attribute", "says"),
    [
        ("OddLike", "OddLike.like is an int: expected a reference name, or a list of it"),
        ("OddFailures", "OddFailures.expected_failures holds a dict: expected ExpectedFailure"),
    ],
)
def test_malformed_declaration_is_rejected(module: str, attribute: str, says: str) -> None:
    """If it were ignored, no promise would be checked."""
    with pytest.raises(AssayError, match=says):
        load_served(module, attribute)


def test_version_changes_with_the_source(module: str, tmp_path: Path) -> None:
    """For a module without a version."""
    _, before = load_served(module, "Mine")
    with (tmp_path / f"{module}.py").open("a") as source:
        source.write("# changed\n")
    _, after = load_served(module, "Mine")

    assert str(before["version"]).startswith("source ")
    assert before["version"] != after["version"]


@pytest.mark.parametrize(
    ("name", "attribute", "why"),
    [
        ("not_there_at_all", "Mine", "no module 'not_there_at_all' in "),
        ("{}.sub", "Mine", "no module '{}.sub'"),
        ("broken_{}", "Mine", "importing 'broken_{}' raised ZeroDivisionError: division by zero"),
        ("needy_{}", "Mine", "importing 'needy_{}' raised ModuleNotFoundError: No module named 'not_there_at_all'"),
        ("{}", "Nine", "'{}' has no 'Nine'; did you mean 'Mine'?"),
        ("{}", "NUMBER", "'NUMBER' is an int: expected a class or factory"),
        ("{}", "Wanting", "Wanting() raised TypeError: "),
        ("{}", "NoAssign", "NoAssign() is a NoAssign without a method assign(group)"),
        ("{}", "lost", "lost() is an int without a method assign(group)"),
        ("{}", "two", "'two' takes 2 arguments: expected none (a factory) or one (a group)"),
    ],
)
def test_wrong_name_is_reported_in_one_line(module: str, name: str, attribute: str, why: str) -> None:
    """Missing module, missing attribute, wrong kind and failing import differ."""
    with pytest.raises(AssayError, match=one_line("", why.format(module))):
        load_served(name.format(module), attribute)


@pytest.mark.parametrize(
    ("name", "accepts"), [("Configured", ["config"]), ("ConfiguredElsewhere", None), ("Mine", None)]
)
def test_object_with_configure_accepts_settings(module: str, name: str, accepts: list[str] | None) -> None:
    served, said = load_served(module, name)

    assert accepts == said.get("accepts")
    assert (accepts is not None) == (served.configure is not None)


def test_new_and_existing_objects_are_configured(module: str) -> None:
    new, given = (load_served(module, name)[0] for name in ("Configured", "given"))

    made = [configured_object(one, {"config": {"asked": "7"}}).asked for one in (new, given)]

    assert [7, 7] == made
    assert 7 == configured_object(given, {}).asked
    with pytest.raises(CannotBeAsked, match="KeyError: 'asked'"):
        configured_object(new, {})


FAILURE = ExpectedFailure(law="even-when-equal", family="clean", reason="r", group="{}")


class Counting:
    """Answers with the number of its calls."""

    like = "fair"
    expected_failures = (FAILURE,)

    def __init__(self) -> None:
        self.asked = 0

    def assign(self, _: Group) -> Assignment:
        self.asked += 1
        return {"C0": {"t0": [self.asked]}}


@pytest.mark.parametrize("given", [Counting, Counting()], ids=["class", "object"])
def test_each_question_gets_a_fresh_assignor(given: Any, group: Group) -> None:
    """A class is called, an object copied. An object can be reused by the name of its instance."""
    target = ObjectTarget(given, "mine")

    assert [{"C0": {"t0": [1]}}] * 2 == [target.assign(group), target.assign(group)]
    one, other = target.reused_object(), target.reused_object()
    assert [[1], [2], [1]] == [ask(group)["C0"]["t0"] for ask in (one, one, other)]


def test_declared_promises_and_failures_are_read() -> None:
    """`like` overrides the promises."""
    own, told = ObjectTarget(Counting, "mine"), ObjectTarget(Counting, "mine", like=["+even"])

    assert ("fair", (FAILURE,)) == (own.like, own.expected_failures)
    assert frozenset({Promise.EVEN}) == told.promises


@pytest.mark.parametrize(
    ("answer", "kind"), [(5, "garbage"), ({"C0": {"t0": ["x"]}}, "garbage"), (object(), "TypeError")]
)
def test_answer_of_wrong_shape_is_a_failure(answer: object, kind: str, group: Group) -> None:
    target = ObjectTarget(lambda _: answer, "mine")

    with pytest.raises(AssignorFailed) as failed:
        target.assign(group)

    assert kind == failed.value.kind


@pytest.mark.parametrize("raised", [KeyError("C1"), SystemExit(3), RecursionError()])
def test_exception_is_reported_with_type_message_and_place(raised: BaseException, group: Group) -> None:
    def assign(_: Group) -> Assignment:
        raise raised

    with pytest.raises(AssignorFailed) as failed:
        ObjectTarget(assign, "mine").assign(group)

    assert (type(raised).__name__, str(raised)) == (failed.value.kind, failed.value.message)
    assert "in assign" in failed.value.trace


def test_keyboard_interrupt_is_not_caught(group: Group) -> None:
    def assign(_: Group) -> Assignment:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ObjectTarget(assign, "mine").assign(group)
