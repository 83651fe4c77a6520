"""Small groups and answers in files, for tests of verbs that read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PAIR: dict[str, Any] = {
    "format": "assay-group/1",
    "name": "pair",
    "topics": {"t": 4},
    "members": [
        {"id": "a", "subscription": ["t"], "owned": {"t": [0, 1]}, "generation": 1},
        {"id": "b", "subscription": ["t"], "owned": {"t": [2, 3]}, "generation": 1},
    ],
}
WHOLE = {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}
EXCHANGED = {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}
TWICE = {"a": {"t": [0, 1]}, "b": {"t": [1, 2, 3]}}
LOPSIDED = {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}

CHAIN: dict[str, Any] = {
    "format": "assay-group/1",
    "name": "chain",
    "topics": {"t0": 1, "t1": 2},
    "assumptions": ["that members read what they say"],
    "members": [
        {"id": "C0", "subscription": ["t1"]},
        {"id": "C1", "subscription": ["t0"]},
        {"id": "C2", "subscription": ["t0", "t1"], "owned": {"t0": [0]}, "generation": 3},
    ],
}
CHAINED = {"C0": {"t1": [0, 1]}, "C1": {}, "C2": {"t0": [0]}}


def write_documents(path: Path, *documents: Any) -> str:
    """The path of a file with one JSON document a line."""
    path.write_text("".join(json.dumps(document) + "\n" for document in documents))
    return str(path)


def answer_file(path: Path, assignment: Any) -> str:
    """The path of a file with an `assay-assignment/1`."""
    return write_documents(path, {"format": "assay-assignment/1", "assignment": assignment})
