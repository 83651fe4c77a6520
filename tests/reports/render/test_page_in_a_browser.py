"""The report in a real browser. Skipped where no Chromium is installed, except in CI."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.render.blocks import Cell, Chapter, Column, Section, Table
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.report import write_report
from tests.reports.comparison.records import BROKEN_LINE, MOVES_LINE, document
from tests.reports.render.browsers import headless_browser, script, set_width

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Open the report at the width of a laptop."""
    with headless_browser(tmp_path_factory.mktemp("browser")) as chrome:
        set_width(chrome, 1280)
        chrome.get(page.as_uri())
        yield chrome


def column(chrome: Chrome, place: int) -> list[str]:
    """Return the cells of a column of the table of groups, in the present order."""
    cells = f"document.querySelectorAll('#groups tbody tr:not([hidden]) > :nth-child({place})')"
    return list(script(chrome, f"return Array.from({cells}, (cell) => cell.textContent)"))


def test_console_stays_empty(browser: Chrome) -> None:
    """The hostile group's name would call `alert`."""
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
    figures = script(
        browser,
        """return Array.from(document.querySelectorAll("figure svg"), (svg) => {
            const box = svg.getBoundingClientRect();
            const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
            return [box.width, box.height, width, height, svg.getBBox().width, svg.getAttribute("aria-label").length];
        })""",
    )

    assert len(figures) > 8
    assert [] == [sizes for sizes in figures if min(sizes) <= 0]


def test_all_images_have_alternative_text(browser: Chrome) -> None:
    silent = script(browser, "return document.querySelectorAll('svg:not([aria-label]), img:not([alt])').length")

    assert 0 == silent


def test_click_sorts_a_table_and_a_second_click_reverses_it(browser: Chrome) -> None:
    """Numbers sort as numbers, largest first; the head shows the direction."""
    button = "document.querySelectorAll('#groups th button')[2]"

    script(browser, f"{button}.click()")
    down = column(browser, 3)
    script(browser, f"{button}.click()")
    up = column(browser, 3)

    assert ["30", "12", "4", "0"] == down
    assert ["0", "4", "12", "30"] == up
    assert "ascending" == script(browser, f"return {button}.closest('th').getAttribute('aria-sort')")


