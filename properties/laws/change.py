"""
What may move after a small change: nothing happens, one member joins, one member leaves.

Each law feeds the assignor's own settled answer back as the next claims, so that no dirty claim interferes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.stickiness import is_equal_without_racks
from kafka_assay.properties.measures.facts import list_facts
from kafka_assay.properties.measures.flaws import moved_partitions
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict

_ONE_SMALL_CHANGE = "it covers a few groups or one small change, and says nothing about others"
_FED_BACK = "its own answer becomes the claims"
_MARKS = _FIRST, _LAST = "!", "~"
"""The first character of a new member's id: it then sorts first, or last."""
FEW_MEMBERS = 4
"""In groups up to this size every member leaves once; in larger ones three members do."""


def has_unheard_claims(promises: frozenset[Promise], group: Group) -> bool:
    """
    Whether a cooperative assignor cannot see all claims, because a member's metadata version cannot carry them.

    Then an assignor that answers by chance may assign the unseen partitions anew.
    """
    return Promise.COOPERATIVE in promises and any(member.metadata_version <= 0 for member in group.members)


class _Change(NamedTuple):
    """A small change after the trial's own answer: the group then, and the facts that name the change."""

    group: Group
    why: str
    facts: Facts


def _no_change(trial: Trial) -> list[_Change]:
    return [_Change(trial.group_fed_back, _FED_BACK, {})]


def _joins(trial: Trial) -> list[_Change]:
    """A new member that is first in the list and in sort order, and then one that is last in both."""
    return [_join(trial, mark) for mark in _MARKS]


def _leaves(trial: Trial) -> list[_Change]:
    return [_leave(trial, leaver) for leaver in _leavers(trial.group_fed_back, trial.loads)]


def _join(trial: Trial, mark: str) -> _Change:
    settled = trial.group_fed_back
    joiner = newcomer(settled, mark)
    members = (joiner, *settled.members) if mark == _FIRST else (*settled.members, joiner)
    group = trial.remember(f"{mark} joins", lambda: settled.with_members(members))
    return _Change(group, f"{_FED_BACK}, and the new member {joiner.id} joins", {"joiner": joiner.id})


def _leave(trial: Trial, leaver: str) -> _Change:
    settled = trial.group_fed_back
    rest = tuple([member for member in settled.members if member.id != leaver])
    group = trial.remember(f"{leaver} leaves", lambda: settled.with_members(rest))
    return _Change(group, f"{_FED_BACK}, and {leaver} leaves", {"leaver": leaver, "was": trial.loads[leaver]})


def _groups_after(changes: Callable[[Trial], list[_Change]]) -> Callable[[Trial], list[Group]]:
    return lambda trial: [] if trial.flaw is not None else [change.group for change in changes(trial)]


def ask_after_named_change(trial: Trial, facts: Facts) -> None:
    """Ask about the join or the leave that `facts` name."""
    if trial.flaw is None and ("joiner" in facts or facts["leaver"] in trial.group.member_ids()):
        change = _join(trial, facts["joiner"][0]) if "joiner" in facts else _leave(trial, facts["leaver"])
        trial.settled_answer(change.group, why=change.why)


def _judge_moves(trial: Trial, changes: Callable[[Trial], list[_Change]]) -> Verdict:
    """Broken by the first of the `changes` after which a member that stays loses a partition, save to the joiner."""
    if trial.flaw is not None:
        return Undecided(f"{trial.flaw}, so it cannot become the next claims")
    owners = trial.remember("owners fed back", lambda: valid_owners(trial.with_known_claims(trial.group_fed_back)))
    for change in changes(trial):
        joiner, leaver = change.facts.get("joiner"), change.facts.get("leaver")
        staying = owners if leaver is None else {claim: one for claim, one in owners.items() if one != leaver}
        moves = moved_partitions(staying, trial.settled_answer(change.group, why=change.why))
        found = list_facts("moved", [one for one in moves if joiner is None or set(one["to"]) - {joiner}])
        if found is not None:
            return Broken({**change.facts, **found})
    return Kept()


@law(
    promise=Promise.STICKY,
    says="with its own settled answer as the claims, it moves nothing",
    source="KIP-54",
    effect=Effect(NEEDLESS, "Even a rebalance without any change stops partitions and empties caches."),
    implies=_ONE_SMALL_CHANGE,
    defined=lambda group: not do_racks_matter(group),
    asks=True,
    questions=_groups_after(_no_change),
    except_for=has_unheard_claims,
)
def stable_group_moves_nothing(trial: Trial) -> Verdict:
    """
    KIP-54 keeps partitions with their previous owners as much as possible, and here all of them can stay.

    The law applies to any subscriptions.
    """
    return _judge_moves(trial, _no_change)


@law(
    promise=Promise.STICKY,
    says="with equal subscriptions: after a join, only the new member gets what others owned",
    source="KIP-54, Example 3; KAFKA-9987",
    effect=Effect(
        NEEDLESS, "Partitions move between old members for nothing, and their new owners start with empty caches."
    ),
    implies=_ONE_SMALL_CHANGE,
    defined=is_equal_without_racks,
    asks=True,
    questions=_groups_after(_joins),
    ask_named=ask_after_named_change,
    except_for=has_unheard_claims,
)
def join_only_gives_to_joiner(trial: Trial) -> Verdict:
    """
    No old member gets what another old member owned.

    KIP-54's Example 3 moves one partition, to the new consumer. The new member comes first in the list with an id that
    sorts first, and then last with an id that sorts last: faults hide if new members always sort last.
    """
    return _judge_moves(trial, _joins)


@law(
    promise=Promise.STICKY,
    says="with equal subscriptions: after a leave, no remaining member loses a partition",
    source="KIP-54, Examples 1 and 2; KAFKA-9987",
    effect=Effect(NEEDLESS, "Each restart takes partitions from members that did not restart."),
    implies=_ONE_SMALL_CHANGE,
    defined=lambda group: len(group.members) > 1 and is_equal_without_racks(group),
    asks=True,
    questions=_groups_after(_leaves),
    ask_named=ask_after_named_change,
)
def leave_only_takes_from_leaver(trial: Trial) -> Verdict:
    """
    Only the partitions of the member that left are assigned anew: in KIP-54's Examples 1 and 2 the others keep theirs.

    In a group of up to four every member leaves once. In a larger one the first by id, the last, and the most loaded
    member leave.
    """
    return _judge_moves(trial, _leaves)


def newcomer(group: Group, mark: str) -> Member:
    """
    A member without claims that joins `group`. Its id is new and begins with `mark`; it subscribes as the first member.
    """
    known = set(group.member_ids())
    name = f"{mark}joiner"
    while name in known:
        name = f"{mark}{name}"
    return Member(id=name, subscription=group.members[0].subscription)


def _leavers(group: Group, before: dict[str, int]) -> list[str]:
    ids = group.member_ids()
    if len(ids) <= FEW_MEMBERS:
        return ids
    by_name = sorted(ids, key=kafka_order)
    return list(dict.fromkeys([by_name[0], by_name[-1], max(ids, key=before.__getitem__)]))
