"""Where it goes wrong: every failure is put down to the first stage that failed it.

What the stages should have found (the *targets*) are the 1-hop queries over the reference's entities and
properties that return a reference answer from the knowledge base at hand, in either direction. Where there
is none, the question either asks for more than one hop can say, or, if its reference is itself a 1-hop
query, the knowledge base lacks the fact.

A failure is judged along three chains: the entity (mentioned? linked? first?), the property (proposed? in
the right direction?) and, where both are there, the query (made? tried before another answered? answer
accepted? any fact?). The first failing stage, in the order of `STAGES`, is the failure's own; the others
are kept too, so that a table can tell in how many cases mending that stage alone would do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from simba.answer import Value
from simba.common.vocabulary import ALIAS, ENTITY, LABEL
from simba.evaluation.gold import Question
from simba.evaluation.scoring import matches
from simba.russian.morphology import lemma_keys
from simba.russian.names import bag_keys, exact_key, short_names, words_of

if TYPE_CHECKING:
    from simba.kb.facts import FactStore

STAGES = {
    "mention": "no mention covers it",
    "candidate": "not among the candidates",
    "rank": "not ranked first",
    "property": "property not proposed",
    "left_out": "query left out",
    "outranked": "outranked",
    "direction": "wrong direction",
    "type": "answer type rejected",
    "no_fact": "no fact in the knowledge base",
    "hops": "needs more than one hop",
}
"""The stages in their order, and what is said of a failure there."""

EXPLAINED = {
    "mention": "no run of words that was looked up is a name of the entity",
    "candidate": "a name of the entity was looked up, but the entity was not found",
    "rank": "another entity was ranked before it",
    "property": "no rule proposed the property",
    "left_out": "entity and property were found, but their query was not made (too much left unexplained)",
    "outranked": "another query answered first",
    "direction": "the property was proposed the wrong way round",
    "type": "the query returned the answer, and the answer type check refused it",
    "no_fact": "the right query returned nothing, or other values",
    "hops": "no 1-hop query returns a reference answer (more hops, a count, a qualifier ...)",
}

RECALLS = {
    "mention": "a mention is a name of the gold entity",
    "link@1": "the gold entity is the first candidate",
    "link@5": "the gold entity is among the first five candidates",
    "property": "a rule proposes the gold property",
    "query@1": "the gold query is ranked first",
    "query@k": "the gold query is among the queries",
}
"""Stage recall: what each stage found, whatever came of it."""

_CLASSES = frozenset({"P31", "P279"})
_MORE = re.compile(r"\b(COUNT|SUM|AVG|MIN|MAX|BIND|ORDER\s+BY|HAVING|UNION|MINUS)\b", re.IGNORECASE)
_BODY = re.compile(r"\{(.*)\}", re.DOTALL)
_FORWARD = re.compile(
    r"(?:wd:|entity/)(Q\d+)>?\s+(?:wdt:|<http://www\.wikidata\.org/prop/direct/)(P\d+)>?\s+\?"
)
_REVERSE = re.compile(
    r"\?\w+\s+(?:wdt:|<http://www\.wikidata\.org/prop/direct/)(P\d+)>?\s+(?:wd:|<http://www\.wikidata\.org/entity/)(Q\d+)"
)

Target = tuple[str, str, str]
"""Entity, property, direction."""


class Oracle:
    """What the knowledge base at hand knows about a reference."""

    def __init__(self, store: FactStore) -> None:
        """Take the store that the system answers from."""
        self._store = store
        self.name_keys = lru_cache(maxsize=5_000)(self._name_keys)

    def label(self, identifier: str) -> str | None:
        """The label of an entity or a property, by its identifier; None where the knowledge base has none."""
        return self._store.label(identifier)

    def solutions(self, question: Question) -> frozenset[Target]:
        """The 1-hop queries over the reference's entities and properties that return a reference answer."""
        found = set()
        for entity, prop in product(question.entities, question.properties):
            for direction in ("forward", "reverse"):
                if matches(self._values(entity, prop, direction), question.answers)[0]:
                    found.add((entity, prop, direction))
        # All instances of a class hold the answer too, but nobody asks for an answer that way.
        asked = {target for target in found if not (target[1] in _CLASSES and target[2] == "reverse")}
        return frozenset(asked or found)

    def _values(self, entity: str, prop: str, direction: str) -> tuple[Value, ...]:
        triple = (
            f"wd:{entity} wdt:{prop} ?answer" if direction == "forward" else f"?answer wdt:{prop} wd:{entity}"
        )
        return self._store.select(f"SELECT DISTINCT ?answer WHERE {{ {triple} }}")

    def _name_keys(self, entity: str) -> frozenset[str]:
        """The keys of all names of an entity, as the linker looks names up."""
        names = self._store.select(
            f"SELECT ?name WHERE {{ <{ENTITY}{entity}> <{LABEL}>|<{ALIAS}> ?name "
            'FILTER(LANG(?name) IN ("ru", "en", "mul")) }'
        )
        texts = [name.value for name in names]
        return frozenset(key for text in texts for name in (text, *short_names(text)) for key in _keys(name))


