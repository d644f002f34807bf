"""Take the pictures of the help from the samples, in both languages, and note which sentences of the page they show.

Run it after a change to what they show: `uv run --with pillow python docs/generate_screenshots.py`. It needs a Chromium, which
MOSTEK_CHROMIUM names. A test compares the noted sentences with those of the page, so a renamed button makes the picture stale.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import mostek
from browser.conftest import ARGUMENTS
from browser.serving import Server

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src/mostek/features/manual/pages/pictures"
SHOWN = FOLDER / "shown.json"
_PROGRAM = str(Path(sys.executable).with_name("mostek"))
_QUALITY = 82
"""Of the first try; a picture that is too heavy is saved again with less."""
HEAVIEST = 60_000
"""The bytes of a picture."""


class Album:
    """The pictures of one language, taken at one server."""

    def __init__(self, browser: Browser, server: Server, samples: Path, language: str) -> None:
        self.browser, self.server, self.samples, self.language = browser, server, samples, language
        self.said: dict[str, str] = {}
        for path in ROOT.glob(f"web/messages/*/{language}.json"):
            self.said.update({k: v for k, v in json.loads(path.read_text("utf-8")).items() if isinstance(v, str)})
        self.shown: dict[str, dict[str, str]] = {}

    def arrive(self, address: str, name: str = "", width: int = 1180, height: int = 780) -> Page:
        """Open an address as a new person, who says a name where one is asked for."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale={"pl": "pl-PL", "en": "en-GB"}[self.language],
            color_scheme="light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(address if address.startswith("http") else self.server.url + address)
        if name:
            page.get_by_role("textbox").first.fill(name)
            page.keyboard.press("Enter")
            page.wait_for_timeout(1200)
        return page

    def press(self, page: Page, key: str, role: Any = "button", after: int = 900) -> None:
        """Press what is labelled by a sentence of the page."""
        page.get_by_role(role, name=re.compile("^" + re.escape(self.said[key]))).first.click()
        page.wait_for_timeout(after)

    def take(self, page: Page, name: str, *keys: str) -> None:
        """Take a picture that shows these sentences of the page."""
        for key in keys:
            wanted = re.sub(r"\\\{\w+\\\}", ".+", re.escape(self.said[key]))
            assert re.search(wanted, page.locator("body").inner_text()), f"{name}: {self.said[key]} is not to be seen"
        page.screenshot(path=(raw := FOLDER / "raw.png"))
        picture = Image.open(BytesIO(raw.read_bytes())).convert("RGB")
        raw.unlink()
        file = FOLDER / f"{name}-{self.language}.webp"
        for quality in range(_QUALITY, 20, -6):
            picture.save(file, quality=quality, method=6)
            if file.stat().st_size <= HEAVIEST:
                break
        self.shown[f"{name}-{self.language}"] = {key: self.said[key] for key in keys}
        page.context.close()


def game(album: Album) -> None:
    """A player lays the first word of a game against a bot."""
    while True:
        page = album.arrive("/", "Ala Bzura")
        album.press(page, "shell_bot_now", after=6000)
        rack = page.get_by_role("button", name=re.compile(r"(miejsce|place) \d "))
        said = [each.get_attribute("aria-label") or "" for each in rack.all()]
        words = mostek.words("pl-wolny").made_of("".join(each[0] for each in said if each[1:2] in (",", " ")))
        is_mine = page.locator("h2", has_text=album.said["game_ask_turn_mine"]).count()
        is_empty = page.get_by_role("gridcell", name=re.compile("^H8,.*(puste|empty)")).count()
        if is_mine and is_empty and (word := _fitting(words)):
            break
        page.context.close()
    page.get_by_role("gridcell", name=re.compile("^H7,")).first.click()
    page.keyboard.type(word.lower())
    page.wait_for_timeout(1200)
    album.take(page, "game", "board_shuffle", "board_recall", "game_ask_turn_mine")


def _fitting(words: Sequence[str]) -> str | None:
    """A word that crosses the centre from H7 and leaves tiles on the rack."""
    return next((word for word in sorted(words) if len(word) == 5), None)


def review(album: Album) -> None:
    """The review of the sample game."""
    page = album.arrive("/review", "Ala Bzura")
    page.set_input_files("input[type=file]", album.samples / "final.gcg")
    page.get_by_role("button", name=album.said["review_next_mistake"]).wait_for(timeout=120_000)
    page.wait_for_timeout(12_000)
    album.press(page, "review_next_mistake")
    album.take(page, "review", "review_next_mistake", "review_best_plays")


