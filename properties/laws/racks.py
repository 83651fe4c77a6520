"""
What rack matching may cost, and what it must achieve: compared with the same group with all racks hidden.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.flaws import flaw_of
from kafka_assay.properties.measures.places import do_racks_matter, rack_matches, without_racks
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions, subscribers
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict

HIDDEN = "the same group, all racks hidden"
RACK_VERSION = 3
"""From this version on the subscription carries the member's rack (KIP-881)."""


def is_equal_and_all_racked(group: Group) -> bool:
    """Whether subscriptions are equal, racks matter, and every member can send its rack."""
    all_racked = all(member.rack and member.metadata_version >= RACK_VERSION for member in group.members)
    return all_racked and do_racks_matter(group) and has_equal_subscriptions(group)


def groups_without_racks(trial: Trial) -> list[Group]:
    """The group with all racks hidden."""
    return [] if trial.flaw is not None else [_hide_racks(trial)]


def _hide_racks(trial: Trial) -> Group:
    return trial.remember("no racks", lambda: without_racks(trial.group))


@law(
    promise=Promise.RACKS,
    says="racks do not make loads less even: per topic for range, with equal subscriptions for sticky",
    source="KIP-881",
    effect=Effect(NEEDLESS, "Rack matches overload some members, which KIP-881 rules out."),
    implies="loads that racks do not change may be uneven, and match no rack",
    defined=do_racks_matter,
    asks=True,
    questions=groups_without_racks,
    except_for=lambda promises, group: Promise.PER_TOPIC not in promises and not has_equal_subscriptions(group),
)
def racks_never_cost_balance(trial: Trial) -> Verdict:
    """
    Balance comes before racks, in range and in the sticky assignors.

    For sticky assignors the law applies to equal subscriptions only. Otherwise their rack-aware path may end with other
    loads, which are still locally balanced. Loads that are more even with racks do not count: then another fault made
    those without racks uneven.
    """
    answer = _answer_without_racks(trial)
    if isinstance(answer, Undecided):
        return answer
    if Promise.PER_TOPIC not in trial.promises:
        everybody = trial.group.member_ids()
        shown, blind = _sorted_loads(trial.answer, everybody), _sorted_loads(answer, everybody)
        is_worse = sum_of_squares(shown) > sum_of_squares(blind)
        return Broken({"loads": shown, "loads_without": blind}) if is_worse else Kept()
    for topic, members in subscribers(trial.group).items():
        shown, blind = _sorted_loads(trial.answer, members, topic), _sorted_loads(answer, members, topic)
        if sum_of_squares(shown) > sum_of_squares(blind):
            return Broken({"topic": topic, "loads": shown, "loads_without": blind})
    return Kept()


@law(
    promise=Promise.RACKS,
    says="sticky, equal subscriptions, all members with racks: no fewer rack matches than with racks hidden",
    source="KIP-881",
    effect=Effect(NEEDLESS, "Seeing racks leads to more traffic between racks than ignoring them."),
    implies="rack matches may come with any loads",
    defined=is_equal_and_all_racked,
    asks=True,
    questions=groups_without_racks,
    except_for=lambda promises, _: Promise.STICKY not in promises,
)
def rack_match_not_worse(trial: Trial) -> Verdict:
    """
    Members read from a replica on their own rack if balance allows it.

    A match means: the owner's rack has any replica, leader or follower. With unequal subscriptions, or a member without
    a rack, Kafka's own rule sometimes loses matches. So does range, which looks for a member that matches in several
    topics.
    """
    answer = _answer_without_racks(trial)
    if isinstance(answer, Undecided):
        return answer
    seen, blind = rack_matches(trial.group, trial.answer), rack_matches(trial.group, answer)
    return Kept() if seen >= blind else Broken({"matches": seen, "blind_matches": blind})


def _answer_without_racks(trial: Trial) -> Assignment | Undecided:
    """The settled answer with all racks hidden; undecided if it, or the trial's own answer, is not valid."""
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    hidden = _hide_racks(trial)
    answer = trial.settled_answer(hidden, why=HIDDEN)
    flaw = flaw_of(hidden, answer)
    return answer if flaw is None else Undecided(flaw)


def _sorted_loads(answer: Assignment, members: list[str], topic: str | None = None) -> list[int]:
    """How many partitions the `members` have, of one topic or of all."""
    mine = [answer.get(member, {}) for member in members]
    if topic is not None:
        return sorted(len(topics.get(topic, ())) for topics in mine)
    return sorted(sum(map(len, topics.values())) for topics in mine)
