"""A family of hosts is one folder. These tests add a toy family in a temporary folder."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest

from assay.cli import run
from kafka_assay.assignors import hosted
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_family import ReleasedName, TargetName
from kafka_assay.assignors.hosted.targets.families import host_families, target_kinds
from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.hosted.targets.release_range import parse_release_range
from kafka_assay.assignors.hosted.targets.target_name import is_target, parse_target
from kafka_assay.assignors.model import Group
from kafka_assay.reports.bench.quality_rows import short_name

pytestmark = pytest.mark.functional

EXPRESSED = Path(__file__).parents[3] / "docs" / "hosts" / "expressed"

FAMILY = r'''
    """Assignors of the toy shelf: `toy:blocks@1.0.0:first`."""

    import sys
    from dataclasses import dataclass
    from pathlib import Path

    from kafka_assay.assignors.hosted.host_command import HostCommand
    from kafka_assay.assignors.hosted.host_family import HostFamily, ReleasedName
    from kafka_assay.assignors.hosted.release_order import ReleaseOrder


    @dataclass(frozen=True, slots=True, kw_only=True)
    class ToyName(ReleasedName):
        form = "toy:SHELF@RELEASE:NAME"
        says = "an assignor from the toy shelf"
        example = "toy:blocks@1.0.0:first"
        pattern = r"toy:(?P<package>[a-z]+)@(?P<release>[^@:]+):(?P<assignor>[a-z]+)"
        template = "toy:{0.package}@{0.release}:{0.assignor}"
        order = ReleaseOrder.SEMANTIC

        def host_command(self):
            host = Path(__file__).with_name("host.py")
            return HostCommand(words=(sys.executable, str(host), self.release), assignor=self.assignor)

        def list_releases(self):
            return "1.0.0", "1.9.0", "1.10.0-rc.1", "1.10.0"


    FAMILY = HostFamily(place=9, kinds=(ToyName,), expressed=None)
'''

HOST = """
    import json, sys

    release = sys.argv[1]
    print(json.dumps({"format": "assay-host/1", "implementation": "toy", "version": release, "assignors": ["first"]}))
    sys.stdout.flush()
    for line in sys.stdin:
        asked = json.loads(line)
        given = {member["id"]: {} for member in asked["group"]["members"]}
        for topic, about in asked["group"]["topics"].items() if release != "1.10.0" else ():
            subscribers = [one["id"] for one in asked["group"]["members"] if topic in one["subscription"]]
            if subscribers:
                count = about if isinstance(about, int) else about["partitions"]
                given[min(subscribers)][topic] = list(range(count))
        print(json.dumps({"id": asked["id"], "assignment": given}))
        sys.stdout.flush()
"""
"""The first subscriber by id gets everything; in 1.10.0 it gets nothing."""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the toy family beside the built-in ones, in an empty working directory."""
    folder, here = tmp_path / "families" / "toy", tmp_path / "here"
    for made in (folder, here):
        made.mkdir(parents=True)
    for name, text in {"__init__.py": "", "family.py": FAMILY, "host.py": HOST}.items():
        (folder / name).write_text(dedent(text))
    monkeypatch.setattr(hosted, "__path__", [*hosted.__path__, str(folder.parent)])
    monkeypatch.chdir(here)
    yield
    for name in ("toy", "toy.family"):
        sys.modules.pop(f"{hosted.__name__}.{name}", None)


@pytest.mark.usefixtures("toy")
def test_family_in_a_folder_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["list", "targets", "--json"])

    last = json.loads(capsys.readouterr().out)["targets"][-1]
    assert 0 == code
    assert {
        "name": "toy:SHELF@RELEASE:NAME",
        "says": "an assignor from the toy shelf",
        "example": "toy:blocks@1.0.0:first",
    } == last


@pytest.mark.usefixtures("toy")
def test_family_names_are_parsed_and_written() -> None:
    name = parse_target("toy:blocks@1.0.0:first")

    assert isinstance(name, ReleasedName)
    assert ("toy:blocks@1.0.0:first", "1.0.0") == (name.text, name.release)
    assert "toy:blocks@2.0.0:first" == name.at_release("2.0.0").text
    assert "blocks first" == short_name(name.text)
    assert is_target("toy:anything", ())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("toy:blocks:first", "toy:blocks:first: expected toy:SHELF@RELEASE:NAME"),
        ("toy=1:first", "toy=1:first: expected toy:SHELF@RELEASE:NAME"),
        (
            "toy:blocks@1/2:first",
            "toy:blocks@1/2:first: '1/2' is not a release: expected 1.2.3, or a range, 1.2.3..4.5.6",
        ),
        ("tooy:blocks", "unknown kind of target 'tooy'; did you mean 'toy'?"),
        ("toy==1.0.0:first", "unknown kind of target 'toy==1.0.0'"),
        ("xyz:abc", "npm, exec, wire, toy, or the name of a reference"),
        ("toy:blocks@1.0.0..:first", "1.0.0.. is a range of releases: expected a single release"),
        ("toy:blocks@1.0.0:last", "toy:blocks@1.0.0:last: the host has no assignor 'last'; it has first"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_wrong_name_is_reported_in_one_line(text: str, why: str) -> None:
    """The general messages list the toy kind too."""
    with pytest.raises(AssayError, match=re.escape(why)):
        open_target(text)


@pytest.mark.usefixtures("toy")
def test_family_target_opens_and_answers(group: Group) -> None:
    with closing(open_target("toy:blocks@1.0.0:first")) as target:
        answer = target.assign(group)

    assert ("1.0.0", {"C0": {"t0": [0, 1, 2]}, "C1": {}}) == (target.version, answer)


@pytest.mark.usefixtures("toy")
def test_family_target_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "toy:blocks@1.0.0:first", "--inputs", "clean", "--examples", "5"])

    assert 0 == code
    assert "toy:blocks@1.0.0:first: KEPT" in capsys.readouterr().out


@pytest.mark.usefixtures("toy")
def test_family_target_accepts_release_ranges() -> None:
    """The family lists and orders its releases."""
    asked = parse_release_range("toy:blocks@1.9..:first")

    assert ("1.9.0", "1.10.0") == asked.select(asked.name.list_releases())
    assert asked.is_same_assignor("toy:blocks@1.0.0:first")
    with pytest.raises(AssayError, match="expected a kafka-python, aiokafka, maven, go, librdkafka, npm or toy target"):
        parse_release_range("sticky")


@pytest.mark.usefixtures("toy")
def test_family_releases_are_bisected(capsys: pytest.CaptureFixture[str]) -> None:
    """The broken release assigns nothing."""
    document = {"format": "assay-group/1", "topics": {"t0": 3}, "members": [{"id": "C0", "subscription": ["t0"]}]}
    Path("group.json").write_text(json.dumps(document), encoding="utf-8")

    code = run(["bisect", "toy:blocks@..:first", "group.json", "--law", "nothing-left-out"])

    assert 1 == code
    assert "1.10.0" in capsys.readouterr().out


def test_removed_family_folder_removes_the_family() -> None:
    assert "toy" not in target_kinds()


def test_each_family_has_a_distinct_position() -> None:
    places = [family.place for family in host_families()]

    assert sorted(set(places)) == places


def test_each_page_on_expressible_groups_belongs_to_a_family() -> None:
    assert {page.name for page in EXPRESSED.glob("*.md")} == {
        family.expressed for family in host_families() if family.expressed is not None
    }


@pytest.mark.parametrize("kind", target_kinds().values())
def test_example_of_a_family_is_a_target_of_it(kind: type[TargetName]) -> None:
    assert kind is type(parse_target(kind.example))
