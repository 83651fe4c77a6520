from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from tests.assignors.hosted.python_clients.hosts import command_of_invented_release

LOOKING = """
    from importlib.util import find_spec
    import os, sys
    packages = "kafka", "json", "kafka_assay.assignors", "numpy", "pytest", "assay", "kafka_assay.oracle", "mine"
    os.write(1, b"chatter")
    raise RuntimeError([name for name in packages if find_spec(name)])
"""


def test_release_sees_only_the_standard_library_and_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output during the import does not disturb."""
    (tmp_path / "mine.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    host = command_of_invented_release(tmp_path / "kept", LOOKING)

    with pytest.raises(AssayError, match=r"RuntimeError: \['kafka', 'json', 'kafka_assay\.assignors'\]$"):
        host.start()


def test_release_that_does_not_run_here_is_reported_in_one_line(tmp_path: Path) -> None:
    host = command_of_invented_release(tmp_path, "import six\nasync = 1")

    with pytest.raises(AssayError, match=r"^kafka-python 9\.9 does not run under Python 3\.\d+: SyntaxError: "):
        host.start()


def test_release_without_assignors_names_the_first_with_some(tmp_path: Path) -> None:
    host = command_of_invented_release(tmp_path, "class ConsumerProtocolMemberMetadata:\n    decode = None")

    with pytest.raises(
        AssayError, match=r"^kafka-python 9\.9 has no assignors: the first release with assignors is 1\.0\.0$"
    ):
        host.start()
