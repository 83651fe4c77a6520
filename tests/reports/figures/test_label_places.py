from __future__ import annotations

from itertools import combinations

from kafka_assay.reports.figures.label_places import LabelBox, leader_line, place_labels

ROOM = LabelBox(0.0, 0.0, 6.0, 4.0)


def test_label_is_right_of_its_point() -> None:
    [box] = place_labels([(1.0, 1.0)], [(0.6, 0.2)], [], ROOM)

    assert (1.1, 0.9) == (round(box.left, 6), round(box.bottom, 6))
    assert [] == leader_line((1.0, 1.0), box)[1:]


def test_twelve_labels_in_one_corner_do_not_overlap() -> None:
    """They cover no point, and stay inside the frame."""
    points = [(3.2 + 0.2 * number, 0.5 + 0.03 * number) for number in range(12)]

    found = place_labels(points, [(0.9, 0.17)] * 12, [], ROOM)

    assert 0 == sum(one.common(other) for one, other in combinations(found, 2))
    assert [] == [(box, at) for box in found for at in points if box.holds(at)]
    assert all(abs(box.common(ROOM) - 0.9 * 0.17) < 1e-9 for box in found)


def test_label_does_not_cover_a_line() -> None:
    line = [(0.05 * step, 2.0) for step in range(120)]

    [box] = place_labels([(3.0, 2.0)], [(1.0, 0.2)], line, ROOM)

    assert [] == [at for at in line if box.holds(at)]


def test_label_at_the_right_edge_is_on_the_left() -> None:
    [box] = place_labels([(5.9, 2.0)], [(1.0, 0.2)], [], ROOM)

    assert box.left + box.width < 5.9
