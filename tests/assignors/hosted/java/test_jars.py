"""What lies in jars and folders is found."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.jars import local_jars

FILES = ("com/acme/Mine.class", "com/acme/Mine$Part.class", "com/acme/Mine$1.class", "META-INF/versions/9/Mine.class")


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    """A jar with a class, one inside it, one without a name, one for other releases of Java, and something else."""
    path = tmp_path / "mine-1.2.jar"
    with ZipFile(path, "w") as made:
        for name in (*FILES, "mine.properties"):
            made.writestr(name, b"")
    return path


def test_the_classes_of_a_jar_are_those_with_names(jar: Path) -> None:
    """Classes that nobody has named, and other releases' variants, are none that could be meant."""
    found = local_jars((str(jar),), "a target")

    assert ({"com.acme.Mine": "1.2", "com.acme.Mine$Part": "1.2"}, (str(jar),)) == (found.classes, found.path)


def test_a_folder_stands_for_the_classes_and_the_jars_in_it(jar: Path) -> None:
    """As a build leaves them; of a class that is there twice, the first is meant."""
    loose = jar.parent / "org" / "Loose.class"
    for file in (loose, jar.parent / "com" / "acme" / "Mine.class"):
        file.parent.mkdir(parents=True)
        file.touch()

    found = local_jars((str(jar.parent),), "a target")

    assert {"org.Loose": "", "com.acme.Mine": "", "com.acme.Mine$Part": "1.2"} == found.classes
    assert (str(jar.parent), str(jar)) == found.path


def test_a_path_that_is_not_there_is_refused(jar: Path) -> None:
    """With the nearest name that is."""
    with pytest.raises(AssayError, match=r"a target: .*mina\.jar is not there; did you mean 'mine-1\.2\.jar'\?"):
        local_jars((str(jar.parent / "mina.jar"),), "a target")


def test_a_file_that_is_no_jar_is_refused(tmp_path: Path) -> None:
    """A source file, say."""
    source = tmp_path / "Mine.java"
    source.write_text("class Mine {}")

    with pytest.raises(AssayError, match=r"Mine\.java is no jar"):
        local_jars((str(source),), "a target")
