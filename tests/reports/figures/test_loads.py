from __future__ import annotations

import pytest

from kafka_assay.reports.figures.loads import MOST_BARS, LoadsFigure, Profile
from kafka_assay.reports.render.drawing import draw_svg


def figure(*loads: tuple[int, ...], best: tuple[int, ...] | None = (2, 2), sound: bool = True) -> LoadsFigure:
    """Return the figure of the present loads and of further answers."""
    profiles = tuple(Profile(target=f"rule-{place}", loads=one, moves=place) for place, one in enumerate(loads))
    members = tuple(f"m{place}" for place in range(len(loads[0])))
    return LoadsFigure(group="pay", best=best, members=members, profiles=profiles, sound=sound)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (figure((1, 3)), "pay: highest load 3 partitions, best 2"),
        (figure((2, 2)), "pay: today's loads are the best possible"),
        (figure((0, 2, 4), best=(1, 1, 4)), "pay: highest load 4 is the best possible, but the other loads are not"),
        (figure((1, 3), best=None), "pay: loads today and with each assignor"),
        (figure(()), "pay: loads today and with each assignor"),
        (figure((1, 3), sound=False), "pay: today's assignment is invalid, so its loads cannot be compared"),
    ],
)
def test_title_is_the_finding(given: LoadsFigure, expected: str) -> None:
    assert expected == given.title


def test_members_keep_their_place_in_every_row_and_the_alternative_text_names_them() -> None:
    given = figure((1, 3), (2, 2))

    assert ((3, 1), (2, 2)) == given.bars
    assert "Bars: partitions per member, 2 members. rule-0 1 to 3; rule-1 2 each." == given.alt


def test_many_members_are_drawn_as_a_sorted_profile() -> None:
    """Several members share a bar; the mean stays."""
    given = figure(tuple(range(1_000)))

    assert 17 == given.members_per_bar
    assert MOST_BARS >= len(given.bars[0])
    assert sorted(given.bars[0], reverse=True) == list(given.bars[0])
    assert 991 == given.bars[0][0]


@pytest.mark.parametrize("loads", [(), (0,), (0, 0), (5,) * 12, (5,) * 13, tuple(range(1_000)), (2**31 - 1, 0)])
def test_any_loads_are_drawn(loads: tuple[int, ...]) -> None:
    """No members, no partitions, one, many, huge."""
    svg = draw_svg(figure(loads, loads, best=tuple(sorted(loads))))

    assert 2 == svg.count(">rule-")
