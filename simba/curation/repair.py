"""Mending a query that degraded as the knowledge base moved on, as QUANT suggests (Gusmita et al. 2019, section 3).

In its order: missing prefixes, another predicate, another entity, permuted triples. A candidate is put into the query
and kept if the query then returns something; those that return the set's own answers come first. QUANT permutes the
order of the triples, so that each can be looked at through those before it; here a candidate is run within all of them,
whatever their order, and what is permuted is a triple's subject and object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from rdflib.term import URIRef

from simba.answer import Value
from simba.common.vocabulary import DIRECT, ENTITY, entity_id, is_property_id
from simba.curation.asking import Asker, Failure, Outcome, Results
from simba.curation.catalogue import Catalogue
from simba.curation.namespaces import ways
from simba.curation.rewriting import iris, parsed, replaced, turned, undeclared, with_prefixes
from simba.curation.suggestion import Change, Defect, Suggestion
from simba.evaluation.sparql_reading import PREDECLARED, ReadQuery, UnreadableQueryError

MAX_TRIES = 300
"""Candidate queries that are run for one question."""
MAX_OFFERED = 8
"""Suggestions for one query."""
_ROLES = tuple(iri for iri in PREDECLARED.values() if iri.startswith(PREDECLARED["p"]))
"""Wikidata's namespaces of properties."""
Candidate = tuple[tuple[Change, ...], str]
"""Changes, and the query with them."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """How a query does: what it returns, what is wrong, what may be done."""

    outcome: Outcome | None
    healthy: bool
    suggestions: tuple[Suggestion, ...] = ()
    findings: tuple[Defect, ...] = ()


class Repairer:
    """Checks queries and looks for repairs."""

    def __init__(
        self,
        asker: Asker,
        catalogue: Catalogue,
        prefixes: Mapping[str, str],
        named: Callable[[str], Sequence[str]] = lambda text: (),
    ) -> None:
        """Take what runs queries, what is known of names, the prefixes that the set declares elsewhere, and what finds
        the entities that a question's text may name."""
        self._asker, self._catalogue, self._prefixes, self._named = asker, catalogue, prefixes, named

    def check(self, query: str, answers: Sequence[Value], text: str = "", *, silent: bool = False) -> Checkup:
        """Run a query; where it does not return the answers (if any are known, else anything), look for repairs.

        With ``silent`` the question is out of scope: nothing is what it should return.
        """
        wanted = self._current(answers)
        declared, sure, ready = self._declared(query, wanted)
        if declared is None:
            names = ", ".join(f"{name}:" for name in undeclared(query))
            return Checkup(None, False, (), (Defect("prefix missing", f"declared nowhere: {names}"),))
        outcome = self._asker.ask(ready)
        if isinstance(outcome, Failure):
            fixes = self._offered([(declared, ready)], wanted, sure) if declared else ()
            try:
                parsed(ready)
            except UnreadableQueryError as error:
                return Checkup(outcome, False, (), (Defect("unreadable", str(error)),))
            return Checkup(outcome, False, fixes, (Defect("failed", outcome.message),))
        moves = self._moves(ready)
        fits = _fits(outcome, wanted, silent)
        if fits and not declared and not moves:
            return Checkup(outcome, True)
        try:
            read = parsed(ready)
        except UnreadableQueryError as error:
            return Checkup(outcome, False, (), (Defect("unreadable", str(error)),))
        certain = ((*declared, *moves.values()), replaced(ready, _iris(moves)))
        found = [certain] if certain[0] else []
        if not fits and not silent:
            found = [*self._search(_Case(ready, read, moves, declared, wanted, outcome, text)), *found]
        suggestions = self._offered(found, wanted, sure)
        missing = (
            () if any(one.restores for one in suggestions) or fits else tuple(self._missing(read, moves))
        )
        return Checkup(outcome, False, suggestions, missing)

    def _current(self, answers: Sequence[Value]) -> tuple[Value, ...]:
        """The answers, moved entities by their new names."""
        return tuple(self.current(answer) for answer in answers)

    def current(self, value: Value) -> Value:
        """A value; an entity that moved, by its new name."""
        one = entity_id(value.value) if value.type == "uri" else None
        moved = self._catalogue.moved(one) if one else None
        return Value("uri", ENTITY + moved, None, None) if moved else value

    def _declared(self, query: str, wanted: Sequence[Value]) -> tuple[tuple[Change, ...] | None, bool, str]:
        """The query with all prefixes declared, how, and whether that is certain; None where one is unknown."""
        missing = undeclared(query)
        if not missing:
            return (), True, query
        first: tuple[tuple[Change, ...], bool, str] | None = None
        for way, sure in ways(missing, self._prefixes):
            changes = tuple(
                Change("prefix", f"{name}:", f"<{iri}>", f"the prefix {name}: is not declared")
                for name, iri in way.items()
            )
            found = changes, sure, with_prefixes(query, way)
            first = first or found
            if sure:
                break
            outcome = self._asker.ask(found[2])
            if isinstance(outcome, Results) and _fits(outcome, wanted, silent=False):
                return found
        return first or (None, False, query)

    def _moves(self, query: str) -> dict[str, Change]:
        """The entities of a query that are redirects."""
        found = {}
        for entity in dict.fromkeys(filter(None, map(entity_id, iris(query)))):
            moved = self._catalogue.moved(entity)
            if moved:
                found[entity] = Change("entity", entity, moved, f"{entity} redirects to {self._told(moved)}")
        return found

    def _told(self, identifier: str) -> str:
        label = self._catalogue.label(identifier)
        return f"{identifier} ({label})" if label else identifier

    def _search(self, case: _Case) -> list[Candidate]:
        """The candidates that help, the best kind first: of the first kind that restores the answers, those only."""
        empty = _is_empty(case.outcome)
        if not empty and not (_lost(case.outcome, case.wanted) or self._dead(case)):
            return []  # the knowledge base knows more than the set; no query is wrong
        kept: list[Candidate] = []
        tries = 0
        for candidates in self._kinds(case):
            restoring = []
            for candidate in islice(candidates, MAX_TRIES - tries):
                tries += 1
                outcome = self._asker.ask(candidate[1])
                if isinstance(outcome, Failure) or (_is_empty(outcome) and not case.wanted):
                    continue
                if case.wanted and outcome.equals(case.wanted):
                    restoring.append(candidate)
                elif empty and not _is_empty(outcome):
                    kept.append(candidate)
            if restoring:
                return restoring + kept
            if kept and not case.wanted:
                break
        return kept

    def _dead(self, case: _Case) -> bool:
        """Whether a query names what the knowledge base no longer has."""
        return bool(case.moves) or any(True for _ in self._missing(case.read, case.moves))

    def _kinds(self, case: _Case) -> Iterator[Iterator[Candidate]]:
        """Candidates, kind by kind, in QUANT's order, each with the prefixes and, later on, the redirects."""
        plain: Candidate = (case.declared, case.query)
        moved: Candidate = (
            (*case.declared, *case.moves.values()),
            replaced(case.query, _iris(case.moves)),
        )
        yield self._predicates(case, plain)
        if case.moves:
            yield iter([moved])
            yield self._predicates(case, moved)
        for start in dict.fromkeys((moved, plain)):
            yield self._pairs(case, start)
        yield self._entities(case, moved)
        yield self._turned(moved)

    def _predicates(self, case: _Case, start: Candidate) -> Iterator[Candidate]:
        """Another predicate with a like label, in one place or in all."""
        changes, query = start
        for prop in case.read.properties:
            for other in self._catalogue.near(prop):
                change = self._predicate(case, prop, other)
                yield (*changes, change), replaced(query, _in_all_roles(prop, other))
                count = list(iris(query)).count(DIRECT + prop)
                if count > 1:
                    for place in range(count):
                        yield (
                            (*changes, change),
                            replaced(query, {DIRECT + prop: DIRECT + other}, place.__eq__),
                        )

    def _pairs(self, case: _Case, start: Candidate) -> Iterator[Candidate]:
        """Two other predicates at once."""
        changes, query = start
        for one, two in combinations(case.read.properties, 2):
            for first, second in product(self._catalogue.near(one), self._catalogue.near(two)):
                made = (self._predicate(case, one, first), self._predicate(case, two, second))
                yield (
                    (*changes, *made),
                    replaced(query, _in_all_roles(one, first) | _in_all_roles(two, second)),
                )

    def _predicate(self, case: _Case, prop: str, other: str) -> Change:
        why = f"{self._told(other)} is labelled like {self._told(prop)}, {_where(prop, case.read)}"
        return Change("predicate", prop, other, why)

    def _entities(self, case: _Case, start: Candidate) -> Iterator[Candidate]:
        """Another entity: a duplicate or successor, one of the same label, one that the question's text names."""
        changes, query = start
        for entity in case.read.entities:
            if entity in case.moves or is_property_id(entity):
                continue
            named = () if self._catalogue.has_facts(entity) else self._named(case.text)
            for why, others in (
                ("takes the place of", self._catalogue.successors(entity)),
                ("has the label of", self._catalogue.namesakes(entity)),
                ("is named in the question, unlike", named),
            ):
                for other in others:
                    change = Change("entity", entity, other, f"{self._told(other)} {why} {entity}")
                    yield (*changes, change), replaced(query, {ENTITY + entity: ENTITY + other})

    def _turned(self, start: Candidate) -> Iterator[Candidate]:
        """One triple with subject and object exchanged."""
        changes, query = start
        for other, iri in turned(query):
            prop = iri.removeprefix(DIRECT)
            why = f"{self._told(prop)} now leads the other way"
            yield (*changes, Change("permuted", prop, f"^{prop}", why)), other

    def _missing(self, read: ReadQuery, moves: Mapping[str, Change]) -> Iterator[Defect]:
        for prop in read.properties:
            if not self._catalogue.occurs(prop):
                yield Defect("predicate missing", f"no claim has {self._told(prop)}")
        for entity in read.entities:
            if entity not in moves and not is_property_id(entity) and not self._catalogue.has_facts(entity):
                yield Defect("entity missing", f"there is no fact about {self._told(entity)}")

    def _offered(
        self, candidates: Iterable[Candidate], wanted: Sequence[Value], sure: bool
    ) -> tuple[Suggestion, ...]:
        """The candidates that parse as suggestions, each query once; those that restore the answers first."""
        offered: dict[str, Suggestion] = {}
        for changes, query in candidates:
            if query in offered:
                continue
            outcome = self._asker.ask(query)
            results = outcome if isinstance(outcome, Results) else None
            restores = bool(wanted) and results is not None and results.equals(wanted)
            safe = all(self._is_certain(change, sure or restores) for change in changes)
            offered[query] = Suggestion("query", query, changes, safe, results, restores)
        ranked = sorted(offered.values(), key=lambda one: not one.restores)
        return tuple(islice((one for one in ranked if _parses(one.value)), MAX_OFFERED))

    def _is_certain(self, change: Change, sure: bool) -> bool:
        if change.kind == "prefix":
            return sure
        return change.kind == "entity" and self._catalogue.moved(change.old) == change.new


