"""One group as releases of kafka-consumer-groups printed it (`captures/text`)."""

from __future__ import annotations

from kafka_assay.assignors.model import Group
from tests.assay.shell import CAPTURES
from tests.assignors.consumer_groups.imported import groups_in

OFFSETS, MEMBERS, STATE = "describe", "describe-members-verbose", "describe-state"
NAME = "four-clients"
TEXTS = [
    *((release, OFFSETS) for release in ("0.10.0.1", "0.10.2.2", "1.1.1", "2.3.1", "4.2.0")),
    *((release, MEMBERS) for release in ("1.1.1", "2.6.3", "4.0.0")),
]
"""A release, and a view, for each layout."""


def printed(release: str, view: str) -> str:
    """What a release printed in this view. Newer releases printed all groups, this one first."""
    (file,) = (CAPTURES / "text" / release).glob(f"[af]*.{view}.txt")
    return file.read_text("utf-8").strip("\n").split("\n\n")[0]


def read(*texts: str | bytes) -> Group:
    """The group that texts show, in whatever format. Not all of them name it."""
    (group,) = groups_in(*texts, names=(NAME,))
    return group
