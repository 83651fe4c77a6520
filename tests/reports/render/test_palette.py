from __future__ import annotations

import pytest

from kafka_assay.assignors.registry import default_names
from kafka_assay.reports.render.canvas import MARKERS
from kafka_assay.reports.render.palette import RULES, TODAY, look_of_target


def test_each_reference_has_its_own_look() -> None:
    """By colour, hatch and marker. Exhibits share the look of one rule."""
    looks = [look_of_target(name) for name in default_names()]

    assert len(looks) == len({*looks, TODAY} - {TODAY})
    assert {look.marker for look in (*looks, TODAY, look_of_target("python:mine:Mine"))} <= set(MARKERS)


@pytest.mark.parametrize("target", ["kafka-python==3.0.12:sticky", "aiokafka:sticky", "sticky@kip54"])
def test_client_has_the_colour_of_its_rule(target: str) -> None:
    """Hatched, unlike the reference."""
    look = look_of_target(target)

    assert RULES["sticky"].colour == look.colour
    assert look.hatch


def test_colour_of_an_unknown_assignor_depends_on_its_name_only() -> None:
    assert look_of_target("python:mine:Mine") == look_of_target("python:mine:Mine")
    assert look_of_target("python:mine:Mine").colour not in {look.colour for look in RULES.values()}
