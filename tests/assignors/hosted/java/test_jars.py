from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.java_host import full_name, local_jars

FILES = ("com/acme/Mine.class", "com/acme/Mine$Part.class", "com/acme/Mine$1.class", "META-INF/versions/9/Mine.class")


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    """Return a jar with a class, a nested one, an anonymous one, one for other Java releases, and a text file."""
    path = tmp_path / "mine-1.2.jar"
    with ZipFile(path, "w") as made:
        for name in (*FILES, "mine.properties"):
            made.writestr(name, b"")
    return path


def test_only_named_classes_of_a_jar_are_listed(jar: Path) -> None:
    """Anonymous classes and variants for other Java releases are not."""
    found = local_jars((str(jar),), "a target")

    assert ({"com.acme.Mine": "1.2", "com.acme.Mine$Part": "1.2"}, (str(jar),)) == (found.classes, found.path)


def test_folder_contains_classes_and_jars(jar: Path) -> None:
    """The first of two classes with one name wins."""
    loose = jar.parent / "org" / "Loose.class"
    for file in (loose, jar.parent / "com" / "acme" / "Mine.class"):
        file.parent.mkdir(parents=True)
        file.touch()

    found = local_jars((str(jar.parent),), "a target")

    assert {"org.Loose": "", "com.acme.Mine": "", "com.acme.Mine$Part": "1.2"} == found.classes
    assert (str(jar.parent), str(jar)) == found.path


def test_missing_path_suggests_the_nearest(jar: Path) -> None:
    with pytest.raises(AssayError, match=r"a target: .*mina\.jar does not exist; did you mean 'mine-1\.2\.jar'\?"):
        local_jars((str(jar.parent / "mina.jar"),), "a target")


def test_file_that_is_not_a_jar_is_rejected(tmp_path: Path) -> None:
    source = tmp_path / "Mine.java"
    source.write_text("class Mine {}")

    with pytest.raises(AssayError, match=r"Mine\.java is not a jar"):
        local_jars((str(source),), "a target")


CLIENT = "org.apache.kafka.clients.consumer."
CLASSES = (
    CLIENT + "RangeAssignor",
    CLIENT + "internals.RangeAssignor",
    CLIENT + "internals.AbstractStickyAssignor",
    CLIENT + "ConsumerPartitionAssignor",
    CLIENT + "RangeAssignor$AssignorState",
    CLIENT + "StickyAssignor",
    "com.acme.Mine",
    "com.acme.old.Mine",
    "com.acme.Outer$Inner",
)

LIKELY = ("AbstractStickyAssignor", "ConsumerPartitionAssignor", "RangeAssignor", "StickyAssignor")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("StickyAssignor", CLIENT + "StickyAssignor"),
        ("com.acme.Mine", "com.acme.Mine"),
        ("RangeAssignor", CLIENT + "RangeAssignor"),
        ("Inner", "com.acme.Outer$Inner"),
        ("com.acme.Outer$Inner", "com.acme.Outer$Inner"),
    ],
)
def test_name_selects_one_class(wanted: str, found: str) -> None:
    """A full name or its last word; Kafka's own class wins over a class of the same name."""
    assert found == full_name(wanted, CLASSES, "a target")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("StikyAssignor", "a target: the jars have no class StikyAssignor; did you mean 'StickyAssignor'?"),
        ("com.acme.Mime", "a target: the jars have no class com.acme.Mime; did you mean 'com.acme.Mine'?"),
        (
            "Xyz",
            f"a target: the jars have no class Xyz; it has {', '.join(LIKELY)}",
        ),
        ("StickyAssign", "a target: the jars have no class StickyAssign; did you mean 'StickyAssignor'?"),
        ("Iner", "a target: the jars have no class Iner; did you mean 'Inner'?"),
        (
            "Mine",
            "a target: 2 classes have the name Mine: com.acme.Mine, com.acme.old.Mine; give the full name of one",
        ),
    ],
)
def test_unknown_or_ambiguous_name_is_rejected(wanted: str, why: str) -> None:
    with pytest.raises(AssayError) as wrong:
        full_name(wanted, CLASSES, "a target")

    assert why == str(wrong.value)


def test_assignor_wins_over_another_class_of_nearly_the_same_name() -> None:
    """By convention its name says that it is one."""
    classes = (CLIENT + "RangeAssignorTest", CLIENT + "RangeAssignor")

    with pytest.raises(AssayError, match=f"did you mean '{CLIENT}RangeAssignor'"):
        full_name(CLIENT + "RangeAssignorTes", classes, "a target")
