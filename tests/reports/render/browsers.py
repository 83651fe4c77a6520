"""A headless Chromium for tests. Tests skip where it is missing, except in CI."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kafka_assay.assignors.errors import AssayError
from tests.support import browser

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


def skip_unless_in_ci(missing: str) -> None:
    """Skip the test because something is missing; in CI that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing}: CI must test the report in a browser")
    pytest.skip(missing)


@contextmanager
def headless_browser(profile: Path) -> Iterator[Chrome]:
    """Open a browser that records console messages and requests, with its data in `profile`."""
    try:
        browser.installed_browser()
    except AssayError as missing:
        skip_unless_in_ci(str(missing))
    with browser.headless_browser(profile) as chrome:
        yield chrome


def set_scheme(chrome: Chrome, scheme: str) -> None:
    """Set the colour scheme that the reader prefers: `light` or `dark`."""
    preference = {"name": "prefers-color-scheme", "value": scheme}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [preference]})


def script(chrome: Chrome, text: str) -> Any:
    """Run a script in the page, and return its result."""
    return chrome.execute_script(text)
