"""The command that starts the host of a Java assignor. Our own sources are compiled first if necessary."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.java.assignor_classes import find_assignors
from kafka_assay.assignors.hosted.java.class_names import full_name
from kafka_assay.assignors.hosted.java.compiling import ensure_host_jar
from kafka_assay.assignors.hosted.java.jars import Jars
from kafka_assay.assignors.hosted.java.promises import known_failures_at, likeness_at
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.process.limits import Limits

_MAIN = "assay.host.Host"

OPTIONS = "ASSAY_JAVA_OPTIONS"
"""The environment variable with additional Java options. They override ours, because the last one counts."""

_FLAGS = (
    # Small and quick to start: no garbage collection threads, no file that lists this process.
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-Xshare:auto",
    # On 6,000 small questions the other compiler doubles the work; it pays off only on very large groups. To measure
    # these, set ASSAY_JAVA_OPTIONS=-XX:TieredStopAtLevel=4.
    "-XX:TieredStopAtLevel=1",
    # Keep the message and the trace of every exception; the compiler would drop them for frequent ones.
    "-XX:-OmitStackTraceInFastThrow",
    "-Dfile.encoding=UTF-8",
)


def java_command(assignor: str, jars: Jars, target_text: str) -> HostCommand:
    """The command that starts the host of the class called `assignor` among the `jars`. Raises `AssayError`."""
    cls = full_name(assignor, jars.classes, target_text, lambda: find_assignors(jars.path, jars.classes))
    path = ":".join((str(ensure_host_jar(target_text)), *jars.path))
    options = shlex.split(os.environ.get(OPTIONS, ""))
    words = (find_java(target_text).program, *_FLAGS, _heap(), *options, "-cp", path)
    version = jars.classes[cls]
    failures = json.dumps([asdict(failure) for failure in known_failures_at(cls, version)])
    return HostCommand(words=(*words, _MAIN, cls, assignor, likeness_at(cls, version), failures), assignor=assignor)


def _heap() -> str:
    """The heap limit for foreign code. Within it, Java raises an out-of-memory error instead of losing the process."""
    return f"-Xmx{Limits().most_memory() * 3 // 4 >> 20}m"
