"""A what-if in sentences: what changes, which target does best at what was asked, and how a group comes to run it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import OPTIMAL, SHIPPED
from kafka_assay.membership.rollout import WORDS, families_by_rollout, kind_of
from kafka_assay.pipeline.whatif.change import PlannedChange
from kafka_assay.pipeline.whatif.switching import present_side
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, present_assignor
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.spread import idle_members
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames, shorten
from kafka_assay.reports.wording.words import (
    WEIGHT_UNITS,
    WEIGHT_WORDS,
    display_name,
    load_list,
    quantity,
    series,
    span_text,
    weight_text,
)


def change_clause(planned: PlannedChange, names: ShortNames = FULL_IDS) -> str:
    """
    What changes, as one clause. Members with a short name in `names` have that name.

    >>> from kafka_assay.assignors.model import group_of
    >>> from kafka_assay.pipeline.whatif.change import Change, plan_change
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
    >>> change_clause(plan_change(group, Change(leave=("a",), join=2, grow=(("t", 6),))))
    'a leaves, 2 members join, t grows from 2 to 6 partitions'
    """
    joined = f"{len(planned.joining):,} members join"
    restarted = len(planned.restarting)
    paced = f", {planned.rolling:,} at a time" if planned.rolling else ""
    parts = [
        *([_some([names.get(one, one) for one in planned.leaving], "leaves", "leave")] if planned.leaving else []),
        *([quantity(restarted, "member restarts", "members restart") + paced] if restarted else []),
        *([joined if len(planned.joining) > 1 else "one member joins"] if planned.joining else []),
        *(f"{topic} grows from {before:,} to {after:,} partitions" for topic, before, after in planned.grown),
    ]
    return ", ".join(parts) or "a rebalance without changes"


def _some(members: Sequence[str], one: str, several: str) -> str:
    return f"{series([display_name(member) for member in members], most=3)} {one if len(members) == 1 else several}"


def change_sentences(planned: PlannedChange) -> list[str]:
    """How the changes happen: who joins as what, who restarts and how."""
    found = []
    if planned.joining:
        first = planned.joining[0]
        static = f", and {'is' if len(planned.joining) == 1 else 'are'} static" if first.instance_id is not None else ""
        placed = not {one.id for one in planned.joining}.intersection(dict(planned.unplaced))
        named = " New members are named like the others." if placed else ""
        found.append(
            f"{_some([one.id for one in planned.joining], 'subscribes', 'subscribe')} to "
            f"{series(first.subscription)}, the most common subscription{static}.{named}"
        )
    if planned.batches:
        loud = [batch for batch in planned.batches if batch.dynamic]
        quiet = len(planned.batches) - len(loud)
        twice = "for each, the group rebalances without it, and again when it returns with new ids and without claims."
        once = "static and back within the session timeout: no rebalance, and nobody reads its partitions until then."
        found += [f"{quantity(len(loud), 'batch', 'batches')}, one after another: {twice}"] if loud else []
        found += [f"{quantity(quiet, 'batch is', 'batches are each')} {once}"] if quiet else []
    if planned.dynamic:
        one = "the group rebalances without it, and again when it returns with a new id and without claims."
        several = "the group rebalances without them, and again when they return with new ids and without claims."
        who = _some(planned.dynamic, "restarts", "restart")
        found.append(f"{who}: {one if len(planned.dynamic) == 1 else several}")
    if planned.static:
        who = _some(planned.static, "is static and returns", "are static and return")
        it, its = ("it claims", "its") if len(planned.static) == 1 else ("they claim", "their")
        if planned.before is None and planned.on_return is None:
            then = f"the group does not rebalance, and nobody reads {its} partitions until then."
            found.append(f"{who} within the session timeout: {then}")
        else:
            claims = f"{it} nothing, because a new process remembers no partitions."
            found.append(f"{who} into the same rebalance. Without a KIP-848 coordinator {claims}")
    return found


def rank_by_loads(outcomes: Iterable[WhatIfOutcome], best: Sequence[int]) -> list[str]:
    """
    Who shares most evenly, at which price, and how that differs within topics and over hosts.

    This is the question if nothing changes but the assignor. `best` are the best possible loads.
    """
    compared = _assignors(outcomes)
    if not compared:
        return []
    least = min(map(_standing, compared))
    even = [one for one in compared if _standing(one) == least]
    return [
        _loads_sentence(compared, even, best),
        *(_price_sentence(even) if all(one.comparable for one in even) else []),
        *_less_even_sentence([one for one in compared if one not in even], best),
        *_spread_sentence("within topics", [(one, one.topic_spread) for one in even]),
        *_spread_sentence("over hosts", [(one, one.host_spread) for one in even]),
    ]


def rank_by_weight(outcomes: Iterable[WhatIfOutcome], best: Sequence[int], by: str) -> list[str]:
    """With whom the heaviest member has the least weight. Who leaves members idle that could work is not praised."""
    spans = [(one.heaviest_range or (one.heaviest, one.heaviest), one) for one in _assignors(outcomes)]
    weighed = [((most, least), one) for (least, most), one in spans if least is not None and most is not None]
    working = [pair for pair in weighed if not _idle_clause(pair[1], best)]
    if not working:
        return []
    parts = []
    for (most, least), some in groupby(sorted(working, key=lambda pair: pair[0]), key=lambda pair: pair[0]):
        names = _names([one for _, one in some])
        parts.append(f"{span_text(most, (least, most), weight_text)}{WEIGHT_UNITS[by]} with {names}")
    idle = [pair[1] for pair in weighed if pair not in working]
    return [f"By {WEIGHT_WORDS[by][0]}, the heaviest member has {'; '.join(parts)}.", *_idle_sentences(idle, best)]


def rank_by_stops(outcomes: Iterable[WhatIfOutcome], best: Sequence[int], *, whole: bool) -> list[str]:
    """
    Who stops partitions least often when something changes. Who leaves members idle that could work is not praised.

    If partitions have no owner today (not `whole`), the present assignor has fewer to stop, and is not compared.
    """
    compared = _assignors(outcomes)
    found = []
    partial = [one for one in compared if one.present and one.comparable and not whole]
    compared = [one for one in compared if one not in partial]
    if len(compared) > 1:
        found = _stops_sentences(compared, best)
    elif compared and (idle := _idle_clause(compared[0], best)):
        found = [f"{compared[0].target} leaves {idle}."]
    return found + [
        f"{one.target} starts from today, when partitions have no owner: its stops are not compared." for one in partial
    ]


def _stops_sentences(compared: Sequence[WhatIfOutcome], best: Sequence[int]) -> list[str]:
    working, who = [one for one in compared if not _idle_clause(one, best)], _compared_words(compared)
    if not working:
        fewest = min(compared, key=lambda one: one.idle_range[1])
        return [f"All {who} leave members idle that could work. {fewest.target}: {_idle_clause(fewest, best)}."]
    least = min(map(_most_stops, working))
    calm = [one for one in working if _most_stops(one) == least]
    if len(calm) == len(compared):
        found = [f"All {who} stop partitions equally often: {_times(least)}."]
    else:
        verb = "stops" if len(calm) == 1 else "stop"
        of_them = f"Of the {who}" if who.startswith("assignors") else who.capitalize()
        found = [f"{of_them}, {_names(calm)} {verb} partitions least often: {_times(least)}."]
    moved = min(map(_most_moved, calm))
    fewest_moves = [one for one in calm if _most_moved(one) == moved]
    if len(fewest_moves) < len(calm):
        found.append(f"The fewest of them move with {_names(fewest_moves)}: {moved:,}.")
    uneven = [one for one in calm if one.loads_range or tuple(sorted(one.loads.values())) != tuple(best)]
    for one in uneven[:1]:
        loads = load_list(one.loads_range or one.loads.values())
        found.append(f"The loads are then {loads} with {one.target}; possible are {load_list(best)}.")
    idle = [one for one in compared if _most_stops(one) <= least and one not in working]
    return [*found, *_idle_sentences(idle, best, "stop no more, but ")]


def _assignors(outcomes: Iterable[WhatIfOutcome]) -> list[WhatIfOutcome]:
    """All but the optimum, which no client runs."""
    return [one for one in outcomes if one.target != OPTIMAL]


def _compared_words(compared: Sequence[WhatIfOutcome]) -> str:
    is_shipped = {one.target for one in compared} == set(SHIPPED)
    return "assignors that Kafka ships" if is_shipped else "of these assignors"


def _names(outcomes: Sequence[WhatIfOutcome]) -> str:
    return series([one.target for one in outcomes], most=len(SHIPPED))


def _most_stops(one: WhatIfOutcome) -> int:
    """The stops, at the worst place where the ids of new members can sort."""
    return one.stops if one.stops_range is None else one.stops_range[1]


def _most_moved(one: WhatIfOutcome) -> int:
    return one.moved if one.moves_range is None else one.moves_range[1]


def _times(number: int) -> str:
    return "never" if not number else quantity(number, "time")


def _standing(one: WhatIfOutcome) -> tuple[int, list[int], tuple[tuple[int, ...], ...]]:
    """How even the loads are, and the loads: equal ones stand together."""
    return sum_of_squares(one.loads.values()), sorted(one.loads.values()), one.loads_range or ()


def _idle_clause(one: WhatIfOutcome, best: Sequence[int]) -> str:
    """The members that the answer can leave idle although the optimum gives them work; "" if there is none."""
    least, most = one.idle_range
    idle = most - idle_members(best)
    return f"{'' if least == most else 'up to '}{quantity(idle, 'member')} idle that could work" if idle > 0 else ""


def _idle_sentences(outcomes: Sequence[WhatIfOutcome], best: Sequence[int], but: str = "") -> list[str]:
    alike: dict[str, list[WhatIfOutcome]] = {}
    for one in outcomes:
        alike.setdefault(_idle_clause(one, best), []).append(one)
    return [f"{_names(some)} would {but}leave {clause}." for clause, some in alike.items()]


def _loads_sentence(compared: Sequence[WhatIfOutcome], even: Sequence[WhatIfOutcome], best: Sequence[int]) -> str:
    loads = load_list(even[0].loads.values())
    possible = "" if loads == load_list(best) else f"; possible are {load_list(best)}"
    idle = _idle_clause(even[0], best)
    left = f", with {idle}" if idle else ""
    if len(even) == len(compared):
        start = f"{even[0].target} gives" if len(even) == 1 else f"All {_compared_words(compared)} give"
        idle = quantity(idle_members(best), "member is", "members are")
        fully = f", the best possible{f': {idle} idle with any assignor' if idle_members(best) else ''}"
        return f"{start} the loads {loads}{left}{possible or fully}."
    return f"The most even loads are {loads}, with {_names(even)}{left}{possible}."


def _less_even_sentence(others: Sequence[WhatIfOutcome], best: Sequence[int]) -> list[str]:
    ordered = sorted(others, key=lambda one: (_standing(one), one.target))
    parts = [_less_even(list(some), best) for _, some in groupby(ordered, key=_standing)]
    return [f"{'; '.join(parts)}."] if parts else []


def _less_even(alike: Sequence[WhatIfOutcome], best: Sequence[int]) -> str:
    idle = _idle_clause(alike[0], best)
    return f"{_names(alike)}: {load_list(alike[0].loads.values())}{f', {idle}' if idle else ''}"


def _price(one: WhatIfOutcome) -> int:
    """The partitions that move once on the way to this answer: by the switch, or by the present assignor."""
    return one.moved if one.switch is None else one.switch


def _price_sentence(even: Sequence[WhatIfOutcome]) -> list[str]:
    least = min(map(_price, even))
    cheapest = [one for one in even if _price(one) == least]
    moves = f"{quantity(least, 'partition')} {'moves' if least == 1 else 'move'} once" if least else "nothing moves"
    named = series([f"{one.target}{' (runs today)' if one.present else ''}" for one in cheapest], most=len(SHIPPED))
    if len(even) == 1:
        return [f"On the way there, {moves}."]
    if len(cheapest) == len(even):
        return [f"On the way there, {moves} with each of them."]
    return [f"The cheapest way there is {named}: {moves}."]


def _spread_sentence(over: str, figures: Sequence[tuple[WhatIfOutcome, float | None]]) -> list[str]:
    """A sentence about equally even answers that spread differently over topics or hosts; none if they do not."""
    known = sorted(((spread, one) for one, spread in figures if spread is not None), key=lambda pair: pair[0])
    parts = []
    for spread, some in groupby(known, key=lambda pair: pair[0]):
        named = [f"{one.target} ({quantity(_price(one), 'move')})" if one.comparable else one.target for _, one in some]
        parts.append(f"{spread:,.3g} with {series(named, most=len(SHIPPED))}")
    return [f"Spread {over}: {'; '.join(parts)}."] if len(parts) > 1 else []


def rollout_sentences(group: Group, outcomes: Iterable[WhatIfOutcome]) -> list[str]:
    """A sentence for all targets that are rolled out alike; then whose members these are, or what it is by client."""
    present, alike = present_assignor(group), dict[str, list[WhatIfOutcome]]()
    for one in outcomes:
        if one.rollout is not None and one.rollout != "none" and not (one.present and one.target in SHIPPED):
            client = f" with members of {one.rollout_client}" if one.rollout_client else ""
            alike.setdefault(f"{WORDS[one.rollout]}{client} ({one.rollout_source}).", []).append(one)
    if not alike or present is None:
        return []
    found = [f"Switch to {series(list(map(_priced, targets)))}: {told}" for told, targets in alike.items()]
    side = present_side(group, present)
    if side.family is not None:
        return [*found, f"The members are of {side.family}."]
    found.append("Which client the members run is not known: the lines assume the target's, or kafka-clients.")
    for kind in dict.fromkeys(kind_of(side.protocol, one.protocol) for targets in alike.values() for one in targets):
        rows = {
            word: families for word, families in families_by_rollout(kind, side.strategy).items() if word is not None
        }
        if len(rows) > 1:
            clients = [f"{series(families, most=len(families))}: {WORDS[word]}" for word, families in rows.items()]
            found.append(f"From {kind.value}: {'; '.join(clients)}.")
    return found


def _priced(one: WhatIfOutcome) -> str:
    """The target with the moves of the switch, and the partitions that stop in its last rebalance, where known."""
    price = "" if one.switch is None else f" ({quantity(one.switch, 'move')}, {one.switch_stops:,} stopped)"
    return shorten(one.target, 60) + price
