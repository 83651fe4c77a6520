"""Releases of Python clients: fetched, hosted alone, and called."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeAlias
from unittest.mock import Mock
from zipfile import ZipFile

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.python import client_releases
from kafka_assay.assignors.hosted.python.client_host import (
    encode_subscription,
    installed_release,
    kafka_python_assignors,
)
from kafka_assay.assignors.hosted.python.client_releases import ALONE, host_words, unpack_release
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.real_hosts import PATIENT

Pip: TypeAlias = Callable[[Callable[..., str]], None]

TARGET = parse_target("kafka-python:range")
WHEEL = "kafka_python-2.5-py3-none-any.whl"
LISTED = "kafka-python (3.0.12)\nAvailable versions: 3.0.12, 2.10.0, 2.5, 1.0.1, 1.0.0, 0.9.5\n  INSTALLED: 3.0.12\n"
NOTHING = AssayError("pip failed: ERROR: Could not find a version that satisfies the requirement")
OFFLINE = AssayError(f"pip failed (no registry can be reached; are you offline?): {NOTHING}")


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    """Replace pip by a function that gets its arguments."""

    def instead(answer: Callable[..., str]) -> None:
        def called(*words: str, folder: Path, target_text: str) -> str:
            assert target_text
            assert folder.is_dir()
            return LISTED if words[0] == "index" else answer(*words)

        monkeypatch.setattr(client_releases, "run_pip", called)

    return instead


def raising_pip(*wrong: AssayError) -> Callable[..., str]:
    """A pip that fails with these errors in turn."""
    return Mock(side_effect=list(wrong))


def pip_with_wheel(contents: bytes) -> Callable[..., str]:
    """A pip that brings a wheel with these `contents`."""

    def brings(*words: str) -> str:
        wheel = Path(words[words.index("--dest") + 1]) / WHEEL
        wheel.parent.mkdir()
        wheel.write_bytes(contents)
        return ""

    return brings


def test_wheel_is_unpacked_and_listed_in_the_manifest(pip: Pip, tmp_path: Path) -> None:
    """The wheel itself is deleted. A broken one is reported in one line."""
    with ZipFile(whole := BytesIO(), "w") as packed:
        packed.writestr("kafka/one.py", "ONE = 1")
    folder, broken = tmp_path / "folder", tmp_path / "broken"
    folder.mkdir()
    broken.mkdir()
    pip(pip_with_wheel(whole.getvalue()))

    used = unpack_release("kafka-python", "2.5", folder)

    assert ["kafka", "kafka/one.py"] == sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    assert used[WHEEL].startswith("SHA-256 ")
    pip(pip_with_wheel(b"no wheel"))
    with pytest.raises(AssayError, match=rf"^kafka-python==2\.5: {WHEEL} is broken: "):
        unpack_release("kafka-python", "2.5", broken)


@pytest.mark.parametrize(
    ("release", "failures", "why"),
    [
        ("2.50", (NOTHING,), r"^kafka-python has no release '2\.50'; did you mean '2\.5'\?; the newest is 3\.0\.12$"),
        ("7", (NOTHING,), r"^kafka-python has no release '7'; the newest is 3\.0\.12$"),
        ("1.0.1", (NOTHING, NOTHING), r"^kafka-python==1\.0\.1 has no wheel, and source packages are unsupported"),
        ("2.5", (OFFLINE,), "offline"),
        ("2.5", (NOTHING, OFFLINE), "offline"),
    ],
)
def test_unavailable_release_is_reported_with_its_cause(
    pip: Pip, tmp_path: Path, release: str, failures: tuple[AssayError, ...], why: str
) -> None:
    """Missing release, release without a wheel, and unreachable registry differ."""
    pip(raising_pip(*failures))

    with pytest.raises(AssayError, match=why):
        unpack_release("kafka-python", release, tmp_path)


def test_only_releases_with_assignors_are_listed(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    """Oldest first, by number. A list that cannot be read is reported."""
    pip(raising_pip())

    assert ("1.0.0", "1.0.1", "2.5", "2.10.0", "3.0.12") == TARGET.list_releases()
    monkeypatch.setattr(client_releases, "run_pip", lambda *_, **__: "something else")
    with pytest.raises(AssayError, match="pip says 'something else', expected available versions"):
        TARGET.list_releases()


@pytest.mark.parametrize(("found", "command"), [("pip", [sys.executable, "-m", "pip"]), (None, ["pip", "--python"])])
def test_pip_on_the_path_serves_an_environment_without_pip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str | None, command: list[str]
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(client_releases, "find_spec", lambda _: found)
    monkeypatch.setattr(client_releases, "run_tool", lambda words, **_: ran.extend(words))

    client_releases.run_pip("index", folder=tmp_path, target_text="a test")

    assert command == ran[: len(command)]
    assert "index" in ran


@pytest.mark.parametrize("release", ["", f"=={installed_release('aiokafka')}"])
def test_installed_release_is_not_fetched(release: str) -> None:
    """A target without a release means the installed one."""
    assert "aiokafka" == parse_target(f"aiokafka{release}:range").host_command().words[-1]


def test_missing_client_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])

    with pytest.raises(
        AssayError, match=r"^aiokafka without a release needs aiokafka: install kafka-assay\[clients\]$"
    ):
        installed_release("aiokafka")


def command_of_invented_release(folder: Path, code: str) -> HostCommand:
    """Return the host of a kafka-python 9.9 that runs `code` when its assignors are looked up."""
    home = folder / "kafka" / "coordinator" / "assignors"
    home.mkdir(parents=True)
    (folder / "kafka_python-9.9.dist-info").mkdir()
    (folder / "kafka" / "coordinator" / "protocol.py").write_text(dedent(code))
    for package in (folder / "kafka", folder / "kafka" / "coordinator", home):
        (package / "__init__.py").touch()
    return HostCommand(words=host_words(folder, "kafka-python"), assignor=None, environment=ALONE, limits=PATIENT)


LOOKING = """
    from importlib.util import find_spec
    import os, sys
    packages = "kafka", "json", "kafka_assay.assignors", "numpy", "pytest", "assay", "kafka_assay.oracle", "mine"
    os.write(1, b"chatter")
    raise RuntimeError([name for name in packages if find_spec(name)])
