"""Tests of `kafka_assay.reports.render.palette`."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.registry import default_names
from kafka_assay.reports.render.palette import BAD, DENSITY, GOOD, MINOR, RULES, TODAY, WARNING, look_of_target


def luminance(colour: str) -> float:
    """How light a colour is in grey print, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_every_reference_has_a_look_of_its_own() -> None:
    """Colour, hatch and marker together tell all of them apart, and from today; exhibits share the look of one rule."""
    looks = [look_of_target(name) for name in default_names()]

    assert len(looks) == len({*looks, TODAY} - {TODAY})


@pytest.mark.parametrize("target", ["kafka-python==3.0.12:sticky", "aiokafka:sticky", "sticky@kip54"])
def test_a_real_implementation_has_the_colour_of_its_rule(target: str) -> None:
    """Hatched, so that it can be told from the reference."""
    look = look_of_target(target)

    assert RULES["sticky"].colour == look.colour
    assert look.hatch


def test_an_unknown_assignor_keeps_its_colour() -> None:
    """It depends on the name alone, not on who else is drawn."""
    assert look_of_target("python:mine:Mine") == look_of_target("python:mine:Mine")
    assert look_of_target("python:mine:Mine").colour not in {look.colour for look in RULES.values()}


def test_darker_means_more() -> None:
    """The shades of heat maps grow darker step by step, in grey print too."""
    shades = [luminance(colour) for colour in DENSITY]

    assert sorted(shades, reverse=True) == shades


def test_no_two_grades_share_a_colour() -> None:
    """Good, bad and between."""
    assert 4 == len({GOOD, BAD, WARNING, MINOR})
