"""Answers of endpoints on disk, in the user's own cache folder; whatever is wrong with it, it is done without."""

from __future__ import annotations

import json
import logging
import os
import stat
import zlib
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any

from simba.common.cache import cache_folder
from simba.endpoint.settings import EndpointSettings

BYTES = 256 * 1024 * 1024
"""The cache's size on disk; the least recently stored answers go first."""
RAW, BINARY = 1, 2
"""DiskCache's marks of what is kept as it is, in the database or in a file of its own."""
log = logging.getLogger("simba.endpoint")


class AnswerCache:
    """Valid answers by endpoint, graphs, user and query; shared by threads and processes."""

    def __init__(self, settings: EndpointSettings) -> None:
        """Use the answers of such settings that are young enough."""
        assert settings.cache is not None
        self._age = settings.cache
        user = settings.login.user if settings.login else ""
        self._scope = [settings.url, *settings.graphs, user]
        self._store: Any = None
        folder = cache_folder() / "endpoint"
        try:
            self._store = _opened(folder)
        except Exception as error:  # of SQLite, of the file system, of a foreign file
            log.warning("simba: no answers are cached, %s cannot be used (%s); delete it", folder, error)

    def get(self, query: str) -> bytes | None:
        """The answer's body, or None."""
        if self._store is None:
            return None
        try:
            content, stored = self._store.get(self._key(query), tag=True)
            if content is None or not 0 <= time() - stored <= self._age:
                return None
            return zlib.decompress(content)  # it has a checksum
        except Exception:  # damaged: asked anew
            return None

    def put(self, query: str, body: bytes) -> None:
        """Keep a complete, valid answer."""
        if self._store is None:
            return
        try:
            # How old is too old is for the reader to say: no expiry.
            self._store.set(self._key(query), zlib.compress(body, 1), tag=time())
        except Exception as error:  # a full disk, a damaged database: asked the next time
            self._store = None
            log.warning("simba: answers are no longer cached (%s)", error)

    def _key(self, query: str) -> str:
        return sha256(json.dumps([*self._scope, query]).encode()).hexdigest()


def _opened(folder: Path) -> Any:
    from diskcache import Cache, Disk

    class Plain(Disk):  # type: ignore[misc] # DiskCache has no types
        """Nothing is unpickled: who could write here would run code otherwise."""

        def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
            return super().fetch(mode, filename, value, read) if mode in {RAW, BINARY} else None

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    state = folder.stat()
    if hasattr(os, "getuid") and (state.st_uid != os.getuid() or stat.S_IMODE(state.st_mode) & 0o022):
        raise PermissionError("others can write there")
    return Cache(str(folder), disk=Plain, size_limit=BYTES, timeout=5)
