"""Make the README's picture of the page: ``.venv/bin/python scripts/screenshot.py`` writes docs/page.png.

Needs Selenium (the extra "dev") and Debian's chromium and chromium-driver. With ``--states FOLDER`` it also
pictures the main states of the page, light and dark, on a desk and on a phone, for looking at them.
"""

from __future__ import annotations

import argparse
import base64
import logging
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from werkzeug.serving import WSGIRequestHandler, make_server

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings

PICTURE = Path(__file__).parent.parent / "docs" / "page.png"
LARGEST = 150_000
QUESTION = "Где похоронен Кутузов?"
STAGES = ("parse", "interrogative", "mentions", "candidates", "rules", "queries")
STATES = {
    "home": ("/", ()),
    "answer": (QUESTION, STAGES),
    "namesakes": ("Когда родился Пушкин?", ()),
    "several": ("На каких языках говорят в Швейцарии?", ("parse",)),
    "many": ("Какие реки протекают в России?", ()),
    "abstained": ("Сколько мостов в Санкт-Петербурге?", ()),
    "nowhere": ("Какая столица у Хрумпурляндии?", ()),
    "api": ("/api/", ()),
}
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars"
)


def main() -> None:
    """Serve the page, open it in Chromium, write the pictures."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--states", type=Path, metavar="FOLDER", help="also picture the main states into it")
    chosen = options.parse_args()
    with serving() as address, chromium() as driver:
        _show(driver, address + _path(QUESTION), width=900, opened=("parse",))
        picture = _picture(driver, width=900, height=1000)
        if len(picture) > LARGEST:
            raise SystemExit(f"{PICTURE} would have {len(picture)} bytes, more than {LARGEST}")
        PICTURE.write_bytes(picture)
        print(f"{PICTURE}: {len(picture)} bytes")
        if not chosen.states:
            return
        chosen.states.mkdir(parents=True, exist_ok=True)
        for name, (place, opened) in STATES.items():
            for width, dark in ((360, False), (360, True), (1280, False), (1280, True), (3840, False)):
                _show(driver, address + _path(place), width=width, dark=dark, opened=opened)
                path = chosen.states / f"{name}-{width}{'-dark' if dark else ''}.png"
                path.write_bytes(_picture(driver, width=width))


@contextmanager
def serving() -> Iterator[str]:
    """The page with the embedded knowledge base, on a free port of the loopback."""
    logging.getLogger("simba.access").setLevel(logging.WARNING)
    simba = Simba()
    simba.load()
    app = create_app(simba, Settings(rate=""))
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Silent)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()


class Silent(WSGIRequestHandler):
    """Does not tell of each request."""

    def log(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def chromium() -> Iterator[Chrome]:
    """A headless Chromium with a new profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (*ARGUMENTS.split(), f"--user-data-dir={profile}"):
            options.add_argument(argument)
        driver = Chrome(options, Service("/usr/bin/chromedriver"))
        try:
            yield driver
        finally:
            driver.quit()


def _path(place: str) -> str:
    return place if place.startswith("/") else f"/?q={quote(place)}"


def _show(
    driver: Chrome, address: str, *, width: int, dark: bool = False, opened: tuple[str, ...] = ()
) -> None:
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get(address)
    for stage in opened:
        driver.execute_script(f"document.getElementById('{stage}').open = true")


def _picture(driver: Chrome, *, width: int, height: int | None = None) -> bytes:
    tall = height or int(driver.execute_script("return document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": width, "height": min(tall, 4000), "scale": 1}
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    main()
