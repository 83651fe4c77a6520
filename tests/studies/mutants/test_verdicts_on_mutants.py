from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.studies.mutants import verdicts_on_mutants
from tests.studies.mutants.verdicts_on_mutants import MISSING, CorePathFinder, verdicts


def test_core_gives_the_same_verdicts_as_with_all_extras() -> None:
    pytest.importorskip("ortools")
    program = [sys.executable, "-m", verdicts_on_mutants.__name__]

    core = subprocess.run(program, capture_output=True, text=True, check=False)

    assert (0, "") == (core.returncode, core.stderr)
    assert [list(verdict) for verdict in verdicts()] == json.loads(core.stdout)


def test_core_hides_the_modules_of_the_extras() -> None:
    assert [None] * len(MISSING) == [CorePathFinder.find_spec(name) for name in sorted(MISSING)]
    assert CorePathFinder.find_spec("ortools.sat.python") is None
    assert CorePathFinder.find_spec("numpy") is not None
