"""The state page: one row for each implementation, then balance, moves and time of each assignor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafka_assay.properties.registry import LAWS
from kafka_assay.reports.wording.words import quantity, series
from studies.findings.finding_pages import SEVERITIES
from studies.output import table_head, table_row
from studies.state.implementation_state import (
    MOST_GRAVE,
    AssignorState,
    ImplementationState,
    QualityState,
    SeverityState,
    Share,
    TimeState,
)
from studies.state.implementations import REFERENCES, release_age
from studies.state.severity import LAW_SEVERITIES, severity_of
from studies.state.state_anchors import commands_anchor
from studies.state.time_measure import CALL_SECONDS

_NOTHING = "–"
_MILLI, _THOUSANDTH = 1e3, 0.001


def overview_page(states: Sequence[ImplementationState]) -> str:
    """The page `docs/results/state/README.md`."""
    return "\n".join(_lines(states)) + "\n"


def _lines(states: Sequence[ImplementationState]) -> Iterator[str]:
    released = [one for one in states if one.implementation != REFERENCES]
    yield from ("# State of the assignors", "", _answer(released), "")
    yield from (_READING, "")
    yield from _implementation_table(states)
    yield from ("", _legend(), "", "![" + _ALT + "](state.png)", "")
    yield from ("## Balance, moves and time", "", f"{_MEASURES} {_machines(states)}", "")
    yield from _figures_table([(one, assignor) for one in released for assignor in one.assignors])
    yield from ("", "The same of the references:", "")
    yield from _figures_table([(one, assignor) for one in states if one not in released for assignor in one.assignors])
    yield from ("", *_severities(), "", _BADGES, "", *_again())


def _answer(released: Sequence[ImplementationState]) -> str:
    assignors = [assignor for one in released for assignor in one.assignors]
    broken = [one for one in assignors if one.alarms]
    grave = [one for one in broken if one.alarms[0].severity in SEVERITIES[:MOST_GRAVE]]
    days = sorted({one.measured for one in assignors})
    return (
        f"Of {quantity(len(assignors), 'assignor')} of {quantity(len(released), 'implementation')}, in the releases "
        f"below, {len(broken)} break a law that they promise. "
        f"In {len(grave)} of them the break is graver than needless moves or imbalance. "
        f"Measured on {days[0] if len(days) == 1 else f'{days[0]} to {days[-1]}'}."
    )


def _implementation_table(states: Sequence[ImplementationState]) -> Iterator[str]:
    yield table_head("implementation", "release", *SEVERITIES, "only here", "since")
    for one in states:
        page = f"{one.implementation}.md"
        cells = (_severity_cell(at, page) for at in one.severities)
        only = f"[{len(one.only_here)}]({page}#broken-laws)" if one.only_here else _NOTHING
        yield table_row(f"[{one.implementation}]({page})", one.release, *cells, only, _first_bad(one))


def _severity_cell(at: SeverityState, page: str) -> str:
    match at.verdict:
        case "broken":
            return f"[✗ {len(at.broken)}]({page}#broken-laws)"
        case "undecided":
            return f"[? {len(at.undecided)}]({page})"
        case _:
            return "✓"


def _first_bad(state: ImplementationState) -> str:
    """The oldest release that is known to break a law of the gravest severity."""
    gravest = next((one for one in state.severities if one.broken), None)
    if gravest is None:
        return _NOTHING
    found = [
        (release_age(assignor.target, law.oldest[0]), law.oldest, commands_anchor(assignor.name, law.law))
        for assignor in state.assignors
        for law in assignor.alarms
        if law.severity == gravest.severity and law.oldest is not None
    ]
    if not found:
        return "unknown"
    _, (first, last), anchor = min(found, key=lambda one: one[0])
    return f"[{'' if last else '≤ '}{first}]({state.implementation}.md#{anchor})"


def _figures_table(rows: Sequence[tuple[ImplementationState, AssignorState]]) -> Iterator[str]:
    timed = next((assignor.times for _, assignor in rows if assignor.times), ())
    sizes = [f">ms, {one.partitions:,}" for one in timed]
    titles = (">no plan, %", ">less balanced, %: equal", ">unequal", ">wasted moves: equal", ">unequal")
    yield table_head("assignor", *titles, *sizes)
    for state, assignor in rows:
        place = f"{state.implementation}.md#{commands_anchor(assignor.name)}"
        by_kind = {one.subscriptions: one for one in assignor.quality}
        name = assignor.name if state.implementation == REFERENCES else f"{state.implementation} {assignor.name}"
        yield table_row(
            f"[{name}]({place})",
            _no_plan(assignor.quality),
            *(_percent(one.less_balanced if one else None) for one in map(by_kind.get, ("equal", "unequal"))),
            *(_moves(one.wasted if one else None) for one in map(by_kind.get, ("equal", "unequal"))),
            *(map(time_text, assignor.times) if assignor.times else [_NOTHING] * len(sizes)),
        )


def _no_plan(quality: Sequence[QualityState]) -> str:
    asked = sum(one.groups for one in quality)
    without = sum(one.groups * one.without_plan.value for one in quality if one.without_plan is not None)
    return f"{100 * without / asked:.2g}" if asked else _NOTHING


def _percent(share: Share | None) -> str:
    return _NOTHING if share is None else f"{100 * share.value:.3g}"


def _moves(share: Share | None) -> str:
    return _NOTHING if share is None else "0" if share.value < _THOUSANDTH else f"{share.value:.2g}"


def time_text(time: TimeState) -> str:
    """
    The milliseconds, or why there are none.

    >>> time_text(TimeState(workload="", partitions=1000, seconds=0.00123))
    '1.2'
    """
    if time.seconds is None and (time.error or "").startswith("hang"):
        return f"> {_MILLI * CALL_SECONDS:,.0f}"
    if time.seconds is None:
        return "no answer" if time.error else _NOTHING
    return f"{_MILLI * time.seconds:,.0f}" if time.seconds >= 0.01 else f"{_MILLI * time.seconds:.2g}"


def _legend() -> str:
    return (
        "**✓** every law of this severity is kept. **✗ 2** two laws are broken. **? 1** nothing is broken, but one law "
        "could not be decided on some groups. *Only here*: laws that no other implementation breaks, although another "
        "one promises and keeps them. *Since*: the oldest release that is known to break a law of the "
        "gravest severity; **≤** means that no older one is known to keep it. A number links to the command that "
        "repeats it. *References* are our own assignors; they declare where they follow Kafka into a fault, and "
        "a declared break is not counted. Nor is a break that we examined and found to be no fault."
    )


def _machines(states: Sequence[ImplementationState]) -> str:
    """Where the times were measured, and what else ran there."""
    timed = [assignor for one in states for assignor in one.assignors if assignor.load is not None]
    if not timed:
        return "The times are not measured yet."
    loads = sorted(one.load for one in timed if one.load is not None)
    machines = series(sorted({str(one.machine) for one in timed}))
    return (
        f"Timed on {machines}. Other programs used the machine too (load average {loads[0]:g} to {loads[-1]:g}), so "
        "read the times as orders of magnitude."
    )


def _severities() -> Iterator[str]:
    yield from ("## What the severities mean", "", _SEVERITIES, "")
    for severity in LAW_SEVERITIES[:-1]:
        laws = [f"`{law.id}`" for law in LAWS if severity_of(law.id) == severity]
        yield f"* *{severity}*: {series(laws)}"
    yield f"* *{LAW_SEVERITIES[-1]}*: all other laws"


_READING = (
    "A cell says what `assay check` found. Its groups cover rare inputs on purpose. So a broken law says that *one* "
    "such group exists, and not that it is frequent. *Kept* means that no tested group broke the law "
    "([what that is worth](../../what-kept-means.md)). The page of an implementation has the smallest group of each "
    "broken law, the commands, and links to the [findings](../findings/README.md), which say how a live group gets "
    "there."
)
_ALT = (
    "For each assignor: the number of broken laws by severity, the share of answers to everyday groups that are less "
    "balanced than possible, and the time for 10,000 partitions."
)
_MEASURES = (
    "*Everyday groups* are like those of small services ([how they are drawn](../../quality.md)). *No plan*: the share of "
    "groups without a valid answer. *Less balanced*: the share of the valid answers that are less balanced than the "
    "proven optimum, for groups whose members all subscribe to the same topics (*equal*), and for the others. *Wasted "
    "moves*: moves above the fewest, mean over the answers with the best balance. Range and round-robin promise "
    "neither the best balance with unequal subscriptions nor few moves. *ms*: the median time of `assign` in the "
    "assignor's own process, for 1,000, 10,000 and 100,000 partitions, 10 for each member, after one member has left. "
    "A name links to the commands."
)
_SEVERITIES = (
    "A law has the severity of the worst effect that a break may have on a live group "
    "([the laws](../../reference/laws.md) say which). A finding may be milder or graver. If all findings that describe a "
    "break call it a curiosity, which harms no user, it is one here too."
)
_BADGES = (
    "## Badges and data\n\nEach implementation has a JSON document ([format](../../formats/state.md)) and a badge beside "
    "its page, such as `kafka-clients.json` and `kafka-clients.svg`. The key `badge` of the document has the label, "
    "the message and the colour, for badge services that read JSON."
)
_AGAIN = (
    "The command measures what is missing in [record.jsonl](record.jsonl), or whose target, options or verdicts "
    "(`VERDICT_VERSION`) changed since. Then it makes all files of this folder from the record. The targets are those "
    "of `studies/newest_releases.py`; `--only kafka-python` measures the targets with this text. A run from nothing takes "
    "about an hour on two cores. It downloads and builds old releases for *since*."
)


def _again() -> Iterator[str]:
    command = "python -m studies state_of_assignors --measure --write"
    yield from ("## Make this page again", "", "```", command, "```", "", _AGAIN)
