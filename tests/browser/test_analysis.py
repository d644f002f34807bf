"""Analysis in a page: the kernel in its worker, offline, with damaged storage, and by the server where there is no kernel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.serving import Server
from mostek.engine import best

TURN = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
BUILT = 60_000
"""Building takes some seconds; a busy machine is slow."""
IN_PAGE = "This page analyses by itself, also without a network."


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    opened = browser.new_context(base_url=server.url, locale="en-GB", viewport={"width": 1366, "height": 768})
    yield opened
    opened.close()


def opened(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/analysis")
    if page.get_by_role("heading", level=1).inner_text() == "Analiza":
        page.get_by_role("button", name="EN –").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Analysis")
    return page


def analyse(page: Page, position: str = TURN) -> None:
    if not page.get_by_role("dialog").is_visible():
        page.get_by_role("button", name="Paste").click()
    page.get_by_label("Position or game (CGP or GCG)").fill(position)
    page.get_by_role("button", name="Analyse", exact=True).click()


def first_moves(page: Page) -> list[list[str]]:
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(10, timeout=BUILT)
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows.all()]


_DRAWN = """async svg => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL();
}"""


def is_drawn_in_its_own_font(page: Page, svg: str) -> bool:
    """Whether the picture looks otherwise without the font that is in it; a machine's own would make no difference."""
    without = re.sub("<style>.*?</style>", "", svg)
    assert without != svg
    return bool(page.evaluate(_DRAWN, svg) != page.evaluate(_DRAWN, without))


def wanted() -> list[list[str]]:
    """The plays that the library finds; of exchanges and the pass their order among equals is free."""
    return [[each.written, str(each.score), f"{each.equity / 1000:+.1f}"] for each in best(TURN, count=10)]


def test_the_page_finds_what_the_library_finds_and_goes_on_without_a_network(context: BrowserContext) -> None:
    page = opened(context)
    expect(page.get_by_text(IN_PAGE)).to_be_visible(timeout=BUILT)
    analyse(page)
    assert first_moves(page) == wanted()
    page.locator("body").press("ArrowDown")
    expect(page.locator("tbody tr").nth(1).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_text("Deals played")).to_be_visible(timeout=BUILT)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function(
        "caches.keys().then(async (names) => (await (await caches.open(names[0])).keys())"
        ".some(({ url }) => url.includes('kernel.worker')))",
        timeout=BUILT,
    )
    context.set_offline(True)
    page.goto("/analysis")
    expect(page.get_by_text(IN_PAGE)).to_be_visible(timeout=BUILT)
    analyse(page)
    assert first_moves(page) == wanted()


_DAMAGE: Any = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("analysis");
  const names = [];
  for await (const name of folder.keys()) names.push(name);
  for (const name of names) {
    const file = await folder.getFileHandle(name);
    const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
    if (bytes.length > 2) bytes[bytes.length >> 1] ^= 255;
    const writer = await file.createWritable();
    await writer.write(bytes);
    await writer.close();
  }
  return names;
}"""


@pytest.mark.long
def test_what_was_damaged_on_the_device_is_made_again(context: BrowserContext) -> None:
    page = opened(context)
    expect(page.get_by_text(IN_PAGE)).to_be_visible(timeout=BUILT)
    names = page.evaluate(_DAMAGE)
    assert any(name.startswith("graph-") for name in names)
    page.reload()
    expect(page.get_by_text(IN_PAGE)).to_be_visible(timeout=BUILT)
    analyse(page)
    assert first_moves(page) == wanted()


def test_without_a_kernel_the_server_answers_the_same(context: BrowserContext) -> None:
    context.add_init_script("delete globalThis.WebAssembly")
    page = opened(context)
    expect(page.get_by_text("This browser cannot run the kernel.")).to_be_visible(timeout=BUILT)
    analyse(page)
    assert first_moves(page) == wanted()
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_text("Deals played")).to_be_visible(timeout=BUILT)


def test_what_is_no_position_is_told_with_its_place(context: BrowserContext) -> None:
    page = opened(context)
    for text, sentence in {
        "": "Paste a position first.",
        "15/15 ABC/": "A board has 15 rows, here there are 2.",
        TURN.replace("4KOTA7", "4KOTA8"): "Row 8 has 16 squares, not 15.",
        TURN.replace("KOTA", "KQTA"): "“Q” at character 24 is no tile of this set.",
        TURN.replace("AEKLOŻ?", "AEKLOŻ?A"): "A rack holds 7 tiles, not 8.",
        TURN.replace("AEKLOŻ?", "ŻŻ"): "There are more of these tiles than the set has: Ż",
        TURN.partition(" ")[0]: "The rack of the player on turn is missing.",
    }.items():
        analyse(page, text)
        expect(page.get_by_role("alert")).to_have_text(sentence)


@pytest.mark.parametrize("width", [360, pytest.param(1366, marks=pytest.mark.long)])
def test_it_fits_a_phone_and_a_desk_and_everybody_can_use_it(browser: Browser, server: Server, width: int) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": width, "height": 740})
    page = opened(context)
    analyse(page)
    first_moves(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    context.close()


def test_a_person_sets_up_plays_on_and_sends_a_link(context: BrowserContext) -> None:
    """With keys alone: letters on the board, a rack, the best move, a drawn rack, a variation with a comment."""
    page = opened(context)
    page.get_by_role("button", name="Set up").click()
    page.locator("[data-square=H5]").click()
    page.keyboard.type("kota")
    page.get_by_label("Rack on turn").fill("AEKLOŻ?8")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("“8” at character 8 is no tile of this set.")
    page.get_by_label("Rack on turn").fill("AEKLOŻ?")
    page.keyboard.press("Enter")
    assert first_moves(page)[0][:2] == ["8A LEŻAKOw(A)", "92"]
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="1. 8A LEŻAKOw(A) 92")).to_have_attribute("aria-current", "step")
    page.keyboard.press("d")
    expect(page.locator("tbody tr")).to_have_count(10, timeout=BUILT)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    page.keyboard.type("Second best, <b>really</b>")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    link = page.get_by_label("Link").input_value()
    with page.expect_download() as pdf:
        page.get_by_role("button", name="PDF").click()
    assert pdf.value.path().read_bytes().startswith(b"%PDF-")
    with page.expect_download() as png:
        page.get_by_role("button", name="PNG").click()
    assert png.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as svg:
        page.get_by_role("button", name="SVG").click()
    assert is_drawn_in_its_own_font(page, svg.value.path().read_text(encoding="utf-8"))
    other = context.new_page()
    other.goto(link)
    expect(other.get_by_text("Second best, <b>really</b>")).to_be_visible(timeout=BUILT)
    expect(other.locator(".variation button")).to_have_count(1)
    other.goto("about:blank")
    other.goto(link[:-9])
    expect(other.get_by_role("alert")).to_contain_text("This link is damaged or cut", timeout=BUILT)


@pytest.mark.long
def test_a_level_of_the_server_answers_and_nobody_analyses_where_it_is_unknown_whether_they_play(
    context: BrowserContext,
) -> None:
    page = opened(context)
    analyse(page)
    first_moves(page)
    page.get_by_label("Who answers my moves").select_option("level static")
    page.locator(".scores").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="2. ")).to_have_attribute("aria-current", "step", timeout=BUILT)
    expect(page.locator("tbody tr")).to_have_count(10, timeout=BUILT)
    page.route("**/api/analysis", lambda route: route.abort())
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Whether you are playing a game now is not known: the server did not say. Try again when it answers."
    )
