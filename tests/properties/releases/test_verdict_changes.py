from __future__ import annotations

import pytest

from kafka_assay.properties.releases.release_verdict import ReleaseWord
from kafka_assay.properties.releases.verdict_changes import verdict_changes

WORDS: dict[str, ReleaseWord] = {".": "kept", "x": "broken", "?": "undecided", "!": "unavailable", "-": "undefined"}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("", []),
        ("...", []),
        ("xx", []),
        ("?!-", []),
        (".x", [("came", 0, 1, "")]),
        ("x.", [("went", 0, 1, "")]),
        ("..xx..x", [("came", 1, 2, ""), ("went", 3, 4, ""), ("came", 5, 6, "")]),
        (".!?-x", [("came", 0, 4, "1 2 3")]),
        ("!.x!", [("came", 1, 2, "")]),
        ("x!x", []),
    ],
)
def test_every_change_has_its_releases(row: str, told: list[tuple[str, int, int, str]]) -> None:
    """The last before it, the first after it, and the undecided ones between them."""
    found = verdict_changes((str(place), WORDS[sign]) for place, sign in enumerate(row))

    assert told == [(one.kind, int(one.last), int(one.first), " ".join(one.between)) for one in found]
