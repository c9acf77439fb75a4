"""The embedded knowledge base's hand-written source, index/demo.ttl: broad, complete, true to Wikidata's names."""

from __future__ import annotations

import gzip
from collections import defaultdict
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import pytest

from simba.common.resources import data_path
from simba.common.vocabulary import (
    ALIAS,
    DESCRIPTION,
    DIRECT,
    INSTANCE_OF,
    LABEL,
    SITELINKS,
    entity_id,
)

SNAPSHOT = Path(__file__).parents[2] / "shared" / "kb" / "snapshot.nt.gz"
MISSPELT_THERE = {"Q2537"}
"""Labels of the snapshot with a typing error: "естественный cпутник" with a Latin c."""

PEOPLE_OF_OTHER_CLASSES_THERE = {"Q41370", "Q9077", "Q302"}
"""David, Moses and Jesus, who are figures of religion in the snapshot."""
UNKNOWN_IDENTIFIERS = {"Q118976"}
"""Alexander Nevsky: the snapshot has the film under it; what his own is was not at hand."""

Names = dict[str, set[str]]


class Triples:
    """A file's triples about entities, by predicate."""

    def __init__(self, content: bytes, rdf_format: ox.RdfFormat) -> None:
        self.texts: dict[str, Names] = defaultdict(lambda: defaultdict(set))
        self.claims: list[tuple[str, str, str | ox.Literal]] = []
        for quad in ox.parse(content, rdf_format):
            subject = entity_id(getattr(quad.subject, "value", ""))
            predicate = quad.predicate.value
            if subject is None:
                continue
            if predicate.startswith(DIRECT):
                value = quad.object
                if isinstance(value, ox.NamedNode):
                    self.claims.append(
                        (subject, predicate.removeprefix(DIRECT), entity_id(value.value) or value.value)
                    )
                elif isinstance(value, ox.Literal):
                    self.claims.append((subject, predicate.removeprefix(DIRECT), value))
            elif isinstance(quad.object, ox.Literal) and quad.object.language in {"ru", None}:
                self.texts[predicate][subject].add(quad.object.value)

    def names(self) -> Names:
        """Labels and aliases of each entity."""
        every: Names = defaultdict(set)
        for predicate in (LABEL, ALIAS):
            for subject, texts in self.texts[predicate].items():
                every[subject] |= texts
        return every


@cache
def demo() -> Triples:
    return Triples(data_path("index/demo.ttl").read_bytes(), ox.RdfFormat.TURTLE)


@cache
def snapshot() -> Triples:
    if not SNAPSHOT.is_file():
        pytest.skip(f"{SNAPSHOT} is not here: identifiers cannot be compared with it")
    return Triples(gzip.decompress(SNAPSHOT.read_bytes()), ox.RdfFormat.N_TRIPLES)


def people(triples: Triples) -> set[str]:
    return {subject for subject, prop, value in triples.claims if (prop, value) == (INSTANCE_OF, "Q5")}


def in_one_way(text: str) -> str:
    """Names that differ only in ё, quotes, dashes or capitals are the same name."""
    return text.casefold().translate(str.maketrans("ё«»—–", 'е""--'))


def agree(some: set[str], others: set[str]) -> bool:
    """Whether the two sets share a name."""
    return bool(set(map(in_one_way, some)) & set(map(in_one_way, others)))


def test_every_entity_has_one_label_a_class_and_a_sitelink_count() -> None:
    labels, sitelinks = demo().texts[LABEL], demo().texts[SITELINKS]
    subjects = {subject for subject, _, _ in demo().claims}
    classed = {subject for subject, prop, _ in demo().claims if prop == INSTANCE_OF}
    superclassed = {subject for subject, prop, _ in demo().claims if prop == "P279"}
    assert sorted(subjects - labels.keys()) == []
    assert sorted(subjects - sitelinks.keys()) == []
    assert sorted(subjects - classed - superclassed) == []
    assert [subject for subject, texts in labels.items() if len(texts) != 1] == []
    assert [counts for counts in sitelinks.values() if len(counts) != 1 or not min(counts).isdecimal()] == []


def test_every_value_has_a_label() -> None:
    values = {value for _, _, value in demo().claims if isinstance(value, str)}
    assert sorted(values - demo().texts[LABEL].keys()) == []


def test_no_person_has_two_identifiers() -> None:
    """Of two people with one label, each has a description that tells them apart."""
    by_label: Names = defaultdict(set)
    for person in people(demo()):
        (label,) = demo().texts[LABEL][person]
        by_label[label].add(person)
    described = demo().texts[DESCRIPTION].keys()
    assert [found for found in by_label.values() if len(found) > 1 and not found <= described] == []


@pytest.mark.parametrize("name", ["Титаник", "Пушкин", "Париж", "Война и мир"])
def test_names_are_ambiguous_on_purpose(name: str) -> None:
    assert len([subject for subject, names in demo().names().items() if name in names]) >= 2


def test_names_agree_with_the_snapshot() -> None:
    """Where the snapshot has the identifier, its label is a name of the entity here, or the label here is one there."""
    here, there = demo().names(), snapshot().names()
    common = sorted(here.keys() & there.keys())
    assert len(common) > 100
    differing = [
        f"{identifier}: {here[identifier]} here, {there[identifier]} there"
        for identifier in common
        if identifier not in MISSPELT_THERE
        and not agree(demo().texts[LABEL][identifier], there[identifier])
        and not agree(here[identifier], snapshot().texts[LABEL][identifier])
    ]
    assert not differing, "\n".join(differing)


def test_people_are_people_in_the_snapshot() -> None:
    """An identifier whose name is right may still be that of a film about the person, or of an airport."""
    known = {subject for subject, prop, _ in snapshot().claims if prop == INSTANCE_OF}
    wrong = people(demo()) & known - people(snapshot()) - PEOPLE_OF_OTHER_CLASSES_THERE - UNKNOWN_IDENTIFIERS
    assert sorted(wrong) == []
