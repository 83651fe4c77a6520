"""
What may move after a small change: nothing happens, one member joins, one member leaves.

Each law feeds the assignor's own settled answer back as the next claims, so that no dirty claim interferes.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import loads, valid_owners
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.laws.stickiness import is_equal_without_racks
from kafka_assay.properties.measures.facts import list_facts
from kafka_assay.properties.measures.flaws import moved_partitions
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict

_ONE_SMALL_CHANGE = "it covers a few groups or one small change, and says nothing about others"
_MARKS = _FIRST, _LAST = "!", "~"
"""The first character of a new member's id: it then sorts first, or last."""
FEW_MEMBERS = 4
"""In groups up to this size every member leaves once; in larger ones three members do."""


def is_without_racks(group: Group) -> bool:
    """Whether no racks can override stickiness."""
    return not do_racks_matter(group)


def has_two_equal_without_racks(group: Group) -> bool:
    """Whether one member can leave and one stays: two members with equal subscriptions, and no racks that matter."""
    return len(group.members) > 1 and is_equal_without_racks(group)


def has_unheard_claims(promises: frozenset[Promise], group: Group) -> bool:
    """
    Whether a cooperative assignor cannot see all claims, because a member's metadata version cannot carry them.

    Then an assignor that answers by chance may assign the unseen partitions anew.
    """
    return Promise.COOPERATIVE in promises and any(member.metadata_version <= 0 for member in group.members)


def fed_back_group(trial: Trial) -> list[Group]:
    """The group with its own answer as the claims."""
    return [] if trial.flaw is not None else [trial.group_fed_back]


def groups_after_join(trial: Trial) -> list[Group]:
    """The same with a new member that is first in the list and in sort order, and with one that is last in both."""
    return [] if trial.flaw is not None else [_add_joiner(trial, mark) for mark in _MARKS]


def groups_after_leave(trial: Trial) -> list[Group]:
    """The same without each member that leaves."""
    if trial.flaw is not None:
        return []
    return [_remove_leaver(trial, leaver) for leaver in _leavers(trial.group_fed_back, trial.loads)]


def _add_joiner(trial: Trial, mark: str) -> Group:
    def joined() -> Group:
        settled = trial.group_fed_back
        joiner = newcomer(settled, mark)
        return settled.with_members((joiner, *settled.members) if mark == _FIRST else (*settled.members, joiner))

    return trial.remember(f"{mark} joins", joined)


def _remove_leaver(trial: Trial, leaver: str) -> Group:
    def rest() -> Group:
        settled = trial.group_fed_back
        return settled.with_members(tuple([member for member in settled.members if member.id != leaver]))

    return trial.remember(f"{leaver} leaves", rest)


def ask_after_named_join(trial: Trial, facts: Facts) -> None:
    """Ask about the join that `facts` name."""
    if trial.flaw is None:
        _ask_after_join(trial, facts["joiner"][0])


def ask_after_named_leave(trial: Trial, facts: Facts) -> None:
    """Ask about the leave that `facts` name."""
    if trial.flaw is None and facts["leaver"] in trial.group.member_ids():
        _ask_after_leave(trial, facts["leaver"])


def _ask_after_join(trial: Trial, mark: str) -> tuple[str, Assignment]:
    """The new member, and the answer with it."""
    group = _add_joiner(trial, mark)
    joiner = group.members[0 if mark == _FIRST else -1].id
    why = f"its own answer becomes the claims, and the new member {joiner} joins"
    return joiner, trial.settled_answer(group, why=why)


def _ask_after_leave(trial: Trial, leaver: str) -> Assignment:
    why = f"its own answer becomes the claims, and {leaver} leaves"
    return trial.settled_answer(_remove_leaver(trial, leaver), why=why)


@law(
    promise=Promise.STICKY,
    says="with its own settled answer as the claims, it moves nothing",
    source="KIP-54",
    effect=Effect(NEEDLESS, "Even a rebalance without any change stops partitions and empties caches."),
    implies=_ONE_SMALL_CHANGE,
    defined=is_without_racks,
    asks=True,
    questions=fed_back_group,
    except_for=has_unheard_claims,
)
def stable_group_moves_nothing(trial: Trial) -> Verdict:
    """
    KIP-54 keeps partitions with their previous owners as much as possible, and here all of them can stay.

    The law applies to any subscriptions.
    """
    if trial.flaw is not None:
        return Undecided(f"{trial.flaw}, so it cannot become the next claims")
    again = trial.group_fed_back
    owners = valid_owners(trial.with_known_claims(again))
    facts = list_facts(
        "moved", list(moved_partitions(owners, trial.settled_answer(again, why="its own answer becomes the claims")))
    )
    return Kept() if facts is None else Broken(facts)


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
    questions=groups_after_join,
    ask_named=ask_after_named_join,
    except_for=has_unheard_claims,
)
def join_only_gives_to_joiner(trial: Trial) -> Verdict:
    """
    No old member gets what another old member owned.

    KIP-54's Example 3 moves one partition, to the new consumer. The new member comes first in the list with an id that
    sorts first, and then last with an id that sorts last: faults hide if new members always sort last.
    """
    if trial.flaw is not None:
        return Undecided(f"{trial.flaw}, so it cannot become the next claims")
    settled = trial.group_fed_back
    owners = valid_owners(trial.with_known_claims(settled))
    for mark in _MARKS:
        joiner, answer = _ask_after_join(trial, mark)
        found = [move for move in moved_partitions(owners, answer) if set(move["to"]) - {joiner}]
        facts = list_facts("moved", found)
        if facts is not None:
            return Broken({"joiner": joiner, **facts})
    return Kept()


@law(
    promise=Promise.STICKY,
    says="with equal subscriptions: after a leave, no remaining member loses a partition",
    source="KIP-54, Examples 1 and 2; KAFKA-9987",
    effect=Effect(NEEDLESS, "Each restart takes partitions from members that did not restart."),
    implies=_ONE_SMALL_CHANGE,
    defined=has_two_equal_without_racks,
    asks=True,
    questions=groups_after_leave,
    ask_named=ask_after_named_leave,
)
def leave_only_takes_from_leaver(trial: Trial) -> Verdict:
    """
    Only the partitions of the member that left are assigned anew: in KIP-54's Examples 1 and 2 the others keep theirs.

    In a group of up to four every member leaves once. In a larger one the first by id, the last, and the most loaded
    member leave.
    """
    if trial.flaw is not None:
        return Undecided(f"{trial.flaw}, so it cannot become the next claims")
    settled = trial.group_fed_back
    for leaver in _leavers(settled, trial.loads):
        rest = _remove_leaver(trial, leaver)
        owners = valid_owners(trial.with_known_claims(rest))
        facts = list_facts("moved", list(moved_partitions(owners, _ask_after_leave(trial, leaver))))
        if facts is not None:
            return Broken({"leaver": leaver, "was": loads(settled, trial.answer)[leaver], **facts})
    return Kept()


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
