"""
Which kinds of alarm the findings already describe: decided by target and law, and then by family.

`docs/results/findings/listed.txt` says where each kind belongs (`studies/alarms/alarm_page.py`). A line of it that names only
withdrawn findings does not count: their cases raise no alarm any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from studies.alarms.alarm_page import LISTED, DocumentedAlarm, read_documented_alarms
from studies.campaigns.campaign_record import TargetRecord
from studies.findings.finding_pages import findings
from studies.findings.findings_index import place_of_ids
from studies.findings.withdrawn_findings import WITHDRAWN

NO_FINDING = "no finding"
"""How the list begins a reason why a kind is no fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedKind:
    """
    A kind of alarm: how often it occurred, its smallest case, and the places that describe it, here or elsewhere.

    `law` has the kind of failure in brackets if there was no answer. `here` are places that describe the law of this
    target for this family, `elsewhere` those for other families. `withdrawn` names withdrawn findings that did.
    """

    target: str
    law: str
    family: str
    count: int
    case: int
    here: tuple[str, ...]
    elsewhere: tuple[str, ...]
    withdrawn: tuple[str, ...]

    @property
    def is_new(self) -> bool:
        """Whether no finding names this law of this target, in any family."""
        return not self.here and not self.elsewhere

    @property
    def is_new_family(self) -> bool:
        """Whether findings name this law of this target, but in other families only."""
        return not self.here and bool(self.elsewhere)

    @property
    def places(self) -> tuple[str, ...]:
        """The places that describe the law of this target: those for its family, if there are any."""
        return self.here or self.elsewhere


def read_known() -> list[DocumentedAlarm]:
    """The lines of `docs/results/findings/listed.txt`."""
    return read_documented_alarms(LISTED.read_text("utf-8"))


def examine_kinds(target: TargetRecord, known: Iterable[DocumentedAlarm]) -> list[ExaminedKind]:
    """Each kind of alarm of `target`, with what is `known` of it."""
    mine = [one for one in known if fnmatchcase(target.target, one.target)]
    found = []
    for alarms in target.alarms:
        lines = [one for one in mine if one.is_like(alarms.law)]
        for family, count in alarms.counts.items():
            here, elsewhere, withdrawn = _places(family, lines)
            found.append(
                ExaminedKind(
                    target=target.target,
                    law=alarms.law,
                    family=family,
                    count=count,
                    case=alarms.cases[family],
                    here=here,
                    elsewhere=elsewhere,
                    withdrawn=withdrawn,
                )
            )
    return found


def _places(family: str, lines: Sequence[DocumentedAlarm]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The places for this family, those for others, and the withdrawn findings."""
    former = {one.id for one in WITHDRAWN}
    valid = [one for one in lines if one.where not in former]
    here = dict.fromkeys(one.where for one in valid if fnmatchcase(family, one.family))
    elsewhere = dict.fromkeys(one.where for one in valid if one.where not in here)
    withdrawn = dict.fromkeys(one.where for one in lines if one.where in former)
    return tuple(here), tuple(elsewhere), tuple(withdrawn)


def unseen_findings(kinds: Iterable[ExaminedKind]) -> list[str]:
    """The findings and policies of which no kind occurred. A campaign has no consumer programs on the wire."""
    seen = {place for one in kinds for place in one.here}
    return [one.id for one in findings() if one.id not in seen and not one.target.startswith("wire:")]


def place_links(places: Iterable[str]) -> str:
    """
    The places as links from `docs/`.

    >>> place_links(["kafkajs-1", "no finding: documented"])
    '[kafkajs-1](results/findings/kafkajs.md), [no finding](results/findings/listed.txt)'
    """
    files = place_of_ids()
    links = [
        f"[{place}](results/findings/{files[place]})"
        if place in files
        else f"[{NO_FINDING}](results/findings/listed.txt)"
        if place.startswith(NO_FINDING)
        else place
        for place in places
    ]
    return ", ".join(dict.fromkeys(links))
