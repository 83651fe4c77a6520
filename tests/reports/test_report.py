"""The whole report on real groups."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.audit import records as audit_records
from kafka_assay.reports.report import write_report
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views import audit as audit_chapter
from tests.reports.audits import HOSTILE_GROUP


class Tags(HTMLParser):
    """The tags of a page with their attributes, and its ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def values(self, attribute: str) -> list[str]:
        """Return the values of an attribute over all tags."""
        return [value for _, attributes in self.found if (value := attributes.get(attribute)) is not None]


@pytest.fixture
def text(page: Path) -> str:
    """Return the page."""
    return page.read_text(encoding="utf-8")


@pytest.fixture
def tags(text: str) -> Tags:
    """Return the parsed page."""
    return Tags(text)


@pytest.fixture
def copy(records: Path, tmp_path: Path) -> Path:
    """Return a new folder with the records alone."""
    for name in ("results.parquet", "summary", "errors"):
        shutil.copytree(records / name, tmp_path / name)
    shutil.copy(records / "audit.json", tmp_path)
    return tmp_path


def test_first_screen_leads_from_the_summary_to_the_actions_and_then_to_the_details(text: str) -> None:
    places = [
        text.index(part)
        for part in (
            "<h1>Audit of 4 consumer groups</h1>",
            "Consumer groups that share their work less evenly than possible: 2 of 3.",
            "1 of 3 groups is at the proven optimum today; 2 are less balanced than possible.",
            "1 line of the input could not be read as a group",
            '<section id="actions"',
            "Switch to <code>server-uniform</code>: 7 moves once, then 8/8/8/6, the best possible.",
            '<section id="groups"',
            '<section id="assignors"',
        )
    ]

    assert sorted(places) == places


def test_page_loads_nothing_and_its_links_work(tags: Tags) -> None:
    """Ids are unique, those inside figures too. Each figure has alternative text."""
    links, ids = tags.values("href") + tags.values("xlink:href"), tags.values("id")

    assert [] == tags.values("src") + [link for link in links if not link.startswith("#")]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links} <= set(ids)
    figures = [attributes for tag, attributes in tags.found if tag == "svg"]
    assert figures
    assert all(one["role"] == "img" and len(one["aria-label"] or "") > 20 for one in figures)


def test_markup_in_names_is_escaped_and_only_the_pages_script_is_allowed(text: str, tags: Tags) -> None:
    """By its digest."""
    assert 1 == [tag for tag, _ in tags.found].count("script")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    script = text.partition("<script>")[2].partition("</script>")[0]
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in text


def test_page_of_a_group_has_all_its_parts(text: str) -> None:
    """Headline, changes of ownership, laws, assumptions and replay commands."""
    section = text.partition('<section id="group-g-java-rr-hetero"')[2].partition("</section>")[0]

    assert "Loads 13/10/4/3; best 8/8/8/6 (7 moves)." in section
    assert "Ownership with optimal: 4 of 4 members change" in section
    assert "assay optimum" in section
    assert "every member &lt;b&gt;subscribes&lt;/b&gt; to *every* topic" in text


def test_same_records_give_the_same_bytes(records: Path, page: Path, copy: Path) -> None:
    """Page, Markdown, JUnit and figures. A figure is an SVG: a PNG is only drawn where somebody asks for one."""
    write_report(copy)

    files = [path for path in sorted(copy.rglob("*")) if path.is_file()]
    assert page == records / "index.html"
    assert [] == [one for one in files if one.read_bytes() != (records / one.relative_to(copy)).read_bytes()]
    names = {path.name for path in (copy / "figures").iterdir()}
    assert {"loads-g-java-rr-hetero.svg", "moves-g-java-rr-hetero.svg", "overview-grades.svg"} <= names
    assert {".svg"} == {Path(name).suffix for name in names}


