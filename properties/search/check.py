"""
The check: search for a small group on which an assignor breaks a law that it promises, in every input family.

For each family two searches judge all laws, each on its own groups, so that the assignor is asked once for each group:
a structured one by Hypothesis, and one over the examples of the seeded generator, in order. Then each broken law is
shrunk separately. The groups of a cell depend on the seed, the family and (where structured) the assignor's answers,
never on other cells, on time or on the number of processes. So the cell sees the same groups again if it is checked
alone, with the numbers of examples recorded.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.budget import EXAMPLES, SECONDS, Budget, ExampleLimit, split_examples
from kafka_assay.properties.input_families import FAMILIES, GIVEN, family_called, family_of, life_family
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law
from kafka_assay.properties.paths.path_search import PathSearch, Place, replay_path
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions, break_bound
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.search.check_search import CheckSearch, News, SearchProgress
from kafka_assay.properties.search.check_workers import Workers
from kafka_assay.properties.search.counterexample import LATE_LAW, find_late_failure, found_case
from kafka_assay.properties.search.drawn_search import DrawnSearch
from kafka_assay.properties.search.family_search import FamilySearch, shown_evidence
from kafka_assay.properties.search.family_tally import unseen_chance
from kafka_assay.properties.trials.ask_modes import ask_modes_of

NO_TIME = "the time ran out before the first group"
ENDED = "the search ended at the first break"


def check(
    target: Target,
    *,
    laws: Sequence[Law] | None = None,
    families: Iterable[str] = tuple(FAMILIES),
    examples: ExampleLimit | Mapping[str, int] | int = EXAMPLES,
    seconds: float = SECONDS,
    seed: int = 0,
    corpus: Mapping[str, Case] | None = None,
    workers: Workers | None = None,
    fail_fast: bool = False,
    path_seconds: float = 0.0,
    histories: int | None = None,
    watch: Callable[[SearchProgress], None] = lambda _: None,
    tell: Callable[[News], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
) -> CheckRecord:
    """
    Check `target` against the `laws` (None: all that it promises) over the `families`, and record what broke.

    At most `examples` groups of each family (a mapping: so many drawn groups of it) and `seconds` in all, shrinking
    included. The cases of `corpus` (file name -> case) are tried first and are not counted. With `workers`, other
    processes judge groups too. `fail_fast` ends the search at the first unexpected break. `path_seconds` of the
    `seconds` are for the path to each counterexample (0: no search), and at most so many `histories`. A keyboard
    interrupt returns what was finished. `watch` gets the progress, `tell` the news. `clock` measures the seconds; with
    the clock of the process, other load on the machine has no influence.
    """
    from kafka_assay.properties.search.structured_search import StructuredSearch  # loads Hypothesis

    chosen = promised_laws(target.promises) if laws is None else list(laws)
    limits = _limits(families, examples)
    search = CheckSearch(
        target=target,
        laws=chosen,
        families=[
            FamilySearch(
                structured=StructuredSearch(target, name, chosen, limit=limit.structured, seed=seed),
                drawn=DrawnSearch(name, chosen, limit.total if family_called(name).drawn_only else limit.drawn),
            )
            for name, limit in limits.items()
        ],
        seed=seed,
        budget=Budget(seconds=seconds, clock=clock),
        workers=workers,
        fail_fast=fail_fast,
        path_seconds=path_seconds,
        watch=watch,
        tell=tell,
    )
    interrupted = False
    paths = PathSearch(target=target, seed=seed, budget=Budget(seconds=path_seconds, clock=clock), most=histories)
    shown: dict[Place, Evidence] = {}
    try:
        try:
            search.try_corpus(corpus or {})
            search.search()
            search.shrink()
            if path_seconds:
                left = min(path_seconds, search.budget.seconds_left())
                paths.budget = Budget(seconds=left, clock=clock, is_over=search.serve_meanwhile)
                shown |= _shown_so_far(search)
                paths.run({law.id: law for law in chosen}, shown)
        finally:
            search.close()
    except KeyboardInterrupt:
        interrupted = True
    groups = sum(family.groups for family in search.families)
    return CheckRecord(
        target=target.name,
        version=target.version,
        like=target.like,
        seed=seed,
        seconds=round(search.budget.seconds_spent(), 3),
        budget=seconds,
        examples=sum(examples.values()) if isinstance(examples, Mapping) else next(iter(limits.values())).total,
        groups=groups,
        groups_per_second=search.groups_per_second,
        unseen=unseen_chance(sum((family.drawn.tally.kinds for family in search.families), Counter()).values()),
        cells=tuple(_cells(search, seed, shown, paths.paths)),
        corpus=tuple(search.tried),
        not_put=tuple(family.name for family in search.families if family.is_barren),
        unasked=tuple(_unasked_questions(search)),
        same_as=_compared_with(target),
        interrupted=interrupted,
    )


def _limits(families: Iterable[str], examples: ExampleLimit | Mapping[str, int] | int) -> dict[str, ExampleLimit]:
    if isinstance(examples, Mapping):
        return {name: ExampleLimit(drawn=number, structured=0) for name, number in examples.items()}
    limit = split_examples(examples) if isinstance(examples, int) else examples
    return {family_called(name).name: limit for name in families}


def check_group(
    target: Target,
    example: Example,
    *,
    inputs: str | None = None,
    laws: Sequence[Law] | None = None,
    seed: int = 0,
    path: CasePath | None = None,
) -> CheckRecord:
    """
    Check `target` against the `laws` on one group, or after every rebalance of one life, without searching.

    `inputs` is the family that the example was drawn from (None: the first family that it belongs to). The life of
    `path` is run again for every law that breaks.
    """
    name = inputs or (life_family(example) if isinstance(example, LifeRun) else family_of(example)) or GIVEN
    chosen = promised_laws(target.promises) if laws is None else list(laws)
    budget = Budget(seconds=0.0)
    tallies = [(law, tally := _tally_example(target, law, example, name), tally.evidence) for law in chosen]
    return CheckRecord(
        target=target.name,
        version=target.version,
        like=target.like,
        seed=seed,
        seconds=round(budget.seconds_spent(), 3),
        budget=0.0,
        examples=1,
        groups=max((tally.examples for _, tally, _ in tallies), default=1) or 1,
        same_as=_compared_with(target),
        cells=tuple(
            _cell(
                target, law, name, tally, found, seed, None if found is None else replay_path(target, law, found, path)
            )
            for law, tally, found in tallies
            if tally.examples or tally.unasked
        ),
    )


def _compared_with(target: Target) -> str | None:
    pair = ask_modes_of(target).compared
    return None if pair is None else pair[1].name


def _tally_example(target: Target, law: Law, example: Example, family: str) -> Tally:
    """
    The verdicts of `law` in every rebalance up to its first break. Only this law is asked, so all steps are its own.
    """
    tally = Tally()
    if isinstance(example, Group) and not law.is_asked_of(target.promises, example):
        return tally
    for finding in judge_example(target, [law], example, family=family):
        tally.add(finding)
        if tally.is_closed:
            return tally
    if law.id == LATE_LAW and isinstance(example, Group):
        late_failure = find_late_failure(target, example, family)
        if late_failure is not None:
            tally.breaks += 1
            tally.store(late_failure)
    return tally


def _shown_so_far(search: CheckSearch) -> dict[Place, Evidence]:
    """What is shown for each broken law and family, as long as no worker finds more."""
    found: dict[Place, Evidence] = {}
    for law in search.laws:
        for family in search.families:
            place = law.id, family.name
            known = search.shrinks.smallest.get(place), family.evidence(law.id), search.remembered.get(place)
            evidence = shown_evidence(known)
            if evidence is not None:
                found[place] = evidence
    return found


def _cells(
    search: CheckSearch, seed: int, before_paths: Mapping[Place, Evidence], paths: Mapping[Place, CasePath]
) -> Iterator[CheckCell]:
    found = _shown_so_far(search)
    for law in search.laws:
        for family in search.families:
            place = law.id, family.name
            tally, evidence, path = family.tally(law.id), found.get(place), paths.get(place)
            if evidence is not None and path is not None:
                # The path is that of the evidence known before, so both are shown, unless only the new is unexpected.
                before = before_paths[place]
                is_as_bad = (before.expected is None) >= (evidence.expected is None)
                evidence, path = (before, path) if is_as_bad else (evidence, None)
            if evidence is not None or tally.examples:
                structured, drawn = (one.put_to(law.id) for one in family.tallies)
                cell = replace(
                    _cell(search.target, law, family.name, tally, evidence, seed, path),
                    saved=None if evidence is None else search.saved_case(place, evidence),
                    structured=family.structured.tally.laws[law.id].examples,
                    drawn=family.drawn.tally.laws[law.id].examples,
                    limit=f"{drawn}+{structured}" if drawn or structured else "",
                )
                # Without the groups that no worker survived, nothing is kept.
                given_up = None if evidence is not None else family.drawn.given_up
                yield replace(cell, verdict="undecided", reason=given_up) if given_up else cell
            elif not family.groups and not family.is_barren:
                ended = ENDED if search.is_enough else NO_TIME
                reason = family.drawn.given_up or (family.refusal[0] if family.refusal else ended)
                yield CheckCell(law=law.id, inputs=family.name, verdict="undecided", reason=reason)


def _unasked_questions(search: CheckSearch) -> Iterator[UnaskedQuestions]:
    for family in search.families:
        if family.refusal is not None:
            yield UnaskedQuestions(
                inputs=family.name,
                law=None,
                groups=sum(tally.refused for tally in family.tallies),
                reason=family.refusal[0],
                trace=family.refusal[1],
            )
        for law in search.laws:
            tally = family.tally(law.id)
            if tally.refusal is not None:
                yield UnaskedQuestions(inputs=family.name, law=law.id, groups=tally.unasked, reason=tally.refusal)


def _cell(
    target: Target,
    law: Law,
    family: str,
    tally: Tally,
    evidence: Evidence | None,
    seed: int,
    path: CasePath | None,
) -> CheckCell:
    return CheckCell(
        law=law.id,
        inputs=family,
        verdict=tally.verdict if evidence is None else "broken",
        examples=tally.examples,
        bound=break_bound(tally.draws) if evidence is None else None,
        kept=tally.kept,
        undecided=tally.undecided,
        unanswered=tally.unanswered,
        expected=None if evidence is None or evidence.expected is None else evidence.expected.reason,
        reason=tally.reason or (None if tally.examples else tally.refusal),
        counterexample=None if evidence is None else found_case(target, law.id, family, evidence, seed, path),
    )
