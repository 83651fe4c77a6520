"""The releases of a Go client, as the module proxy lists them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.hosted.go.building import run_go
from kafka_assay.assignors.hosted.go.modules import find_module


def list_releases(module: str) -> tuple[str, ...]:
    """All releases of `module`, oldest first, including retracted ones. Raises `AssayError`."""
    known = find_module(module, f"go:{module}")
    with TemporaryDirectory() as folder:
        (Path(folder) / "go.mod").write_text("module assay-host\n", "utf-8")
        printed = run_go(("list", "-m", "-versions", "-retracted", known.path), Path(folder), f"go:{module}")
    return tuple(printed.split()[1:])
