"""
What is printed can always be printed, whatever the terminal's encoding.
"""

from __future__ import annotations

import io
import json

import pytest

from assay.output import emit_json


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_survives_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Characters that stdout cannot carry are escaped, as JSON allows, and read back the same.
    """
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding=encoding, write_through=True))

    emit_json({"id": "é消😀\x1b"})

    assert {"id": "é消😀\x1b"} == json.loads(written.getvalue().decode(encoding))
