"""The tables of `docs/start/own-assignor.md` that describe what a Python assignor sees."""

from __future__ import annotations

import re

import pytest

from assay.testing import Group, Member, Topic
from studies.output import ROOT


def described_names(thing: str) -> set[str]:
    """The attributes and methods in the table about a group, a member or a topic."""
    page = (ROOT / "docs" / "start" / "own-assignor.md").read_text(encoding="utf-8")
    table = re.search(rf"^\| of (?:the|a) {thing} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, flags=re.MULTILINE)
    assert table is not None
    cells = (row.split(" | ")[0] for row in table[1].splitlines())
    return {name for cell in cells for name in re.findall(r"`(\w+)", cell)}


@pytest.mark.parametrize(("thing", "kind"), [("group", Group), ("member", Member), ("topic", Topic)])
def test_guide_describes_every_attribute_that_an_assignor_sees(thing: str, kind: type) -> None:
    assert {name for name in dir(kind) if not name.startswith("_")} == described_names(thing)
