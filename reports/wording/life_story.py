"""
The story of a life: the event before each rebalance, and the answer; and how a live group gets to a break.

Of a case are shown each rebalance of its life, then one further question of the law.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.life import Event, KafkaError, Life
from kafka_assay.assignors.model import Group
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.properties.paths.first_lives import liar_in
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.wording.group_text import (
    answer_in_words,
    claims_in_words,
    features_in_words,
    has_generations,
    members_in_words,
    topics_in_words,
)
from kafka_assay.reports.wording.safe_names import ShortNames, escape_unprintable, short_names, shorten_members
from kafka_assay.reports.wording.words import display_name, quantity, series

ROUND = "the next round"
"""The reason for calling a cooperative assignor again before its rebalance is complete."""
SAME_GROUP = "the same group"
"""How a law begins to describe a question that does not follow the others, but repeats the first in another way."""
MOST_CHANGES = 12
"""The most changes before one rebalance that are written out. The others are counted."""


def life_sentences(steps: Sequence[TrialStep]) -> list[str]:
    """One sentence for each rebalance after the first: what happened before it."""
    sentences = [f"Rebalance {number}: {words}." for number, (words, _) in enumerate(lived_rounds(steps), start=2)]
    return [*object_sentences(steps), *sentences] if sentences else []


def client_sentence(life: Life) -> str:
    """
    The clients of a history's members at its start, and its protocol; empty if it names none.

    >>> from kafka_assay.assignors.life_members import LifeMember
    >>> runs = (LifeMember(member="C0", client="kafka-clients"), LifeMember(member="C1", client="kafka-clients 2.8.0"))
    >>> client_sentence(Life(group=Group(topics=(), members=()), runs=runs))
    'C0 runs kafka-clients (newest); C1 runs kafka-clients 2.8.0'
    """
    members: dict[str, list[str]] = {}
    for run in life.runs:
        if run.client is not None:
            release = run.client if " " in run.client else f"{run.client} (newest)"
            members.setdefault(release, []).append(display_name(run.member))
    clauses = [f"{series(mine)} {'runs' if len(mine) == 1 else 'run'} {client}" for client, mine in members.items()]
    protocol = [] if life.protocol is None else [f"protocol: {life.protocol.value}"]
    return "; ".join([*clauses, *protocol])


def group_rows(group: Group, life: Life | None) -> Iterator[tuple[str, str]]:
    """The topics and the members of a group, and the clients of its `life`, each with the word before it."""
    yield "topics", topics_in_words(group)
    first, *others = members_in_words(group) or ["none"]
    yield "members", first
    yield from (("", member) for member in others)
    if life is not None:
        yield "clients", client_sentence(life)


def object_sentences(steps: Sequence[TrialStep]) -> list[str]:
    """The note that one assignor object answers all rebalances, if so."""
    is_one_object = steps[0].instance is not None and any(step.event is not None for step in steps)
    return ["One assignor object answers all rebalances."] if is_one_object else []


def lived_rounds(steps: Sequence[TrialStep]) -> Iterator[tuple[str, Sequence[TrialStep]]]:
    """For each rebalance after the first, what happened before it, and its rounds."""
    before, names = steps[0], short_names(step.group for step in steps)
    for place, step in enumerate(steps):
        if step.event is not None:
            clauses = [step.why] if step.why else []
            clauses += event_clauses(step.event, before.group, step.group, names)
            yield _changes(clauses), rounds_from(steps, place)
            before = step


def rounds_from(steps: Sequence[TrialStep], place: int) -> Sequence[TrialStep]:
    """The rounds of the call that begins at `place`: one, or several of a cooperative assignor."""
    end = place + 1
    while end < len(steps) and steps[end].why == ROUND and steps[end].event is None:
        end += 1
    return steps[place:end]


def settled_round(rounds: Sequence[TrialStep]) -> int:
    """The number of the first round after which the answer stays as it is; that of the last one if there is none."""
    number = len(rounds)
    while number > 1 and rounds[number - 2].assignment == rounds[-1].assignment:
        number -= 1
    return number


def step_label(why: str) -> str:
    """
    The word before the description of a question: `compare` if it repeats the first one in another way, else `then`.

    >>> step_label("the same group, members listed backwards"), step_label("rebalance 2: C0 leaves")
    ('compare', 'then')
    """
    return "compare" if why.startswith(SAME_GROUP) else "then"


def _changes(clauses: Sequence[str]) -> str:
    named = list(clauses[:MOST_CHANGES])
    if len(clauses) > len(named):
        named.append(quantity(len(clauses) - len(named), "other change"))
    return "; ".join(named) or "nothing has changed"


def event_clauses(event: Event, before: Group, after: Group, names: ShortNames) -> list[str]:
    """
    The event as clauses.

    A member that takes part now, but neither took part in the rebalance before nor joins, missed that rebalance. It
    comes first.
    """
    known = {member.id for member in (*before.members, *event.join)}
    dated = has_generations(after)
    clauses = [
        f"{_name(member.id, names)} comes back and claims {claims_in_words(member, dated=dated)}"
        for member in after.members
        if member.id not in known
    ]
    if event.reset:
        clauses.append("the coordinator loses the group, and generations restart at 1")
    had = before.partition_counts()
    clauses += [_topic_clause(name, count, had.get(name)) for name, count in event.topics]
    clauses += [f"the metadata name other racks for {escape_unprintable(name)}" for name, _ in event.racks]
    if event.leave:
        clauses.append(_do(event.leave, names, "leaves", "leave"))
    if event.crash:
        clauses.append(_do(event.crash, names, "crashes", "crash"))
    clauses += [f"{_name(member.id, names)} joins, {features_in_words(member)}" for member in event.join]
    clauses += [
        f"{_name(member, names)} now subscribes to {' '.join(map(escape_unprintable, listed)) or 'nothing'}"
        for member, listed in event.subscribe
    ]
    if event.miss:
        clauses.append(_do(event.miss, names, "misses the rebalance", "miss the rebalance"))
    return [*clauses, *_client_clauses(event, names)]


def _client_clauses(event: Event, names: ShortNames) -> Iterator[str]:
    """What happens between the coordinator and the clients."""
    for member, code in event.errors:
        yield f"the coordinator answers {_name(member, names)} with {KafkaError(code).name}"
    if event.miss_sync:
        yield _do(event.miss_sync, names, "misses the sync", "miss the sync")
    if event.leader is not None:
        yield f"{_name(event.leader, names)} leads"
    if event.restart is not None:
        yield f"afterwards {member_names(event.restart.members, names)} will restart"
    for member, client in event.upgrade:
        yield f"afterwards {_name(member, names)} will restart with {client}"


def member_names(members: Sequence[str], names: ShortNames) -> str:
    """These members by their short names."""
    return series([_name(member, names) for member in members])


def _do(members: Sequence[str], names: ShortNames, one: str, several: str) -> str:
    """What these members do: the words for one, or for several."""
    return f"{member_names(members, names)} {one if len(members) == 1 else several}"


def _name(member: str, names: ShortNames) -> str:
    return display_name(names.get(member, member))


def _topic_clause(name: str, count: int | None, had: int | None) -> str:
    topic, partitions = escape_unprintable(name), quantity(count or 0, "partition")
    if count is None:
        return f"{topic} is deleted"
    if had is None:
        return f"{topic} is created with {partitions}"
    if count == had:
        return f"{topic} keeps its {partitions}"
    if count < had:
        return f"{topic} is recreated with {partitions} instead of {had:,}"
    return f"{topic} grows from {had:,} to {partitions}"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """
    One question, and the rounds of its answer.

    `words` say what came before it; empty for the first one. `is_past`: another rebalance of the life follows, so only
    the last round matters. `is_further`: the law asked it after all rebalances.
    """

    words: str
    rounds: Sequence[TrialStep]
    is_past: bool = False
    is_further: bool = False

    @property
    def group(self) -> Group:
        """The group that was asked about."""
        return self.rounds[0].group

    @property
    def settled(self) -> TrialStep:
        """The round with the settled answer."""
        return self.rounds[-1 if self.is_past else settled_round(self.rounds) - 1]

    @property
    def answers(self) -> list[TrialStep]:
        """The rounds that are shown: the first one and the settled one; only the last one of a past rebalance."""
        return [self.settled] if self.is_past or self.settled is self.rounds[0] else [self.rounds[0], self.settled]

    def repeats(self, other: AskedQuestion) -> bool:
        """
        Whether this is the same question as `other`, which another target was asked.

        A question may follow from the target's own earlier answers. Then the group may be another one, with other
        claims.
        """
        if not self.words or not other.words:
            return self.words == other.words
        mine, others = self.rounds[0], other.rounds[0]
        if all((step.why or "").startswith(SAME_GROUP) for step in (mine, others)):
            return mine.group == others.group
        return (mine.why, mine.event) == (others.why, others.event)


def asked_questions(steps: Sequence[TrialStep]) -> list[AskedQuestion]:
    """Each rebalance, then the last further question of the law."""
    rebalances = _rebalances(steps)
    return [*rebalances, *list(_further_questions(steps, rebalances[-1]))[-1:]]


def asked_like(steps: Sequence[TrialStep], others: Sequence[AskedQuestion]) -> list[AskedQuestion]:
    """Each rebalance, then the further question that the `others` of another target end with, if it is there too."""
    rebalances = _rebalances(steps)
    if not others[-1].is_further or not are_alike(rebalances, others[:-1]):
        return rebalances
    further = [one for one in _further_questions(steps, rebalances[-1]) if one.repeats(others[-1])]
    return [*rebalances, *further[-1:]]


def are_alike(questions: Sequence[AskedQuestion], others: Sequence[AskedQuestion]) -> bool:
    """Whether both are the same questions in the same order."""
    return len(questions) == len(others) and all(map(AskedQuestion.repeats, questions, others))


def shown_answers(questions: Iterable[AskedQuestion]) -> Iterator[tuple[str, TrialStep]]:
    """What came before each answer that is shown, and its step."""
    for question in questions:
        for step in question.answers:
            number = settled_round(question.rounds)
            is_later = step is not question.rounds[0] and not question.is_past
            yield f"round {number}: the members join again with what they own" if is_later else question.words, step


def _rebalances(steps: Sequence[TrialStep]) -> list[AskedQuestion]:
    lived = [(f"rebalance {number}: {words}", rounds) for number, (words, rounds) in enumerate(lived_rounds(steps), 2)]
    *past, last = [("", rounds_from(steps, 0)), *lived]
    return [*(AskedQuestion(*one, is_past=True) for one in past), AskedQuestion(*last)]


def _further_questions(steps: Sequence[TrialStep], last: AskedQuestion) -> Iterator[AskedQuestion]:
    """The questions after the `last` rebalance."""
    place = next(number for number, step in enumerate(steps) if step is last.rounds[0]) + len(last.rounds)
    while place < len(steps):
        rounds = rounds_from(steps, place)
        yield AskedQuestion(rounds[0].why or "called again", rounds, is_further=True)
        place += len(rounds)


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
    return tuple(_rebalance_sentences(path.life, path.rebalances))


def with_story(path: CasePath | None) -> CasePath | None:
    """`path` with its life in sentences."""
    return None if path is None else replace(path, story=path_sentences(path))


def _rebalance_sentences(life: Life, rebalances: tuple[HistoryRebalance, ...]) -> Iterator[str]:
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
    seen = before.group.with_members((*before.group.members, *back))
    return [*clauses, *event_clauses(event, seen, now.group, names)] or ["nothing has changed"]


def _outcome(one: HistoryRebalance, names: ShortNames, *, is_last: bool) -> Iterator[str]:
    """Who answers and how. The last answer is the break itself."""
    who = "the coordinator" if one.leader is None else f"the leader {member_names([one.leader], names)}"
    if is_last:
        yield f"{who} is asked, and the law breaks"
        return
    yield f"{who} assigns {answer_in_words(shorten_members(one.answer, names), None).replace('   ', ', ')}"
    if one.without_sync:
        yield f"{_do(one.without_sync, names, 'misses', 'miss')} the sync of generation {one.generation}"
