"""
Artefacts of Maven's world, fetched by Ivy: PySpark ships it; without PySpark `mvn` fetches Ivy first, one jar, once.

No registry is named here.

Ivy verifies what it fetches against the registry's own checksums, and asks the registries that it knows by default.
Where others are to be asked (a mirror, a company's own), `ASSAY_IVY_SETTINGS` names a settings file, as Spark's
`spark.jars.ivySettings` does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from xml.sax.saxutils import quoteattr

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import missing_library
from kafka_assay.assignors.hosted.artefacts.pinned import check_pin
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import run_tool
from kafka_assay.assignors.hosted.java.runtime import JavaRuntime, find_java

SETTINGS = "ASSAY_IVY_SETTINGS"
"""The environment variable that names a settings file of Ivy."""

_OWN = ("org.apache.ivy", "ivy", "2.5.3")
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"

KAFKA = "org.apache.kafka"
PATTERN = "[artifact]-[revision](-[classifier]).[ext]"
_SECONDS = 600.0
_DISTRUST = "SSLHandshakeException"
_OFFLINE = "offline?"
"""How `run` says that nobody could be reached: then nothing is found, whatever there is."""

_NOT_FOUND = re.compile(r":: (\S+)#(\S+);(\S+): not found")

_LOGGING = ("org.slf4j", "slf4j-nop", "1.7.36")
"""What Kafka's classes log through; this one is silent, so that logging is not timed."""

_OTHERS_OF_KAFKA = r"(?!org\.apache\.kafka$|org\.slf4j$).*"
"""
What else Kafka's own modules depend on: codecs in native code, and much of a broker. No assignor of theirs uses it.
"""

_IVY = """<ivy-module version="2.0">
  <info organisation="kafka-assay" module="host"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
{dependencies}
  </dependencies>
</ivy-module>
"""


class NotReleased(AssayError):
    """An artefact, or a version of it, that no registry has."""


def ivy_jar(target_text: str) -> Path:
    """Ivy, as PySpark ships it, or else fetched by `mvn`. Raises `AssayError` where there is neither."""
    spark = find_spec("pyspark")
    home = Path(spark.origin).parent if spark is not None and spark.origin is not None else None
    found = sorted((home / "jars").glob("ivy-*.jar")) if home is not None else []
    return found[-1] if found else _ivy_by_maven(target_text)


def _ivy_by_maven(target_text: str) -> Path:
    group, name, version = _OWN
    file = f"{name}-{version}.jar"

    def make(folder: Path) -> dict[str, str]:
        words = ("mvn", "--quiet", "--batch-mode", _COPY, f"-Dartifact={':'.join(_OWN)}", f"-DoutputDirectory={folder}")
        run_tool(words, folder=folder, target_text=target_text, seconds=_SECONDS)
        check_pin("java", f"{group}:{name}", version, file, folder / file)
        return {"maven-dependency-plugin": _COPY.split(":")[-2]}

    artefact = Artefact(kind="java", name=f"{group}:{name}", version=version, recipe=recipe_of((), _COPY))
    if not artefact.folder.exists() and which("mvn") is None:
        raise missing_library(f"{target_text}, without mvn on the PATH,", "pyspark")
    return ensure_artefact(artefact, make) / file


def settings_words() -> tuple[str, ...]:
    """The arguments that name the user's settings file for Ivy; none where there is none."""
    named = os.environ.get(SETTINGS)
    return ("-settings", str(Path(named).absolute())) if named else ()


def fetch(group: str, artifact: str, version: str, into: Path, target_text: str) -> dict[str, str]:
    """
    Fetch a released artefact, with all that it needs at run time, into the folder `into`. Returns the tools' versions.

    Raises `AssayError` where there is none, or it cannot be had, or is not the one that is pinned.
    """
    wanted = [_dependency(group, artifact, version), _silent_logging()]
    if group == KAFKA:
        wanted.append(f"    <exclude org={quoteattr(_OTHERS_OF_KAFKA)} matcher='regexp'/>")
    return _run_ivy(wanted, (group, artifact, version), into, target_text)


def fetch_alone(group: str, artifact: str, version: str, into: Path, target_text: str) -> dict[str, str]:
    """Fetch a released artefact without anything that it needs: a tool that is one jar."""
    alone = f"    <dependency {_coordinates(group, artifact, version)} transitive='false' conf='default->default'/>"
    return _run_ivy([alone], (group, artifact, version), into, target_text)


def _clearer_error(failed: str, coordinates: tuple[str, str, str], java: JavaRuntime, target_text: str) -> AssayError:
    """What went wrong, where it is one of two things that users can mend; Ivy's own words are many."""
    if _DISTRUST in failed:
        # Behind a proxy with a certificate authority of the site's own a runtime that does not know it fetches nothing.
        return AssayError(
            f"{target_text}: Java {java.version} ({java.source}) does not trust the certificate that it was shown: set "
            "JAVA_HOME to a Java that knows your site's authority, or JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE"
        )
    missing = _NOT_FOUND.search(failed)
    if missing is None or _OFFLINE in failed:
        return AssayError(failed)
    if missing.groups() == coordinates:
        return NotReleased(f"{target_text}: no registry that can be reached has {':'.join(coordinates)}")
    return AssayError(
        f"{target_text}: it needs {':'.join(missing.groups())}, which no registry has that can be reached"
    )


def _dependency(group: str, artifact: str, version: str) -> str:
    named = _coordinates(group, artifact, version)
    if group == KAFKA:
        return f"    <dependency {named} conf='default->default'/>"
    # Who writes an assignor often says that Kafka is provided by whoever uses it: so it has to be fetched by name.
    return f"    <dependency {named} conf='default->default,provided'/>"


def _silent_logging() -> str:
    return f"    <dependency {_coordinates(*_LOGGING)} conf='default->default'/>"


def _coordinates(group: str, artifact: str, version: str) -> str:
    return f"org={quoteattr(group)} name={quoteattr(artifact)} rev={quoteattr(version)}"


def _run_ivy(
    dependencies: Sequence[str], coordinates: tuple[str, str, str], into: Path, target_text: str
) -> dict[str, str]:
    group, artifact, version = coordinates
    java = find_java(target_text)
    ivy = ivy_jar(target_text)
    # A cache of its own, thrown away afterwards: what is fetched is kept once, by us, with its checksums.
    with TemporaryDirectory() as scratch:
        module = Path(scratch) / "ivy.xml"
        module.write_text(_IVY.format(dependencies="\n".join(dependencies)), "utf-8")
        # -novalidate: the schema of that file lies on a server; it is not asked.
        words = (
            java.program,
            "-jar",
            str(ivy),
            *settings_words(),
            "-novalidate",
            "-cache",
            str(Path(scratch) / "cache"),
        )
        words += ("-ivy", str(module), "-confs", "default", "-retrieve", f"{into}/{PATTERN}", "-warn")
        try:
            run_tool(words, folder=Path(scratch), target_text=target_text, seconds=_SECONDS)
        except AssayError as wrong:
            raise _clearer_error(str(wrong), coordinates, java, target_text) from None
    jars = sorted(into.glob("*.jar"))
    if not (into / f"{artifact}-{version}.jar").is_file():
        raise AssayError(f"{target_text}: {group}:{artifact}:{version} was fetched, and holds no jar of its own")
    for jar in jars:
        check_pin("java", f"{group}:{artifact}", version, jar.name, jar)
    return {"java": java.version, "ivy": ivy.stem.removeprefix("ivy-")}
