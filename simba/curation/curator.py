"""Examining a question: what is wrong with it, and what is suggested next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.common.vocabulary import entity_id
from simba.curation.asking import Asker, Results, as_plain
from simba.curation.catalogue import Catalogue
from simba.curation.entries import KEYWORDS, METADATA, QuestionSet, SetQuestion, flag
from simba.curation.metadata import metadata
from simba.curation.namespaces import declared
from simba.curation.question_words import WORDS, KeywordMaker, SpellingChecker, named_in, reading, repeated
from simba.curation.repair import Checkup, Repairer
from simba.curation.rewriting import iris
from simba.curation.suggestion import Change, Defect, Suggestion

if TYPE_CHECKING:
    from simba.kb.index import LabelIndex


@dataclass(frozen=True, slots=True)
class Examined:
    """A question, what is wrong with it, and what is suggested, in the order in which to decide."""

    entry: SetQuestion
    findings: tuple[Defect, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    results: Results | None = None
    """What its query returns."""
    rejected: frozenset[str] = field(default=frozenset())
    """The keys of suggestions that were declined."""

    @property
    def healthy(self) -> bool:
        """Whether there is nothing to do or to tell."""
        return not self.findings and not self.suggestions


class Curator:
    """Examines the questions of a set against a knowledge base."""

    def __init__(
        self,
        questions: QuestionSet,
        asker: Asker,
        index: LabelIndex | None = None,
        others: Iterable[QuestionSet] = (),
        *,
        complete: bool = False,
    ) -> None:
        """Take the set, what runs its queries, and other sets in which its questions may be too.

        ``index`` is where names are looked up, if there is one. With ``complete`` all metadata and keywords are
        suggested that a question does not have, else only those that other questions of the set have.
        """
        self._used = frozenset((*METADATA, KEYWORDS)) if complete else questions.used
        self._catalogue = Catalogue(asker)
        queries = [entry.query for entry in questions.entries if entry.query]
        self._repairer = Repairer(
            asker,
            self._catalogue,
            declared(queries),
            (lambda text: named_in(text, index)) if index is not None else lambda text: (),
        )
        self._first = repeated(_named(questions, others))
        self._own = questions.path
        self._keywords = KeywordMaker()
        self._spelling = SpellingChecker(index.has_word if index is not None else lambda word: False)
        self._catalogue.prepare(_entities(questions))

    def examine(self, entry: SetQuestion, rejected: frozenset[str] = frozenset()) -> Examined:
        """What is to be said of a question as it stands; what was declined is not suggested again."""
        if entry.problem is not None:
            return Examined(entry, (Defect("malformed", entry.problem),))
        if entry.query is None:
            lost = entry.answers and not entry.out_of_scope
            findings = (Defect("no query", "has answers but no query that gives them"),) if lost else ()
            return Examined(entry, findings, self._left(self._of_words(entry), rejected), rejected=rejected)
        checkup = self._repairer.check(entry.query, entry.answers, entry.text, silent=entry.silent)
        suggestions = self._left(checkup.suggestions, rejected)
        results = checkup.outcome if isinstance(checkup.outcome, Results) else None
        if not suggestions and results is not None:
            suggestions = self._left(self._of_results(entry, entry.query, results, checkup), rejected)
        suggestions += self._left(self._of_words(entry), rejected)
        return Examined(entry, checkup.findings, suggestions, results, rejected)

    @staticmethod
    def _left(some: Iterable[Suggestion], rejected: frozenset[str]) -> tuple[Suggestion, ...]:
        return tuple(one for one in some if one.key not in rejected)

    def _of_results(
        self, entry: SetQuestion, query: str, results: Results, checkup: Checkup
    ) -> Iterator[Suggestion]:
        """Answers that changed, and metadata that the query contradicts."""
        if results.values and not results.equals(entry.answers):
            current = [self._repairer.current(answer) for answer in entry.answers]
            moved = bool(current) and results.equals(current)
            why = "the answers redirect to these" if moved else _difference(entry, results)
            change = Change("answers", _listed(entry.answers), _listed(results.values), why)
            yield Suggestion("answers", as_plain(results), (change,), moved, results, moved)
        told = metadata(query, results)
        for name in METADATA:
            if name in told and name in self._used:
                yield from self._of_metadata(entry, name, told[name], checkup)

    def _of_metadata(self, entry: SetQuestion, name: str, new: Any, checkup: Checkup) -> Iterator[Suggestion]:
        old = entry.fields.get(name)
        if (flag(old) if isinstance(new, bool) else old) == new:
            return
        why = _REASONS[name] if old is not None else "is missing"
        # That a query which should answer returns nothing may be mended otherwise: a person decides.
        safe = name != "outofscope" or not (new and entry.answers)
        yield Suggestion(name, new, (Change("metadata", f"{name} {_shown(old)}", _shown(new), why),), safe)

    def _of_words(self, entry: SetQuestion) -> Iterator[Suggestion]:
        if KEYWORDS in self._used and not entry.fields.get(KEYWORDS):
            keywords = self._keywords.make(entry.text)
            if keywords:
                yield Suggestion(
                    KEYWORDS, keywords, (Change("keywords", "", keywords, f"are missing: {keywords}"),)
                )
        corrections = self._spelling.corrections(entry.text)
        if corrections:
            text = entry.text
            for wrong, right in corrections:
                text = _with_word(text, wrong, right)
            changes = (
                Change("spelling", wrong, right, "is in no dictionary") for wrong, right in corrections
            )
            yield Suggestion("text", text, tuple(changes))
        first = self._first.get(reading(entry.text))
        if first is not None and first != _name(self._own, entry) and entry.duplicate is None:
            yield Suggestion(
                "duplicate", first, (Change("duplicate", "", first, f"the same question as {first}"),)
            )


_REASONS = {
    "answertype": "what the query returns",
    "aggregation": "by the query's functions",
    "onlywd": "by the query's vocabulary",
    "outofscope": "by whether the query returns anything",
}


def _difference(entry: SetQuestion, results: Results) -> str:
    if not entry.answers:
        return "the set has no answers"
    old, new = {one.value for one in entry.answers}, {one.value for one in results.values}
    return f"{len(new - old)} new, {len(old - new)} gone"


def _entities(questions: QuestionSet) -> Iterator[str]:
    """The entities of all queries and answers."""
    for entry in questions.entries:
        found: Sequence[str] = [answer.value for answer in entry.answers if answer.type == "uri"]
        for iri in (*found, *iris(entry.query or "")):
            if (one := entity_id(iri)) is not None:
                yield one


def _named(questions: QuestionSet, others: Iterable[QuestionSet]) -> Iterator[tuple[str, str]]:
    """The names of all questions with their texts: those of other sets first."""
    for some in (*others, questions):
        for entry in some.entries:
            if entry.text:
                yield _name(some.path, entry), entry.text


def _name(path: Path, entry: SetQuestion) -> str:
    return f"{path.name}#{entry.id}"


def _listed(values: Sequence[Any]) -> str:
    told = ", ".join(entity_id(value.value) or value.value for value in values[:5])
    return told + (f" and {len(values) - 5} more" if len(values) > 5 else "") or "nothing"


def _shown(value: object) -> str:
    if value is None:
        return "(none)"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _with_word(text: str, wrong: str, right: str) -> str:
    """The text with a word in the place of another, where it is a whole word."""
    found = [match.span() for match in WORDS.finditer(text) if match[0] == wrong]
    for start, stop in reversed(found):
        text = text[:start] + right + text[stop:]
    return text
