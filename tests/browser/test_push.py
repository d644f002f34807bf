"""Messages to phones in a browser: the switch on each page, what the service worker shows, and where there can be none.

The browser's own push service is on the internet; a stand-in takes its place in the page, and the development tools of the
browser hand the message to the service worker.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Arrival
from browser.people import Person
from browser.test_accessibility import check
from browser.test_phones import PHONE, Hall, fits, hall, phone

__all__ = ["hall"]

pytestmark = pytest.mark.service_worker

SUBSCRIBED = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/a-browser-of-a-test",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
STAND_IN = """
let there = null;
const given = %s;
const one = {endpoint: given.endpoint, toJSON: () => given, unsubscribe: async () => ((there = null), true)};
PushManager.prototype.getSubscription = async () => there ?? (sessionStorage.subscribed ? one : null);
PushManager.prototype.subscribe = async (options) => {
  window.asked = options;
  sessionStorage.subscribed = "1";
  return (there = one);
};
"""
ON, OFF = re.compile("Włącz powiadomienia|Switch messages on"), re.compile("Wyłącz powiadomienia|Switch messages off")


def with_push(person: Person, permission: bool = True) -> Page:
    """The page of a browser that takes messages."""
    page = person.page
    if permission:
        page.context.grant_permissions(["notifications"])
    page.add_init_script(STAND_IN % json.dumps(SUBSCRIBED))
    return page


def turns_on_and_off(page: Page) -> None:
    page.get_by_role("button", name=ON).click()
    expect(page.get_by_role("button", name=OFF)).to_be_visible()
    key = page.evaluate("window.asked.applicationServerKey")
    assert page.evaluate("window.asked.userVisibleOnly") is True
    assert len(key) == 87
    page.reload()
    expect(page.get_by_role("button", name=OFF)).to_be_visible()
    page.get_by_role("button", name=OFF).click()
    expect(page.get_by_role("button", name=ON)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=ON)).to_be_visible()


@pytest.mark.parametrize("locale", ["pl-PL", pytest.param("en-GB", marks=pytest.mark.long)])
def test_a_player_switches_messages_on_and_off(arrives: Arrival, hall: Hall, locale: str) -> None:
    person = arrives("gracz", introduced=False, viewport=PHONE, locale=locale)
    page = with_push(person)
    page.goto(f"/me/{hall.codes[1]['code']}")
    turns_on_and_off(page)
    fits(page)
    check(page, page.url)


def test_a_spectator_follows_the_event_and_a_player(arrives: Arrival, hall: Hall) -> None:
    person = arrives("widz", introduced=False, viewport=PHONE)
    page = with_push(person)
    for path in ("", "/p/2"):
        page.goto(f"/e/{hall.id}{path}")
        turns_on_and_off(page)
        fits(page)
        check(page, page.url)


def test_an_arbiter_switches_calls_on(arrives: Arrival, hall: Hall) -> None:
    page = with_push(hall.director)
    page.goto(f"/e/{hall.id}/arbiter")
    turns_on_and_off(page)


def test_a_browser_that_forbids_messages_says_where_to_change_it(arrives: Arrival, hall: Hall) -> None:
    person = arrives("gracz", introduced=False, viewport=PHONE)
    page = person.page
    page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
    page.goto(f"/e/{hall.id}")
    expect(page.get_by_text("Przeglądarka nie pozwala tej stronie na powiadomienia")).to_be_visible()
    expect(page.get_by_role("button", name=ON)).to_have_count(0)


def test_without_https_the_page_says_what_messages_need(arrives: Arrival, hall: Hall) -> None:
    page = phone(arrives, hall, 1).page
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {get: () => false})")
    for path in (f"/me/{hall.codes[1]['code']}", f"/e/{hall.id}"):
        page.goto(path)
        expect(page.get_by_text("Powiadomienia na urządzeniu wymagają https i internetu")).to_be_visible()
        expect(page.get_by_role("button", name=ON)).to_have_count(0)


def test_without_the_internet_a_press_says_so(arrives: Arrival, hall: Hall) -> None:
    page = with_push(arrives("widz", introduced=False, viewport=PHONE))
    refusing = "PushManager.prototype.subscribe = async () => { throw new DOMException('no service', 'AbortError'); };"
    page.add_init_script(refusing)
    page.goto(f"/e/{hall.id}")
    page.get_by_role("button", name=ON).click()
    expect(page.get_by_text("Usługa powiadomień przeglądarki jest nieosiągalna")).to_be_visible()
    expect(page.get_by_role("button", name=ON)).to_be_enabled()


def test_the_service_worker_shows_a_message(arrives: Arrival, hall: Hall) -> None:
    page = with_push(arrives("widz", introduced=False, viewport=PHONE))
    page.goto(f"/e/{hall.id}")
    page.get_by_role("button", name=ON).click()
    expect(page.get_by_role("button", name=OFF)).to_be_visible()
    tools = page.context.new_cdp_session(page)
    versions: list[dict[str, Any]] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda found: versions.extend(found["registrations"]))
    tools.send("ServiceWorker.enable")
    page.wait_for_timeout(100)
    (registration,) = {
        each["registrationId"] for each in versions if each["scopeURL"].startswith(page.url.split("/e/")[0])
    }
    message = {"title": "Turniej", "body": "Runda 1: stół 7", "tag": "a", "url": f"/e/{hall.id}/p/2", "lang": "pl"}
    said = {"origin": page.url.split("/e/")[0], "registrationId": registration, "data": json.dumps(message)}
    tools.send("ServiceWorker.deliverPushMessage", said)
    shown = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => [one.title, one.body])"
    for _ in range(300):
        if found := page.evaluate(shown):
            break
        page.wait_for_timeout(100)
    assert found == [["Turniej", "Runda 1: stół 7"]]
