"""Questions that ask for a number, an age, a comparison, a yes or no, a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, product

from simba.query import (
    IT,
    And,
    Class,
    Count,
    Date,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    More,
    Or,
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
    Year,
    path,
)
from simba.query import Part as DatePart
from simba.query.forms import Order
from simba.stages.composing.clauses import Clauses
from simba.stages.composing.constructions import Kind, Measure, Occurrence
from simba.stages.composing.parts import Denotation, FiredRule
from simba.stages.composing.periods import times
from simba.stages.composing.ranks import measured
from simba.stages.composing.scene import POSITIONS

NAMES = "P742|P1449|P1477|P1559|P1813|P1448|P2561"
"""Pseudonym, nickname, birth name, native name, short name, official name, name."""
STARTS, ENDS = ("P580", "P585"), ("P582",)


LASTED = Difference(Qualifier("P580"), Qualifier("P582"), "age")
"""How many completed years a statement held."""


class Questions:
    """The special readings of one question."""

    def __init__(self, clauses: Clauses, kinds: dict[Kind, Occurrence], today: Callable[[], Date]) -> None:
        self.clauses, self.scene, self.nouns = clauses, clauses.scene, clauses.nouns
        self.kinds, self.today = kinds, today

    def words(self, kind: Kind) -> frozenset[int]:
        """The tokens of a construction."""
        return self.scene.whole.tokens(self.kinds[kind].span, self.kinds[kind].gaps)

    def arguments(self, without: frozenset[int]) -> list[list[int]]:
        """The question's noun phrases beside a construction's words."""
        scene = self.scene
        tokens = self.clauses.main - without - frozenset(i for i in range(len(scene.tokens)) if scene.asks(i))
        timed = frozenset(word for time in times(scene, tokens) for word in time.words)
        return self.clauses.arguments(tokens - timed)

    def sources(self, without: frozenset[int]) -> Iterator[Denotation]:
        """The one noun phrase that the question is about."""
        for group in self.arguments(without):
            if len(group) == 1:
                yield from self.nouns.parts(group[0])[:4]

    # ages and durations

    def lifespan(self) -> Iterator[Denotation]:
        """How old somebody got."""
        for part in self.sources(self.words("lifespan")):
            form = Difference(Hop(part.form, path("P569")), Hop(part.form, path("P570")), "age")
            yield self._made(part, form, "lifespan")

    def duration(self) -> Iterator[Denotation]:
        """How long an event lasted."""
        for part in self.sources(self.words("duration")):
            form = Difference(Hop(part.form, path("P580")), Hop(part.form, path("P582")), "years")
            yield self._made(part, form, "duration")
            lived = Difference(Hop(part.form, path("P571")), Hop(part.form, path("P576")), "years")
            yield replace(self._made(part, lived, "duration"), score=part.score - 0.05)

    def age(self) -> Iterator[Denotation]:
        """How old somebody or something is, or was in a year."""
        words = self.words("age")
        said = times(self.scene, self.clauses.main)
        for part in self.sources(words):
            for number, birth in enumerate(("P569", "P571")):
                start = Hop(part.form, path(birth))
                if said and isinstance(said[0].first, Year):
                    form: Form = Difference(start, said[0].first, "years")
                    explained = said[0].words
                elif said:
                    continue
                else:
                    over = Where(part.form, Hop(IT, path("P570|P576")), "<=", self.today())
                    form = Difference(Hop(Without(part.form, over), path(birth)), self.today(), "age")
                    explained = frozenset()
                made = self._made(part, form, "age")
                yield replace(made, score=made.score - 0.05 * number, explained=made.explained | explained)

    def age_at(self) -> Iterator[Denotation]:
        """How old somebody was when something of theirs began."""
        for subject, value, name, words in self.pairs(self.words("age_at")):
            for start in STARTS:
                began = Statement(name, subject.form, value.form, (), Qualifier(start))
                form = Difference(Hop(subject.form, path("P569")), began, "age")
                yield self._paired(subject, value, form, words, "age_at")

    def gap(self) -> Iterator[Denotation]:
        """By how much one is more so than another."""
        comparative = self.comparative()
        groups = [group[0] for group in self.arguments(self.words("gap")) if len(group) == 1]
        for measure, _, own in comparative or ():
            for first, second in ((a, b) for a in groups for b in groups if a < b):
                for one, other in product(self.nouns.parts(first)[:2], self.nouns.parts(second)[:2]):
                    if one.explained & other.explained:
                        continue
                    values = [Hop(part.form, path(measure.path)) for part in (one, other)]
                    form = Difference(values[0], values[1], "years" if measure.date else "amount")
                    yield self._paired(one, other, form, own, "gap")

    def tenure(self) -> Iterator[Denotation]:
        """How long somebody held an office, or was married."""
        for subject in self.sources(self.words("tenure")):
            yield self._made(subject, Statement("P39", subject.form, None, (), LASTED), "tenure")
        for subject, value, name, words in self.pairs(self.words("tenure")):
            form = Statement(name, subject.form, value.form, (), LASTED)
            yield self._paired(subject, value, form, words, "tenure")

    def terms(self) -> Iterator[Denotation]:
        """How many times somebody held an office."""
        for subject, value, name, words in self.pairs(self.words("count")):
            form = Count(Statement(name, subject.form, value.form, (), "statement"))
            yield self._paired(subject, value, form, words, "count")

    def since(self, kind: Kind) -> Iterator[Denotation]:
        """From or until when something held."""
        asks_year = "год" in {token.lemma for token in self.scene.tokens if self.scene.asks(token.index)}
        for subject, value, name, words in self.pairs(self.words(kind) & self._interrogative()):
            for number, when in enumerate(ENDS if kind == "until" else STARTS):
                form: Form = Statement(name, subject.form, value.form, (), Qualifier(when))
                made = self._paired(
                    subject,
                    value,
                    DatePart(form, "year") if asks_year else form,
                    words | self.words(kind),
                    kind,
                )
                yield replace(made, score=made.score + 0.3 - 0.03 * number)

    def _interrogative(self) -> frozenset[int]:
        return frozenset(i for i in range(len(self.scene.tokens)) if self.scene.asks(i))

    def pairs(self, without: frozenset[int]) -> Iterator[tuple[Denotation, Denotation, str, frozenset[int]]]:
        """Two things and a property that may hold of them, by the question's words, with these words."""
        scene = self.scene
        said = [(name, words, False) for name, words in self._held()]
        if not any(name == "P39" for name, _, _ in said):
            said.append(
                ("P39", frozenset(), False)
            )  # "с какого года Путин президент": an office needs no verb
        said += [(one.rule.property, one.words, True) for one in self._stated()]
        tokens = self.clauses.main - without - self._interrogative()
        tokens -= frozenset(word for time in times(scene, tokens) for word in time.words)
        for name, words, ruled in said:
            own = words - frozenset(i for i in words if scene.named_outright(i))
            nouns = frozenset(i for i in own if scene.tokens[i].pos == "NOUN")
            groups = [group[0] for group in self.clauses.arguments(tokens, nouns) if len(group) == 1]
            for first, second in ((a, b) for a in groups for b in groups if a != b):
                for subject, value in product(self._entities(first)[:2], self._entities(second)[:3]):
                    if subject.explained & value.explained:
                        continue
                    if ruled and own & (subject.explained | value.explained):
                        continue
                    if not words and not (
                        self._classes(value) and scene.is_a(self._classes(value), POSITIONS)
                    ):
                        continue
                    if all([scene.leads(subject.form, name, False), scene.leads(value.form, name, True)]):
                        yield subject, value, name, own - subject.explained - value.explained

    def _entities(self, head: int) -> list[Denotation]:
        return [part for part in self.nouns.parts(head) if isinstance(part.form, Entity)]

    def _held(self) -> list[tuple[str, frozenset[int]]]:
        """The relations whose words stand in the question, and these words."""
        scene = self.scene
        found = []
        for one, pattern in scene.constructions.holds:
            places = pattern.all(scene.whole.text)
            if places:
                found.append(
                    (
                        one.property,
                        frozenset(i for place in places for i in scene.whole.tokens(place.span, place.gaps)),
                    )
                )
        return found

    def _stated(self) -> list[FiredRule]:
        """The rules that fire on the question, and on it as a question about its subject."""
        scene = self.scene
        asking = self._interrogative()
        rest = [i for i in sorted(self.clauses.main) if i not in asking and scene.tokens[i].folded != "ли"]
        fired = list(scene.fired)
        fired += scene.fire(scene.wording(rest))
        subjects = [
            i for i in rest if scene.tokens[i].relation.startswith("nsubj") and scene.named_outright(i)
        ]
        for subject in subjects[:1]:
            inside = next((inside for _, inside, _ in scene.covering.get(subject, ())), frozenset({subject}))
            others = [i for i in rest if i not in inside]
            fired += scene.fire(
                scene.respoken([("кто", None), *((scene.tokens[i].folded, i) for i in others)])
            )
            noun = self._class_word(subject)
            fired += scene.fire(
                scene.respoken(
                    [("какая", None), (noun, None), *((scene.tokens[i].folded, i) for i in others)]
                )
            )
        best: dict[tuple[str, bool], FiredRule] = {}
        for one in sorted(fired, key=lambda one: -(len(one.words) + one.merit)):
            best.setdefault((one.rule.property, one.reverse), one)
        return list(best.values())[:10]

    def _class_word(self, subject: int) -> str:
        return "страна"

    # numbers, truths

    def count(self, plain: list[Denotation]) -> Iterator[Denotation]:
        """How many there are."""
        words = self.words("count")
        for part in plain:
            if isinstance(part.form, Entity):
                continue
            yield replace(part, form=Count(part.form), explained=part.explained | words)

    def claim(self, words: frozenset[int]) -> Iterator[Denotation]:
        """Whether it is so; "no" only where the subject has other values of the property."""
        scene = self.scene
        groups = [group[0] for group in self.arguments(words) if len(group) == 1]
        comparative = self.comparative()
        fired = self._stated()
        held = self._held()
        for first, second in ((a, b) for a in groups for b in groups if a != b):
            for subject, other in product(self.nouns.parts(first)[:3], self.nouns.parts(second)[:3]):
                if subject.explained & other.explained:
                    continue
                explained = subject.explained | other.explained | words
                score = subject.score + other.score
                why = (*subject.why, *other.why)
                if (
                    other.link is not None
                    and not isinstance(other.form, Entity)
                    and isinstance(subject.form, Entity)
                ):
                    form = Exists(And(other.form, subject.form), other.form)
                    own = frozenset(t.index for t in scene.tokens if t.lemma in scene.words.copulas)
                    yield Denotation(form, score + 0.15, explained | own, why)
                if comparative is not None:
                    if first < second and isinstance(subject.form, Entity):
                        for measure, most, own in comparative:
                            more = More(
                                measured(measure), "desc" if most else "asc", subject.form, other.form
                            )
                            form = Exists(And(subject.form, more), more)
                            yield Denotation(form, score - 0.02, explained | own, (*why, measure.name))
                    continue
                for one in fired:
                    if one.reverse or one.words & (subject.explained | other.explained):
                        continue
                    known = Hop(subject.form, path(one.rule.property))
                    yield Denotation(
                        Exists(And(known, other.form), known),
                        score + one.merit,
                        explained | one.words,
                        (*why, one.why),
                    )
                for one in fired:
                    if not one.reverse or one.words & (subject.explained | other.explained):
                        continue
                    known = Hop(subject.form, path(one.rule.property))
                    yield Denotation(
                        Exists(And(known, other.form), known),
                        score + one.merit - 0.02,
                        explained | one.words,
                        (*why, one.why),
                    )
                for name, said in held:
                    if not scene.leads(subject.form, name, False):
                        continue
                    known = Hop(subject.form, path(name))
                    form = Exists(And(known, other.form), known)
                    own = said - subject.explained - other.explained
                    alive = scene.leads(other.form, name, True)
                    yield Denotation(form, score + (0.05 if alive else -0.05), explained | own, (*why, name))

    def comparative(self) -> list[tuple[Measure, bool, frozenset[int]]] | None:
        """The measures of the question's comparative, if it has one."""
        scene = self.scene
        for token in scene.tokens:
            measures = scene.constructions.comparatives.get(token.folded)
            if measures is None or any(
                t.folded in scene.words.all for t in scene.tokens[token.index + 1 : token.index + 4]
            ):
                continue
            if (
                token.index
                and scene.tokens[token.index + 1 : token.index + 2]
                and scene.tokens[token.index + 1].folded[:1].isdigit()
            ):
                continue
            own = {token.index}
            found = []
            by = next((t.index for t in scene.tokens if t.folded == "по" and t.index > token.index), None)
            nouns = {
                t.lemma
                for t in scene.tokens
                if t.index not in scene.covering or not scene.named_outright(t.index)
            }
            named = [one for one in scene.constructions.measures if nouns & set(one.noun)]
            if named:
                most = measures[0][1]
                own |= {
                    t.index for t in scene.tokens if t.lemma in {n for one in named for n in one.noun}
                } | ({by} if by is not None else set())
                return [(one, most, frozenset(own)) for one in named]
            for measure, most in measures:
                pattern = scene.constructions.beside.get(measure.name)
                places = pattern.all(scene.whole.text) if pattern else []
                beside = frozenset(i for place in places for i in scene.whole.tokens(place.span, place.gaps))
                if measure.needed and not beside:
                    continue
                found.append((not beside, measure, most, frozenset(own | beside)))
            found.sort(key=lambda one: one[0])
            return [(measure, most, words) for _, measure, most, words in found]
        for measure in scene.constructions.measures:  # "плавится при более высокой температуре"
            pattern = scene.constructions.beside.get(measure.name)
            place = pattern.find(scene.whole.text) if pattern else None
            if place and any(t.folded in scene.words.degrees for t in scene.tokens):
                less = any({t.folded, t.lemma} & scene.words.lesser for t in scene.tokens)
                degree = {t.index for t in scene.tokens if t.folded in scene.words.degrees}
                return [(measure, not less, scene.whole.tokens(place.span, place.gaps) | degree)]
        return None

    def choice(self, plain: Callable[[frozenset[int]], list[Denotation]]) -> Iterator[Denotation]:
        """Which of the named is more so: "что выше: Монблан или Эльбрус"."""
        scene = self.scene
        either = next((t.index for t in scene.tokens if t.folded == "или"), None)
        if either is None:
            return
        left = [
            (inside, c, s)
            for some in scene.covering.values()
            for c, inside, s in some
            if max(inside) < either and either - max(inside) <= 3
        ]
        right = [
            (inside, c, s)
            for some in scene.covering.values()
            for c, inside, s in some
            if min(inside) > either and min(inside) - either <= 3
        ]
        left.sort(key=lambda one: (-max(one[0]), -len(one[0]), -one[2]))
        right.sort(key=lambda one: (min(one[0]), -len(one[0]), -one[2]))
        if not left or not right:
            return
        longest, longest_right = left[0][0], right[0][0]
        lefts = {c.entity.id: s for inside, c, s in left if inside == longest}
        rights = {c.entity.id: s for inside, c, s in right if inside == longest_right}
        names = longest | longest_right
        noun = (
            frozenset()
            if scene.noun is None
            else frozenset({scene.noun})
            | frozenset(i for i in scene.children(scene.noun) if scene.tokens[i].pos in {"NUM", "ADP", "DET"})
        )
        comparative = self.comparative()
        for a, b in islice(product(lefts, rights), 6):
            if a == b:
                continue
            score = lefts[a] + rights[b]
            counted = list(self._counted(names))
            for measure_of, order, own in counted:
                yield Denotation(
                    More(measure_of, order, Entity(a), Entity(b)), score + 0.05, names | own, ("сколько",)
                )
            if counted:
                continue
            if comparative is not None:
                others = [i for i in self.clauses.main if i not in names]
                linked = [p for p in plain(names) if p.link is not None and p.explained - noun]
                for measure, most, own in comparative:
                    form: Form = More(measured(measure), "desc" if most else "asc", Entity(a), Entity(b))
                    classes = self._classes(Denotation(Entity(a))) | self._classes(Denotation(Entity(b)))
                    if measure.of and classes and not scene.is_a(classes, measure.of):
                        continue
                    penalty = 0.0 if measure.of and classes else 0.03
                    yield Denotation(form, score - penalty, names | own | noun, (measure.name,))
                if comparative[0][0].date or any(m.date for m, _, _ in comparative):
                    most = next(m for me, m, _ in comparative if me.date)
                    words = frozenset(
                        i for i in others if scene.tokens[i].folded in scene.constructions.comparatives
                    )
                    for part in linked[:6]:
                        if part.link is None or not part.link.reverse:
                            continue
                        for start in STARTS:
                            statement = Statement(
                                part.link.property, Or(Entity(a), Entity(b)), part.link.source, (), "subject"
                            )
                            form = Rank(statement, Qualifier(start), "desc" if most else "asc")
                            yield Denotation(
                                form,
                                score + part.score,
                                names | part.explained | words | noun,
                                (*part.why, "раньше"),
                            )
            else:
                for part in plain(names)[:6]:
                    yield Denotation(
                        And(part.form, Or(Entity(a), Entity(b))),
                        score + part.score,
                        names | part.explained | noun,
                        part.why,
                    )

    def _counted(self, names: frozenset[int]) -> Iterator[tuple[Form, Order, frozenset[int]]]:
        """What there may be more of: "больше фильмов снял" counts the films of each."""
        scene = self.scene
        for token in scene.tokens[:-1]:
            noun = scene.tokens[token.index + 1]
            if token.folded not in scene.words.degrees or noun.pos != "NOUN" or noun.index in names:
                continue
            order: Order = "asc" if token.folded in scene.words.lesser else "desc"
            own = frozenset({token.index, noun.index})
            for relation in scene.constructions.nouns.get(noun.lemma, [])[:1]:
                yield Count(Hop(IT, path(relation.path))), order, own
            verbs = [t for t in scene.tokens if t.pos == "VERB" and t.index not in names]
            classes = scene.classes(noun.index)
            asking = scene.words.counted.values()
            for verb in verbs[:1] if classes else []:
                wording = scene.respoken(
                    [
                        *((one, None) for one in list(asking)[:1]),
                        (noun.folded, noun.index),
                        (verb.folded, verb.index),
                    ]
                )
                for one in scene.fire(wording):
                    if one.reverse and verb.index in one.words:
                        of = And(Class(*classes[:4]), Hop(IT, path(f"^{one.rule.property}")))
                        yield Count(of), order, own | one.words

    def _classes(self, part: Denotation) -> frozenset[str]:
        """The classes of the entity that a part is."""
        return frozenset(
            one
            for some in self.scene.covering.values()
            for candidate, _, _ in some
            if Entity(candidate.entity.id) == part.form
            for one in candidate.entity.classes
        )

    # names

    def identity(self) -> Iterator[Denotation]:
        """Who or what a name is."""
        scene = self.scene
        words = self.words("identity")
        for part in self.sources(words):
            asks = any(
                scene.tokens[i].lemma in scene.constructions.nouns and not scene.named_outright(i)
                for i in part.explained
            )
            if isinstance(part.form, Entity) and not asks:
                yield replace(part, explained=part.explained | words, score=part.score + 0.1)

    def names(self, kind: Kind, names: str) -> Iterator[Denotation]:
        """What else somebody or something is called."""
        words = self.words(kind)
        for part in self.sources(words):
            yield self._made(part, Hop(part.form, path(names)), kind)

    def known_as(self) -> Iterator[Denotation]:
        """Who or what is called so."""
        scene = self.scene
        words = self.words("known_as") - frozenset(
            i for i in self.words("known_as") if scene.named_outright(i)
        )
        noun = frozenset() if scene.noun is None else frozenset({scene.noun})
        of = () if scene.noun is None else scene.classes(scene.noun)
        for some in list(scene.covering.values()):
            for candidate, inside, score in some:
                if inside & noun:
                    continue
                if of and candidate.entity.classes and not scene.is_a(candidate.entity.classes, of):
                    continue
                quoted = candidate.mention.source == "quote"
                yield Denotation(
                    Entity(candidate.entity.id),
                    score - (0.0 if quoted else 0.05),
                    inside | words | noun,
                    (candidate.entity.name,),
                )

    def _made(self, part: Denotation, form: Form, kind: Kind) -> Denotation:
        return Denotation(form, part.score, part.explained | self.words(kind), (*part.why, kind))

    def _paired(
        self, subject: Denotation, value: Denotation, form: Form, words: frozenset[int], kind: Kind
    ) -> Denotation:
        explained = subject.explained | value.explained | words | self.words(kind)
        return Denotation(form, subject.score + value.score, explained, (*subject.why, *value.why, kind))
