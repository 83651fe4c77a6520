"""
Compare our code with golden verdicts: do they differ although `VERDICT_VERSION` was not raised?

    python -m tests.support.golden_verdicts --write

Results of different code are comparable if they have the same `VERDICT_VERSION` (`properties/verdict.py`). This program
compares our code with the golden file `tests/data/golden/verdicts.json`, names what differs, and writes the file anew.
The file has some texts for each of these subjects:

* `families`: a digest of the first groups or lives that the seeded generator draws of each family.
* A reference: its promises, and its verdict of each law on these groups and lives: a word for each family, a letter for
  each group (kept, broken, undecided, or - where the law is not applicable).
* A mutant: the laws that it does not keep on its own group. So every law has broken verdicts.
* A released target: its promises, and a digest of its answers to some of these groups.

Where verdicts are broken, a digest of their facts follows. Sentences are not compared. A new subject needs no higher
version, because no older result depends on it. A target that cannot be opened here keeps its texts.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.formats.life_format import life_to_json
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, Promise, Target
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.registry import reference_names
from kafka_assay.pipeline.campaign.campaign_work import CampaignTarget
from kafka_assay.properties.input_families import FAMILIES, GIVEN
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import VERDICT_VERSION, Broken, Facts, Kept, Undecided, gravest_verdict
from tests.support.mutants.mutant import Mutant
from tests.support.mutants.registry import MUTANTS
from tests.support.newest_releases import NEWEST

Texts: TypeAlias = "Mapping[str, str]"
"""What is known of a subject -> its text."""
Golden: TypeAlias = "Mapping[str, Texts]"
"""Subject -> its texts."""

FILE = Path(__file__).parents[1] / "data" / "golden" / "verdicts.json"
SEED = 0
DRAWN, ASKED = 8, 4
"""The number of groups of each family that references are judged on, and that released targets are asked about."""
CALL_SECONDS = 60.0
NOT_APPLICABLE = "-"
RAISE = "raise VERDICT_VERSION in properties/verdict.py"
WRITE = "run: python -m tests.support.golden_verdicts --write"
_DIGITS = 8


def compare_golden(*, write: bool) -> int:
    """Name what differs from the golden file and return 1, or write it anew. Raises `AssayError`."""
    version, golden = read_golden()
    found = {}
    for subject, compute in subjects().items():
        try:
            found[subject] = compute()
        except AssayError as wrong:
            print(f"{subject}: not compared: {wrong}", file=sys.stderr)
            if subject in golden:
                found[subject] = golden[subject]
    changed = [line for subject in golden.keys() & found for line in differences(subject, golden, found[subject])]
    print("\n".join(sorted(changed) or ["no verdict changed"]))
    if write:
        write_golden(found, version if changed else None)
    return 0 if write or (golden, version) == (found, VERDICT_VERSION) else 1


def read_golden() -> tuple[int, Golden]:
    """The version of the golden file, and its texts."""
    document: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return document["version"], document["golden"]


def write_golden(golden: Golden, exceed: int | None) -> None:
    """Write the golden file with the present version. Raises `AssayError` if it does not `exceed` the one given."""
    if exceed is not None and exceed >= VERDICT_VERSION:
        raise AssayError(f"the verdicts of version {exceed} changed: {RAISE} above {exceed}, then {WRITE}")
    text = json.dumps({"version": VERDICT_VERSION, "golden": golden}, indent=1, sort_keys=True)
    FILE.write_text(f"{text}\n", encoding="utf-8")


def differences(subject: str, golden: Golden, found: Texts) -> list[str]:
    """What differs between the golden texts of a `subject` and those `found`."""
    before = golden[subject]
    return [
        f"{subject}: {key}: was {before.get(key)!r}, is {found.get(key)!r}"
        for key in sorted(before.keys() | found.keys())
        if before.get(key) != found.get(key)
    ]


def subjects() -> dict[str, Callable[[], Texts]]:
    """Subject -> a function that computes its texts. For a target it raises `AssayError` if it cannot be opened."""
    return {
        "families": golden_families,
        **{name: partial(golden_reference, name) for name in reference_names()},
        **{f"mutant {mutant.name}": partial(golden_mutant, mutant) for mutant in MUTANTS},
        **{text: partial(golden_target, text) for text in NEWEST},
    }


@cache
def examples() -> dict[str, list[Example]]:
    """Family -> its first drawn groups or lives."""
    return {family: [drawn_example(family, SEED, number) for number in range(DRAWN)] for family in FAMILIES}


def golden_families() -> Texts:
    """Family -> a digest of its examples."""
    return {family: _digest(map(_example_to_json, drawn)) for family, drawn in examples().items()}


def golden_reference(name: str) -> Texts:
    """The promises of a reference, and its verdict of each law on each example."""
    with closing(open_target(name, seed=SEED)) as opened:
        # A second process would take a third of the time.
        target = CampaignTarget(opened, other_process=False)
        judged = {family: [_judge(target, one) for one in drawn] for family, drawn in examples().items()}
    found = {"promises": _promises(target)}
    for law in promised_laws(target.promises):
        cells = {family: [one.get(law.id, (NOT_APPLICABLE, [])) for one in every] for family, every in judged.items()}
        words = ["".join(word[0] for word, _ in every) for every in cells.values()]
        found[law.id] = _with_facts(" ".join(words), [facts for every in cells.values() for _, facts in every])
    return found


def golden_mutant(mutant: Mutant) -> Texts:
    """The laws that a mutant does not keep on its own group."""
    return {
        # A mutant may count its calls. Then the facts of repeated questions depend on what was asked before.
        law: word if LAW_BY_ID[law].kind == "repeatable" else _with_facts(word, [facts])
        for law, (word, facts) in _judge(mutant, mutant.group).items()
        if word != "kept"
    }


def golden_target(text: str) -> Texts:
    """The promises of a released target, and a digest of its answers to the groups of each family."""
    with closing(open_target(text, seed=SEED, call_timeout=CALL_SECONDS)) as target:
        assert isinstance(target, HostTarget)
        found = {"like": str(target.like), "promises": _promises(target)}
        # The sticky balancers of both Go clients answer differently from run to run.
        if Promise.REPEATABLE in target.promises and not (text.startswith("go:") and text.endswith("sticky")):
            for family, drawn in examples().items():
                groups = [one.life.group if isinstance(one, LifeRun) else one for one in drawn[:ASKED]]
                outcomes = target.assign_all(groups)
                found[family] = _digest(one.kind if isinstance(one, AssignorFailed) else one for one in outcomes)
    return found


def _judge(target: Target, example: Example) -> dict[str, tuple[str, list[Facts]]]:
    """Law -> its gravest verdict over the rebalances of `example`, and the facts of the broken ones."""
    words: dict[str, list[str]] = defaultdict(list)
    facts: dict[str, list[Facts]] = defaultdict(list)
    for law, verdict, *_ in judge_example(target, promised_laws(target.promises), example, family=GIVEN):
        if isinstance(verdict, Kept | Broken | Undecided):
            words[law.id].append(verdict.word)
        if isinstance(verdict, Broken):
            facts[law.id].append(verdict.facts)
    return {law: (gravest_verdict(found), facts[law]) for law, found in words.items()}


def _promises(target: Target) -> str:
    return " ".join(sorted(target.promises))


def _with_facts(text: str, facts: Sequence[Sequence[Facts]]) -> str:
    return f"{text} {_digest(facts)}" if any(facts) else text


def _digest(values: Iterable[object]) -> str:
    return hashlib.sha256(json.dumps(list(values), sort_keys=True).encode()).hexdigest()[:_DIGITS]


def _example_to_json(example: Example) -> dict[str, Any]:
    if isinstance(example, LifeRun):
        return {"one_object": example.one_object, **life_to_json(example.life)}
    return group_to_json(example)


if __name__ == "__main__":
    sys.exit(compare_golden(write="--write" in sys.argv[1:]))
