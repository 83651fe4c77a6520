"""A headless Chromium for tests, driven with Selenium. Tests skip where it is missing, except in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
SCRIPT_SECONDS = 300
"""The time limit of a script in the page. A busy machine is slow."""


def skip_unless_in_ci(missing: str) -> None:
    """Skip the test because something is missing; in CI that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing}: CI must test the report in a browser")
    pytest.skip(missing)


@contextmanager
def headless_browser(profile: Path) -> Iterator[Chrome]:
    """Open a browser that records console messages and requests, with its data in `profile`."""
    binary = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        skip_unless_in_ci("no Chromium is installed" if binary is None else "no chromedriver is installed")
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


def set_scheme(chrome: Chrome, scheme: str) -> None:
    """Set the colour scheme that the reader prefers: `light` or `dark`."""
    preference = {"name": "prefers-color-scheme", "value": scheme}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [preference]})


def script(chrome: Chrome, text: str) -> Any:
    """Run a script in the page, and return its result."""
    return chrome.execute_script(text)
