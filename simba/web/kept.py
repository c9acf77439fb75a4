"""Responses to questions that were asked before: a link that is passed on costs a look-up."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from cachetools import TTLCache
from flask import Response, current_app, request

from simba.answer import Answer
from simba.web.metrics import KEPT, count_answer

OVERHEAD = 800
"""Bytes that an entry takes beside its content."""
SHARE = 16
"""One response takes at most this part of the memory."""


@dataclass(frozen=True, slots=True)
class _Body:
    """What was sent, and the outcome that it is counted by."""

    content: bytes
    status: str
    reason: str | None


class Kept:
    """The last responses of this process, for some time and in so many bytes; failures are not kept."""

    def __init__(self, size: int, seconds: float) -> None:
        self._bodies: TTLCache[Hashable, _Body] = TTLCache(
            size, seconds, getsizeof=lambda body: len(body.content) + OVERHEAD
        )
        self._lock = Lock()

    def body(self, asked: Hashable, make: Callable[[], tuple[Answer, bytes]]) -> bytes:
        """The response kept for what is asked, else the one that is made now; either is counted as an answer."""
        key = (request.script_root, asked)  # a page's links begin with it
        with self._lock:
            found = self._bodies.get(key)
        if found:
            KEPT.inc()
        else:
            answer, content = make()
            found = _Body(content, answer.status, answer.reason)
            if len(content) <= self._bodies.maxsize // SHARE - OVERHEAD:
                with self._lock:
                    self._bodies[key] = found
        count_answer(found.status, found.reason)
        return found.content


def checked_again(response: Response, how: str) -> Response:
    """A response that clients may keep, but ask again whether it is still so (``how``: Cache-Control); who has it
    already is told so (304)."""
    response.headers["Cache-Control"] = how
    if request.method in {"GET", "HEAD"}:
        response.add_etag()
        response.make_conditional(request)
    return response


def kept() -> Kept:
    """The responses that the application which handles this request has kept."""
    found: Kept = current_app.extensions["simba-kept"]
    return found
