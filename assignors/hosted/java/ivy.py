"""
Fetch Maven artefacts with Ivy, and compile our own Java sources on first use, with the runtime's or Eclipse's compiler.

PySpark contains Ivy. Without PySpark, `mvn` first fetches it once, as one jar. This code names no registry. Ivy
verifies its downloads with the registry's checksums, and uses its default registries. For others (a mirror, a company's
own), `ASSAY_IVY_SETTINGS` names a settings file, like Spark's `spark.jars.ivySettings`. Eclipse's compiler is one jar
and needs only a runtime. So the repository has no binary, and users need no JDK.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from xml.sax.saxutils import quoteattr

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import missing_library
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import check_pin
from kafka_assay.assignors.hosted.java.runtime import OLDEST, JavaRuntime, find_java
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.tools import run_tool

SETTINGS = "ASSAY_IVY_SETTINGS"
"""The environment variable that names a settings file of Ivy."""

_OWN = ("org.apache.ivy", "ivy", "2.5.3")
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"

KAFKA = "org.apache.kafka"
PATTERN = "[artifact]-[revision](-[classifier]).[ext]"
_SECONDS = 600.0
_DISTRUST = "SSLHandshakeException"
_OFFLINE = "offline?"
"""The message of `run` where no registry was reached. Then nothing is found, whether it exists or not."""

_NOT_FOUND = re.compile(r":: (\S+)#(\S+);(\S+): not found")

_LOGGING = ("org.slf4j", "slf4j-nop", "1.7.36")
"""The logging library of Kafka's classes in its silent version, so that timings do not include logging."""

_OTHERS_OF_KAFKA = r"(?!org\.apache\.kafka$|org\.slf4j$).*"
"""
Other dependencies of Kafka's own modules: native codecs, and many parts of a broker. No assignor of theirs uses them.
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
    """Ivy's jar, from PySpark or fetched by `mvn`. Raises `AssayError` where both are missing."""
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
    """The arguments that name the user's settings file for Ivy; none where there is no such file."""
    named = os.environ.get(SETTINGS)
    return ("-settings", str(Path(named).absolute())) if named else ()


def fetch(group: str, artifact: str, version: str, into: Path, target_text: str) -> dict[str, str]:
    """
    Fetch a released artefact with its runtime dependencies into the folder `into`. Returns the tools' versions.

    Raises `AssayError` where it does not exist, cannot be fetched, or differs from its pinned checksum.
    """
    # Authors of assignors often declare Kafka as provided by the user, so it has to be fetched by name.
    conf = "default->default" if group == KAFKA else "default->default,provided"
    dependencies = [dependency(group, artifact, version, conf), dependency(*_LOGGING)]
    if group == KAFKA:
        dependencies.append(f"    <exclude org={quoteattr(_OTHERS_OF_KAFKA)} matcher='regexp'/>")
    return run_ivy(dependencies, (group, artifact, version), into, target_text)


def dependency(group: str, artifact: str, version: str, conf: str = "default->default", more: str = "") -> str:
    """A dependency as Ivy reads it."""
    named = f"org={quoteattr(group)} name={quoteattr(artifact)} rev={quoteattr(version)}"
    return f"    <dependency {named} conf='{conf}'{more}/>"


def _clearer_error(failed: str, coordinates: tuple[str, str, str], java: JavaRuntime, target_text: str) -> AssayError:
    """A clear error for two problems that users can fix; Ivy's own output is long."""
    if _DISTRUST in failed:
        # Behind a proxy with the site's own certificate authority, a runtime that does not know it fetches nothing.
        return AssayError(
            f"{target_text}: Java {java.version} ({java.source}) does not trust the certificate of the registry: set "
            "JAVA_HOME to a Java that knows your site's authority, or JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE"
        )
    missing = _NOT_FOUND.search(failed)
    if _OFFLINE in failed:
        return AssayError(
            f"{target_text}: no registry can be reached; are you {_OFFLINE} ({SETTINGS} names another one)"
        )
    if missing is None:
        return AssayError(failed)
    if missing.groups() == coordinates:
        return NotReleased(f"{target_text}: not found in any reachable registry: {':'.join(coordinates)}")
    return AssayError(f"{target_text}: it needs {':'.join(missing.groups())}, which is not in any reachable registry")


