"""The report in a real browser. Skipped where no Chromium is installed, except in CI."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.render.blocks import Cell, Chapter, Column, Section, Table
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.report import write_report
from tests.reports.comparison.records import BROKEN_LINE, MOVES_LINE, document
from tests.reports.render.specimens import set_width

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.browser


@pytest.fixture
def browser(page: Path, chrome: Chrome) -> Chrome:
    """Open the report at the width of a laptop."""
    set_width(chrome, 1280)
    if chrome.current_url.partition("#")[0] != page.as_uri():
        chrome.get(page.as_uri())
    return chrome


def show(chrome: Chrome, chapter: Chapter, path: Path, width: int = 1280) -> None:
    """Write the page of this chapter, and open it."""
    path.write_text(render_html([chapter], {}), encoding="utf-8")
    set_width(chrome, width)
    chrome.get(path.as_uri())


def column(chrome: Chrome, place: int) -> list[str]:
    """Return the cells of a column of the table of groups, in the present order."""
    cells = f"document.querySelectorAll('#groups tbody tr:not([hidden]) > :nth-child({place})')"
    return list(chrome.execute_script(f"return Array.from({cells}, (cell) => cell.textContent)"))


def test_console_stays_empty(browser: Chrome) -> None:
    """The hostile group's name would call `alert`."""
    browser.get_log("browser")
    browser.get(browser.current_url)

    assert [] == browser.get_log("browser")


def test_only_the_page_itself_is_requested(browser: Chrome) -> None:
    browser.get(browser.current_url)
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]

    requests = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    # The browser's own start page asks for parts of itself: that is not ours.
    asked = {one["request"]["url"] for one in requests if one["documentURL"] == browser.current_url}

    assert {browser.current_url} == asked


def test_each_figure_is_visible(browser: Chrome) -> None:
    """It has a size, content and a description."""
    figures = browser.execute_script(
        """return Array.from(document.querySelectorAll("figure svg"), (svg) => {
            const box = svg.getBoundingClientRect();
            const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
            return [box.width, box.height, width, height, svg.getBBox().width, svg.getAttribute("aria-label").length];
        })""",
    )

    assert len(figures) > 8
    assert [] == [sizes for sizes in figures if min(sizes) <= 0]


def test_click_sorts_a_table_and_a_second_click_reverses_it(browser: Chrome) -> None:
    """Numbers sort as numbers, largest first; the head shows the direction."""
    button = "document.querySelectorAll('#groups th button')[2]"

    browser.execute_script(f"{button}.click()")
    down = column(browser, 3)
    browser.execute_script(f"{button}.click()")
    up = column(browser, 3)

    assert ["30", "12", "4", "0"] == down
    assert ["0", "4", "12", "30"] == up
    assert "ascending" == browser.execute_script(f"return {button}.closest('th').getAttribute('aria-sort')")