def test_only_the_worst_groups_get_a_page_with_the_chosen_assignor(copy: Path) -> None:
    """Figures of an earlier report are removed, but no pictures of others."""
    figures = copy / "figures"
    figures.mkdir()
    for name in ("loads-gone.svg", "holiday.svg"):
        (figures / name).touch()

    text = write_report(copy, ReportOptions(pages=1, chosen="range")).read_text(encoding="utf-8")

    assert 1 == text.count('class="page"')
    assert "g-java-default" in text
    assert "Ownership with range" in text
    assert (False, True) == ((figures / "loads-gone.svg").exists(), (figures / "holiday.svg").exists())


def test_markdown_is_short_and_safe(page: Path) -> None:
    text = (page.parent / "report.md").read_text(encoding="utf-8")

    assert text.startswith("# Audit of 4 consumer groups\n\nConsumer groups that share their work less evenly")
    assert "\n\n1 of 3 groups is at the proven optimum today" in text
    assert f"`{HOSTILE_GROUP}`" in text
    assert len(text) < 10_000


def test_junit_has_a_suite_per_target(page: Path) -> None:
    """The present assignment fails where loads could be more even."""
    root = fromstring((page.parent / "junit.xml").read_text(encoding="utf-8"))
    today = root[0]

    assert "today" == today.get("name")
    assert ["optimally-balanced"] * 2 == [case.get("name") for case in today if case.find("failure") is not None]
    assert {suite.get("name") for suite in root} >= {"optimal", "range", "sticky"}


@pytest.mark.parametrize(
    ("folder", "chosen", "says"),
    [
        ("{records}", "stiky", "--chosen 'stiky'; did you mean 'sticky'"),
        ("{empty}", "optimal", "no result files: expected those of assay audit"),
        ("{empty}/none", "optimal", "no such folder"),
    ],
)
def test_report_that_cannot_be_made_is_one_line(
    folder: str, chosen: str, says: str, records: Path, tmp_path: Path
) -> None:
    with pytest.raises(AssayError, match=says):
        write_report(Path(folder.format(records=records, empty=tmp_path)), ReportOptions(chosen=chosen))


def test_audit_without_groups_has_a_report(records: Path, tmp_path: Path) -> None:
    """All lines may have been malformed."""
    from pyarrow.parquet import read_table, write_table

    (tmp_path / "results.parquet").mkdir()
    write_table(read_table(records / "results.parquet").slice(0, 0), tmp_path / "results.parquet" / "part-0.parquet")
    shutil.copytree(records / "errors", tmp_path / "errors")

    text = write_report(tmp_path).read_text(encoding="utf-8")

    assert "Audit of 0 consumer groups" in text
    assert "Lines that could not be read as a group" in text


def test_half_surrogates_do_not_stop_a_report_and_a_file_in_the_place_of_the_figures_does(copy: Path) -> None:
    """JSON allows them."""
    record = {"format": "assay-audit/1", "command": ["assay", "audit", "\ud800\u202e"]}
    (copy / "audit.json").write_text(json.dumps(record))

    text = write_report(copy, ReportOptions(pages=0)).read_text(encoding="utf-8")

    assert re.search(r"\\ud800\\u202e", text)
    shutil.rmtree(copy / "figures")
    (copy / "figures").touch()
    with pytest.raises(AssayError, match="expected a writable folder"):
        write_report(copy, ReportOptions(pages=0))


def test_large_audit_has_pages_without_figures(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the worst groups are read with all answers, and the first of these have figures."""
    monkeypatch.setattr(audit_records, "MOST_ROWS", 0)
    monkeypatch.setattr(audit_chapter, "PAGES_OF_LARGE", 3)
    monkeypatch.setattr(audit_chapter, "PICTURED_OF_LARGE", 1)

    text = write_report(copy).read_text(encoding="utf-8")

    assert 3 == text.count('class="page"')
    assert 1 == len(list((copy / "figures").glob("loads-*.svg")))
    assert "the worst 3 of 4" in (copy / "junit.xml").read_text(encoding="utf-8")