@dataclass(frozen=True, slots=True)
class _Case:
    """A query that does not do what it should."""

    query: str
    read: ReadQuery
    moves: Mapping[str, Change]
    declared: tuple[Change, ...]
    wanted: Sequence[Value]
    outcome: Results
    text: str


def _fits(outcome: Results, wanted: Sequence[Value], silent: bool) -> bool:
    if wanted:
        return outcome.equals(wanted)
    return not outcome.values if silent else not _is_empty(outcome)


def _is_empty(outcome: Results) -> bool:
    """Whether nothing was found; nothing counted is nothing too."""
    return outcome.boolean is None and all(value.value == "0" for value in outcome.values)


def _lost(outcome: Results, wanted: Sequence[Value]) -> bool:
    """Whether the set knows answers that the query no longer returns."""
    found = {value.value for value in outcome.values}
    return any(value.value not in found for value in wanted)


def _iris(moves: Mapping[str, Change]) -> dict[str, str]:
    return {ENTITY + old: ENTITY + change.new for old, change in moves.items()}


def _in_all_roles(prop: str, other: str) -> dict[str, str]:
    return {role + prop: role + other for role in _ROLES}


def _where(prop: str, read: ReadQuery) -> str:
    """Where in the query a property leads from something known (QUANT's three ways to other predicates)."""
    for pattern in read.patterns:
        if any(f"{role}{prop}>" in f"{pattern.predicate!s}>{pattern.predicate.n3()}" for role in _ROLES):
            if isinstance(pattern.subject, URIRef):
                return f"at the known subject {_short(pattern.subject)}"
            if isinstance(pattern.object, URIRef):
                return f"at the known object {_short(pattern.object)}"
    return "through the query's other triples"


def _short(iri: URIRef) -> str:
    return entity_id(str(iri)) or str(iri)


def _parses(query: str) -> bool:
    try:
        parsed(query)
    except UnreadableQueryError:
        return False
    return True
