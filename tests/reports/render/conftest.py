"""One headless Chromium for all tests of a run, driven with Selenium. They skip where it is missing, except in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

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


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Return a browser that records console messages and requests."""
    binary = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        skip_unless_in_ci("no Chromium is installed" if binary is None else "no chromedriver is installed")
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=Service(driver))
    opened.set_script_timeout(SCRIPT_SECONDS)
    yield opened
    opened.quit()
