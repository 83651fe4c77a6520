"""The pages of the state: all implementations with balance, moves and time, and one page for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.properties.known.known_findings import KnownFinding
from kafka_assay.properties.severity import SEVERITIES
from kafka_assay.reports.wording.words import quantity, series
from studies.findings.finding_pages import Places, link_to
from studies.findings.findings_index import index_table, reason_table
from studies.output import table_head, table_row
from studies.pages.page_claims import DECLARED, VARYING
from studies.state.implementations import REFERENCES
from studies.state.states import AssignorState, ImplementationState, LawState, SeverityState
from studies.state.time_measure import CALL_SECONDS

_NOTHING = "–"
_RANDOM = "same-question-same-answer"
"""The law that an assignor breaks if its answers differ by chance."""
_VARYING_LAWS = frozenset({_RANDOM, "order-does-not-matter"})
"""A counterexample of them shows nothing where such an assignor happens to answer alike."""
_MILLI, _THOUSANDTH = 1e3, 0.001
FINDINGS_FOLDER, CASES = "../findings/", "docs/results/state/"


def overview_parts(states: Sequence[ImplementationState]) -> dict[str, list[str]]:
    """The lines of each generated part of the page of all implementations, by the name of its marks."""
    released = [one for one in states if one.implementation != REFERENCES]
    faults = [one for one in released if one.faults]
    assignors = [assignor for one in released for assignor in one.assignors]
    rows = [(one, assignor) for one in states for assignor in one.assignors]
    figures, references = (
        list(_figures([row for row in rows if (row[0].implementation == REFERENCES) is own])) for own in (False, True)
    )
    days = sorted({one.measured for one in assignors})
    answer = (
        f"{len(faults)} of {quantity(len(released), 'implementation')} have a known fault in the release below, "
        f"{sum(len(one.faults) for one in released)} in all. The laws of {quantity(len(assignors), 'assignor')} were "
        f"checked on {' to '.join(dict.fromkeys([days[0], days[-1]]))}."
    )
    return {
        "answer": [answer],
        "implementations": list(_implementations(states)),
        "machines": [_machines(assignors)],
        "figures": figures,
        "references": references,
    }


def _implementations(states: Sequence[ImplementationState]) -> Iterator[str]:
    yield table_head("implementation", "release", *SEVERITIES, "since")
    for one in states:
        page = f"{one.implementation}.md"
        cells = [severity_cell(at, page) for at in one.severities]
        yield table_row(f"[{one.implementation}]({page})", one.release, *cells, _since(one))


def severity_cell(at: SeverityState, page: str) -> str:
    """The cell of an implementation and a severity."""
    match at.verdict:
        case "broken":
            return f"[✗ {len(at.findings)}]({page}#faults)"
        case "undecided":
            return f"[? {len(at.undecided)}]({page})"
        case verdict:
            return "✓" if verdict == "kept" else _NOTHING


def _since(state: ImplementationState) -> str:
    """The oldest release that is known to have a fault of the gravest severity."""
    gravest = [row.client for row in state.faults if row.client.severity == state.faults[0].client.severity]
    return min((one.first for one in gravest), key=ReleaseOrder.SEMANTIC.sort_key, default=_NOTHING)


def _figures(rows: Sequence[tuple[ImplementationState, AssignorState]]) -> Iterator[str]:
    timed = next((assignor.times for _, assignor in rows if assignor.times), ())
    sizes = [f">ms, {one['partitions']:,}" for one in timed]
    titles = (">no plan, %", ">less balanced, %: equal", ">unequal", ">wasted moves: equal", ">unequal")
    yield table_head("assignor", *titles, *sizes)
    for state, assignor in rows:
        name = assignor.name if state.implementation == REFERENCES else f"{state.implementation} {assignor.name}"
        kinds = [one for kind in ("equal", "unequal") for one in assignor.quality if one["subscriptions"] == kind]
        asked = sum(one["groups"] for one in kinds)
        without = sum(one["groups"] * one["without_plan"]["value"] for one in kinds if one["without_plan"])
        yield table_row(
            f"[{name}]({state.implementation}.md#{_anchor(assignor.name)})",
            f"{100 * without / asked:.2g}" if asked else _NOTHING,
            *(_number(one["less_balanced"], 100, 3) for one in kinds),
            *(_number(one["wasted"], 1, 2) for one in kinds),
            *(map(time_text, assignor.times) if assignor.times else [_NOTHING] * len(sizes)),
        )


def _number(share: Mapping[str, float] | None, factor: int, digits: int) -> str:
    if share is None:
        return _NOTHING
    return "0" if share["value"] < _THOUSANDTH / factor else f"{factor * share['value']:.{digits}g}"


def time_text(time: Mapping[str, Any]) -> str:
    """
    The milliseconds, or why there are none.

    >>> time_text({"seconds": 0.00123}), time_text({"seconds": None, "error": "hang: no answer within 30 s"})
    ('1.2', '> 30,000')
    """
    seconds, error = time["seconds"], time.get("error") or ""
    if seconds is None:
        return f"> {_MILLI * CALL_SECONDS:,.0f}" if error.startswith("hang") else "no answer" if error else _NOTHING
    return f"{_MILLI * seconds:,.0f}" if seconds >= 0.01 else f"{_MILLI * seconds:.2g}"


def _machines(assignors: Sequence[AssignorState]) -> str:
    """Where the times were measured, and what else ran there."""
    loads = sorted(one.load for one in assignors if one.load is not None)
    if not loads:
        return "The times are not measured yet."
    machines = series(sorted({one.machine for one in assignors if one.machine is not None}))
    return (
        f"Timed on {machines}. Other programs used the machine too (load average {loads[0]:g} to {loads[-1]:g}), so "
        "read the times as orders of magnitude."
    )


def implementation_page(state: ImplementationState, places: Places) -> str:
    """The page of `state`: its faults, what is no fault, and the laws of each assignor."""
    badge, name = state.badge, state.implementation
    faults = [replace(row.finding, clients=(row.client,)) for row in state.faults]
    others: list[KnownFinding] = [
        replace(row.finding, ids=(row.client.id,), clients=(row.client,))
        for row in state.rows
        if not row.finding.is_fault
    ]
    lines = [f"# State of {name} {state.release}", "", f"![{badge.label}: {badge.message}]({name}.svg)", ""]
    lines += [f"[All implementations](README.md), [the same as JSON]({name}.json).", "", "## Faults", ""]
    lines += index_table(faults, places, FINDINGS_FOLDER) if faults else ["None is known."]
    if others:
        lines += ["", "## Examined, and no fault", "", *reason_table(others, places, folder=FINDINGS_FOLDER)]
    if not state.assignors:
        lines += ["", "No host calls the assignors of this client, so its laws are not measured: a severity without a"]
        lines += ["fault has no mark on the overview."]
    for assignor in state.assignors:
        lines += ["", f"## {assignor.name}", "", *_assignor_lines(assignor, places)]
    return "\n".join(lines) + "\n"


def _assignor_lines(assignor: AssignorState, places: Places) -> Iterator[str]:
    promises = f"promises what `{assignor.like}` promises" if assignor.like else "promises only what holds for all"
    yield f"`{assignor.target}` {promises}. Checked on {quantity(assignor.groups, 'group')} on {assignor.measured}."
    kept = [f"`{one.result.law}` ({one.result.groups:,})" for one in assignor.laws if one.result.verdict == "kept"]
    broken = [one for one in assignor.laws if one.result.verdict == "broken"]
    if kept:
        yield from ("", f"Kept, with the groups that each law was judged on: {series(kept, most=len(kept))}.")
    for law in assignor.laws:
        if law.result.verdict == "undecided":
            yield from ("", _undecided(law))
    if broken:
        yield from ("", table_head("broken law", "smallest group", "input families", "since", "described in"))
        yield from (_broken_row(law, places) for law in broken)
    is_random = any(law.result.law == _RANDOM for law in broken)
    yield from ("", f'<a id="{_anchor(assignor.name)}"></a>The commands behind the numbers:', "", "```")
    yield from assignor.replays.values()
    for law in (one for one in broken if one.result.declared is None):
        yield f"{law.replay}{f'  # {VARYING}' if is_random and law.result.law in _VARYING_LAWS else ''}"
        if law.since is not None and law.since.get("unknown") is None:
            since = law.since
            change = f"last kept in {since['last']}, first broken in {since['first']}"
            always = f"broken at both ends, from {since['first']} to {assignor.version}"
            asked = f"{since['asked']} of {quantity(since['releases'], 'release')} asked"
            yield f"{since['replay']}  # {change if since['last'] else always}; {asked}"
    yield "```"
    for law in broken:
        if law.result.declared is not None:
            yield from ("", f"Broken as declared: `{law.result.law}`: {law.result.declared}. `{law.replay}`{DECLARED}.")


def _broken_row(law: LawState, places: Places) -> str:
    since = law.since or {}
    first = since.get("first") or "unknown"
    return table_row(
        f"`{law.result.law}`",
        f"[{law.result.size}]({(law.case or '').removeprefix(CASES)})",
        ", ".join(law.result.broken_in),
        first if since.get("last") or "first" not in since else f"{first} or earlier",
        ", ".join(link_to(one, places, FINDINGS_FOLDER) for one in law.findings) or "the declaration below",
    )


def _undecided(law: LawState) -> str:
    one = law.result
    kept = f"kept on {quantity(one.kept, 'group')}, but " if one.kept else ""
    where = f" ({series(one.undecided_in, most=len(one.undecided_in))})" if one.undecided_in else ""
    groups = f" on {quantity(one.undecided, 'group')}" if one.undecided else ""
    return f"Undecided: `{one.law}`: {kept}not decided{groups}{where}: {one.reason}."


def _anchor(assignor: str) -> str:
    return f"{assignor.lower()}-commands"
