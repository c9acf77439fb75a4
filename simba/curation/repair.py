"""Mending a query that degraded as the knowledge base moved on, as QUANT suggests (Gusmita et al. 2019, section 3).

In its order: missing prefixes, another predicate, another entity, permuted triples. A candidate is put into the query
and kept if the query then returns something; those that return the set's own answers come first. QUANT permutes the
order of the triples, so that each can be looked at through those before it; here a candidate is run within all of them,
whatever their order, and what is permuted is a triple's subject and object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from simba.answer import Value
from simba.common.vocabulary import ENTITY, entity_id, is_property_id
from simba.curation.asking import Asker, Failure, Outcome, Results
from simba.curation.candidates import Candidate, Candidates, Case, moved_iris
from simba.curation.catalogue import Catalogue
from simba.curation.namespaces import ways
from simba.curation.rewriting import iris, parsed, replaced, undeclared, with_prefixes
from simba.curation.suggestion import Change, Defect, Suggestion
from simba.evaluation.sparql_reading import ReadQuery, UnreadableQueryError

MAX_TRIES = 300
"""Candidate queries that are run for one question."""
MAX_SECONDS = 60.0
"""Seconds after which no more of them are run."""
MAX_OFFERED = 8
"""Suggestions for one query."""


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
        self._asker, self._catalogue, self._prefixes = asker, catalogue, prefixes
        self._candidates = Candidates(catalogue, named)

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
        if outcome.equals(answers):
            wanted = tuple(answers)  # a redirect that the knowledge base still gives is no change
        moves = self._moves(ready)
        fits = _fits(outcome, wanted, silent)
        if fits and not declared and not moves:
            return Checkup(outcome, True)
        try:
            read = parsed(ready)
        except UnreadableQueryError as error:
            return Checkup(outcome, False, (), (Defect("unreadable", str(error)),))
        certain = ((*declared, *moves.values()), replaced(ready, moved_iris(moves)))
        found = [certain] if certain[0] else []
        if not fits and not silent:
            found = [*self._search(Case(ready, read, moves, declared, wanted, outcome, text)), *found]
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
                found[entity] = Change(
                    "entity", entity, moved, f"{entity} redirects to {self._catalogue.told(moved)}"
                )
        return found

    def _search(self, case: Case) -> list[Candidate]:
        """The candidates that help, the best kind first: of the first kind that restores the answers, those only."""
        empty = _is_empty(case.outcome)
        if not empty and not (_lost(case.outcome, case.wanted) or self._dead(case)):
            return []  # the knowledge base knows more than the set; no query is wrong
        kept: list[Candidate] = []
        tries, end = 0, monotonic() + MAX_SECONDS
        for candidates in self._candidates.kinds(case):
            restoring: list[Candidate] = []
            for candidate in islice(candidates, MAX_TRIES - tries):
                tries += 1
                if monotonic() > end:
                    return restoring + kept
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

    def _dead(self, case: Case) -> bool:
        """Whether a query names what the knowledge base no longer has."""
        return bool(case.moves) or any(True for _ in self._missing(case.read, case.moves))

    def _missing(self, read: ReadQuery, moves: Mapping[str, Change]) -> Iterator[Defect]:
        for prop in read.properties:
            if not self._catalogue.occurs(prop):
                yield Defect("predicate missing", f"no claim has {self._catalogue.told(prop)}")
        for entity in read.entities:
            if entity not in moves and not is_property_id(entity) and not self._catalogue.has_facts(entity):
                yield Defect("entity missing", f"there is no fact about {self._catalogue.told(entity)}")

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


def _parses(query: str) -> bool:
    try:
        parsed(query)
    except UnreadableQueryError:
        return False
    return True
