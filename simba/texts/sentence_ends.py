"""A paragraph's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from razdel import sentenize

_RULER = re.compile(r"(?<=[IVX]\.)\s+(?=[«\"]?[А-ЯЁ])")
"""After a ruler's number, which Razdel takes for an initial: "Александр I. Строили"."""
_UNFINISHED = (";", ",", ":")


def sentences(text: str) -> Iterator[str]:
    """The sentences by Razdel, without its errors about rulers' numbers and semicolons."""
    parts: list[str] = []
    for sentence in sentenize(text):
        if parts and parts[-1].endswith(_UNFINISHED):
            parts[-1] = f"{parts[-1]} {sentence.text}"
        else:
            parts.append(sentence.text)
    for part in parts:
        yield from (one.strip() for one in _RULER.split(part) if one.strip())
