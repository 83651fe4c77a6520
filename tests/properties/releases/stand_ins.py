"""A package with known releases and faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckRecord
from kafka_assay.properties.releases.history import HistoryPlan
from kafka_assay.properties.search.check import check_group
from kafka_assay.properties.trials.trial import TrialStep
from tests.properties.stand_ins import StandIn, failing, forgets_the_last, right

UNBUILT, LACKING = "gcc: error", "npm:stand-in has no assignor 'x'"
TINY = group_of({"t": 3}, {"a": ["t"]})


hangs = failing("hang", "no answer within 2 s")


KINDS: dict[str, Callable[[Group], Assignment]] = {".": right, "x": forgets_the_last, "h": hangs}


@dataclass(slots=True)
class Package:
    """
    Releases `1`, `2`, ..., one a letter of `shape`.

    `.` right, `x` incomplete, `h` hangs, `!` cannot be built, `0` has no such assignor.
    """

    shape: str
    opened: list[str] = field(default_factory=list)

    @property
    def releases(self) -> tuple[str, ...]:
        """Their names, oldest first."""
        return tuple(str(number) for number in range(1, len(self.shape) + 1))

    def target_at(self, release: str) -> str:
        """The text of the target."""
        return f"npm:stand-in@{release}:x"

    def open_at(self, release: str) -> StandIn:
        """The target at `release`."""
        self.opened.append(release)
        kind = self.shape[int(release) - 1]
        if kind == "!":
            raise AssayError(UNBUILT)
        if kind == "0":
            raise AssayError(LACKING)
        return StandIn(KINDS[kind], name=self.target_at(release), version=release)


def plan(*laws: str, groups: int = 10, corpus: Mapping[str, Case] | None = None) -> HistoryPlan:
    """A plan of one family and few groups."""
    return HistoryPlan(
        laws=laws or ("nothing-left-out",),
        families=("clean",),
        groups=groups,
        seconds=2.0,
        seed=0,
        corpus=corpus or {},
        times=2,
    )


def case_on(group: Group, law: str = "nothing-left-out") -> Case:
    """A case of one step."""
    return Case(
        law=law,
        inputs="clean",
        target="npm:stand-in@1:x",
        seed=0,
        versions={},
        steps=(TrialStep(group=group),),
        facts={},
    )


def a_glance(target: Target, *, laws: Sequence[Law], **_: object) -> CheckRecord:
    """A search of one group, in place of `check`."""
    return check_group(target, TINY, inputs="clean", laws=laws)
