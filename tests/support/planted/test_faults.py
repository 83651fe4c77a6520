from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.search.check import check_group
from tests.support.planted.fault import FAULT_BY_NAME, HEALTHY, ROUND_ROBIN, STICKY, Fault
from tests.support.planted.programs import Programs
from tests.support.planted.witnesses import WITNESSES

if TYPE_CHECKING:
    from pathlib import Path

    from kafka_assay.assignors.model import Group

MISSING = ("needs Java", "needs go", "offline", "kafka-assay[spark]")
HEALTHY_BY_LANGUAGE = {(one.language, one.like): one for one in HEALTHY}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    """Return the programs, built once."""
    folder: Path = tmp_path_factory.mktemp("planted")
    return Programs(folder)


def broken_laws(programs: Programs, fault: Fault, group: Group) -> list[str]:
    """Return the laws that the assignor breaks on `group`. Skip where its tools are missing."""
    try:
        text = programs.target(fault)
    except AssayError as error:
        if any(one in str(error) for one in MISSING):
            pytest.skip(str(error))
        raise
    with closing(open_target(text, like=fault.like)) as target:
        return [cell.law for cell in check_group(target, group).cells if cell.verdict == "broken"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if fault.language == "python" else pytest.mark.integration)
        for name, fault in FAULT_BY_NAME.items()
    ],
)
def test_fault_breaks_a_promised_law_on_a_small_group(name: str, programs: Programs) -> None:
    """The same program without the fault keeps all laws on that group."""
    fault, group = FAULT_BY_NAME[name], WITNESSES[name]

    assert broken_laws(programs, fault, group)
    assert [] == broken_laws(programs, HEALTHY_BY_LANGUAGE[fault.language, fault.like], group)


def test_faults_differ_and_are_behind_every_kind_of_host() -> None:
    assert 10 == len({fault.part for fault in ROUND_ROBIN})
    assert {"python", "java", "go"} == {fault.language for fault in ROUND_ROBIN}
    assert {"roundrobin"} == {fault.like for fault in ROUND_ROBIN}
    assert {"sticky"} == {fault.like for fault in STICKY}
    assert {fault.family for fault in FAULT_BY_NAME.values()} <= FAMILIES.keys()
