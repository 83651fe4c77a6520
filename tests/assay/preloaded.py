"""
Loaded before a pytest run inside a test takes stock of the modules.

Afterwards such a run forgets what came on top, and numpy's and OR-Tools' extension modules cannot be loaded twice in a
process: whatever a run inside may load has to be there before.
"""

from __future__ import annotations

import numpy as np
import ortools.graph.python.min_cost_flow

import oracle.solve
import properties.check
import reports.failed_test
import reports.regression

LOADED = (np, ortools, oracle.solve, properties.check, reports.failed_test, reports.regression)
