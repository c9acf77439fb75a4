"""Make the documentation's picture of the page: ``.venv/bin/python scripts/screenshot.py`` writes docs/page.png.

Needs Debian's chromium. Another place and another size: ``scripts/screenshot.py FILE.png 360 800``.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import quote

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings
from simba.web.development import server as listening

PICTURE = Path(__file__).parent.parent / "docs" / "page.png"
QUESTION = "Где похоронен Кутузов?"


def main(picture: str | Path = PICTURE, width: str = "900", height: str = "1000") -> None:
    """Serve the page on a free port, and have Chromium write the picture."""
    simba = Simba()
    simba.load()
    server = listening("127.0.0.1", 0, create_app(simba, Settings(rate="")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.port}/?q={quote(QUESTION)}&why=1"
    look = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{height}"]
    command = ["chromium", *look, f"--screenshot={Path(picture).resolve()}", address]
    subprocess.run(command, check=True)  # noqa: S603 (arguments of whoever calls it)
    server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
