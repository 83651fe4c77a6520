"""
The plan of a campaign, `assay-campaign/1`: which targets judge which cases, with which version of our code.

A case is a number. With the seed and the family it makes the group again, so a plan is small however many cases it has.
The version of the code is the release, and a hash of every source that can change a row. Who plans a campaign opens
every target once, to learn its version and whether it repeats its answers.
"""

from __future__ import annotations

import hashlib
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import kafka_assay
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import TargetText, open_target
from kafka_assay.assignors.interface import AssignorFailed, Promise, Target
from kafka_assay.assignors.life import Example
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_configurable
from kafka_assay.pipeline.campaign.campaign_row import RESULTS
from kafka_assay.properties.input_families import FAMILIES, family_at, family_called
from kafka_assay.properties.records.typed_record import read_file, read_record, write_document, write_record
from kafka_assay.properties.strategies.drawn import drawn_example

FORMAT = "assay-campaign/1"
PLAN = "plan.json"

DEFAULT_LAWS = "default"
ALL_LAWS = "all"
LAW_SETS = (DEFAULT_LAWS, ALL_LAWS)
LAWS_IN_TURN = "in turn"
"""All laws, asked as a check asks them about drawn groups. A comparison uses this set."""

FEWEST_GROUPS = 1_000
"""The fewest groups of a stretch: it has a file for each target, and many small files cost Spark much of its time."""
MOST_PAIRS = 200_000
"""The most pairs of a stretch, so that an interrupt costs minutes."""
STRETCHES = 24
"""The number of stretches between these limits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTarget:
    """A target of the campaign, as text."""

    target: str
    """The target, with its release."""
    version: str
    """The version that answered when the campaign was planned."""
    like: str | None
    """The promises that it makes, as in `--like`."""
    repeats: bool
    """
    Whether it gave the same answer each time when the campaign was planned. Digests cover the answers of such targets
    only.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignPlan:
    """A campaign: which groups are put to which targets."""

    seed: int
    """The seed of all cases."""
    cases: int
    """Pairs of a group and a target, as asked for; judged are whole groups."""
    targets: tuple[PlannedTarget, ...]
    """The targets. All get the same groups, numbered from 0."""
    families: tuple[str, ...]
    """The input families that the groups are drawn from."""
    laws: str
    """
    `default`: laws that ask further questions are asked in one of 16 cases, and not in a second process. `all`: all
    laws in every case.
    """
    like: str | None = None
    """The promises that `--like` gave to every target."""
    call_timeout: float
    """Seconds that one call may take."""
    stretch: int
    """Groups in a stretch, which is judged and committed together."""
    code: str
    """The code that judges: the release, `+`, and a hash of the sources."""
    command: tuple[str, ...] = ()
    """The command line."""
    settings: Settings = NO_SETTINGS
    """The settings, which go to the targets that accept any."""

    @property
    def groups(self) -> int:
        """The number of groups: the last one is put to every target too."""
        return -(-self.cases // len(self.targets))

    @property
    def pairs(self) -> int:
        """The number of pairs that are judged: `cases`, rounded up to whole groups."""
        return self.groups * len(self.targets)

    @property
    def stretches(self) -> int:
        """The number of stretches."""
        return -(-self.groups // self.stretch)

    def groups_of(self, stretch: int) -> range:
        """The numbers of the groups of a stretch."""
        return range(stretch * self.stretch, min(self.groups, (stretch + 1) * self.stretch))

    def family_of(self, number: int) -> str:
        """The family of a case: each has its weight."""
        return family_at(self.families, self.seed, number)

    def example(self, number: int) -> Example:
        """The group or life of a case."""
        return drawn_example(self.family_of(number), self.seed, number)

    def target_texts(self) -> tuple[TargetText, ...]:
        """The targets as workers open them. A question that hung is asked once more, with more time."""
        return tuple(
            TargetText(
                text=one.target,
                like=self.like,
                seed=self.seed,
                call_timeout=self.call_timeout,
                settings=self.settings.where_accepted(),
                checks_hangs=True,
            )
            for one in self.targets
        )


def stretch_size(cases: int, targets: int) -> int:
    """
    The number of groups in a stretch of a campaign with so many pairs and targets.

    >>> stretch_size(1_000_000, 36), stretch_size(100, 2)
    (1157, 1000)
    """
    groups = max(FEWEST_GROUPS, cases // STRETCHES // targets)
    return max(1, min(groups, MOST_PAIRS // targets))


def write_plan(plan: CampaignPlan, folder: Path) -> None:
    """Write the plan into `folder`."""
    write_document(folder / PLAN, {"format": FORMAT, **write_record(plan, "settings")})


def read_plan(folder: Path) -> CampaignPlan:
    """The plan of the campaign in `folder`. Raises `AssayError` if there is none, or if it is damaged."""
    path = folder / PLAN
    plan = read_file(path, FORMAT, lambda document: read_record(CampaignPlan, document, settings=NO_SETTINGS))
    if plan is None:
        raise AssayError(f"{folder}: contains no campaign: expected {PLAN}, which assay campaign run writes")
    if min(plan.cases, plan.stretch, len(plan.targets), len(plan.families)) < 1 or plan.laws not in LAW_SETS:
        raise AssayError(f"{path}: damaged: cases, stretch, targets, families or laws is empty or unknown")
    return plan


JUDGING = ("assignors", "oracle", "properties", "pipeline/campaign")
"""The folders whose files decide what a row says. The other folders only plan, show and report."""
_DIGITS = 12


@cache
def code_version(root: Path = Path(kafka_assay.__file__).parent) -> str:
    """The release, `+`, and a hash of all files below `root` in the folders that judge, without what a run leaves."""
    found = hashlib.sha256()
    for folder in JUDGING:
        here = (root / folder).resolve()
        for path in sorted(here.rglob("*")):
            # A run adds files to `__pycache__`: Python's bytecode and Numba's compiled loops.
            if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in path.parts[-2:]):
                content = path.read_bytes()
                found.update(f"{folder}/{path.relative_to(here).as_posix()}\0{len(content)}\0".encode() + content)
    return f"{version('kafka-assay')}+{found.hexdigest()[:_DIGITS]}"


PROBED = 60
"""The number of groups that a target is asked about several times."""
TIMES = 3


def plan_campaign(
    targets: tuple[str, ...],
    *,
    cases: int,
    families: tuple[str, ...] = (),
    seed: int = 0,
    laws: str,
    like: str | None = None,
    call_timeout: float,
    stretch: int | None = None,
    command: tuple[str, ...] = (),
) -> CampaignPlan:
    """
    The plan for these options. Raises `AssayError` if a target cannot be opened.

    No families means all. `stretch` is the number of groups in a stretch (None: a number that suits the campaign).
    """
    chosen = tuple(dict.fromkeys(family_called(name).name for name in families)) or tuple(FAMILIES)
    planned = []
    for name in dict.fromkeys(targets):
        with closing(open_target(name, like=like, seed=seed, call_timeout=call_timeout)) as target:
            require_configurable(target)
            # The name of the opened target has the release, so that workers open the same one.
            repeats = Promise.REPEATABLE in target.promises and repeats_answers(target)
            planned.append(PlannedTarget(target=target.name, version=target.version, like=target.like, repeats=repeats))
    doubled = {one.target for one in planned if [other.target for other in planned].count(one.target) > 1}
    if doubled:
        raise AssayError(f"TARGET: {', '.join(sorted(doubled))}: named twice")
    return CampaignPlan(
        seed=seed,
        cases=cases,
        targets=tuple(planned),
        families=chosen,
        laws=laws,
        code=code_version(),
        call_timeout=call_timeout,
        stretch=stretch or stretch_size(cases, len(planned)),
        like=like,
        command=command,
    )


def refuse_used_folder(folder: Path) -> None:
    """Raise `AssayError` if `folder` holds a campaign already."""
    if (folder / PLAN).exists():
        raise AssayError(f"{folder}: has a campaign already: assay campaign resume {folder} goes on with it")
    if (folder / RESULTS).exists():
        raise AssayError(f"{folder / RESULTS}: exists already: expected a folder without records")


def repeats_answers(target: Target) -> bool:
    """Whether the target gave the same answer each time on some groups. Failures do not count."""
    for number in range(PROBED):
        group = drawn_example("clean", 0, number)
        assert isinstance(group, Group)
        answers: list[Assignment] = []
        with suppress(AssignorFailed):
            answers.extend(target.assign(group) for _ in range(TIMES))
        if any(answer != answers[0] for answer in answers):
            return False
    return True
