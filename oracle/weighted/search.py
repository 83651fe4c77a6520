"""
The weighted optimum of a group, or a bound on a plan's distance from it.

Sharing weights evenly is NP-hard (P||Cmax: Garey and Johnson 1978), so there is a time limit. The answer is true
whenever the search ends: figures are those of the plan, in whole numbers, and bounds are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

from kafka_assay.assignors.model import Assignment, Group, Member, Topic, TopicPartition
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.oracle.flow.engine import best_assignment, solve
from kafka_assay.oracle.weighted.component import components_of, holders_of
from kafka_assay.oracle.weighted.component_search import ComponentSearch
from kafka_assay.oracle.weighted.integer_program import ProgramLimits
from kafka_assay.oracle.weighted.weights import PartitionWeights, WeightedFigures, WeightedOptimum, weights_of

STEPS_A_SECOND = 100_000
"""Items that a first plan may look at for each second of the limit: about a third of that second on our machine."""

SHARES = (0.4, 0.6, 1.0)
"""The share of the remaining time that each level may use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedRequest:
    """
    The weights to use, the time limit, and the seed of the solver's choices.

    `report_stage` is called with the current stage. `clock` returns seconds. It ends a search early and has no other
    effect.
    """

    by: str
    seconds: float = 10.0
    seed: int = 0
    report_stage: Callable[[str], None] = lambda _: None
    clock: Callable[[], float] = monotonic


