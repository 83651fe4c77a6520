from __future__ import annotations

import pytest

from kafka_assay.assignors.registry import default_names
from kafka_assay.reports.render.palette import BAD, DENSITY, GOOD, MINOR, RULES, TODAY, WARNING, look_of_target


def luminance(colour: str) -> float:
    """Return how light a colour is in grey print, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_each_reference_has_its_own_look() -> None:
    """By colour, hatch and marker. Exhibits share the look of one rule."""
    looks = [look_of_target(name) for name in default_names()]

    assert len(looks) == len({*looks, TODAY} - {TODAY})


@pytest.mark.parametrize("target", ["kafka-python==3.0.12:sticky", "aiokafka:sticky", "sticky@kip54"])
def test_client_has_the_colour_of_its_rule(target: str) -> None:
    """Hatched, unlike the reference."""
    look = look_of_target(target)

    assert RULES["sticky"].colour == look.colour
    assert look.hatch


def test_colour_of_an_unknown_assignor_depends_on_its_name_only() -> None:
    assert look_of_target("python:mine:Mine") == look_of_target("python:mine:Mine")
    assert look_of_target("python:mine:Mine").colour not in {look.colour for look in RULES.values()}


def test_heat_map_shades_grow_darker() -> None:
    """In grey print too."""
    shades = [luminance(colour) for colour in DENSITY]

    assert sorted(shades, reverse=True) == shades


def test_no_two_grades_share_a_colour() -> None:
    assert 4 == len({GOOD, BAD, WARNING, MINOR})
