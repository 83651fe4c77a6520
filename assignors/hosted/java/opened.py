"""
How the host of a Java target is started: fetched and compiled where it is not yet kept, then run.
"""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from assignors.hosted.java.class_names import full_name
from assignors.hosted.java.compiling import host_jar
from assignors.hosted.java.jars import local_jars, released_jars
from assignors.hosted.java.promises import like
from assignors.hosted.java.runtime import java_runtime
from assignors.hosted.limits import Limits
from assignors.hosted.started import Started
from assignors.hosted.target_name import JavaName, at_release

if TYPE_CHECKING:
    from assignors.hosted.target_name import JarName

_MAIN = "assay.host.Host"

OPTIONS = "ASSAY_JAVA_OPTIONS"
"""The environment variable that adds options to ours, or takes the place of some: the last one counts."""

_FLAGS = (
    # Small and quick to start: no threads for collecting garbage, no file that lists this process.
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-Xshare:auto",
    # Of 6,000 small questions the other compiler makes twice the work: it is worth its price on very large groups
    # alone. Who times those says ASSAY_JAVA_OPTIONS=-XX:TieredStopAtLevel=4.
    "-XX:TieredStopAtLevel=1",
    # The same exception says the same each time; the compiler would leave out what it has thrown often.
    "-XX:-OmitStackTraceInFastThrow",
    "-Dfile.encoding=UTF-8",
)


def host_command(name: JavaName | JarName) -> Started:
    """
    What starts the host of `name`. Raises `AssayError` where it cannot be fetched, compiled or found.
    """
    if isinstance(name, JavaName):
        wanted_by = at_release(name, name.version)
        jars = released_jars(name, wanted_by)
    else:
        wanted_by = f"jar:{':'.join(name.paths)}:{name.cls}"
        jars = local_jars(name, wanted_by)
    cls = full_name(name.cls, jars.classes, wanted_by)
    path = ":".join((str(host_jar(wanted_by)), *jars.path))
    options = shlex.split(os.environ.get(OPTIONS, ""))
    words = (java_runtime(wanted_by).program, *_FLAGS, _heap(), *options, "-cp", path)
    return Started(words=(*words, _MAIN, cls, name.cls, like(cls, jars.classes[cls])), assignor=name.cls)


def _heap() -> str:
    """
    The most that foreign code may keep: within it, it runs out of memory as Java code does, and not as a process.
    """
    return f"-Xmx{Limits().most_memory() * 3 // 4 >> 20}m"
