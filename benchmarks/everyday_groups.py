"""Numbered everyday groups: the sample on which quality is measured."""

from __future__ import annotations

import random
from dataclasses import replace

from kafka_assay.assignors.model import Group
from kafka_assay.properties.strategies.everyday import draw_everyday


def everyday_group(number: int, seed: int = 0) -> Group:
    """
    The group of this `number`, drawn independently of all others.

    >>> group = everyday_group(7)
    >>> group == everyday_group(7), group.name
    (True, 'everyday-7')
    """
    return replace(draw_everyday(random.Random(f"everyday {seed} {number}")), name=f"everyday-{number}")
