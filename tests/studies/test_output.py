from __future__ import annotations

from pathlib import Path

from studies.output import replace_part, table_row, write_part


def test_text_between_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- a -->\nold\n<!-- b -->\nafter\n", encoding="utf-8")

    write_part(page, "<!-- a -->", "<!-- b -->", [table_row("new", 1)])

    text = page.read_text("utf-8")
    assert "before\n<!-- a -->\n\n| new | 1 |\n\n<!-- b -->\nafter\n" == text
    assert text == replace_part(text, "<!-- a -->", "<!-- b -->", ["| new | 1 |"])
