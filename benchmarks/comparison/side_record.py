"""One side of a comparison as data: everything that another comparison needs, at another time or on another machine."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.comparison.comparison_record import ComparedTarget
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.properties.records.case_format import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedReason:
    """A declared failure."""

    law: str
    """The id of the law."""
    inputs: str
    """The input family."""
    reason: str
    """Why it is declared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTiming:
    """The time of one side's calls on the timed groups."""

    machine: Machine
    """The machine."""
    workloads: tuple[str, ...]
    """The timed groups."""
    blocks: tuple[tuple[float, ...], ...]
    """
    For each sitting, the fastest call of each block, in seconds. Each group has the same number of blocks, one group
    after another.
    """
    noise: float
    """The largest difference of that comparison's base from itself, as a share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRecord:
    """The results of one target on numbered cases, which `code`, `seed` and `families` make again."""

    target: ComparedTarget
    """The target."""
    code: str
    """The version of the code that drew and judged the groups."""
    seed: int
    """The seed of the groups."""
    families: tuple[str, ...]
    """The input families that the groups came from."""
    laws: tuple[str, ...]
    """The laws that the target promises."""
    results: CaseResults
    """What was found on each case."""
    expected: tuple[ExpectedReason, ...] = ()
    """The declared failures."""
    timing: SideTiming | None = None
    """The time of its calls; null: not measured."""
    cases: tuple[Case, ...] = field(default=())
    """The smallest groups found on which it breaks a law."""

    def reason_of(self, law: str, family: str) -> str | None:
        """The reason of a declared failure: the one in this family, else the first."""
        mine = [one for one in self.expected if one.law == law]
        return next((one.reason for one in mine if one.inputs == family), mine[0].reason if mine else None)


def require_same_cases(base: SideRecord, candidate: SideRecord) -> None:
    """Raise `AssayError` unless the cases of both are the same groups, judged by the same code."""
    for name in ("seed", "families", "code"):
        one, other = getattr(base, name), getattr(candidate, name)
        if one != other:
            raise AssayError(
                f"the records cannot be paired: {name}: {_in_words(one)} and {_in_words(other)}: "
                "compare the targets themselves, or make both records alike"
            )


def _in_words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