def class_set(album: Album) -> None:
    """A teacher's set with its solutions, and a lesson with pupils."""
    page = album.arrive("/class", {"pl": "Pani Noteć", "en": "Ms Noteć"}[album.language])
    album.press(page, "exam_class_new")
    page.get_by_label(album.said["exam_class_name"]).fill(
        {"pl": "Pierwsza lekcja", "en": "First lesson"}[album.language]
    )
    for key, label, value in (
        ("exam_class_add_word", "exam_class_word", "ŻÓŁW"),
        ("exam_class_add_anagram", "exam_class_anagram", "KARTA"),
        ("exam_class_add_position", "exam_class_position_rack", "AEKLOŻ?"),
    ):
        album.press(page, key, after=300)
        page.get_by_label(album.said[label]).last.fill(value)
    album.press(page, "exam_class_save", after=5000)
    album.press(page, "exam_class_solutions")
    state = page.context.storage_state()
    album.press(page, "exam_class_open", after=1500)
    lesson, code = page.url, page.locator("strong").first.inner_text()
    for name, answers in (("Sowa", 3), ("Bystry Borsuk", 2), ("Mądry Sokół", 1)):
        pupil = album.arrive(f"/pupil/{code}", width=390)
        pupil.get_by_label(album.said["exam_pupil_name"]).fill(name)
        album.press(pupil, "exam_pupil_join", after=2000)
        if answers:
            album.press(pupil, "exam_pupil_yes")
        if answers > 1:
            album.press(pupil, "exam_pupil_next")
            pupil.get_by_label(album.said["exam_pupil_word"]).fill("KRATA")
            pupil.keyboard.press("Enter")
            pupil.wait_for_timeout(800)
        pupil.context.close()
    page.wait_for_timeout(2500)
    again = album.browser.new_context(
        storage_state=state, viewport={"width": 1180, "height": 780}, locale=album.language
    )
    sets = again.new_page()
    sets.goto(album.server.url + "/class")
    album.press(sets, "exam_class_solutions")
    album.take(sets, "class", "exam_class_sets", "exam_class_open", "exam_class_solutions", "exam_class_new")
    page.goto(lesson)
    page.wait_for_timeout(1500)
    album.take(page, "lesson", "exam_class_projector", "exam_class_close", "exam_class_pupil")


def tournament(album: Album) -> None:
    """The sample event in its third round: the desk, the wall, and a call to the arbiter."""
    told = json.loads(_run(album.server.folder, "tournament", "host", "--json"))
    director = album.arrive(f"{album.server.url}/office/{told['director'].rpartition('/')[2]}", "Ewa Narew")
    address = f"{album.server.url}/e/{told['id']}"
    director.goto(f"{address}/desk")
    director.wait_for_timeout(1500)
    line = director.get_by_label(album.said["desk_line"])
    for table in range(6, 13):
        line.fill(f"{table} {400 + 7 * table} {431 - 9 * table}")
        line.press("Enter")
        director.wait_for_timeout(700)
    for key in ("desk_pair_next", "desk_publish", "desk_start"):
        director.get_by_role("button", name=re.compile("^" + album.said[key].split("{")[0])).last.click()
        director.wait_for_timeout(1500)
    for table, scores in ((2, "421 388"), (5, "377 402")):
        line.fill(f"{table} {scores}")
        line.press("Enter")
        director.wait_for_timeout(700)
    codes = director.request.get(f"{album.server.url}/api/tournaments/{told['id']}/codes").json()["codes"]
    playing = _first_playing(director, album.server.url, told["id"])
    code = next(each["code"] for each in codes if each["number"] == playing)
    player = album.arrive(f"/me/{code}", width=390)
    album.press(player, "phone_call")
    console = director.context.new_page()
    console.goto(f"{address}/arbiter")
    console.wait_for_timeout(1500)
    console.set_viewport_size({"width": 900, "height": 700})
    console.screenshot(path=FOLDER / "raw.png")
    wall = album.arrive(f"/e/{told['id']}/wall?lang={album.language}", width=1280, height=720)
    wall.wait_for_timeout(1500)
    album.take(wall, "wall")
    player.context.close()
    context = director.context
    state = context.storage_state()
    desk = album.browser.new_context(
        storage_state=state, viewport={"width": 1180, "height": 780}, locale=album.language
    ).new_page()
    desk.goto(f"{address}/desk")
    desk.wait_for_timeout(1500)
    album.take(desk, "desk", "desk_line", "desk_results", "desk_tab_round")
    album.take(console, "arbiter", "phone_arbiter_title", "phone_calls_take", "phone_check_title")


def _first_playing(page: Page, url: str, id: str) -> int:
    """The starting number of a person whose table has no result yet."""
    round_ = page.request.get(f"{url}/api/tournaments/{id}").json()
    tables = json.dumps(round_)
    found = re.search(r'"players": \[(\d+)', tables)
    return int(found[1]) if found else 1


def _run(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "MOSTEK_DATA": str(folder)}
    return subprocess.run([_PROGRAM, *arguments], env=environment, check=True, capture_output=True, text=True).stdout


SCENES: tuple[Callable[[Album], None], ...] = (game, review, class_set, tournament)


@contextmanager
def open_album(browser: Browser, language: str) -> Iterator[Album]:
    """A server with the samples in an empty folder."""
    with TemporaryDirectory() as name:
        folder, samples = Path(name) / "data", Path(name) / "samples"
        _run(folder, "samples", str(samples))
        _run(folder, "tournament", "import", str(samples / "turniej.zip"))
        server = Server(folder)
        server.start()
        try:
            yield Album(browser, server, samples, language)
        finally:
            server.stop()


def main() -> None:
    """Take all pictures; or those of the scenes that are named."""
    chosen = [scene for scene in SCENES if scene.__name__ in sys.argv[1:]] or SCENES
    shown = json.loads(SHOWN.read_text("utf-8")) if SHOWN.exists() else {}
    with sync_playwright() as playwright:
        program = os.environ.get("MOSTEK_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for language in ("pl", "en"):
            with open_album(browser, language) as album:
                for scene in chosen:
                    scene(album)
                shown |= album.shown
        browser.close()
    SHOWN.write_text(json.dumps(dict(sorted(shown.items())), ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
