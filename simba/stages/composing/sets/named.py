"""What a name denotes: its entity, and who has the office or occupation of that name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from simba.query import Entity, Form, Hop, path
from simba.russian.numerals import ordinal
from simba.stages.composing.question.scene import OCCUPATION, Scene
from simba.stages.composing.sets.offices import in_office
from simba.stages.composing.sets.parts import Denotation, Link
from simba.stages.links import Candidate
from simba.stages.parse import ROOT, Token

NAMING = frozenset({"appos", "flat", "flat:name", "flat:foreign", "compound", "nmod", "parataxis"})
"""What a name is to the noun before it."""
DESCRIPTIONS = frozenset({"amod", "appos", "acl", "acl:relcl", "flat", "nmod"})
"""What words that describe a name are to it."""
NAMESAKES = 3
"""Entities of one name that the question may mean."""
MAX_NAMES = 16
"""Names of which it is remembered what describes them: namesakes have that in common."""
TELLING = frozenset({"PROPN", "NUM"})
"""Words that never merely describe: which one is meant, even where nothing is known of it."""


def entity(scene: Scene, candidate: Candidate, inside: frozenset[int], score: float) -> Denotation:
    """The entity of a name, with the words that merely describe it."""
    explained, cost = _described(scene, inside)
    return Denotation(Entity(candidate.entity.id), score + cost, explained, (candidate.entity.name,))


MEMBERS = "P527|^P361|^P463|^P53|^P734"


def is_name_of_group(candidate: Candidate, inside: frozenset[int]) -> bool:
    """Whether a mention may name what has members: "из Великих озёр"; a single common noun is a kind."""
    return len(inside) > 1 or candidate.entity.name[:1].isupper()


def members(scene: Scene, candidate: Candidate, inside: frozenset[int], score: float) -> Denotation:
    """The parts or members of what a name names."""
    form = Hop(Entity(candidate.entity.id), path(MEMBERS))
    dead = not scene.leads_along(Entity(candidate.entity.id), MEMBERS)
    why = (candidate.entity.name, "из")
    return Denotation(form, score + scene.weights.later, inside, why, dead=dead, kinds=inside)


def called(scene: Scene, head: int) -> Iterator[Denotation]:
    """The entities whose names stand after a noun that says what they are: "фильм «Гараж»"."""
    if not scene.is_noun(head) or scene.named_outright(head):
        return
    if scene.tokens[head].lemma in scene.constructions.nouns:
        return  # "жена режиссёра Бортко" is no name of his
    above = scene.tokens[head].head
    if above != ROOT and scene.tokens[above].lemma in scene.words.posts:
        return  # "на посту премьера" is in office, whoever is named after it
    for kid in scene.children(head):
        if scene.tokens[kid].relation not in NAMING or scene.case(kid):
            continue
        for candidate, inside, score in scene.covering.get(kid, ()):
            agrees = candidate.class_noun is scene.tokens[head]
            if head in inside or _gap(scene, head, inside) or not (agrees or scene.named_outright(kid)):
                continue
            if not agrees and scene.tokens[head].lemma in scene.constructions.measuring:
                continue  # "длина Лимпопо" is no name
            if not agrees and scene.tokens[kid].relation == "nmod" and candidate.mention.source != "quote":
                continue
            yield entity(scene, candidate, inside | {head}, score + (0.0 if agrees else scene.weights.doubt))


def bearers(scene: Scene, classes: Collection[str], part: Denotation) -> Iterator[Denotation]:
    """Who has the office or occupation of that name."""
    for of, name in ((scene.sets.positions, "P39"), (scene.sets.professions, OCCUPATION)):
        if classes and scene.is_a(classes, of):
            link = Link(name, part.form, True)
            explained = part.explained | (in_office(scene) if name == "P39" else frozenset())
            held = Denotation(
                link.form(), part.score, explained, (*part.why, name), link, named=part.explained
            )
            yield held
            if name == "P39":  # "император": of Russia, of France
                wider = Link(name, Hop(part.form, path("^P279*")), True)
                yield held._replace(form=wider.form(), link=wider, score=part.score + scene.weights.later)


def _gap(scene: Scene, noun: int, name: frozenset[int]) -> bool:
    """Whether words lie between a noun and a name, or before the noun."""
    tokens = scene.tokens[noun + 1 : min(name)]
    return noun > min(name) or any(token.is_word for token in tokens)


@lru_cache(maxsize=MAX_NAMES)
def _described(scene: Scene, inside: frozenset[int]) -> tuple[frozenset[int], float]:
    """The name with the words that merely describe it, and what speaks against that."""
    explained, cost = inside, 0.0
    for index in inside:
        for kid in scene.children(index):
            if kid in explained or scene.tokens[kid].relation not in DESCRIPTIONS:
                continue
            below = frozenset(scene.parse.subtree(kid))
            if index in below:
                continue  # a parser's tree may hold a cycle
            if any(
                kid in clause and head not in inside and inside.isdisjoint(clause)
                for head, clause in scene.describing.values()
            ):
                continue  # "фильмы Рязанова, в которых": the clause is of the films, whatever the tree hangs it on
            if any(inside | {kid} <= longer for _, longer, _ in scene.covering.get(index, ())):
                continue  # the longer name is meant: "Нобелевская премия мира"
            if _merely_describes(scene, kid, index, below):
                cost += scene.weights.doubt * sum(scene.word(scene.tokens[one]) for one in below)
                explained |= below
    return explained, cost


def _merely_describes(scene: Scene, kid: int, index: int, below: frozenset[int]) -> bool:
    """Whether what hangs on a name says nothing that must be understood."""
    token = scene.tokens[kid]
    if token.lemma in scene.words.professions and scene.case(kid) == "по":
        return False  # "кем был основатель Opel по профессии"
    if token.relation == "amod" and any(t.folded == "," for t in scene.tokens[index:kid]):
        return False  # "какая из стран, которые граничат с X, самая большая"
    if scene.noun in below or kid in scene.dated:
        return False  # "премия 2016" says which one is meant
    if token.relation == "nmod" and scene.case(kid) in scene.words.placing_world and _is_place(scene, kid):
        return not scene.interrogative.polar  # "Троицкий мост в Петербурге"; whether it is there may be asked
    if token.relation == "nmod" and token.pos != "NOUN":
        return False
    if scene.quoted(token) and not scene.named_outright(index):
        return False  # "автор «Идиота»" is not any author
    if any(one.folded in scene.words.equating for one in scene.tokens[index:kid]):
        return False  # "режиссёр «Аритмии» — Борис Хлебников" says who that is
    if token.pos == "VERB" and any(scene.tokens[one].relation == "mark" for one in scene.children(kid)):
        return False  # "когда она стала премьером" says when, whatever the tree hangs it on
    if token.relation != "appos" and any(map(scene.named_outright, below)):
        return False
    if scene.named_outright(kid) and not scene.named_outright(index):
        return False  # "папа Децла" is whose, or a trade before a name: the noun describes that
    if token.lemma in scene.constructions.adjectives and not scene.named_outright(index):
        return False  # "американский космонавт" is one of his trade, and from there
    if token.relation == "amod" and token.text[:1].isupper() and kid and not scene.named_outright(index):
        return False  # "Бубликовский мост" is a name that nothing has
    if token.relation == "amod" and _counts_off(scene, token, index):
        return False
    if token.relation == "amod" and scene.tokens[index].lemma not in scene.words.parts:
        return True
    return not any(
        (scene.weight(scene.tokens[one]) > scene.weights.heavy or scene.tokens[one].pos in TELLING)
        and not scene.named_outright(one)
        for one in below
    )


def _counts_off(scene: Scene, token: Token, index: int) -> bool:
    """Whether an adjective says which of several is meant: "второй «Терминатор»", "первый «Оскар»"."""
    number = ordinal([token.lemma])
    if number is None or number[0] > 1:
        return number is not None or token.lemma in scene.words.next_to
    classes = {one for candidate, _, _ in scene.covering.get(index, ()) for one in candidate.entity.classes}
    return scene.is_a(classes, scene.sets.shared)


def _is_place(scene: Scene, index: int) -> bool:
    """Whether what a word names outright is a place."""
    classes = {one for candidate, _, _ in scene.covering.get(index, ()) for one in candidate.entity.classes}
    return scene.named_outright(index) and scene.is_a(classes, scene.sets.places)


def named_things(scene: Scene) -> Iterator[tuple[Entity, Collection[str], frozenset[int], float]]:
    """The entities that the question names outright, each with its classes and words."""
    seen = set()
    for index in sorted(scene.covering):
        if not scene.named_outright(index):
            continue
        longest = max((inside for _, inside, _ in scene.covering[index]), key=len)
        for candidate, inside, score in scene.covering[index][:NAMESAKES]:
            if inside == longest and candidate.entity.id not in seen:
                seen.add(candidate.entity.id)
                yield Entity(candidate.entity.id), candidate.entity.classes, inside, score


def company_of(scene: Scene, form: Form) -> frozenset[int]:
    """The words of the names that facts join to a thing: "Кэмерон снял «Аватар»"."""
    linked = [(candidate, inside) for some in scene.covering.values() for candidate, inside, _ in some]
    company = {id for one, _ in linked if Entity(one.entity.id) == form for id in one.company}
    return frozenset(index for one, inside in linked if one.entity.id in company for index in inside)


def relatives(scene: Scene, form: Form) -> Iterator[Denotation]:
    """Who is somebody's by a noun of kinship that has no name of its own: "его отец", "пережила мужа"."""
    for token in scene.tokens:
        kids = [kid for kid in scene.children(token.index) if scene.tokens[kid].is_word]
        if token.lemma not in scene.constructions.kin or not all(
            scene.tokens[kid].folded in scene.words.theirs or scene.tokens[kid].lemma in scene.words.theirs
            for kid in kids
        ):
            continue
        for relation in scene.constructions.nouns.get(token.lemma, ()):
            if relation.sex is None and not relation.beside:
                kin = Hop(form, path(relation.path))
                dead = not scene.leads_along(form, relation.path)
                yield Denotation(kin, 0.0, frozenset({token.index, *kids}), (relation.name,), dead=dead)
