"""The page of one implementation: its broken laws with groups and commands, then each assignor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafka_assay.assignors.formats.documents import parse_json
from kafka_assay.properties.records.case_format import Case, case_from_json
from kafka_assay.properties.releases.release_verdict import TIMES
from kafka_assay.reports.check.lines import group_lines
from kafka_assay.reports.render.plain_text import TextLine, fold_line
from kafka_assay.reports.wording.group_text import answer_in_words
from kafka_assay.reports.wording.sentences import clause_of
from kafka_assay.reports.wording.words import quantity, series
from studies.campaigns.known_kinds import NO_FINDING
from studies.findings.findings_index import place_of_ids
from studies.output import ROOT, table_head, table_row
from studies.pages.page_claims import DECLARED, VARYING
from studies.state.implementation_state import AssignorState, ImplementationState, LawState, Since
from studies.state.implementations import REFERENCES
from studies.state.older_breaks import OlderBreak
from studies.state.state_anchors import commands_anchor

_NOTHING = "–"
RANDOM = "same-question-same-answer"
"""The law that an assignor breaks if its answers differ by chance."""
_VARYING_LAWS = frozenset({RANDOM, "order-does-not-matter"})
"""A counterexample of them shows nothing where such an assignor happens to answer alike."""
_VARYING = f"  # {VARYING}: repeat it if it finds nothing"
WIDTH = 100
"""The widest line of a block."""


def implementation_page(state: ImplementationState) -> str:
    """The page of `state`."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: ImplementationState) -> Iterator[str]:
    badge = state.badge
    yield from (f"# State of {state.implementation} {state.release}", "")
    yield from (f"![{badge.label}: {badge.message}]({state.implementation}.svg)", "")
    assignors = [f"`{one.name}`" for one in state.assignors]
    yield (
        f"The laws that {series(assignors, most=len(assignors))} promise, on groups of all "
        "[input families](../../reference/families.md). [All implementations](README.md), "
        f"[these results as JSON]({state.implementation}.json)."
    )
    yield from ("", "## Broken laws", "")
    yield from _broken_table(state)
    for assignor in state.assignors:
        yield from ("", f"## {assignor.name}", "", *_assignor_lines(assignor))


def _broken_table(state: ImplementationState) -> Iterator[str]:
    rows = [(assignor, law) for assignor in state.assignors for law in assignor.alarms]
    if not rows:
        yield "None on the tested groups" + (", but for declared ones." if state.implementation == REFERENCES else ".")
        return
    order = {law: place for place, law in enumerate(state.broken)}
    yield table_head("law", "severity", "assignor", "smallest group", "since", "only here", "described in")
    for assignor, law in sorted(rows, key=lambda row: order[row[1].law]):
        place = f"{state.implementation}.md#{commands_anchor(assignor.name, law.law)}"
        yield table_row(
            f"[{law.law}]({place})",
            law.severity,
            f"`{assignor.name}`",
            law.size,
            _since_cell(law, place),
            "yes" if law.is_only_here else _NOTHING,
            _place_links(law.findings),
        )


def since_text(since: Since | None) -> str:
    """
    The first bad release in words.

    >>> since_text(Since(first="2.3.0", last="2.2.21", replay="")), since_text(Since(first="0.1", replay=""))
    ('2.3.0', '0.1 or earlier')
    """
    if since is None or since.first is None:
        return "unknown"
    return since.first if since.last else f"{since.first} or earlier"


def _since_cell(law: LawState, place: str) -> str:
    """The first bad release on the counterexample, and an older one on another group. Each links to its command."""
    known = law.since is not None and law.since.first is not None
    here = f"[{since_text(law.since)}]({place})" if known else since_text(law.since)
    return here if law.older is None else f"{here}; another group: {_older_link(law.older)}"


def _older_link(older: OlderBreak) -> str:
    since = Since(first=older.first, last=older.last, replay=older.replay)
    return f"[{since_text(since)}](../../{older.source})"


def _place_links(places: Sequence[str]) -> str:
    files = place_of_ids()
    links = [
        f"[{place}](../findings/{files[place]})"
        if place in files
        else f"[{NO_FINDING}](../findings/listed.txt)"
        if place.startswith(NO_FINDING)
        else place
        for place in places
    ]
    return ", ".join(dict.fromkeys(links)) or _NOTHING


