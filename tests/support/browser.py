"""A headless Chromium, driven with Selenium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRIVER = "chromedriver"
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
SCRIPT_SECONDS = 300
"""The time limit of a script in the page. A busy machine is slow."""


def installed_browser() -> tuple[str, str]:
    """The paths of the browser and its driver. Raises `AssayError` if one is missing."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which(DRIVER)
    if browser is None or driver is None:
        raise AssayError("no Chromium is installed" if browser is None else f"no {DRIVER} is installed")
    return browser, driver


@contextmanager
def headless_browser(profile: Path) -> Iterator[Chrome]:
    """
    Open a browser that records console messages and requests, with its data in `profile`.

    Raises `AssayError` if none is installed.
    """
    binary, driver = installed_browser()
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    chrome.set_script_timeout(SCRIPT_SECONDS)
    try:
        yield chrome
    finally:
        chrome.quit()


def set_width(chrome: Chrome, width: int) -> None:
    """Set the width of the page in pixels. A phone has less than 600."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
