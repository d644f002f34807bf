"""Browsers that store nothing, in the ways in which browsers do it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from browser.conftest import ARGUMENTS

_QUOTA = """const refuse = () => { throw new DOMException("The quota has been exceeded.", "QuotaExceededError"); };"""

FULL = (
    _QUOTA
    + """
Storage.prototype.setItem = refuse;
IDBObjectStore.prototype.put = refuse;
Cache.prototype.put = Cache.prototype.addAll = async () => refuse();
"""
)
"""The device is full: what is there can be read and deleted, nothing can be written."""

FAILING = (
    _QUOTA
    + """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get: refuse });
for (const name of ["storage", "serviceWorker"]) Object.defineProperty(navigator, name, { get: refuse });
"""
)
"""Whoever even names a store gets an exception."""

SILENT = """
const never = () => new Promise(() => undefined);
Object.defineProperty(window, "indexedDB", { value: { open: () => ({}) } });
Object.defineProperty(window, "caches", { value: { open: never, match: never, keys: never } });
navigator.storage.getDirectory = never;
ServiceWorkerContainer.prototype.register = ServiceWorkerContainer.prototype.getRegistration = never;
"""
"""Stores that never answer; texts are stored, because those calls do not wait."""

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""The person has forbidden sites to store data: cookies, too."""
NO_THIRD_PARTIES = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}
"""Frames of other sites store nothing, as private windows have it."""


@contextmanager
def owned(
    browser: Browser, program: str, folder: Path, preferences: dict[str, Any], **device: Any
) -> Iterator[BrowserContext]:
    """Another Chromium, with those preferences of its owner."""
    (folder / "Default").mkdir(parents=True)
    (folder / "Default" / "Preferences").write_text(json.dumps(preferences), encoding="utf-8")
    options = {"locale": "pl-PL", "viewport": {"width": 1280, "height": 800}, **device}
    context = browser.browser_type.launch_persistent_context(folder, executable_path=program, args=ARGUMENTS, **options)
    try:
        yield context
    finally:
        context.close()