def _keys(name: str) -> list[str]:
    words = words_of(name)
    in_order = lemma_keys(words) if words else []
    return [exact_key(words), *in_order, *bag_keys(in_order)]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What each stage found of a question (None where it cannot be told), and the stages that failed it."""

    one_hop: bool
    targets: tuple[Target, ...]
    found: dict[str, bool | None]
    failing: tuple[str, ...]


def diagnose(
    question: Question, trace: Mapping[str, Any], oracle: Oracle, *, correct: bool
) -> Diagnosis | None:
    """What each stage found of an answerable question, judged by its reference and the answer's trace.

    None of an unanswerable one and of one whose reference names no entities. Raises `EndpointError` where the facts lie
    behind an endpoint that fails.
    """
    if not question.answerable or not question.entities:
        return None
    solutions = oracle.solutions(question)
    simple = is_simple(question)
    targets = solutions or _written(question)
    entities = {entity for entity, _, _ in targets} or set(question.entities)
    properties = {prop for _, prop, _ in targets} or set(question.properties)

    queries = trace.get("queries", [])
    of_queries = [(query["entity"], query["property"], query["direction"]) for query in queries]
    ranked = list(dict.fromkeys(candidate["entity"] for candidate in trace.get("candidates", [])))
    ranked += [entity for entity, _, _ in of_queries if entity not in ranked]
    proposals = {(proposal["property"], proposal["direction"]) for proposal in trace.get("properties", [])}
    rank = next((number for number, entity in enumerate(ranked, 1) if entity in entities), None)
    found: dict[str, bool | None] = {
        "mention": rank is not None or _is_mentioned(entities, trace.get("mentions", []), oracle),
        "link@1": rank == 1,
        "link@5": rank is not None and rank <= 5,
        "property": any(prop in properties for prop, _ in proposals) if properties else None,
        "query@1": of_queries[:1] != [] and of_queries[0] in targets if targets else None,
        "query@k": any(query in targets for query in of_queries) if targets else None,
    }
    failing: list[str] = []
    if not correct:
        if not solutions and not simple:
            failing.append("hops")
        else:
            failing = _failing(found, rank, targets, proposals, queries, solved=bool(solutions))
    return Diagnosis(bool(solutions) or simple, tuple(sorted(targets)), found, tuple(failing))


def is_simple(question: Question) -> bool:
    """Whether the reference is one triple and nothing else."""
    if _MORE.search(question.query or "") or (question.tags and "1-hop" not in question.tags):
        return False
    body = _BODY.search(question.query or "")
    if body is None:
        return "1-hop" in question.tags
    return len(re.findall(r"\b(?:wdt|p|ps|pq):P\d+|/prop/[a-z/]*P\d+", body[1])) == 1


def _written(question: Question) -> frozenset[Target]:
    """The targets as the reference query writes them, else all pairs of its entities and properties."""
    query = question.query or ""
    found = {(entity, prop, "forward") for entity, prop in _FORWARD.findall(query)}
    found |= {(entity, prop, "reverse") for prop, entity in _REVERSE.findall(query)}
    known = {
        target for target in found if target[0] in question.entities and target[1] in question.properties
    }
    return frozenset(known or product(question.entities, question.properties, ("forward", "reverse")))


def _is_mentioned(entities: Iterable[str], mentions: Sequence[Mapping[str, Any]], oracle: Oracle) -> bool:
    names: set[str] = set()
    for entity in entities:
        names |= oracle.name_keys(entity)
    return any(not names.isdisjoint(_keys(mention["text"])) for mention in mentions)


def _failing(
    found: Mapping[str, bool | None],
    rank: int | None,
    targets: frozenset[Target],
    proposals: set[tuple[str, str]],
    queries: Sequence[Mapping[str, Any]],
    *,
    solved: bool,
) -> list[str]:
    failing = []
    if not found["mention"]:
        failing.append("mention")
    elif rank is None:
        failing.append("candidate")
    elif rank > 1:
        failing.append("rank")
    directed = any((prop, direction) in proposals for _, prop, direction in targets)
    if not found["property"]:
        failing.append("property")
    elif not directed:
        failing.append("direction")
    if rank is not None and directed:
        query = _failing_query(targets, queries, solved=solved)
        # That another entity's query came first is the rank's doing.
        if query != "outranked" or "rank" not in failing:
            failing.append(query)
    return sorted(failing, key=list(STAGES).index)


def _failing_query(targets: frozenset[Target], queries: Sequence[Mapping[str, Any]], *, solved: bool) -> str:
    right = [
        query for query in queries if (query["entity"], query["property"], query["direction"]) in targets
    ]
    if not right:
        return "left_out"
    tried = next((query for query in right if query["results"] is not None), None)
    if tried is None:
        return "outranked"
    return "type" if solved and tried["results"] else "no_fact"