def solve_weighted(group: Group, request: WeightedRequest, hints: Iterable[Assignment] = ()) -> WeightedOptimum:
    """
    The best plan found for `group`, never worse than the valid assignments among `hints`.

    Partitions without weight are assigned as the unweighted optimum of these partitions alone. If all partitions weigh
    the same, the whole answer is the unweighted optimum. Raises `AssayError` as `weights_of` does.
    """
    weights = weights_of(group, request.by)
    if len(set(weights.units.values())) <= 1:
        return _solve_unweighted(group, request.by, weights)
    heavy = {partition: unit for partition, unit in weights.units.items() if unit}
    plans = [holders_of(hint) for hint in hints]
    components = components_of(group, heavy)
    searches = [ComponentSearch(one, filter(None, map(one.plan_from_holders, plans))) for one in components]
    most = _search_components(group, searches, request)
    assignment = unweighted_assignment(group, weights.units.keys() - heavy.keys())
    found, bound = [0, 0, 0], [0, 0, 0]
    for search in searches:
        unit = search.component.unit
        figures, plan = search.best_plan(most // unit)
        for sums, one in ((found, figures), (bound, (search.most, search.squares, search.moved))):
            sums[0] = max(sums[0], one[0] * unit)
            sums[1] += one[1] * unit * unit
            sums[2] += one[2] * unit
        for partition, holder in zip(search.component.partition, plan, strict=True):
            assignment[search.component.members[holder]].setdefault(partition.topic, []).append(partition.partition)
    grain = max((search.grain * search.component.unit for search in searches if search.grain > 1), default=None)
    return WeightedOptimum(
        by=request.by,
        status="proved" if found == bound else "bounded",
        figures=_figures_of(found, weights),
        bound=_figures_of(bound, weights),
        grain=None if grain is None else grain * weights.unit,
        assignment=_sort_assignment(group, assignment),
        certificate=None,
    )


def _search_components(group: Group, searches: Sequence[ComponentSearch], request: WeightedRequest) -> int:
    """The lowest maximum found over all components; the searches hold the rest."""
    ends = request.clock() + request.seconds
    items = sum(len(search.component.weight) for search in searches)

    def seconds_left() -> float:
        return ends - request.clock()

    def limits(share: float, searches_left: int, most: int | None) -> ProgramLimits:
        return ProgramLimits(most=most, seconds=seconds_left() * share / searches_left, seed=request.seed)

    request.report_stage("first plans")
    for search in searches:
        component = search.component
        if len(set(component.weight)) == 1:
            plan = component.plan_from_holders(holders_of(unweighted_assignment(group, component.partition)))
            assert plan is not None, "the plain optimum shares out every item"
            search.settle(plan)
        else:
            steps = int(STEPS_A_SECOND * request.seconds * len(component.weight) / items) + 1
            search.start(steps, lambda: seconds_left() - request.seconds * (1 - SHARES[0]))
    request.report_stage("reducing the maximum")
    least = max(search.most * search.component.unit for search in searches)
    open_ones = [search for search in searches if search.best_plan(0)[0].most * search.component.unit > least]
    for place, search in enumerate(sorted(open_ones, key=lambda one: -one.best_plan(0)[0].most * one.component.unit)):
        search.lower_maximum(least // search.component.unit, limits(SHARES[0], len(open_ones) - place, None))
        least = max(least, search.most * search.component.unit)
    most = max(search.best_plan(0)[0].most * search.component.unit for search in searches)
    for stage, share, is_open, lower in (
        ("balancing the weights", SHARES[1], ComponentSearch.bound_squares, ComponentSearch.lower_squares),
        ("reducing the moves", SHARES[2], ComponentSearch.bound_moved, ComponentSearch.lower_moved),
    ):
        request.report_stage(stage)
        open_ones = [search for search in searches if is_open(search, most // search.component.unit)]
        for place, search in enumerate(open_ones):
            allowed = most // search.component.unit
            lower(search, allowed, limits(share, len(open_ones) - place, allowed))
    uneven = [search for search in searches if not search.is_most_even(most // search.component.unit)]
    for search in searches:
        if uneven and uneven != [search]:
            search.loosen_moved_bound(most // search.component.unit)
    return most


def _solve_unweighted(group: Group, by: str, weights: PartitionWeights) -> WeightedOptimum:
    optimum = solve(group)
    unit = next(iter(weights.units.values()), 0)
    found = max(optimum.loads, default=0) * unit, optimum.sum_of_squares * unit * unit, optimum.moves * unit
    figures = _figures_of(found, weights)
    return WeightedOptimum(
        by=by,
        status=optimum.status,
        figures=figures,
        bound=figures,
        grain=None,
        assignment=optimum.assignment,
        certificate=optimum.certificate,
    )


def _figures_of(found: Sequence[int], weights: PartitionWeights) -> WeightedFigures:
    unit = weights.unit
    return WeightedFigures(most=found[0] * unit, squares=found[1] * unit * unit, moved=found[2] * unit)


def _sort_assignment(group: Group, assignment: Assignment) -> Assignment:
    """Every member in the group's order, with sorted topics and ids."""
    return {
        member.id: {
            topic: sorted(ids)
            for topic, ids in sorted(assignment.get(member.id, {}).items(), key=lambda one: kafka_order(one[0]))
        }
        for member in group.members
    }


def unweighted_assignment(group: Group, partitions: Iterable[TopicPartition]) -> Assignment:
    """
    The unweighted optimum of the group with these `partitions` only. Every member has an entry.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"b": {"t": [2]}})
    >>> unweighted_assignment(group, [TopicPartition("t", 1), TopicPartition("t", 2)])
    {'a': {'t': [1]}, 'b': {'t': [2]}}
    """
    ids: dict[str, list[int]] = {}
    for topic, id_ in sorted(partitions):
        ids.setdefault(topic, []).append(id_)
    place = {TopicPartition(topic, id_): place for topic, some in ids.items() for place, id_ in enumerate(some)}
    owned: dict[str, dict[str, list[int]]] = {}
    for partition, owner in valid_owners(group).items():
        if partition in place:
            owned.setdefault(owner, {}).setdefault(partition.topic, []).append(place[partition])
    members = tuple(
        Member(
            id=member.id,
            subscription=tuple(topic for topic in dict.fromkeys(member.subscription) if topic in ids),
            owned=tuple((topic, tuple(some)) for topic, some in owned.get(member.id, {}).items()),
        )
        for member in group.members
    )
    topics = tuple(Topic(name=topic, partitions=len(some)) for topic, some in ids.items())
    assignment = best_assignment(Group(topics=topics, members=members))
    return {
        member: {topic: [ids[topic][place] for place in places] for topic, places in mine.items()}
        for member, mine in assignment.items()
    }
