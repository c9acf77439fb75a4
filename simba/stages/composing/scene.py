"""One question as composition sees it: its tree, the names linked in it, what rules and constructions find there."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from simba.grammar.rules import RuleBase
from simba.kb.classes import Classes
from simba.query import Entity, Form
from simba.russian.morphology import inflections, readings
from simba.russian.text import Span
from simba.stages.composing.constructions import Constructions
from simba.stages.composing.parts import FiredRule, Wording
from simba.stages.evidence import Evidence
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Candidate
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

LINKED = 0.6
"""The linking score from which on a longer mention counts."""
NAMESAKES, NAMESAKES_MARGIN = 3, 0.15
"""Entities tried for one mention, and how much worse than the best they may be."""
COMMON_NAME = 0.15
"""Against taking a common noun for the name of an entity."""
DESCRIBED = 0.05
"""Against each word that is taken on trust to describe a title."""
SHORTER = 0.15
"""Against a mention inside a longer one."""
FIRST = re.compile(r"(?<![/\w])(\^?)(P[0-9]+)")
"""The steps that a path of alternatives may begin with."""
EMBEDDED = frozenset({"acl", "acl:relcl"})
OFFICE, PERSON, OCCUPATION = "Q4164871", "Q5", "P106"
PROFESSIONS = frozenset({"Q28640", "Q12737077", "Q66715801", "Q88789639"})
"""Profession, occupation: what they are instances of."""
POSITIONS = frozenset({"Q4164871", "Q294414", "Q303618", "Q214339", "Q486839", "Q114962596", "Q83307"})


class Scene:
    """The question's tokens, with what hangs together and what is linked."""

    def __init__(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        rules: RuleBase,
        constructions: Constructions,
        classes_named: Callable[[str], frozenset[str]],
        hierarchy: Classes,
        fillers: Collection[str],
        lexicon: Lexicon,
        said: dict[int, str] | None = None,
        leads: Callable[[str, str, bool], bool] = lambda entity, name, reverse: True,
        beginning: Callable[[str], tuple[tuple[str, tuple[str, ...]], ...]] = lambda noun: (),
    ) -> None:
        self._leads, self._lexicon, self._beginning = leads, lexicon, beginning
        self._candidates = candidates
        self.weights = lexicon.weights.composing
        self.said = said or {}
        self.parse, self.interrogative = parse, interrogative
        self.rules, self.constructions = rules, constructions
        self.words = constructions.words
        self.named, self.hierarchy, self.fillers = classes_named, hierarchy, fillers
        self.tokens = parse.tokens
        self.evidence = Evidence(parse, interrogative, (), fillers, lexicon, class_known=True)
        self.noun = None if interrogative.noun is None else interrogative.noun.index
        """The noun that is asked for ("какой фильм", "кто из сыновей")."""
        self.relative = self._find_relative()
        """Pronouns that look back ("который", "где") rather than ask."""
        self._asking = self._find_asking()
        self._weights = [self._weigh(token) for token in self.tokens]
        self.covering: dict[int, list[tuple[Candidate, frozenset[int], float]]] = {}
        """For each token the entities whose mention it belongs to, with the mention's tokens and a score up to 0."""
        self._link(candidates)
        self._names = self._find_names()
        self.describing = self._find_describing()
        """The clauses that describe a noun: for the word that leads each, that noun and the clause's tokens."""
        self.doubtful = self._find_doubtful()
        """Words that patterns may pass over as "any word"."""
        self.whole = Wording((token.folded, token.index) for token in self.tokens if token.is_word)
        self.hidden: frozenset[int] = frozenset()
        """Words that are accounted for otherwise: the question is read as if it did not have them."""
        self.fired = self._all_fired()
        """What the rules say of the whole question."""

    def without(self, words: frozenset[int]) -> Scene:
        """The same question without some of its words ("кроме Германии")."""
        if not words:
            return self
        other = copy.copy(self)
        other.hidden = self.hidden | words
        other.describing = {
            verb: (head, inside - words)
            for verb, (head, inside) in self.describing.items()
            if not words & {verb, head}
        }
        other.fired = other._all_fired()
        return other

    def _all_fired(self) -> list[FiredRule]:
        """What fires on the words in their order and, where "и ... и" stands between, without these."""
        fired = self.fire(self.wording(range(len(self.tokens))))
        both = {i for i in range(len(self.tokens)) if self.correlates(i)}
        if both:
            known = {(one.rule.property, one.rule.direction, one.words) for one in fired}
            others = self.fire(self.wording(i for i in range(len(self.tokens)) if i not in both))
            fired += [o for o in others if (o.rule.property, o.rule.direction, o.words) not in known]
        return fired

    def negates(self, index: int) -> bool:
        """Whether a word turns a question into one about all that is not so."""
        return self.tokens[index].folded in self.words.negations and not self.named_outright(index)

    def excepts(self, index: int) -> bool:
        """Whether a word sets something apart from what is asked for: "кроме", "без"."""
        return self.tokens[index].folded in self.words.excluding and not self.named_outright(index)

    def correlates(self, index: int) -> bool:
        """Whether a word merely says that several things hold together: "и в ..., и в ...", "как ..., так и"."""
        token = self.tokens[index]
        if token.folded not in self.words.correlative or self._quoted(token):
            return False
        return token.pos in {"PART", "CCONJ", "SCONJ", "ADV"} and not self.asks(index)

    def asking(self, interrogative: Interrogative, said: dict[int, str] | None = None) -> Scene:
        """The same question, taken to ask otherwise; ``said`` replaces words where rules read them."""
        return Scene(
            self.parse,
            interrogative,
            self._candidates,
            self.rules,
            self.constructions,
            self.named,
            self.hierarchy,
            self.fillers,
            self._lexicon,
            said,
            self._leads,
            self._beginning,
        )

    def _link(self, candidates: Sequence[Candidate]) -> None:
        of_mention: dict[tuple[int, int], list[Candidate]] = {}
        for candidate in candidates:
            of_mention.setdefault((candidate.mention.first, candidate.mention.last), []).append(candidate)
        words = self.parse.words
        for (first, last), some in of_mention.items():
            inside = frozenset(word.token.index for word in words[first : last + 1])
            if (first and words[first - 1].token.index in inside) or (
                last + 1 < len(words) and words[last + 1].token.index in inside
            ):
                continue  # a part of a word
            some = sorted(some, key=lambda one: -one.score)
            mention = some[0].mention
            if mention.source != "quote" and any(dash in mention.text for dash in (" — ", " - ", " – ")):
                continue
            only = self.tokens[next(iter(inside))]
            if len(inside) == 1 and (
                only.pos in {"ADP", "PRON", "DET", "PART", "CCONJ", "SCONJ", "VERB", "ADV"}
                and mention.source != "quote"
            ):
                continue
            before = self._before(mention, inside)
            common = not self.is_name(mention)
            longer = any(
                (start, end) != (first, last)
                and start <= first
                and last <= end
                and max(one.score for one in others) > LINKED
                for (start, end), others in of_mention.items()
            )
            base = (-COMMON_NAME if common and len(inside) == 1 else 0.0) - (SHORTER if longer else 0.0)
            if common and len(inside) == 1 and only.pos not in {"NOUN", "PROPN", "X"}:
                base -= 2 * COMMON_NAME
            for candidate in some[:NAMESAKES]:
                if candidate.score < some[0].score - NAMESAKES_MARGIN:
                    break
                score = base + candidate.score - some[0].score
                for index in inside:
                    self.covering.setdefault(index, []).append((candidate, inside, score))
                agrees = candidate.class_noun is not None and candidate.class_noun.index in before
                begins = self.tokens[min(inside)]
                if before and (
                    agrees
                    or begins.head not in before
                    or begins.relation != "nmod"
                    or mention.source == "quote"
                ):
                    trusted = DESCRIBED * (len(before) - 1)
                    for index in (*before, *inside):
                        self.covering.setdefault(index, []).append(
                            (candidate, inside | before, score - 0.02 - trusted)
                        )

    def is_name(self, mention: Mention) -> bool:
        """Whether quotes or capitals set a mention apart; the question's first word has a capital anyway."""
        first = self.parse.words[mention.first].token
        begins = mention.first == 0 and (first.pos != "PROPN" or is_common(first.folded))
        if begins and mention.last > 0:
            begins = not self.parse.words[mention.first + 1].token.text[:1].isupper()
        return mention.source == "quote" or (mention.text[:1].isupper() and not begins)

    def _before(self, mention: Mention, inside: frozenset[int]) -> frozenset[int]:
        """The common noun before a name that says what it is, with what stands between: "фильме Рязанова «Гараж»"."""
        if not self.is_name(mention):
            return frozenset()
        first = self.tokens[min(inside)]
        index = first.index - 1
        between: set[int] = set()
        quoted = mention.source == "quote"
        while index >= 0 and len(between) < 6:
            token = self.tokens[index]
            if not token.is_word:
                if token.folded not in {'"', "."} and index < first.index - 2:
                    return frozenset()
            elif quoted and (
                (token.text[:1].isupper() and index)
                or token.pos == "NUM"
                or token.text[0].isdigit()
                or token.lemma == "год"
            ):
                between.add(index)
            else:
                break
            index -= 1
        noun = self.tokens[index] if index >= 0 else None
        if (
            noun is None
            or noun.pos != "NOUN"
            or (noun.text[:1].isupper() and index)
            or noun.index == self.noun
        ):
            return frozenset()
        if quoted:
            return frozenset({index, *between})
        same = noun.features.get("Case") == first.features.get("Case")
        return (
            frozenset({index}) if same and (noun.relation != "nsubj" or first.head == index) else frozenset()
        )

    def leads(self, form: Form, name: str, reverse: bool) -> bool:
        """Whether a step from a form may lead anywhere; unknown: yes."""
        return not isinstance(form, Entity) or self._leads(form.id, name, reverse)

    def leads_along(self, form: Form, to: str) -> bool:
        """Whether one of the steps that a path may begin with may lead anywhere."""
        if not isinstance(form, Entity):
            return True
        first = {(step.group(2), bool(step.group(1))) for step in FIRST.finditer(to)}
        return any([self._leads(form.id, name, reverse) for name, reverse in first])  # noqa: C419 (all are asked for at once)

    def named_outright(self, index: int) -> bool:
        """Whether the token belongs to a linked name with capitals or quotes."""
        return index in self._names

    def _find_names(self) -> frozenset[int]:
        return frozenset(
            index
            for index, some in self.covering.items()
            for candidate, _, _ in some
            if self.is_name(candidate.mention) and candidate.mention.span.overlaps(self.tokens[index].span)
        )

    def is_nominal(self, index: int) -> bool:
        """Whether the token can be the head of a noun phrase."""
        token = self.tokens[index]
        if index in self.hidden or (self.asks(index) and token is not self.interrogative.noun):
            return False
        return token.pos in {"NOUN", "PROPN", "X"} or self.named_outright(index)

    def is_noun(self, index: int) -> bool:
        """Whether the token is a common noun; at the start a tagger takes it for a name."""
        token = self.tokens[index]
        begins = token.pos == "PROPN" and not index and not self.named_outright(index)
        return token.pos == "NOUN" or (begins and is_common(token.folded))

    def asks(self, index: int) -> bool:
        """Whether the token belongs to the interrogative phrase."""
        return index in self._asking

    def _find_asking(self) -> frozenset[int]:
        spans = [
            span
            for span in self.interrogative.removed
            if not any(span.overlaps(self.tokens[index].span) for index in self.relative)
        ]
        return frozenset(t.index for t in self.tokens if any(span.overlaps(t.span) for span in spans))

    def is_asked(self, head: int) -> bool:
        """Whether a noun is what is asked for: the asked one or, where nothing asks, one that hangs on no other."""
        if self.noun is not None or self.interrogative.name is not None:
            return head == self.noun
        return not any(self.is_nominal(up) for up in self.parse.ancestors(head) if up != head)

    def children(self, index: int) -> tuple[int, ...]:
        """The tokens that hang on one."""
        children = self.parse.children[index]
        return tuple(i for i in children if i not in self.hidden) if self.hidden else children

    def _find_describing(self) -> dict[int, tuple[int, frozenset[int]]]:
        """Commas tell the clauses better than the tree does: parsers take participles for adjectives."""
        found: dict[int, tuple[int, frozenset[int]]] = {}
        marks = [
            t.index for t in self.tokens if t.folded in {",", "-", "—", ":", ";"} and not self._quoted(t)
        ]
        for place, mark in enumerate(marks):
            if self.tokens[mark].folded != ",":
                continue
            end = self._end_of_clause(mark, marks[place + 1 :])
            inside = [i for i in range(mark + 1, end) if self.tokens[i].is_word or self._in_quotes(i)]
            if len(inside) < 2 or any(self.asks(i) for i in inside):
                continue
            lead = self._lead(inside)
            head = self._described_by(mark, lead) if lead is not None else None
            if lead is None or head is None:
                continue
            starts = [mark + 1, *self._further(inside, lead), end]
            for start, stop in pairwise(starts):
                first = lead if start == mark + 1 else start
                verb = (
                    first
                    if is_participle(self.tokens[first])
                    else next(
                        (i for i in inside if start <= i < stop and self.tokens[i].pos == "VERB"), first
                    )
                )
                found[verb] = (head, frozenset(range(start, stop)))
        for token in self.tokens:
            if token.relation in {"acl", "amod"} and is_participle(token) and token.index < token.head:
                led = frozenset(i for i in self.parse.subtree(token.index) if i < token.head)
                if len(led) > 1 and not any(self.asks(i) for i in led):
                    found.setdefault(token.index, (token.head, led))
        return found

    def _end_of_clause(self, mark: int, marks: list[int]) -> int:
        """Where the clause after a comma ends; a dash may stand for its verb: "столица — Варшава"."""
        after = self.tokens[mark + 1 : mark + 5]
        stops = {","} if any(t.lemma == "который" for t in after) else {",", "-", "—", ":"}
        relative = any(t.index in self.relative for t in after)
        for one in marks:
            verbless = relative and not any(t.pos in {"VERB", "AUX"} for t in self.tokens[mark:one])
            if self.tokens[one].folded not in stops or (verbless and self.tokens[one].folded != ","):
                continue
            goes_on = one + 1 < len(self.tokens) and self.correlates(one + 1)  # "и в «А», и в «Б»"
            if not (goes_on and any(self.correlates(i) for i in range(mark, one))):
                return one
        return len(self.tokens)

    def _further(self, inside: list[int], lead: int) -> list[int]:
        """Where a clause goes on with "и" and another verb: "родившийся в Москве и умерший в Париже"."""
        found = []
        last = inside[0]
        nominative = lead not in self.relative or self.tokens[lead].features.get("Case") in {None, "Nom"}
        for place, index in enumerate(inside[:-2]):
            token = self.tokens[index]
            if token.folded not in self.words.joining or self._in_quotes(index) or place < 2:
                continue
            after = [i for i in inside[place + 1 : place + 4] if self.tokens[i].folded not in self.words.also]
            verb = next((i for i in after[:2] if self.tokens[i].pos == "VERB"), None)
            if (
                any(i in self.relative for i in after[:2])
                or (
                    is_participle(self.tokens[lead]) and any(is_participle(self.tokens[i]) for i in after[:2])
                )
                or (
                    verb is not None
                    and nominative
                    and not is_participle(self.tokens[verb])
                    and any(self.tokens[i].pos == "VERB" for i in inside if last <= i < index)
                )
            ):
                found.append(index)
                last = index
        return found

    def _quoted(self, token: Token) -> bool:
        return any(quote.covers(token.span) for quote in self.parse.quotes)

    def _in_quotes(self, index: int) -> bool:
        return self._quoted(self.tokens[index])

    def _find_relative(self) -> frozenset[int]:
        asked = [t.index for t in self.tokens if self.interrogative.covers(t.span) and t.is_word]
        found: set[int] = set()
        phrase = self.interrogative.removed[-1] if self.interrogative.removed else Span(0, 0)
        for token in self.tokens:
            if not self._looks_back(token):
                continue
            before = self.tokens[max(0, token.index - 3) : token.index]
            comma = next((t.index for t in reversed(before) if t.folded == ","), None)
            if comma is None and token.lemma == "который":  # "..., которые снял X и в которых снялся Y"
                joined = any(t.folded in self.words.joining for t in before)
                comma = next((i - 1 for i in sorted(found) if joined and i < token.index), None)
            if comma is None or comma == 0:
                continue
            others = [i for i in asked if i < comma and phrase.overlaps(self.tokens[i].span)]
            noun = any(t.pos in {"NOUN", "PROPN"} for t in self.tokens[:comma])
            asks = any(
                i > token.index and i not in found and not self._looks_back(self.tokens[i]) for i in asked
            )
            if others or (token.lemma not in self.words.relative and noun and not asks):
                found.add(token.index)
        return frozenset(found)

    def _looks_back(self, token: Token) -> bool:
        """Whether a word may refer to the noun before a comma."""
        lemmas = self.words.whose | {"который"}
        return token.folded in self.words.relative or any(
            lemma in lemmas for lemma, _ in readings(token.folded)
        )

    def _lead(self, inside: list[int]) -> int | None:
        first = 0
        while first < len(inside) - 1 and self.tokens[inside[first]].folded in (
            self.words.negations | self.words.also
        ):
            first += 1
        for place, index in enumerate(inside[: first + 4]):
            token = self.tokens[index]
            if place == first and is_participle(token):
                return index
            if index in self.relative:
                return index
            if token.pos == "VERB" and not is_participle(token):
                return None
        return None

    def _described_by(self, mark: int, lead: int) -> int | None:
        """The nearest noun before a comma that agrees with what leads the clause after it."""
        token = self.tokens[lead]
        nearest = None
        participle = token.lemma != "который" and is_participle(token)
        for index in range(mark - 1, -1, -1):
            noun = self.tokens[index]
            if noun.pos == "PRON" or (noun.pos == "DET" and noun.lemma == "тот"):
                return index
            if noun.pos not in {"NOUN", "PROPN"} or self._quoted(noun):
                continue
            if nearest is None:
                nearest = index
            if participle:
                if agrees(token, noun):
                    return index
                continue
            gender = token.features.get("Gender")
            either = token.lemma == "который" and gender in {"Masc", "Neut"}  # "которого" may be either
            same = noun.features.get("Number") == token.features.get("Number", noun.features.get("Number"))
            if same and (
                gender is None
                or noun.features.get("Number") == "Plur"
                or noun.features.get("Gender") == gender
                or (either and token.folded != "который" and noun.features.get("Gender") in {"Masc", "Neut"})
                or token.folded in self.words.relative
            ):
                return index
        return nearest

    def embedded(self, within: Collection[int]) -> frozenset[int]:
        """Tokens of the clauses within a clause that describe its nouns."""
        return frozenset(
            index
            for verb, (head, inside) in self.describing.items()
            if verb in within and head in within
            for index in inside
        )

    def clauses_on(self, head: int) -> list[int]:
        """What leads the clauses that describe a noun, or the name that it is part of."""
        return [verb for verb, (noun, _) in self.describing.items() if noun == head]

    def word(self, token: Token) -> bool:
        """Whether a token is a content word that must be explained."""
        return self.weight(token) > 0

    def weight(self, token: Token) -> float:
        """How much it matters that a token is explained."""
        return self._weights[token.index]

    def _weigh(self, token: Token) -> float:
        if self.correlates(token.index):
            return 0.0
        if not token.is_word or token.lemma in self.fillers or token.folded in self.fillers:
            return 0.0
        if token.folded in self._lexicon.words.negations or token.folded in self.words.excluding:
            return 3.0
        if self.asks(token.index) and token.index != self.noun:
            return 0.0
        if any(char.isdigit() for char in token.folded):
            return 1.3
        weight = self._lexicon.weights.unexplained.get(token.pos, 0.0)
        if token.pos in {"ADJ", "NUM", "ADV"} and (
            self._lexicon.words.picks.fullmatch(token.folded) or self.picks(token) or self._most(token)
        ):
            return 1.5
        return weight

    def _most(self, token: Token) -> bool:
        """Whether "самый" stands before a word."""
        before = self.tokens[token.index - 1].folded if token.index else ""
        return not self.words.most.isdisjoint(lemma for lemma, _ in readings(before))

    def picks(self, token: Token) -> bool:
        """Whether a word picks one of many."""
        known = self.constructions
        return token.folded in known.comparatives or token.folded in self.words.picking

    def left(self, explained: frozenset[int], within: Iterable[int] | None = None) -> list[Token]:
        """The content words that are not explained."""
        indexes = range(len(self.tokens)) if within is None else within
        return [self.tokens[i] for i in indexes if i not in explained and self.word(self.tokens[i])]

    def wording(self, indexes: Iterable[int]) -> Wording:
        """The words at these places, in order."""
        return Wording(
            (
                (self.said.get(i, self.tokens[i].folded), i)
                for i in sorted(indexes)
                if self.tokens[i].is_word and i not in self.hidden
            ),
            self.doubtful,
        )

    def respoken(self, pieces: Iterable[tuple[str, int | None]]) -> Wording:
        """Words put otherwise."""
        return Wording(
            ((word, index) for word, index in pieces if index is None or self.tokens[index].is_word),
            self.doubtful,
        )

    def _find_doubtful(self) -> frozenset[int]:
        return frozenset(
            token.index
            for token in self.tokens
            if token.pos in {"ADJ", "NUM", "ADV", "NOUN", "X", "DET"} and not self.asks(token.index)
        )

    def fire(self, wording: Wording) -> list[FiredRule]:
        """The rules that fire on a wording; names are passed over, even where a pattern takes any word."""
        names = frozenset(token.index for token in self.tokens if self.named_outright(token.index))
        fired = (replace(one, words=one.words - names) for one in wording.fire(self.rules))
        return [one for one in fired if one.words]

    def classes(self, index: int) -> tuple[str, ...]:
        """The classes that a noun names."""
        token = self.tokens[index]
        if not self.is_noun(index) and index != self.noun and token.pos == "PROPN":
            return ()
        names = {
            candidate.entity.id
            for candidate, _, _ in self.covering.get(index, ())
            if candidate.entity.name[:1].isupper()
        }
        return tuple(sorted(self.named(token.lemma) - names, key=lambda one: (len(one), one)))

    def called_so(self, noun: str, of: Iterable[str]) -> list[str]:
        """The entities of some classes whose names begin with a noun, the best known first."""
        found = {one: classes for one, classes in self._beginning(noun) if self.is_a(classes, of)}
        return list(found)

    def is_a(self, classes: Iterable[str], of: Iterable[str]) -> bool:
        """Whether one of the classes lies below one of the others."""
        return not self.hierarchy.above(classes).isdisjoint(of)

    def case(self, index: int) -> str | None:
        """The preposition of a noun phrase, with all its words."""
        words = [
            self.tokens[i].folded
            for i in self.children(index)
            if self.tokens[i].relation in {"case", "mark", "fixed"}
        ]
        return " ".join(words) or None


