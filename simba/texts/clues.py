"""The signs by which a span of a sentence answers a question; what they weigh is in ``rules/reading_signs.yaml``."""

from __future__ import annotations

from typing import NamedTuple


class Clues(NamedTuple):
    """A number for each sign, most of them 0 to 1."""

    classed: float
    """The noun that is asked about stands at it ("река Лена")."""
    class_like: float
    """Its head is like that noun."""
    cover: float
    """The share of the question's words that the sentence says."""
    topic: float
    """The share that its page's title says instead."""
    before: float
    """The share that the sentence before says instead."""
    unnamed: float
    """The share of the names that neither the sentence nor the title says."""
    strangers: float
    """Names in the sentence, of three, that neither question nor title has, but for itself."""
    kind: float
    """Its head is such a thing as is asked about ("какая валюта": "франк")."""
    tree: float
    """How near the words that are said are in the tree."""
    text: float
    """How near they are in the text."""
    deed_near: float
    """How near in the text the word is that says best what is said of the names; commas and the like are far."""
    name_near: float
    """How near a name of the question is."""
    doer: float
    """Who did what is said is named in the question or the title; -1: is somebody else."""
    owned: float
    """It stands in the genitive right at a name of the question: "«Титаник» Джеймса Кэмерона"."""
    year: float
    """It is a bare year, where a year is asked for; -1: where a date is."""
    case: float
    """It stands in the case that is asked for."""
    preposition: float
    """It has the preposition that is asked with; -1 another."""
    rule: float
    """A rule of the property that is asked for knows the sentence's words, near by."""
    vocabulary: float
    """A word that this rule's author asks with is near."""
    repeats: float
    """The share of its words that the question has."""
    title: float
    """The share of its words that the page's title has."""
    part: float
    """It is a part of a name, title, date or number."""
    contains: float
    """It is a phrase around such."""
    unit: float
    """It is in the units that are asked for; -1: in others."""
    begins: float
    """It is a name, beginning with a capital."""
    length: float
    """Words, beyond the first, of ten."""
    predicate: float
    """It is what the sentence says that something is."""
    bracket: float
    """It stands in brackets."""
    late: float
    """How far down in its paragraph its sentence is."""
    rank: float
    """How far down the paragraph is among those found."""
