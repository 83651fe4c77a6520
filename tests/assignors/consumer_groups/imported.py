"""What is read of the texts of groups, whatever their format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kafka_assay.assignors.consumer_groups.group_from_views import UserHints, group_from_views
from kafka_assay.assignors.consumer_groups.import_formats import read_source
from kafka_assay.assignors.consumer_groups.views import SourceText, Views
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.documents import decode_text
from kafka_assay.assignors.model import Group


def views_of(*sources: Any, names: tuple[str, ...] = ()) -> dict[str, Views]:
    """
    The views of the groups in these sources, each in a file of its own.

    A source is a text, its bytes, a JSON document, or a text with what is known of it. `names` are those of groups that
    the texts do not name.
    """
    groups: dict[str, Views] = {}
    for source in sources:
        text = decode_text(source) if isinstance(source, bytes) else source
        if not isinstance(text, SourceText):
            text = SourceText(text=text if isinstance(text, str) else json.dumps(text), group_names=names)
        read_source(text, "a.json", groups)
    return groups


def groups_in(*sources: Any, names: tuple[str, ...] = (), hints: UserHints | None = None) -> list[Group]:
    """The groups in these sources."""
    return [group_from_views(views, hints or UserHints()) for views in views_of(*sources, names=names).values()]


def owned(group: Group) -> dict[str, dict[str, tuple[int, ...]]]:
    """Member -> topic -> owned partitions."""
    return {member.id: dict(member.owned) for member in group.members}


def refusal_of(*sources: Any, names: tuple[str, ...] = ()) -> str:
    """Why these sources are refused."""
    with pytest.raises(AssayError) as caught:
        groups_in(*sources, names=names)
    return str(caught.value)
