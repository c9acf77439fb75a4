"""A folder's triple store in a process of its own: the store cannot be interrupted, a process can be ended.

Whatever loads slowly is left out here: the process loads this module.
"""

from __future__ import annotations

import atexit
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from simba.answer import Value
from simba.common.processes import follow_parent
from simba.errors import KnowledgeBaseError
from simba.kb.folder import KnowledgeBase

START = 120.0
"""Seconds in which the process has to open the folder."""
Found = bool | tuple[tuple[str, ...], list[tuple[Value | None, ...]]]
"""As of `simba.kb.store.Store.results`."""


class StoreProcess:
    """Runs queries as `simba.kb.store.Store.results` does; one that takes too long is given up, and Ctrl-C works."""

    def __init__(self, folder: Path, seconds: float) -> None:
        """Take the folder, and the seconds that a query may take; the process starts with the first."""
        self._folder, self._seconds = folder, seconds
        self._running: tuple[BaseProcess, Connection] | None = None
        atexit.register(self.close)

    def close(self) -> None:
        """End the process."""
        if self._running is not None:
            process, connection = self._running
            self._running = None
            connection.close()
            process.kill()
            process.join()

    def results(self, sparql: str, most: int) -> Found:
        """What a SELECT or ASK query returns, at most so many rows.

        Raises ValueError with one line for another query, or where the process ended, TimeoutError, and
        `KnowledgeBaseError` for a damaged folder.
        """
        connection = self._started()
        try:
            connection.send((sparql, most))
            found = connection.recv() if connection.poll(self._seconds) else TimeoutError()
        except (EOFError, OSError):
            self.close()
            raise ValueError("the triple store's process ended, perhaps for want of memory") from None
        except BaseException:  # Ctrl-C: its answer would be taken for that to the next query
            self.close()
            raise
        if isinstance(found, TimeoutError):
            self.close()
        if isinstance(found, Exception):
            raise found
        answer: Found = found
        return answer

    def _started(self) -> Connection:
        if self._running is None:
            context = get_context("spawn")  # a forked child would inherit the store's threads half-alive
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(self._folder, theirs), daemon=True)
            process.start()
            theirs.close()
            self._running = process, ours
            try:
                opened = ours.recv() if ours.poll(START) else None
            except EOFError:
                opened = None
            if isinstance(opened, Exception):
                raise opened
            if opened is None:
                raise KnowledgeBaseError(f"{self._folder}: cannot be opened in a process of its own")
        return self._running[1]


def _serve(folder: Path, connection: Connection) -> None:
    """Run queries until nobody asks."""
    follow_parent()
    try:
        store = KnowledgeBase(folder).store
        connection.send(True)
    except KnowledgeBaseError as error:
        connection.send(error)
        return
    while True:
        try:
            sparql, most = connection.recv()
        except EOFError:
            return
        try:
            connection.send(store.results(sparql, most))
        except (KnowledgeBaseError, ValueError) as error:
            connection.send(error)
