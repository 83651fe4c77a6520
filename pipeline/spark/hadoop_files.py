"""Files as Hadoop names them, so that Spark reads a local disk, `hdfs://` and `s3a://` in the same way."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_URI = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?://)?(?=/)")
"""A scheme of at least two letters, as in `file:/data`, `file:///data` and `s3a://bucket`."""
_LOCAL = "file"
_GLOB = re.compile(r"([\\{}\[\]*?])")
_HIDDEN = ("_", ".")


def is_remote(path: str) -> bool:
    """
    Whether only Spark can read this path: it has a scheme other than `file`.

    >>> is_remote("s3a://bucket/groups"), is_remote("hdfs:/groups"), is_remote("file:/groups"), is_remote("a:b.jsonl")
    (True, True, False, False)
    """
    found = _URI.match(path)
    return found is not None and found[1].lower() != _LOCAL


def local_path(path: str) -> str:
    """
    The path on this machine, without the scheme `file`.

    >>> local_path("file:///data/groups.jsonl"), local_path("file:/data/groups.jsonl")
    ('/data/groups.jsonl', '/data/groups.jsonl')
    """
    found = _URI.match(path)
    return path[found.end() :] if found is not None and found[1].lower() == _LOCAL else path


def local_file(path: str | os.PathLike[str]) -> str:
    """A local path as Hadoop writes it, whatever the default file system is. A link keeps its own name."""
    return f"{_LOCAL}:{Path(path).parent.resolve() / Path(path).name}"


def escape_glob(path: str) -> str:
    """The path as Spark's readers take it. They treat every path as a pattern."""
    return _GLOB.sub(r"\\\1", path)


def require_readable(path: str) -> None:
    """Raise `AssayError` if Spark's readers would silently ignore this file, or cannot name it."""
    tip = "rename it" if is_remote(path) else "rename it, or use --master loop"
    if path.rpartition("/")[2].startswith(_HIDDEN):
        raise AssayError(f"{path}: Spark ignores files whose name starts with _ or . : {tip}")
    text = path.encode("utf-8", "replace").decode()
    if text != path:
        raise AssayError(f"{text}: Spark reads no file whose path is not UTF-8: {tip}")


def list_files(spark: SparkSession, uri: str, suffixes: frozenset[str]) -> list[tuple[str, int]]:
    """
    The files that `uri` names (a file, a folder, or a pattern of both) in the order of their paths, with their sizes.

    Of folders and patterns, only files with one of `suffixes` are listed, and hidden ones are left out. Raises
    `AssayError`: an unknown scheme, a store that does not answer, a path that does not exist or is a hidden file.
    """
    from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]

    try:
        found = list(_walk(spark, uri, suffixes))
    except Py4JJavaError as failed:
        raise AssayError(f"{uri}: cannot be read: {_reason(uri, failed)}") from None
    if not found:
        raise AssayError(f"{uri}: no such file, or no .json or .jsonl file inside")
    return sorted(found)


def _walk(spark: SparkSession, uri: str, suffixes: frozenset[str]) -> Iterator[tuple[str, int]]:
    assert spark._jvm is not None  # noqa: SLF001 - the way to Hadoop's own classes
    path = spark._jvm.org.apache.hadoop.fs.Path(uri)  # noqa: SLF001
    system = path.getFileSystem(spark._jsc.hadoopConfiguration())  # noqa: SLF001
    named = system.makeQualified(path).toString()
    for status in system.globStatus(path) or ():
        root = str(status.getPath().toString())
        if root == named and not status.isDirectory():
            require_readable(root)
            yield root, int(status.getLen())
            continue
        # The folder that is named exactly may be hidden; nothing below it may.
        above = root if root == named else root.rpartition("/")[0]
        inside = system.listFiles(status.getPath(), True)  # noqa: FBT003 - recursive
        while inside.hasNext():
            file = inside.next()
            name = str(file.getPath().toString())
            is_hidden = any(part.startswith(_HIDDEN) for part in name[len(above) :].split("/"))
            if PurePosixPath(name).suffix.lower() in suffixes and not is_hidden:
                yield name, int(file.getLen())


def _reason(uri: str, failed: Any) -> str:
    """The reason in one line, with a tip if Spark lacks the store's library."""
    text = str(failed.java_exception.toString()).splitlines()[0]
    kind, _, message = text.partition(": ")
    scheme = uri.partition(":")[0]
    if "No FileSystem for scheme" in text or "ClassNotFoundException" in text:
        package = "org.apache.hadoop:hadoop-aws:VERSION" if scheme == "s3a" else "GROUP:ARTIFACT:VERSION"
        tip = f"name its library in PYSPARK_SUBMIT_ARGS, such as '--packages {package} pyspark-shell'"
        return f"Spark has no library for {scheme}:// ({tip})"
    return f"{kind.rpartition('.')[2]}: {message.split('; For more details')[0]}"
