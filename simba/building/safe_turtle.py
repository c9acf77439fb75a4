"""Turtle as it may be given to the parser: bytes that are no UTF-8 spoil one statement, and no nesting eats memory.

Oxigraph's parser reads to the end of the file where a byte in a text is wrong, and takes half a kilobyte for each
bracket that is open; it is brought down by a hundred thousand triples inside one another.
"""

from __future__ import annotations

import codecs
import io
import re
from typing import Any, BinaryIO

CHUNK = 1 << 20
MAX_DEPTH = 200
"""Brackets that may be open; people nest a handful."""
MAX_TEXT = 32 << 20
"""Bytes of the longest text, address or comment."""
SPOILT = "\x1a"
"""What stands, escaped, where the bytes are wrong: the parser refuses it and names it in its message."""
_PLAIN = (
    rb'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    rb"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    rb'|"(?!"")[^"\\]*(?:\\.[^"\\]*)*"'
    rb"|'(?!'')[^'\\]*(?:\\.[^'\\]*)*'"
    rb"|<(?!<)[^>]*>"
    rb"|#[^\n\r]*[\n\r]"
    rb"|\\."
)
"""What no bracket counts in. Texts and addresses go on to their end, whatever is in them, as for the parser."""
_SIGNS = rb"""(<<|[\[({])|(>>|[\])}])|(["'<#\\])"""
"""An opening bracket, a closing one, and the begin of what does not end here."""
_AS_PLAIN, _AS_SIGNS = re.compile(_PLAIN, re.DOTALL), re.compile(_SIGNS)
_TOKENS = re.compile(_PLAIN + b"|" + _SIGNS, re.DOTALL)


class TurtleError(ValueError):
    """Turtle that cannot be read to its end."""

    def __init__(self, line: int, reason: str) -> None:
        """Take the line where that shows, and what is wrong."""
        super().__init__(line, reason)
        self.line, self.reason = line, reason


def _spoil(error: UnicodeError) -> tuple[str, int]:
    """Put where the bytes are wrong what the parser refuses; in a comment it does not matter."""
    assert isinstance(error, UnicodeDecodeError)
    return f"\\{SPOILT}", error.end


codecs.register_error("simba-spoil", _spoil)


class SafeTurtle(io.RawIOBase):
    """A stream of Turtle for Oxigraph's parser; reading raises `TurtleError`."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("simba-spoil")
        self._rest = b""
        self._ready = memoryview(b"")
        self._depth = 0
        self._line = 1
        self._ended = False

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some of it."""
        while not self._ready and not self._ended:
            chunk = self._stream.read(max(CHUNK, len(self._rest)))
            self._ended = not chunk
            text = self._rest + self._decoder.decode(chunk, final=self._ended).encode()
            end = len(text) if self._ended else self._look_at(text)
            self._rest = text[end:]
            if len(self._rest) > MAX_TEXT:
                raise TurtleError(self._line, "a text or an address without an end")
            self._line += text.count(b"\n", 0, end)
            self._ready = memoryview(text)[:end]
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _look_at(self, text: bytes) -> int:
        """Follow the brackets; returns where the last thing begins that does not end here."""
        lines = text.rfind(b"\n") + 1
        # As most often, and seen quickly.
        if lines and not _AS_SIGNS.search(_AS_PLAIN.sub(b"", text[:lines])):
            return lines
        for token in _TOKENS.finditer(text):
            kind = token.lastindex
            if kind is None:
                continue
            if kind == 3:
                return token.start()
            self._depth = max(0, self._depth + (1 if kind == 1 else -1))
            if self._depth > MAX_DEPTH:
                line = self._line + text.count(b"\n", 0, token.start())
                raise TurtleError(line, f"more than {MAX_DEPTH} brackets inside one another")
        return len(text)
