"""
Loaded before a pytest run inside a test takes stock of the modules.

Afterwards such a run forgets what came on top, and numpy's extension modules cannot be loaded twice in a process:
whatever a run inside may load has to be there before.
"""

from __future__ import annotations

import numpy as np  # noqa: F401

import kafka_assay.oracle.solve
import kafka_assay.properties.search.check
import kafka_assay.reports.check.pasted_test
import kafka_assay.reports.wording.sentences  # noqa: F401
