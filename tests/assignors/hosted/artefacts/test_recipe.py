from __future__ import annotations

from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.store import recipe_of


def test_recipe_changes_with_names_contents_and_arguments(tmp_path: Path) -> None:
    source = tmp_path / "host.go"
    source.write_text("one")
    before = recipe_of([source], "-O2")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_text("")

    folder = recipe_of([tmp_path])
    (tmp_path / "__pycache__" / "y.pyc").write_text("")

    assert (before, folder) == (recipe_of([source], "-O2"), recipe_of([tmp_path]))
    source.write_text("two")
    assert 4 == len({before, recipe_of([source], "-O2"), recipe_of([source], "-O", "2"), recipe_of([tmp_path])})