def run_ivy(
    dependencies: Sequence[str], coordinates: tuple[str, str, str], into: Path, target_text: str
) -> dict[str, str]:
    """Fetch the `dependencies`, one of them with these `coordinates`, into a folder. Returns the tools' versions."""
    group, artifact, version = coordinates
    java = find_java(target_text)
    ivy = ivy_jar(target_text)
    # A temporary cache: the artefact store keeps the download once, with its checksums.
    with TemporaryDirectory() as scratch:
        module = Path(scratch) / "ivy.xml"
        module.write_text(_IVY.format(dependencies="\n".join(dependencies)), "utf-8")
        # -novalidate: the schema of that file is on a server, which this avoids.
        words = (java.program, "-jar", str(ivy), *settings_words(), "-novalidate", "-cache", f"{scratch}/cache")
        words += ("-ivy", str(module), "-confs", "default", "-retrieve", f"{into}/{PATTERN}", "-warn")
        try:
            run_tool(words, folder=Path(scratch), target_text=target_text, seconds=_SECONDS)
        except AssayError as wrong:
            raise _clearer_error(str(wrong), coordinates, java, target_text) from None
    jars = sorted(into.glob("*.jar"))
    if not (into / f"{artifact}-{version}.jar").is_file():
        raise AssayError(f"{target_text}: {group}:{artifact}:{version} was downloaded, but it has no jar")
    for jar in jars:
        check_pin("java", f"{group}:{artifact}", version, jar.name, jar)
    return {"java": java.version, "ivy": ivy.stem.removeprefix("ivy-")}


HERE = Path(__file__).parent
HOST = HERE / "host"
OUTLINE = HERE / "outline"
RELEASES = HERE / "ivy"

_OURS = "assay"
_JAR = "host.jar"
_ECLIPSE = ("org.eclipse.jdt", "ecj", "3.40.0")
_RECIPE = "1"
"""Change this whenever a step below changes."""

_LISTING_SECONDS = 120.0


def ensure_host_jar(target_text: str) -> Path:
    """The jar of the host, compiled first where it is missing. Raises `AssayError` where it cannot be compiled."""
    return _ensure_jar("host", (HOST, OUTLINE), (), target_text)


def _ensure_jar(name: str, folders: Sequence[Path], beside: Sequence[Path], target_text: str) -> Path:
    """The jar of our own sources in these `folders`, compiled first with the jars `beside` where it is missing."""
    sources = [source for folder in folders for source in sorted(folder.rglob("*.java"))]

    def make(folder: Path) -> dict[str, str]:
        return compile_jar(sources, folder / _JAR, beside, target_text)

    artefact = Artefact(kind="java", name=name, version=f"java-{OLDEST}", recipe=recipe_of(folders, _RECIPE))
    return ensure_artefact(artefact, make) / _JAR


def compile_jar(
    sources: Sequence[Path], jar: Path, beside: Sequence[Path], target_text: str, *, package: str = _OURS
) -> dict[str, str]:
    """
    Compile our own sources into `jar`, with the jars `beside` on the class path, and return the tools used.

    Only classes of the `package` are kept: outlines of Kafka's classes are for the compiler only.
    """
    java = find_java(target_text)
    with TemporaryDirectory() as scratch:
        classes = Path(scratch)
        path = ("-cp", ":".join(map(str, beside))) if beside else ()
        words = (*_compiler_words(java, target_text), "-g", "-nowarn", "-encoding", "UTF-8", *path, "-d", str(classes))
        run_tool((*words, *map(str, sources)), folder=classes, target_text=target_text)
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_STORED) as made:
            for file in sorted((classes / package).rglob("*.class")):
                made.write(file, file.relative_to(classes))
    return {"java": java.version, "compiler": "javac" if java.compiler else " ".join(_ECLIPSE)}


def _compiler_words(java: JavaRuntime, target_text: str) -> tuple[str, ...]:
    if java.compiler is not None:
        return java.compiler, "--release", str(OLDEST)
    group, artifact, version = _ECLIPSE
    artefact = Artefact(kind="java", name="compiler", version=version, recipe=recipe_of((), group, artifact, _RECIPE))
    alone = dependency(*_ECLIPSE, more=" transitive='false'")
    folder = ensure_artefact(artefact, lambda into: run_ivy([alone], _ECLIPSE, into, target_text))
    jar = folder / f"{artifact}-{version}.jar"
    return java.program, "-jar", str(jar), "-source", str(OLDEST), "-target", str(OLDEST)


def releases_of(group: str, artifact: str) -> tuple[str, ...]:
    """All released versions of `group:artifact`, oldest first. Raises `AssayError` where the list cannot be fetched."""
    target_text = f"maven:{group}:{artifact}"
    ivy = ivy_jar(target_text)
    path = f"{_ensure_jar('releases', (RELEASES,), (ivy,), target_text)}:{ivy}"
    with TemporaryDirectory() as scratch:
        words = (find_java(target_text).program, "-cp", path, "assay.ivy.Releases", group, artifact, scratch)
        printed = run_tool(
            (*words, *settings_words()[1:]), folder=Path(scratch), target_text=target_text, seconds=_LISTING_SECONDS
        )
    listed = printed.split()
    if not listed:
        raise AssayError(f"{target_text}: no release found in any reachable registry")
    return ReleaseOrder.MAVEN.sort(listed)