def is_participle(token: Token) -> bool:
    """Whether a word that the tagger took for an adjective or verb, or at the start for a name, is a participle."""
    if token.pos not in {"ADJ", "VERB"} and (token.pos != "PROPN" or token.index):
        return False
    return any(tag.startswith("PRTF") for _, tag in readings(token.folded))


PROPER = re.compile(r"\b(?:Name|Surn|Patr|Geox|Orgn|Trad|Abbr|UNKN|LATN|Init)\b")
"""Marks of what a dictionary knows as a name, or does not know."""


def is_common(folded: str) -> bool:
    """Whether a dictionary has a word as no name: its capital is then the question's, not its own."""
    return bool(found := readings(folded)) and not any(PROPER.search(tag) for _, tag in found)


def inflected(word: str, *grammemes: str) -> str:
    """A folded word in another form, or as it was."""
    found = inflections(word, set(grammemes))
    return found[0].replace("ё", "е") if found else word


CASES = {"Nom": "nomn", "Gen": "gent", "Dat": "datv", "Acc": "accs", "Ins": "ablt", "Loc": "loct"}


def agrees(participle: Token, noun: Token) -> bool:
    """Whether some reading of a participle has the case and number of a noun."""

    case = CASES.get(noun.features.get("Case", ""), "nomn")
    number = "plur" if noun.features.get("Number") == "Plur" else "sing"
    return any(
        tag.startswith("PRTF") and case in tag and number in tag for _, tag in readings(participle.folded)
    )