"""


def test_release_sees_only_the_standard_library_and_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output during the import does not disturb."""
    (tmp_path / "mine.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    host = command_of_invented_release(tmp_path / "kept", LOOKING)

    with pytest.raises(AssayError, match=r"RuntimeError: \['kafka', 'json', 'kafka_assay\.assignors'\]$"):
        host.start()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import six\nasync = 1", r"^kafka-python 9\.9 does not run under Python 3\.\d+: SyntaxError: "),
        (
            "class ConsumerProtocolMemberMetadata:\n    decode = None",
            r"^kafka-python 9\.9 has no assignors: the first release with assignors is 1\.0\.0$",
        ),
    ],
)
def test_release_that_cannot_be_hosted_is_reported_in_one_line(tmp_path: Path, code: str, why: str) -> None:
    with pytest.raises(AssayError, match=why):
        command_of_invented_release(tmp_path, code).start()


with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # kafka-python 3.0 reads its schemas in a deprecated way
    SERVED = kafka_python_assignors()


def call_arguments(name: str, group: Group) -> Any:
    """Return the arguments of the call of the assignor called `name`: cluster and members."""
    call: Any = SERVED[name].put(SERVED[name].fresh(), group)
    return call.args


@pytest.mark.parametrize("name", SERVED)
def test_ids_and_subscriptions_arrive_unchanged(name: str) -> None:
    """Order, repeats and non-ASCII ids. Dynamic members have no instance id."""
    group = group_of({"t0": 1}, {"é": ["t0", "a", "t0"], "C0": []})
    group = replace(group, members=(replace(group.members[0], instance_id="i✓"), group.members[1]))

    _, members = call_arguments(name, group)

    assert [("é", "i✓", ["t0", "a", "t0"]), ("C0", None, [])] == [
        (member.member_id, member.group_instance_id, list(member.metadata.topics)) for member in members
    ]


@pytest.mark.parametrize(("version", "written"), [(1, b"\x00\x00\x00\x07"), (2, b"")])
def test_generation_is_in_the_user_data_before_version_2(version: int, written: bytes) -> None:
    """As four bytes."""
    group = group_of({"t0": 1}, {"a": ["t0"]})
    member = replace(group.members[0], generation=7, metadata_version=version)

    _, (asked,) = call_arguments("cooperative-sticky", replace(group, members=(member,)))

    assert written == asked.metadata.user_data


def test_group_that_a_member_cannot_encode_is_not_expressible() -> None:
    written = Mock(encode=Mock(side_effect=TypeError("object of type 'dict_itemiterator' has no len()")))

    with pytest.raises(CannotBeAsked, match="a member cannot write its subscription: TypeError: object of type"):
        encode_subscription(lambda: written)
