"""The gender of a person's name."""

from __future__ import annotations

from simba.russian.morphology import readings
from simba.russian.names import words_of


def genders(label: str | None) -> set[str]:
    """The genders that the first given name of a label may have, else the first byname: "Железнобокий"."""
    words = words_of(label or "")
    for kind in ("Name", "Patr", "ADJF"):
        for word in words:
            tags = [tag for _, tag in readings(word) if kind in tag and "nomn" in tag and "Fixd" not in tag]
            if tags:
                return {
                    gender for tag in tags for gender in ("masc", "femn", "ms-f", "neut") if gender in tag
                }
    return set()