def _assignor_lines(assignor: AssignorState) -> Iterator[str]:
    promises = f"promises what `{assignor.like}` promises" if assignor.like else "promises only what holds for all"
    kept = [one for one in assignor.laws if one.verdict == "kept"]
    yield f"`{assignor.target}` {promises}. Checked on {quantity(assignor.groups, 'group')} on {assignor.measured}."
    if kept:
        yield from ("", f"Kept, with the groups that each law was judged on: {series(_counted(kept), most=len(kept))}.")
    for law in assignor.laws:
        if law.verdict == "undecided":
            yield from ("", _undecided_line(law))
        elif not law.is_fault:
            places = _place_links(law.findings)
            yield from ("", f"Broken, but no fault: `{law.law}` ({law.size}), see {places}. `{law.replay}`")
        elif law.declared is not None:
            yield from ("", f"Broken as declared: `{law.law}`: {law.declared}. `{law.replay}`{DECLARED}.")
    for law in assignor.alarms:
        yield from ("", *_broken_lines(assignor, law))
    yield from ("", f'<a id="{commands_anchor(assignor.name)}"></a>The commands behind the numbers:', "", "```")
    yield from assignor.replays.values()
    yield "```"


def _counted(laws: Sequence[LawState]) -> list[str]:
    return [f"`{one.law}` ({one.groups:,})" for one in laws]


def _undecided_line(law: LawState) -> str:
    kept = f"kept on {quantity(law.kept, 'group')}, but " if law.kept else ""
    where = f" ({series(law.undecided_in, most=len(law.undecided_in))})" if law.undecided_in else ""
    groups = f" on {quantity(law.undecided, 'group')}" if law.undecided else ""
    return f"Undecided: `{law.law}`: {kept}not decided{groups}{where}: {law.reason}."


def _broken_lines(assignor: AssignorState, law: LawState) -> Iterator[str]:
    case = _read_case(law)
    first = case.steps[0]
    yield (
        f'<a id="{commands_anchor(assignor.name, law.law)}"></a><details><summary>✗ {law.law}: {law.size} '
        f"({case.inputs})</summary>"
    )
    yield from ("", f"The law: {clause_of(law.law)}. Broken on inputs: {series(law.broken_in, most=99)}.", "", "```")
    said = [*group_lines(case.steps[0].group), TextLine(f"answer   {answer_in_words(first.assignment, first.error)}")]
    for line in [*said, TextLine(f"What happened: {case.explanation}")]:
        yield from fold_line(TextLine(line.text), WIDTH)
    replay = f"{law.replay}{_VARYING if law.law in _VARYING_LAWS and _is_random(assignor) else ''}"
    yield from ("```", "", "```", replay, *_since_command(law, assignor.version), "```", "")
    yield from _since_notes(assignor, law)
    yield "</details>"


def _since_command(law: LawState, release: str) -> Iterator[str]:
    since = law.since
    if since is not None and since.unknown is None:
        change = f"last kept in {since.last}, first broken in {since.first}"
        always = f"broken at both ends, from {since.first} to {release}"
        asked = f"{since.asked} of {quantity(since.releases, 'release')} asked"
        yield f"{since.replay}  # {change if since.last else always}; {asked}"


def _is_random(assignor: AssignorState) -> bool:
    return any(one.law == RANDOM for one in assignor.alarms)


def _since_notes(assignor: AssignorState, law: LawState) -> Iterator[str]:
    if law.since is not None and law.since.last is not None and _is_random(assignor):
        chance = f"so {law.since.last} may have kept the law by chance in {TIMES} attempts."
        yield from (f"`{assignor.name}` may answer the same question differently, {chance}", "")
    if law.since is not None and law.since.unknown is not None:
        yield from (f"Since: unknown, because the bisection says: {law.since.unknown}.", "")
    if law.older is not None:
        yield from (f"On another group: {_older_link(law.older)}. The linked page has the command.", "")


def _read_case(law: LawState) -> Case:
    assert law.case is not None, "a broken law has a case"
    return case_from_json(parse_json((ROOT / law.case).read_bytes()))
