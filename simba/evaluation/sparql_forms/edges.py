"""Triple patterns as edges between terms, with Wikidata's properties and statements told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Literal

from rdflib.namespace import RDF, RDFS, SKOS
from rdflib.paths import AlternativePath, InvPath, MulPath, SequencePath
from rdflib.paths import Path as RdfPath
from rdflib.term import Identifier, URIRef, Variable

from simba.common.vocabulary import is_property_id
from simba.evaluation.sparql_forms.constants import UnsayableError
from simba.evaluation.sparql_reading import PREDECLARED
from simba.query import Path, path

Kind = Literal["path", "p", "ps", "pq", "name", "rank", "same"]
"""``path``: of properties; ``p``, ``ps``, ``pq``: to a statement, to its value, to a qualifier's; ``name``: a label or
alias; ``rank``: a statement's; ``same``: from the node of a value to its number or date."""

_STATEMENTS: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("p", ("p",)),
    ("ps", ("ps", "psv", "psn")),
    ("pq", ("pq", "pqv", "pqn")),
)
_KINDS: dict[str, Kind] = {PREDECLARED[name]: kind for kind, names in _STATEMENTS for name in names}
_ONTOLOGY = PREDECLARED["wikibase"]
_OTHERS: dict[str, Kind] = {
    str(RDFS.label): "name",
    str(SKOS.altLabel): "name",
    f"{_ONTOLOGY}rank": "rank",
    str(RDF.type): "rank",
    f"{_ONTOLOGY}quantityAmount": "same",
    f"{_ONTOLOGY}timeValue": "same",
}
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Edge:
    """From a subject to an object: by a path of properties, or by one property of a statement."""

    kind: Kind
    subject: Identifier
    object: Identifier
    path: Path | None = None
    name: str = ""

    @property
    def ends(self) -> tuple[Identifier, Identifier]:
        """Its subject and its object."""
        return self.subject, self.object

    def other(self, end: Identifier) -> Identifier:
        """The end that is not this one."""
        return self.object if end == self.subject else self.subject


def edges(subject: Identifier, predicate: URIRef | RdfPath | Variable, thing: Identifier) -> Iterator[Edge]:
    """The edges of a triple pattern: a path that is more than properties is cut. Raises `UnsayableError`."""
    plain = _plain(predicate)
    if plain is not None:
        yield Edge("path", subject, thing, path(plain))
        return
    match predicate:
        case SequencePath(args=steps):
            for step in steps[:-1]:
                between = Variable(f"_step{next(_numbers)}")
                yield from edges(subject, step, between)
                subject = between
            yield from edges(subject, steps[-1], thing)
        case InvPath(arg=inverse):
            yield from edges(thing, inverse, subject)
        case AlternativePath(args=options) if any(_OTHERS.get(str(one)) == "name" for one in options):
            yield Edge("name", subject, thing)
        case URIRef():
            namespace, _, name = predicate.rpartition("/")
            kind = _OTHERS.get(str(predicate)) or _KINDS.get(f"{namespace}/")
            if kind is None:
                raise UnsayableError(f"has the predicate {predicate}")
            yield Edge(kind, subject, thing, None, name)
        case Variable():
            raise UnsayableError("asks for a predicate")
        case _:
            raise UnsayableError("has a path that is not of properties only")


def _plain(predicate: object) -> str | None:
    """A path of properties as text; None for any other."""
    match predicate:
        case URIRef() if predicate.startswith(PREDECLARED["wdt"]):
            name = predicate.removeprefix(PREDECLARED["wdt"])
            return name if is_property_id(name) else None
        case InvPath(arg=inner):
            plain = _plain(inner)
            return None if plain is None else f"^({plain})"
        case MulPath(path=inner, mod="*" | "+" as often):
            plain = _plain(inner)
            return None if plain is None else f"({plain}){often}"
        case SequencePath(args=steps) | AlternativePath(args=steps):
            parts = [_plain(step) for step in steps]
            sign = "/" if isinstance(predicate, SequencePath) else "|"
            return None if None in parts else sign.join(f"({part})" for part in parts)
    return None
