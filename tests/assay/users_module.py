"""A working directory with a user's module: a greedy assignor and one that fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

MODULE = '''
"""
Assignors of a user's own.
"""


def greedy(group):
    """
    Everything to the first subscriber.
    """
    answer = {member.id: {} for member in group.members}
    for topic in group.topics:
        for member in group.members:
            if topic.name in member.subscription:
                answer[member.id][topic.name] = list(range(topic.partitions))
                break
    return answer


def fails(group):
    """
    No answer where a topic is missing.
    """
    known = {topic.name for topic in group.topics}
    for member in group.members:
        for topic in member.subscription:
            if topic not in known:
                raise LookupError(topic)
    return greedy(group)
'''


def enter_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to `folder`, with the module `mine` in it."""
    monkeypatch.chdir(folder)
    (folder / "mine.py").write_text(MODULE, encoding="utf-8")
    return folder


def printed_document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one JSON document on stdout."""
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found
