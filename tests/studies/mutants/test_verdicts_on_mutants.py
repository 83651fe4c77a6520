from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.studies.mutants import verdicts_on_mutants


def test_core_gives_the_same_verdicts_as_with_all_extras() -> None:
    pytest.importorskip("ortools")
    program = [sys.executable, "-m", verdicts_on_mutants.__name__]

    whole, core = (
        subprocess.run([*program, *words], capture_output=True, text=True, check=False) for words in ((), ("core",))
    )

    assert (0, "") == (core.returncode, core.stderr)
    assert json.loads(whole.stdout) == json.loads(core.stdout)
