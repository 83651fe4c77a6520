"""What the records of an audit and of a campaign have in common."""

from __future__ import annotations

import platform

from kafka_assay.assignors.extras import installed_versions
from kafka_assay.assignors.hosted.java.runtime import JavaRuntime

LOOP = "loop"
"""The master that means no Spark for judging: one after another in this process."""

PROCESSES = "processes"
"""What records say in the place of a master: no Spark, and several processes of this machine."""

LOG = "spark.log"
"""The name of Spark's log in the folder of the records, where Spark failed."""

_LIBRARIES = ("kafka-assay", "pyspark", "pyarrow", "ortools", "numpy")


def used_versions(java: JavaRuntime | None) -> dict[str, str | None]:
    """Library -> version, with Python and Java; None where it is not used."""
    return {
        **installed_versions(_LIBRARIES),
        "python": platform.python_version(),
        "java": None if java is None else java.version,
    }
