"""How a live group gets to a break: the grade in one sentence, and the life in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kafka_assay.assignors.life import Life
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.properties.paths.first_lives import liar_in
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.reports.wording.group_text import answer_in_words, claims_in_words
from kafka_assay.reports.wording.life_story import client_sentence, event_clauses, member_names
from kafka_assay.reports.wording.safe_names import ShortNames, short_names, shorten_owners
from kafka_assay.reports.wording.words import quantity


def path_line(case: Case) -> str:
    """The grade of a case's path and what it rests on; empty if no path was searched."""
    path = case.path
    if path is None:
        return ""
    searched = quantity(path.histories, "history", "histories")
    match path.status:
        case "shown":
            where = "" if path.histories == 0 else f", found in {searched}"
            return f"shown ({path.source or 'given'}{where}). {_life_clause(case, path)}"
        case "faulty-client":
            liar = liar_in(case.group)
            who = "one client" if liar is None else member_names([liar], short_names([case.group]))
            claim = f"{who} claims a negative partition, which no client is given"
            return f"needs a faulty client. {claim}; {searched} searched."
        case "constructed":
            return f"constructed. No history with this break was found; {searched} searched."


def _life_clause(case: Case, path: CasePath) -> str:
    if path.life is None:
        return "The life is not recorded."
    clients = client_sentence(path.life)
    about = f" ({clients})" if clients else ""
    same = "This life" if case.life == path.life else "A life that leads to the same break"
    return f"{same}{about}:"


def path_sentences(path: CasePath) -> tuple[str, ...]:
    """The life of a path, one sentence for each rebalance. It is told from the rebalances, if they are known."""
    if path.life is None or not path.rebalances:
        return path.story
    return tuple(_sentences(path.life, path.rebalances))


def with_story(path: CasePath | None) -> CasePath | None:
    """`path` with its life in sentences."""
    return None if path is None else replace(path, story=path_sentences(path))


def _sentences(life: Life, rebalances: tuple[HistoryRebalance, ...]) -> Iterator[str]:
    names = short_names(one.group for one in rebalances)
    before = rebalances[0]
    for number, one in enumerate(rebalances, start=1):
        clauses = _occasion(life, before, one, names)
        clauses += [
            f"{member_names([member.id], names)} claims {claims_in_words(member, dated=True)}"
            for member in one.group.members
            if member.owned
        ]
        clauses += _outcome(one, names, is_last=number == len(rebalances))
        era = "Group epoch" if one.leader is None else "Generation"
        yield f"{era} {one.generation}: {'; '.join(clauses)}."
        before = one


def _occasion(life: Life, before: HistoryRebalance, now: HistoryRebalance, names: ShortNames) -> list[str]:
    if now.trigger is Trigger.START:
        return ["all members are new"]
    if now.trigger is not Trigger.EVENT or now.event is None:
        return [now.trigger.value]
    # The claims of all members are told below; who misses the sync is told after the answer.
    event = replace(life.events[now.event], miss_sync=())
    known = {member.id for member in before.group.members}
    back = [member for member in now.group.members if member.id not in known]
    joining = {joiner.id for joiner in event.join}
    clauses = [f"{member_names([member.id], names)} comes back" for member in back if member.id not in joining]
    seen = replace(before, group=before.group.with_members((*before.group.members, *back)))
    return [*clauses, *event_clauses(event, seen.group, now.group, names)] or ["nothing has changed"]


def _outcome(one: HistoryRebalance, names: ShortNames, *, is_last: bool) -> Iterator[str]:
    """Who answers and how. The last answer is the break itself."""
    who = "the coordinator" if one.leader is None else f"the leader {member_names([one.leader], names)}"
    if is_last:
        yield f"{who} is asked, and the law breaks"
        return
    yield f"{who} assigns {answer_in_words(shorten_owners(one.answer, names), None).replace('   ', ', ')}"
    if one.without_sync:
        misses = "misses" if len(one.without_sync) == 1 else "miss"
        yield f"{member_names(one.without_sync, names)} {misses} the sync of generation {one.generation}"
