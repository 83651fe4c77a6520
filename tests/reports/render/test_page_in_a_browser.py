"""
The report in a real browser: opened from a file, sorted, searched, narrow, and quiet.

Skipped by name where no Chromium is installed, save in CI: there it must be.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


def installed() -> tuple[str, str]:
    """The browser and its driver. Skips the test where there is none; in CI that is a failure."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if browser is not None and driver is not None:
        return browser, driver
    missing = "no Chromium is installed" if browser is None else "no chromedriver is installed"
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing}: in CI the report must be seen in a browser")
    pytest.skip(missing)


@pytest.fixture(scope="module")
def browser(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A browser that shows the report; it listens to the console and to the network."""
    binary, driver = installed()
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    try:
        widen(chrome, 1280)
        chrome.get(page.as_uri())
        yield chrome
    finally:
        chrome.quit()


def widen(chrome: Chrome, width: int) -> None:
    """Make the page so many pixels wide, as a phone would below 600."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def script(chrome: Chrome, text: str) -> Any:
    """What a script in the page returns."""
    return chrome.execute_script(text)


def column(chrome: Chrome, place: int) -> list[str]:
    """The cells of a column of the table of groups, as they stand."""
    cells = f"document.querySelectorAll('#groups tbody tr:not([hidden]) > :nth-child({place})')"
    return list(script(chrome, f"return Array.from({cells}, (cell) => cell.textContent)"))


def test_the_console_stays_empty(browser: Chrome) -> None:
    """No error, no warning, and no script out of a name: the hostile group would have called `alert`."""
    browser.get(browser.current_url)

    assert [] == browser.get_log("browser")


def test_nothing_is_loaded_from_elsewhere(browser: Chrome) -> None:
    """The only request of all is the one for the file itself."""
    browser.get(browser.current_url)
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]

    requests = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    # The browser's own start page asks for parts of itself: that is not ours.
    asked = {one["request"]["url"] for one in requests if one["documentURL"] == browser.current_url}

    assert {browser.current_url} == asked


def test_every_figure_is_visible(browser: Chrome) -> None:
    """Each has a size, something in it, and words for those who cannot see it."""
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
    """Nothing that is an image goes without."""
    silent = script(browser, "return document.querySelectorAll('svg:not([aria-label]), img:not([alt])').length")

    assert 0 == silent


def test_a_click_sorts_a_table_and_another_turns_it(browser: Chrome) -> None:
    """Numbers sort as numbers, the largest first; the head says which way."""
    button = "document.querySelectorAll('#groups th button')[2]"

    script(browser, f"{button}.click()")
    down = column(browser, 3)
    script(browser, f"{button}.click()")
    up = column(browser, 3)

    assert ["30", "12", "4", "0"] == down
    assert ["0", "4", "12", "30"] == up
    assert "ascending" == script(browser, f"return {button}.closest('th').getAttribute('aria-sort')")


def test_the_keyboard_sorts_too(browser: Chrome) -> None:
    """The heads are buttons: the Tab key reaches them, Enter presses them."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    head = browser.find_element(By.CSS_SELECTOR, "#groups th button")

    head.send_keys(Keys.ENTER)

    assert sorted(column(browser, 1), key=str.casefold) == column(browser, 1)


def test_no_part_of_the_page_is_wider_than_a_phone(browser: Chrome) -> None:
    """At 375 pixels tables and figures scroll in their own frames, the page does not."""
    widen(browser, 375)

    wide = script(browser, "return [document.documentElement.scrollWidth, innerWidth]")

    widen(browser, 1280)
    assert [375, 375] == wide


def test_the_text_of_figures_is_readable_on_a_phone(browser: Chrome) -> None:
    """At 375 pixels no word in a figure is smaller than 8 pixels."""
    widen(browser, 375)

    smallest = script(
        browser,
        """return Math.min(...Array.from(document.querySelectorAll("figure svg"), (svg) => {
            const scale = svg.getBoundingClientRect().width / Number(svg.getAttribute("viewBox").split(" ")[2]);
            return Math.min(...Array.from(svg.querySelectorAll("text"),
                (text) => parseFloat(getComputedStyle(text).fontSize) * scale));
        }))""",
    )

    widen(browser, 1280)
    assert smallest >= 8


def test_a_link_leads_to_a_groups_page(browser: Chrome) -> None:
    """The anchor of a group is the place of its page."""
    script(browser, "document.querySelector('#groups a[href=\"#group-g-java-rr-hetero\"]').click()")

    top = script(browser, "return document.querySelector(':target').getBoundingClientRect().top")

    assert abs(top) < 60


def test_folds_open_for_the_printer(browser: Chrome) -> None:
    """What is folded on the screen is on the sheet."""
    script(browser, "document.body.append(Object.assign(document.createElement('details'), {id: 'fold'}))")

    script(browser, "dispatchEvent(new Event('beforeprint'))")

    assert script(browser, "return document.getElementById('fold').open")
