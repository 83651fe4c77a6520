"""
The colours of all figures: an assignor looks the same everywhere.

The hues are Okabe and Ito's (readable with the common kinds of colour blindness). Colour is never the only signal:
everything drawn has a label beside it, and a hatch or a marker of its own.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

INK = "#1f2328"
"""Text and outlines. In HTML it follows the reader's light or dark scheme."""
QUIET = "#656d76"
"""Secondary text."""
RULE = "#d0d7de"
"""Grid lines and frames."""
PAPER = "#ffffff"
"""The background of figures."""

GOOD = "#009e73"
BAD = "#d55e00"
WARNING = "#e69f00"
MINOR = "#56b4e9"
UNKNOWN = "#9aa4ae"

DENSITY = ("#f4f7fb", "#c9dcee", "#8fbbdc", "#4d90c4", "#1f5f9e", "#0a3463")
"""From few to many, steadily darker, so that it is readable in grey print."""


def density_colour(share: float) -> str:
    """
    The colour of a `share` of the most, from 0 to 1.

    >>> density_colour(0), density_colour(0.1), density_colour(1)
    ('#f4f7fb', '#deeaf4', '#0a3463')
    """
    place = min(int(share * (len(DENSITY) - 1)), len(DENSITY) - 2)
    part = share * (len(DENSITY) - 1) - place
    pairs = zip(*(bytes.fromhex(colour[1:]) for colour in DENSITY[place : place + 2]), strict=True)
    return "#" + "".join(f"{round(low + (high - low) * part):02x}" for low, high in pairs)


class TargetLook(NamedTuple):
    """The appearance of an assignor in figures."""

    colour: str
    hatch: str
    marker: str


TODAY = TargetLook("#6e7781", "", "s")

RULES = {
    "optimal": TargetLook("#009e73", "", "*"),
    "range": TargetLook("#e69f00", "", "v"),
    "server-range": TargetLook("#e69f00", "\\\\", "<"),
    "roundrobin": TargetLook("#cc79a7", "", "^"),
    "hashed-roundrobin": TargetLook("#cc79a7", "\\\\", ">"),
    "shuffled-roundrobin": TargetLook("#cc79a7", "..", "8"),
    "topicroundrobin": TargetLook("#a39000", "", "d"),
    "lag": TargetLook("#8c4a2f", "", "H"),
    "lag-global": TargetLook("#8c4a2f", "\\\\", "p"),
    "sticky": TargetLook("#0072b2", "", "o"),
    "cooperative-sticky": TargetLook("#0072b2", "\\\\", "h"),
    "constrained-4phase": TargetLook("#5b4ea0", "", "p"),
    "constrained-2phase": TargetLook("#5b4ea0", "\\\\", "H"),
    "server-uniform": TargetLook("#3d5a2b", "", "D"),
    "fair": TargetLook("#56b4e9", "", "D"),
    "sticky-yet-fair": TargetLook("#d55e00", "", "P"),
}

OTHERS = ("#332288", "#882255", "#117733", "#aa4499", "#999933", "#661100")


def look_of_target(target: str) -> TargetLook:
    """
    The look of a target: that of its rule, hatched unless it is the reference itself.

    A target of an unknown rule gets a colour that depends only on its name.

    >>> look_of_target("sticky").colour == look_of_target("kafka-python==3.0.12:sticky").colour
    True
    """
    if target == "today":
        return TODAY
    if target in RULES:
        return RULES[target]
    rule = RULES.get(target.rpartition(":")[2]) or RULES.get(target.partition("@")[0])
    if rule is not None:
        return rule._replace(hatch="//")
    return TargetLook(OTHERS[crc32(target.encode("utf-8", "surrogatepass")) % len(OTHERS)], "xx", "X")
