"""The case of a break that was found: what it needs to be asked again, by any target."""

from __future__ import annotations

from importlib.metadata import version
from platform import python_version

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import settings_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.case_path import CasePath


def found_case(
    target: Target, law: str, family: str, evidence: Evidence, seed: int, path: CasePath | None = None
) -> Case:
    """The case that `evidence` makes: `target` broke the law called `law` on an input of `family`."""
    life = None if evidence.run is None else evidence.run.life
    versions = {package: version(package) for package in ("kafka-assay", "hypothesis")}
    return Case(
        law=law,
        inputs=family,
        target=target.name,
        seed=seed,
        versions={**versions, "python": python_version(), target.name: target.version},
        steps=evidence.steps,
        facts=evidence.facts,
        settings=settings_of(target),
        life=None if life is None or life.of_claims else life,
        path=path,
    )