def test_keyboard_sorts_a_table(browser: Chrome) -> None:
    """Tab reaches the heads, Enter presses them."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    head = browser.find_element(By.CSS_SELECTOR, "#groups th button")

    head.send_keys(Keys.ENTER)

    assert sorted(column(browser, 1), key=str.casefold) == column(browser, 1)


def test_page_fits_the_width_of_a_phone(browser: Chrome) -> None:
    """At 375 pixels, tables and figures scroll in their own frames."""
    set_width(browser, 375)

    wide = script(browser, "return [document.documentElement.scrollWidth, innerWidth]")

    set_width(browser, 1280)
    assert [375, 375] == wide


@pytest.mark.parametrize(
    "name",
    ["python:shop.assignors:Mine (main~1 e18a9f00)", "maven:org.apache.kafka:kafka-clients:3.4.0:StickyAssignor"],
)
def test_title_breaks_between_words_on_a_phone(browser: Chrome, tmp_path: Path, name: str) -> None:
    """A word ends at a space, a hyphen, a colon or a slash."""
    title = f"<b>{name}</b> → {name}"
    page, back = tmp_path / "title.html", browser.current_url
    page.write_text(render_html([Chapter(title=title, answers=(), sections=())], {}), encoding="utf-8")
    set_width(browser, 390)
    browser.get(page.as_uri())

    shown, broken = script(
        browser,
        """const head = document.querySelector("h1"), broken = [];
        for (const node of head.childNodes) for (const word of node.textContent.matchAll(/[^ -]+/g)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (range.getClientRects().length > 1) broken.push(word[0]);
        }
        return [head.textContent, broken]""",
    )

    set_width(browser, 1280)
    browser.get(back)
    assert (title, []) == (shown, broken)


def test_figure_text_is_readable_on_a_phone(browser: Chrome) -> None:
    """At least 9 pixels high at a width of 375."""
    set_width(browser, 375)

    smallest = script(
        browser,
        """return Math.min(...Array.from(document.querySelectorAll("figure svg"), (svg) => {
            const scale = svg.getBoundingClientRect().width / Number(svg.getAttribute("viewBox").split(" ")[2]);
            return Math.min(...Array.from(svg.querySelectorAll("text"),
                (text) => parseFloat(getComputedStyle(text).fontSize) * scale));
        }))""",
    )

    set_width(browser, 1280)
    assert smallest > 8.95


def test_comparison_fits_a_phone(browser: Chrome, tmp_path: Path) -> None:
    """The outcome stands beside the name, and no picture has to be scrolled."""
    lines = [BROKEN_LINE, {**MOVES_LINE, "outcome": "worse-within-tolerance"}]
    (tmp_path / "compare.json").write_text(json.dumps(document(lines=lines) | {"format": FORMAT}))
    here = browser.current_url
    browser.get(write_report(tmp_path).as_uri())
    set_width(browser, 390)
    try:
        outcomes = "document.querySelectorAll('#comparison > .table tbody td:nth-child(2)')"
        ends = script(browser, f"return Array.from({outcomes}, (cell) => cell.getBoundingClientRect().right)")
        canvases = "document.querySelectorAll('.canvas')"
        hidden = script(browser, f"return Array.from({canvases}, (one) => one.scrollWidth - one.clientWidth)")
        assert (True, 2) == (bool(ends), len(hidden))
        assert max(ends) <= 375
        assert max(hidden) <= 0
    finally:
        set_width(browser, 1280)
        browser.get(here)


def test_link_leads_to_the_page_of_a_group(browser: Chrome) -> None:
    script(browser, "document.querySelector('#groups a[href=\"#group-g-java-rr-hetero\"]').click()")

    top = script(browser, "return document.querySelector(':target').getBoundingClientRect().top")

    assert abs(top) < 60


def test_page_of_a_group_out_of_sight_is_not_laid_out(browser: Chrome) -> None:
    """The layout of 200 pages takes over a second."""
    browser.get(browser.current_url.partition("#")[0])

    seen = script(
        browser,
        """return Array.from(document.querySelectorAll(".page > p"),
            (one) => one.checkVisibility({contentVisibilityAuto: true}))""",
    )

    assert seen
    assert not seen[-1]


def test_folds_are_open_in_print(browser: Chrome) -> None:
    script(browser, "document.body.append(Object.assign(document.createElement('details'), {id: 'fold'}))")

    script(browser, "dispatchEvent(new Event('beforeprint'))")

    assert script(browser, "return document.getElementById('fold').open")


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
    section = Section(anchor="groups", title=("t",), blocks=(table,))
    page = tmp_path / "large.html"
    page.write_text(render_html([Chapter(title="t", answers=(), sections=(section,))], {}), encoding="utf-8")
    back = browser.current_url

    browser.get(page.as_uri())
    at_first = column(browser, 1)
    script(browser, "const i = document.querySelector('input'); i.value = 'G37<'; i.dispatchEvent(new Event('input'))")
    found, said = column(browser, 1), script(browser, "return document.querySelector('.found').textContent")
    script(browser, "const i = document.querySelector('input'); i.value = ''; i.dispatchEvent(new Event('input'))")
    script(browser, "document.querySelectorAll('#groups th button')[1].click()")
    largest = column(browser, 2)[:2]
    log = browser.get_log("browser")
    browser.get(back)

    assert [f"<b>g{place}</b>" for place in range(5)] == at_first
    assert (["<b>g37</b>"], "1 of 40 rows") == (found, said)
    assert ["39,000", "38,000"] == largest
    assert [] == log
