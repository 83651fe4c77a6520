"""The measures of `assay history --measure`: quality, time and memory of the releases that could be searched."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from assay.opened_releases import open_release
from assay.terminal.output import progress_display
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    import argparse

    from assay.files.history_notebook import FolderNotebook
    from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
    from kafka_assay.benchmarks.releases.measurement import Measurement
    from kafka_assay.properties.releases.history import History


def check_measuring(args: argparse.Namespace) -> None:
    """Raise `AssayError` if measures are asked for and a library is missing."""
    if args.measure:
        require_libraries("assay history --measure", "ruptures")


def measure_releases(
    args: argparse.Namespace, release_range: ReleaseRange, history: History, notebook: FolderNotebook
) -> tuple[Measurement | None, bool]:
    """
    The measures of the searched releases of `history`, and whether the run was interrupted.

    None if they are not asked for.
    """
    from kafka_assay.benchmarks.releases.measurement import summarize_measures
    from kafka_assay.benchmarks.releases.release_measurer import ReleaseMeasurer
    from kafka_assay.benchmarks.releases.release_measures import MeasurePlan
    from kafka_assay.properties.releases.release_findings import SearchedRelease

    if not args.measure or history.interrupted:
        return None, history.interrupted
    plan = MeasurePlan(seed=args.seed)
    releases = [here.release for here in history.releases if isinstance(here, SearchedRelease)]
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("measures", total=len(releases) * plan.passes)

        def look(release: str, number: int) -> None:
            done = (number - 1) * len(releases) + releases.index(release)
            bar.update(task, description=f"{release}, pass {number} of {plan.passes}", completed=done)

        found, interrupted = ReleaseMeasurer(
            open_at=partial(open_release, args, release_range, seed=args.seed, settings=args.settings),
            plan=plan,
            notebook=notebook,
            look=look,
        ).measure(releases)
    return summarize_measures(plan, found), interrupted