def test_keyboard_sorts_a_table(browser: Chrome) -> None:
    """Tab reaches the heads, Enter presses them."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    head = browser.find_element(By.CSS_SELECTOR, "#groups th button")

    head.send_keys(Keys.ENTER)

    assert sorted(column(browser, 1), key=str.casefold) == column(browser, 1)


@pytest.mark.parametrize(
    "name",
    ["python:shop.assignors:Mine (main~1 e18a9f00)", "maven:org.apache.kafka:kafka-clients:3.4.0:StickyAssignor"],
)
def test_title_breaks_between_words_on_a_phone(browser: Chrome, tmp_path: Path, name: str) -> None:
    """A word ends at a space, a hyphen, a colon or a slash."""
    title = f"<b>{name}</b> → {name}"
    show(browser, Chapter(title=title, answers=(), sections=()), tmp_path / "title.html", 390)

    shown, broken = browser.execute_script(
        """const head = document.querySelector("h1"), broken = [];
        for (const node of head.childNodes) for (const word of node.textContent.matchAll(/[^ -]+/g)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (range.getClientRects().length > 1) broken.push(word[0]);
        }
        return [head.textContent, broken]""",
    )

    assert (title, []) == (shown, broken)


def test_figure_text_is_readable_on_a_phone(browser: Chrome) -> None:
    """At least 9 pixels high at a width of 375."""
    set_width(browser, 375)

    smallest = browser.execute_script(
        """return Math.min(...Array.from(document.querySelectorAll("figure svg"), (svg) => {
            const scale = svg.getBoundingClientRect().width / Number(svg.getAttribute("viewBox").split(" ")[2]);
            return Math.min(...Array.from(svg.querySelectorAll("text"),
                (text) => parseFloat(getComputedStyle(text).fontSize) * scale));
        }))""",
    )

    assert smallest > 8.95


def test_comparison_fits_a_phone(browser: Chrome, tmp_path: Path) -> None:
    """The outcome stands beside the name, and no picture has to be scrolled."""
    lines = [BROKEN_LINE, {**MOVES_LINE, "outcome": "worse-within-tolerance"}]
    (tmp_path / "compare.json").write_text(json.dumps(document(lines=lines) | {"format": FORMAT}))

    set_width(browser, 390)
    browser.get(write_report(tmp_path).as_uri())

    outcomes = "document.querySelectorAll('#comparison > .table tbody td:nth-child(2)')"
    ends = browser.execute_script(f"return Array.from({outcomes}, (cell) => cell.getBoundingClientRect().right)")
    canvases = "document.querySelectorAll('.canvas')"
    hidden = browser.execute_script(f"return Array.from({canvases}, (one) => one.scrollWidth - one.clientWidth)")

    assert (True, 2) == (bool(ends), len(hidden))
    assert max(ends) <= 375
    assert max(hidden) <= 0


def test_link_leads_to_the_page_of_a_group(browser: Chrome) -> None:
    browser.execute_script("document.querySelector('#groups a[href=\"#group-g-java-rr-hetero\"]').click()")

    top = browser.execute_script("return document.querySelector(':target').getBoundingClientRect().top")

    assert abs(top) < 60


def test_page_of_a_group_out_of_sight_is_not_laid_out(browser: Chrome) -> None:
    """The layout of 200 pages takes over a second."""
    browser.get(browser.current_url.partition("#")[0])

    seen = browser.execute_script(
        """return Array.from(document.querySelectorAll(".page > p"),
            (one) => one.checkVisibility({contentVisibilityAuto: true}))""",
    )

    assert seen
    assert not seen[-1]


def test_folds_are_open_in_print(browser: Chrome) -> None:
    browser.execute_script("document.body.append(Object.assign(document.createElement('details'), {id: 'fold'}))")

    browser.execute_script("dispatchEvent(new Event('beforeprint'))")

    assert browser.execute_script("return document.getElementById('fold').open")


def test_rows_that_are_data_are_found_sorted_and_shown_as_text(browser: Chrome, tmp_path: Path) -> None:
    """Of 40 rows, 5 are markup. Names with markup do no harm."""
    cells = [
        (Cell(line=(f"<b>g{place}</b>",)), Cell(line=(f"{place * 1000:,}",), key=place * 1000)) for place in range(40)
    ]
    columns = (Column(title="name", meaning="its name"), Column(title="size", meaning="its size", numeric=True))
    table = Table(
        caption="t", columns=columns, rows=tuple(cells),
        sortable=True, searchable=True, rows_on_page=5,
    )  # fmt: skip
    section = Section(anchor="groups", title="t", blocks=(table,))
    show(browser, Chapter(title="t", answers=(), sections=(section,)), tmp_path / "large.html")

    at_first = column(browser, 1)
    search = "const i = document.querySelector('input'); i.value = '{}'; i.dispatchEvent(new Event('input'))"
    browser.execute_script(search.format("G37<"))
    found = column(browser, 1), browser.execute_script("return document.querySelector('.found').textContent")
    browser.execute_script(search.format(""))
    browser.execute_script("document.querySelectorAll('#groups th button')[1].click()")
    largest = column(browser, 2)[:2]
    log = browser.get_log("browser")

    assert [f"<b>g{place}</b>" for place in range(5)] == at_first
    assert (["<b>g37</b>"], "1 of 40 rows") == found
    assert ["39,000", "38,000"] == largest
    assert [] == log
