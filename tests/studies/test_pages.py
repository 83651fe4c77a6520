"""The generated pages are those that the code and the records make."""

from __future__ import annotations

from pathlib import Path

import pytest

from studies.__main__ import main
from studies.output import ROOT, GeneratedFiles
from studies.pages.pages import PAGES


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_current(name: str) -> None:
    """`python -m studies pages --write` writes them."""
    assert [] == [str(path.relative_to(ROOT)) for path in PAGES[name]().stale()]


def test_stale_files_are_written_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studies.output.ROOT", tmp_path)
    kept, old, new = (tmp_path / name for name in ("kept.md", "old.md", "new.md"))
    kept.write_text("same")
    old.write_text("no longer made")
    made = GeneratedFiles({kept: "same", new: b"new"}, (kept, old))

    assert [new, old] == made.stale()
    assert made.compare(write=False)
    assert not made.compare(write=True)
    assert ["kept.md", "new.md"] == sorted(path.name for path in tmp_path.iterdir())


def test_unknown_page_names_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["pages", "no-such"])
    assert "pages: no-such: expected evidence, formats, " in capsys.readouterr().err
