from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.jars import local_jars

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
