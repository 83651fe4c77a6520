"""Every kind of page is checked by axe-core and measured, at the widths of a laptop and of a phone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kafka_assay.assignors.hosted.cache import sha256_of
from kafka_assay.assignors.hosted.node.node_host import ensure_installed
from tests.assignors.hosted.real_hosts import start_or_skip
from tests.reports.render.specimens import set_width, write_all_chapters

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""What axe-core finds depends on the colour scheme by these rules only."""
AXE = ("axe-core", "4.14.1")
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
LAPTOP, PHONE = 1280, 390
KINDS = AUDIT, OTHERS = ("an audit", "all other records")


@pytest.fixture(scope="module")
def pages(page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the pages by what they show."""
    return dict(zip(KINDS, (page, write_all_chapters(tmp_path_factory.mktemp("chapters"))), strict=True))


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the source of axe-core, which npm fetches once. Skip where npm or the network is missing."""
    folder = start_or_skip("axe-core", partial(ensure_installed, *AXE, "axe-core"))
    path = folder / "node_modules" / "axe-core" / "axe.min.js"
    assert SHA256 == sha256_of(path)
    return path.read_text(encoding="utf-8")


def findings(chrome: Chrome, axe: str, scheme: str, *rules: str) -> list[str]:
    """Return what axe-core finds in a colour scheme by these rules (none: all), with the first element of each."""
    preference = {"name": "prefers-color-scheme", "value": scheme}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [preference]})
    chrome.execute_script(axe)
    chosen = {"runOnly": rules} if rules else {}
    found: Any = chrome.execute_async_script(
        "const [chosen, done] = arguments; axe.run(document, {resultTypes: ['violations'], ...chosen}).then(done);",
        chosen,
    )
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]


def show(chrome: Chrome, page: Path, width: int) -> None:
    """Open a page at this width."""
    set_width(chrome, width)
    chrome.get(page.as_uri())


@pytest.mark.parametrize(
    ("width", "kind"),
    [
        (LAPTOP, AUDIT),
        (PHONE, OTHERS),
        *(pytest.param(*one, marks=pytest.mark.integration) for one in ((PHONE, AUDIT), (LAPTOP, OTHERS))),
    ],
)
def test_page_has_no_accessibility_finding(
    chrome: Chrome, pages: dict[str, Path], axe: str, kind: str, width: int
) -> None:
    """Not even a minor one."""
    show(chrome, pages[kind], width)

    assert [] == [*findings(chrome, axe, "light"), *findings(chrome, axe, "dark", *COLOUR_RULES)]


@pytest.mark.parametrize("kind", KINDS)
def test_table_shows_all_columns_on_a_laptop(chrome: Chrome, pages: dict[str, Path], kind: str) -> None:
    """And each column is defined below its table."""
    show(chrome, pages[kind], LAPTOP)

    cut = chrome.execute_script(
        """return Array.from(document.querySelectorAll(".scroll"))
            .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
            .map((frame) => frame.getAttribute("aria-label"))""",
    )
    undefined = chrome.execute_script(
        """return Array.from(document.querySelectorAll(".table"))
            .flatMap((table) => Array.from(table.querySelectorAll("thead th"))
                .filter((head) => !head.title)
                .map((head) => `${table.querySelector("caption").textContent}: ${head.textContent}`))""",
    )

    assert [] == cut
    assert "" == "; ".join(sorted(set(undefined)))


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_not_wider_than_a_phone(chrome: Chrome, pages: dict[str, Path], kind: str) -> None:
    """Tables and figures scroll in their own frames."""
    show(chrome, pages[kind], PHONE)

    assert chrome.execute_script("return document.documentElement.scrollWidth") <= PHONE
