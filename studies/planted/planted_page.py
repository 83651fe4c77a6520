"""The tables of planted faults: how often each shows, and how often it was found."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from studies.output import table_head, table_row
from studies.planted.fault import FAULT_BY_NAME, HEALTHY
from studies.planted.planted_check import PlantedOutcome, reading_rank

_LANGUAGES = {"python": "`python:`", "java": "jar", "go": "Go"}
_KNOWN = {**FAULT_BY_NAME, **{one.name: one for one in HEALTHY}}


def outcome_lines(outcomes: Sequence[PlantedOutcome]) -> list[str]:
    """A line for each fault, and one for all: the checks, how many found it, and the largest counterexample."""
    titles = (">checks", ">found", ">small", ">largest", ">groups a check", "laws")
    lines = [table_head("fault", "behind", *titles)]
    for name in dict.fromkeys(one.fault for one in outcomes):
        mine = [one for one in outcomes if one.fault == name]
        lines.append(table_row(f"`{name}`", _LANGUAGES[_KNOWN[name].language], *_cells(mine)))
    lines.append(table_row("**all**", "", *_cells(outcomes)))
    return lines


def _cells(outcomes: Sequence[PlantedOutcome]) -> tuple[object, ...]:
    found = [one for one in outcomes if one.is_found]
    largest = max(((one.members, one.partitions) for one in found), key=reading_rank, default=None)
    return (
        len(outcomes),
        len(found),
        sum(one.is_small for one in found),
        "–" if largest is None else "{} x {}".format(*largest),
        f"{median(one.groups for one in outcomes):,.0f}" if outcomes else "–",
        ", ".join(sorted({law for one in found for law in one.laws})) or "–",
    )


def rate_lines(lines: Sequence[dict[str, Any]]) -> list[str]:
    """A line for each fault: its family, the groups judged there, how often it showed there, and elsewhere."""
    titles = ("family", ">groups", ">one in", ">other families: groups", ">one in", "what is wrong")
    table = [table_head("fault", "behind", *titles)]
    for line in lines:
        fault = _KNOWN[line["fault"]]
        own = [rate for rate in line["rates"] if rate["family"] == fault.family]
        others = [rate for rate in line["rates"] if rate["family"] != fault.family]
        where = (fault.family or "–", *_share(own), *_share(others), fault.says)
        table.append(table_row(f"`{fault.name}`", _LANGUAGES[fault.language], *where))
    return table


def _share(rates: Sequence[dict[str, Any]]) -> tuple[str, str]:
    groups, hits = (sum(rate[key] for rate in rates) for key in ("groups", "hits"))
    return f"{groups:,}", f"{groups / hits:,.0f}" if hits else "–"
