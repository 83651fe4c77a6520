from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.studies.mutants import verdicts_on_mutants
from tests.studies.mutants.verdicts_on_mutants import MISSING, CorePathFinder


def test_core_gives_the_same_verdicts_as_with_all_extras() -> None:
    pytest.importorskip("ortools")
    program = [sys.executable, "-m", verdicts_on_mutants.__name__]

    whole, core = (
        subprocess.run([*program, *words], capture_output=True, text=True, check=False) for words in ((), ("core",))
    )

    assert (0, "") == (core.returncode, core.stderr)
    assert json.loads(whole.stdout) == json.loads(core.stdout)


def test_core_hides_the_modules_of_the_extras() -> None:
    assert [None] * len(MISSING) == [CorePathFinder.find_spec(name) for name in sorted(MISSING)]
    assert CorePathFinder.find_spec("ortools.sat.python") is None
    assert CorePathFinder.find_spec("numpy") is not None
