"""
The files in `vectors/`, one for each source: findings, the museum, source texts, and our golden groups of one strategy.

A finding is told if an answer that was recorded in its case fails the expectation of that answer's question. Otherwise
the page lists it with the reason.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.model import Group
from kafka_assay.properties.known.known_findings import KnownFinding, id_order, known_findings
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.records.case_format import Case, case_from_json
from studies.output import ROOT, GeneratedFiles, replace_parts, table_head, table_row
from studies.vectors.expectations import NEWEST, expect, rests_on_newest_claim
from studies.vectors.source_examples import CLASSIC, SOURCE_EXAMPLES

FOLDER = ROOT / "vectors"
GOLDEN = ROOT / "tests" / "data" / "golden"
EVERY = 3
"""Of the golden groups, each third is taken."""
_LIKE = {
    "cooperative-sticky-adjusted": "cooperative-sticky",
    "cooperativesticky": "cooperative-sticky",
    "uniform": "server-uniform",
    "default": "roundrobin",
    "weighted-roundrobin": "roundrobin",
    "rack-affinity": "range",
}
"""An assignor's name in lower case, without `Assignor` -> the strategy, where they differ."""
_WHY_UNTOLD = {
    "settles": "the rounds do not end, and each single answer is lawful",
    "order-does-not-matter": "two answers to one group in two orders differ, and each is lawful",
    "same-question-same-answer": "two answers to one group differ, and each is lawful",
    "stable-group-moves-nothing": "what may move depends on the assignor's own answer before",
    "co-partitioned": "no key says which partitions must have the same owner",
}
_COMPARING = ("settles", "order-does-not-matter", "same-question-same-answer")
"""If an answer of such a case is wrong alone, that is another finding."""
_OTHERWISE = "the law is about the last of several rounds, and each round is lawful alone"


class Told(NamedTuple):
    """The case of a finding, and the step that fails; None if none does."""

    id: str
    case: Case
    step: int | None


def vector_files() -> GeneratedFiles:
    """The files, and the page with the list of what cannot be told."""
    told = list(told_findings())
    files: dict[Path, str | bytes] = {
        FOLDER / "findings.json": _document(
            "Questions on which released clients fail; the source names the finding.",
            _of_findings(one for one in told if not one.id.startswith("museum")),
        ),
        FOLDER / "museum.json": _document(
            "Questions on which older releases of clients failed.",
            _of_findings(one for one in told if one.id.startswith("museum")),
        ),
        FOLDER / "source-texts.json": _document(
            "The examples of the texts that describe the strategies.",
            [vector for one in SOURCE_EXAMPLES for vector in vectors_of(one.id, one.source, one.group, one.strategies)],
        ),
    }
    for strategy, lines in _golden().items():
        files[FOLDER / f"golden-{strategy}.json"] = _document(
            f"Small random groups, clean and dirty, from the golden answers of `{strategy}`.",
            [
                vector
                for number, group in lines[::EVERY]
                for vector in vectors_of(f"golden-{strategy}-{number}", "generated", group, (strategy,))
            ],
        )
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    files[FOLDER / "README.md"] = replace_parts(page, {"untold": _untold_rows(told)})
    return GeneratedFiles(files, FOLDER.glob("*.json"))


def vectors_of(name: str, source: str, group: Group, strategies: Sequence[str]) -> list[dict[str, Any]]:
    """The vectors of a group, one for the strategies that expect the same."""
    by_expectation: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for strategy in dict.fromkeys(strategies):
        found = expect(group, strategy)
        by_expectation.setdefault(json.dumps(found), (found, []))[1].append(strategy)
    return [
        {
            "id": f"{name}/{alike[0]}",
            "group": group_to_json(group),
            "strategies": alike,
            "flags": sorted(traits(group) | ({NEWEST} if rests_on_newest_claim(group, found) else set())),
            "source": source,
            "expect": found,
        }
        for found, alike in by_expectation.values()
    ]


def told_findings() -> Iterator[Told]:
    """Every case of the findings, by id, with the step that tells it."""
    for finding in sorted(known_findings(), key=lambda one: id_order(one.ids[0])):
        if finding.kind != "withdrawn":
            yield from _told_cases(finding)


def _told_cases(finding: KnownFinding) -> Iterator[Told]:
    for client in finding.clients:
        for number, path in enumerate(client.cases, start=1):
            case = case_from_json(json.loads((ROOT / path).read_text(encoding="utf-8")))
            places = () if case.law in _COMPARING else range(len(case.steps))
            step = next((place for place in places if _fails(case, place)), None)
            yield Told(client.id if number == 1 else f"{client.id}-case-{number}", case, step)


def _fails(case: Case, place: int) -> bool:
    step = case.steps[place]
    if step.instance is not None:
        return False  # an object that had answered before was asked
    if step.assignment is None:
        return True
    vector = {"group": group_to_json(step.group), "expect": expect(step.group, strategy_of(case))}
    return bool(runner().faults(vector, step.assignment))


@cache
def runner() -> Any:
    """The runner in Python, whose check of an answer is the one that clients copy."""
    spec = spec_from_file_location("kafka_python_vectors", FOLDER / "runners" / "kafka_python_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the client uses what Python has deprecated
        spec.loader.exec_module(module)
    return module


def strategy_of(case: Case) -> str:
    """The strategy of the assignor that the case is about."""
    name = case.target.rpartition("#")[2].rpartition(":")[2].lower().removesuffix("assignor")
    if case.target.startswith("librdkafka") and name == "cooperative-sticky":
        return "sticky"  # the answer before anything is withheld
    return _LIKE.get(name, name)


def _of_findings(several: Iterable[Told]) -> list[dict[str, Any]]:
    return [
        vector
        for one in several
        if one.step is not None
        for vector in vectors_of(
            one.id,
            f"finding {one.id.partition('-case')[0]}: {one.case.law}",
            one.case.steps[one.step].group,
            (strategy_of(one.case), *CLASSIC),
        )
    ]


@cache
def _golden() -> dict[str, list[tuple[int, Group]]]:
    """Strategy -> the golden groups of ours, with their numbers."""
    found: dict[str, list[tuple[int, Group]]] = {}
    for number, line in enumerate((GOLDEN / "kafka-4.4.0.jsonl").read_text(encoding="utf-8").splitlines(), start=1):
        record = json.loads(line)
        found.setdefault(record["assignor"], []).append((number, group_from_json(record["group"])))
    return found


def _untold_rows(told: Iterable[Told]) -> Iterator[str]:
    yield table_head("finding", "law", "why one answer does not show it")
    for one in told:
        if one.step is None:
            yield table_row(one.id, f"`{one.case.law}`", _WHY_UNTOLD.get(one.case.law, _OTHERWISE))


def _document(about: str, vectors: Iterable[dict[str, Any]]) -> str:
    lines = [json.dumps(vector, ensure_ascii=False) for vector in vectors]
    head = json.dumps({"format": "assay-vectors/1", "about": about}, ensure_ascii=False)[:-1]
    return f'{head}, "vectors": [\n' + ",\n".join(lines) + "\n]}\n"
