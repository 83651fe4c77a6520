"""The pages of the state: all implementations with balance, moves and time, and a page and a badge for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.reports.wording.words import quantity, series
from studies.findings.finding_pages import FindingRow, Places, link_to
from studies.findings.findings_index import FIRST, index_table, reason_table
from studies.output import table_head, table_row
from studies.state.measures import TIMED_SECONDS
from studies.state.states import State
from tests.support.newest_releases import OWN

FINDINGS_FOLDER, CASES = "../findings/", "docs/results/state/"
STATES = "states.jsonl"
"""The documents behind the pages."""
_NOTHING = "–"
DECLARED = " exits with 0"
"""What a page says behind a case that breaks a law as declared."""
VARYING = "the answers may vary"
"""What a page says behind a case of a target that does not repeat its answers."""
_RANDOM = "same-question-same-answer"
"""The law that an assignor breaks if its answers differ by chance."""
_VARYING_LAWS = frozenset({_RANDOM, "order-does-not-matter"})
"""A counterexample of them shows nothing where such an assignor happens to answer alike."""

Rows = Mapping[str, FindingRow]
_COLOURS = {"red": "#b3261e", "orange": "#a85a00", "lightgrey": "#5f6368", "brightgreen": "#1e7a34"}
"""The names that badge services know -> colours with enough contrast under white text."""
_LETTER, _MARGIN, _HEIGHT = 6.6, 6, 20


def overview_parts(states: Sequence[State], rows: Rows, places: Places) -> dict[str, list[str]]:
    """The lines of each generated part of the page of all implementations, by the name of its marks."""
    first = rows[FIRST].finding if FIRST in rows else None
    ids = [] if first is None else [link_to(one, places, FINDINGS_FOLDER) for one in first.ids]
    released = [one for one in states if one["implementation"] != OWN]
    faults = [[row for cell in one["severities"] for row in cell["findings"]] for one in released]
    causes = {rows[row].finding.ids for mine in faults for row in mine}
    assignors = [assignor for one in released for assignor in one["assignors"]]
    days = sorted({one["measured"] for one in assignors})
    loads = sorted(one["load"] for one in assignors if one["load"] is not None)
    machines = series(sorted({one["machine"] for one in assignors if one["machine"] is not None}))
    answer = (
        f"{sum(map(bool, faults))} of {quantity(len(released), 'implementation')} have a known fault in the release "
        f"below: {quantity(len(causes), 'fault')}, or {sum(map(len, faults))} if a fault counts in each implementation "
        f"that has it. The laws of {quantity(len(assignors), 'assignor')} were checked on "
        f"{' to '.join(dict.fromkeys([days[0], days[-1]]))}."
    )
    load = f"{loads[0]:g} to {loads[-1]:g}" if loads else "unknown"
    return {
        "answer": [answer, *([] if first is None else ["", f"First of all: {first.title} ({series(ids)})."])],
        "implementations": list(_implementations(states, rows)),
        "assignors": list(_assignors(released)),
        "machines": [f"Timed on {machines}, beside other programs (load average {load}): read orders of magnitude."],
        "figures": list(_figures(released)),
        "references": list(_figures([one for one in states if one not in released])),
    }


def _implementations(states: Sequence[State], rows: Rows) -> Iterator[str]:
    """A row for each implementation. `since` is the oldest release that is known to have one of its gravest faults."""
    yield table_head("implementation", "release", *SEVERITIES, "since")
    for one in states:
        page = f"{one['implementation']}.md"
        gravest: list[str] = next((cell["findings"] for cell in one["severities"] if cell["findings"]), [])
        # The rows of the references' faults have the releases of Kafka.
        firsts = [rows[fault].client.first for fault in gravest if one["implementation"] != OWN]
        since = min(firsts, key=ReleaseOrder.SEMANTIC.sort_key, default=_NOTHING)
        cells = (severity_mark(cell, page) for cell in one["severities"])
        yield table_row(f"[{one['implementation']}]({page})", one["release"], *cells, since)


def _assignors(states: Sequence[State]) -> Iterator[str]:
    """How many assignors have no known fault, and the faults of each, by severity."""
    rows = [(state, one) for state in states for one in state["assignors"]]
    flawless = sum(not one["findings"] for _, one in rows)
    yield from (f"No fault is known of {flawless} of {quantity(len(rows), 'released assignor')}.", "")
    yield table_head("assignor", *SEVERITIES)
    for state, one in rows:
        undecided = {law["severity"] for law in one["laws"] if law["verdict"] == "undecided"}
        faults = (len(set(cell["findings"]) & set(one["findings"])) for cell in state["severities"])
        marks = (
            f"✗ {count}" if count else "?" if severity in undecided else "✓"
            for severity, count in zip(SEVERITIES, faults, strict=True)
        )
        yield table_row(f"{state['implementation']} {one['name']}", *marks)


def severity_mark(cell: State, page: str) -> str:
    """The cell of an implementation and a severity."""
    broken, undecided = f"[✗ {len(cell['findings'])}]({page}#faults)", f"[? {len(cell['undecided'])}]({page})"
    return {"broken": broken, "undecided": undecided, "kept": "✓"}.get(cell["verdict"], _NOTHING)


def _figures(states: Sequence[State]) -> Iterator[str]:
    rows = [(one["implementation"], assignor) for one in states for assignor in one["assignors"]]
    timed: list[State] = next((assignor["times"] for _, assignor in rows if assignor["times"]), [])
    sizes = [f">ms, {one['partitions']:,}" for one in timed]
    titles = (">no plan, %", ">less balanced, %: equal", ">unequal", ">wasted moves: equal", ">unequal")
    yield table_head("assignor", *titles, *sizes)
    for implementation, one in rows:
        name = one["name"] if implementation == OWN else f"{implementation} {one['name']}"
        quality = one["quality"] or [{"groups": 0, "less_balanced": None, "wasted": None}] * 2
        asked = sum(kind["groups"] for kind in quality)
        without = sum(kind["groups"] * kind["without_plan"]["value"] for kind in quality if kind.get("without_plan"))
        yield table_row(
            f"[{name}]({implementation}.md#{_anchor(one)})",
            f"{100 * without / asked:.2g}" if asked else _NOTHING,
            *(_number(kind["less_balanced"], 100, 3) for kind in quality),
            *(_number(kind["wasted"], 1, 2) for kind in quality),
            *(map(time_text, one["times"]) if one["times"] else [_NOTHING] * len(sizes)),
        )


def _number(share: Mapping[str, float] | None, factor: int, digits: int) -> str:
    if share is None:
        return _NOTHING
    value = factor * share["value"]
    return "0" if value < 0.001 else f"{value:.{digits}g}"


def time_text(time: Mapping[str, Any]) -> str:
    """
    The milliseconds, or why there are none.

    >>> time_text({"seconds": 0.00123}), time_text({"seconds": None, "error": "hang: no answer within 30 s"})
    ('1.2', '> 30,000')
    """
    seconds, error = time["seconds"], time.get("error") or ""
    if seconds is None:
        return f"> {1000 * TIMED_SECONDS:,.0f}" if error.startswith("hang") else "no answer" if error else _NOTHING
    return f"{1000 * seconds:,.0f}" if seconds >= 0.01 else f"{1000 * seconds:.2g}"


def implementation_page(state: State, rows: Rows, places: Places) -> str:
    """The page of `state`: its faults, what is no fault, and the laws of each assignor."""
    badge, name = state["badge"], state["implementation"]
    ids = [one for cell in state["severities"] for one in cell["findings"]]
    faults, others = (
        [replace(rows[one].finding, ids=(one,), clients=(rows[one].client,)) for one in mine]
        for mine in (ids, state["policies"])
    )
    lines = [f"# State of {name} {state['release']}", "", f"![{badge['label']}: {badge['message']}]({name}.svg)", ""]
    lines += [f"[All implementations](README.md), [the same as JSON, a line for each]({STATES}).", "", "## Faults", ""]
    lines += index_table(faults, places, FINDINGS_FOLDER) if faults else ["None is known."]
    if others:
        lines += ["", "## Examined, and no fault", "", *reason_table(others, places, FINDINGS_FOLDER)]
    if not state["assignors"]:
        lines += ["", "No host calls the assignors of this client, so their laws are not measured."]
    for assignor in state["assignors"]:
        lines += ["", f"## {assignor['name']}", "", *_assignor_lines(assignor, places)]
    return "\n".join(lines) + "\n"


def _assignor_lines(one: State, places: Places) -> Iterator[str]:
    promises = f"promises what `{one['like']}` promises" if one["like"] else "promises only what holds for all"
    yield f"`{one['target']}` {promises}. Checked on {quantity(one['groups'], 'group')} on {one['measured']}."
    laws: dict[str, list[State]] = {"kept": [], "undecided": [], "broken": []}
    for law in one["laws"]:
        laws[law["verdict"]].append(law)
    kept = [f"`{law['law']}` ({law['groups']:,})" for law in laws["kept"]]
    if kept:
        yield from ("", f"Kept, with the groups that each law was judged on: {series(kept, most=len(kept))}.")
    for law in laws["undecided"]:
        yield from ("", _undecided(law))
    if laws["broken"]:
        yield from ("", table_head("broken law", "smallest group", "input families", "since", "described in"))
        yield from (_broken_row(law, places) for law in laws["broken"])
    is_random = any(law["law"] == _RANDOM for law in laws["broken"])
    yield from ("", f'<a id="{_anchor(one)}"></a>The commands behind the numbers, as they were typed:', "", "```")
    yield from one["replays"].values()
    for law in (law for law in laws["broken"] if law["declared"] is None):
        yield f"{law['replay']}{f'  # {VARYING}' if is_random and law['law'] in _VARYING_LAWS else ''}"
        since = law["since"]
        if since is not None and "first" in since:
            change = f"last kept in {since['last']}, first broken in {since['first']}"
            always = f"broken at both ends, from {since['first']} to {one['version']}"
            asked = f"{since['asked']} of {quantity(since['releases'], 'release')} asked"
            yield f"{since['replay']}  # {change if since['last'] else always}; {asked}"
    yield "```"
    for law in (law for law in laws["broken"] if law["declared"] is not None):
        yield from ("", f"Broken as declared: `{law['law']}`: {law['declared']}. `{law['replay']}`{DECLARED}.")


def _broken_row(law: State, places: Places) -> str:
    since = law["since"] or {}
    first = since.get("first", "unknown")
    return table_row(
        f"`{law['law']}`",
        f"[{law['size']}]({law['case'].removeprefix(CASES).rpartition(':')[0]})",
        ", ".join(law["broken_in"]),
        f"{first} or earlier" if "first" in since and since["last"] is None else first,
        ", ".join(link_to(one, places, FINDINGS_FOLDER) for one in law["findings"]) or "the declaration below",
    )


def _undecided(law: State) -> str:
    kept = f"kept on {quantity(law['kept'], 'group')}, but " if law["kept"] else ""
    where = f" ({series(law['undecided_in'], most=len(law['undecided_in']))})" if law["undecided_in"] else ""
    groups = f" on {quantity(law['undecided'], 'group')}" if law["undecided"] else ""
    return f"Undecided: `{law['law']}`: {kept}not decided{groups}{where}: {law['reason']}."


def _anchor(assignor: State) -> str:
    return f"{assignor['name'].lower()}-commands"


def badge_svg(badge: Mapping[str, str]) -> str:
    """The badge. Each text is stretched to its box, so that any font fits."""
    label, message = badge["label"], badge["message"]
    widths = [round(len(text) * _LETTER) + 2 * _MARGIN for text in (label, message)]
    whole, said = sum(widths), escape(f"{label}: {message}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{_HEIGHT}" role="img" aria-label="{said}">\n'
        f"<title>{said}</title>\n"
        f'<rect width="{whole}" height="{_HEIGHT}" rx="3" fill="#3c4043"/>\n'
        f'<path d="M{widths[0]} 0h{widths[1] - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{widths[1] - 3}z" '
        f'fill="{_COLOURS[badge["color"]]}"/>\n'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\n'
        f"{_text(label, _MARGIN, widths[0])}\n{_text(message, widths[0] + _MARGIN, widths[1])}\n"
        "</g>\n</svg>\n"
    )


def _text(text: str, left: int, width: int) -> str:
    length = width - 2 * _MARGIN
    return f'<text x="{left}" y="14" textLength="{length}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
