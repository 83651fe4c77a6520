from __future__ import annotations

from pathlib import Path

import pytest

from assay.sources import defining_line, find_source

SOURCE = b"""import shop

@shop.register
class Mine:
    class Inner:
        pass

    def assign(self, group):
        return {}

try:
    from fast import Fast as Quick
except ImportError:
    class Quick(Mine): ...

one, MADE = 1, Mine()
named: Mine = Mine()
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Mine", 4),
        ("Mine.Inner", 5),
        ("Mine.missing", 4),
        ("Quick", 14),
        ("MADE", 16),
        ("MADE.assign", 16),
        ("named", 17),
        ("shop", 1),
        ("Nothing", 1),
    ],
)
def test_line_is_that_of_the_last_definition(name: str, line: int) -> None:
    assert line == defining_line(SOURCE, name.split("."))


@pytest.mark.parametrize(
    ("source", "line"), [(b"class Mine(", 1), (b"\0", 1), (b"\xff", 1), (b'x = "\\d"\nclass Mine: ...\n', 2)]
)
def test_source_that_is_no_python_has_line_one_and_no_warning_is_shown(source: bytes, line: int) -> None:
    assert line == defining_line(source, ["Mine"])


@pytest.mark.parametrize("path", ["shop.py", "shop/__init__.py", "src/shop.py", "src/shop/__init__.py"])
def test_file_is_relative_to_the_root(path: str, tmp_path: Path) -> None:
    file = tmp_path / "service" / path
    file.parent.mkdir(parents=True)
    file.write_bytes(SOURCE)

    assert (f"service/{path}", 4) == find_source("python:shop:Mine", tmp_path / "service", tmp_path)


@pytest.mark.parametrize("target", ["python:elsewhere:Mine", "sticky", "jar:shop.py:Mine"])
def test_other_targets_have_no_source_here(target: str, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_bytes(SOURCE)

    assert find_source(target, tmp_path, tmp_path) is None
