"""Whether the form in which a name is said is no form of the name that is known: of another number, or another sex."""

from __future__ import annotations

from functools import lru_cache

from simba.russian.morphology import readings


def is_of_other_number(said: str, name: str) -> bool:
    """Whether of two folded words one is in the plural and the other, a name as it is known, is not."""
    return _disagree(_numbers(said), _numbers(name, "nomn"))


@lru_cache(maxsize=10_000)
def _numbers(noun: str, *grammemes: str) -> frozenset[str]:
    """The numbers in which a folded word may stand as a noun, in such a form; none where it is no noun."""
    tags = [tag for _, tag in readings(noun) if "NOUN" in tag and all(one in tag for one in grammemes)]
    return frozenset(number for tag in tags for number in ("sing", "plur") if number in tag)


def is_of_other_sex(said: str, surname: str) -> bool:
    """Whether a folded surname is inflected as that of the other sex: "муж Ахматовой" is of no Ахматов."""
    return _disagree(_sexes(said), _sexes(surname, "nomn"))


def is_of_others(said: str, surname: str) -> bool:
    """Whether a folded surname is inflected as that of the other sex, or of several: "Синицыны" are no Синицын."""
    return is_of_other_sex(said, surname) or is_of_other_number(said, surname)


def _disagree(said: frozenset[str], known: frozenset[str]) -> bool:
    """Whether both are known, and have nothing in common."""
    return bool(said and known) and said.isdisjoint(known)


@lru_cache(maxsize=10_000)
def _sexes(surname: str, *grammemes: str) -> frozenset[str]:
    """The sexes of whom a folded word may call by a surname, in such a form; none where it is no surname."""
    tags = [tag for _, tag in readings(surname) if "Surn" in tag and all(one in tag for one in grammemes)]
    common = {"masc", "femn"} if any("ms-f" in tag for tag in tags) else set[str]()
    return frozenset(common | {sex for tag in tags for sex in ("masc", "femn") if sex in tag})
