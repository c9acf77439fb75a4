"""Names: who or what something is, how else it is called, what is called so."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from simba.common.vocabulary import NAME_PROPERTIES
from simba.query import And, Called, Entity, Form, Hop, Named, Or, Text, Without, path
from simba.russian.morphology import lemmas, readings
from simba.russian.names import words_of
from simba.russian.text import fold
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.question.covering import is_name
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.periods import times
from simba.stages.links import Candidate

NAMES = path("|".join(NAME_PROPERTIES))
NICKNAMES, BIRTH_NAMES, PEN_NAMES = "P1449", "P1477|P1559", "P742"


def identity(question: SpecialQuestion) -> Iterator[Denotation]:
    """Who or what a name is."""
    scene = question.scene
    words = question.words("identity")
    for part in (*question.sources(words), *_beside_asked(question)):
        asks = any(
            scene.tokens[i].lemma in scene.constructions.nouns and not scene.named_outright(i)
            for i in part.explained
        )
        if (
            isinstance(part.form, Entity)
            and not asks
            and not _names_another(scene, part.form.id, part.explained)
        ):
            yield part.with_words(words, scene.weights.likely)


def _beside_asked(question: SpecialQuestion) -> Iterator[Denotation]:
    """What stands right after the noun that says what it is: "что за гора Казбек", "что за фильм «Зеркало»"."""
    noun = question.scene.noun
    after = (token for token in question.scene.tokens if noun is not None and token.index > noun)
    first = next((token.index for token in after if token.is_word), None)
    if noun is not None and first is not None and question.scene.named_outright(first):
        for part in question.entities(first):
            yield part.with_words({noun})


def _names_another(scene: Scene, entity: str, words: frozenset[int]) -> bool:
    """Whether a quoted name is among the words for an entity that is not so called: "опера «Зелёная луна»"."""
    quoted = {word for word in words if scene.tokens[word].is_word and scene.quoted(scene.tokens[word])}
    said = (
        inside
        for some in scene.covering.values()
        for candidate, inside, _ in some
        if candidate.entity.id == entity
    )
    return bool(quoted) and not any(not quoted.isdisjoint(inside) for inside in said)


def names(question: SpecialQuestion, kind: Kind, names: str) -> Iterator[Denotation]:
    """What else somebody or something is called."""
    words = question.words(kind)
    for part in question.sources(words):
        yield question.made(part, Hop(part.form, path(names)), kind)


def other_names(question: SpecialQuestion, kind: Kind) -> Iterator[Denotation]:
    """What else something is called: by its label, where it was called by another name; else by its other names.

    Of what it is called at some time or place ("в древности"), aliases do not tell.
    """
    scene, weights = question.scene, question.scene.weights
    words = question.words(kind)
    mentions = [one for some in scene.covering.values() for one in some]
    # Of what goes by the words outright, a namesake is not meant ("как по-другому называют глюкозу"), but for somebody
    # better known by a surname.
    outright: dict[frozenset[int], float] = {}
    for candidate, inside, score in mentions:
        if candidate.entity.kind == "label":
            outright[inside] = max(score, outright.get(inside, score))
    for part in question.sources(words):
        said = [one for one in mentions if part.form == Entity(one[0].entity.id) and one[1] <= part.explained]
        longest = max((len(inside) for _, inside, _ in said), default=0)
        said = [one for one in said if len(one[1]) == longest]
        aliases = [one for one in said if one[0].entity.kind == "alias" and _tells(one[0])]
        if any(
            inside in outright
            and (score <= outright[inside] or not scene.is_a(candidate.entity.classes, [PERSON]))
            for candidate, inside, score in aliases
        ):
            continue
        whole = not any(map(scene.weight, scene.left(part.explained | words)))
        marked = part._replace(score=part.score + weights.marked) if aliases or (said and whole) else part
        if aliases:
            yield question.made(marked, part.form, kind)
        elif kind == "name_in_use":
            yield question.made(part, Hop(part.form, NAMES), kind)
        else:  # whom the surname names goes by all of the label too
            names = {one.entity.name for one, _, _ in said if len(one.entity.name.split()) <= longest}
            names |= {one for name in names for one in _bare(name)}
            yield question.made(marked, _called(part.form, names), kind)


def _tells(candidate: Candidate) -> bool:
    """Whether the label tells more than the alias said: "царь Алексей" is called by more than "Алексей"."""
    entity = candidate.entity
    return not entity.label or not {*words_of(entity.label)} <= {*words_of(entity.name)}


def _bare(name: str) -> Iterator[str]:
    """The dictionary's forms of a name of one word in small letters: of "растения" no other name, but the same."""
    if name.islower() and " " not in name:
        yield from (one for one in lemmas(name) if one != name)


def _called(form: Form, but: Collection[str]) -> Form:
    """All that something is called but what it was called already."""
    names = Or(Called(form), Hop(form, NAMES))
    return Without(names, Or(*map(Text, sorted(but)))) if but else names


def known_as(question: SpecialQuestion, kind: Kind) -> Iterator[Denotation]:
    """Who or what is called so."""
    scene = question.scene
    own = question.words(kind)
    words = own - frozenset(i for i in own if scene.named_outright(i))
    noun = frozenset() if scene.noun is None else frozenset({scene.noun})
    # "Как называется город, в котором ..." asks for a name, and tells none.
    untold = all(scene.interrogative.covers(scene.tokens[i].span) for i in words)
    if noun and untold:
        return
    decoration = _decoration(question, words)
    weights = scene.weights
    for some in list(scene.covering.values()):
        for candidate, inside, score in some:
            if inside & noun or not _is_name_said(question, candidate, inside, words):
                continue
            if untold and (asks_of(scene, candidate) or _asks_for_some(scene, candidate)):
                continue
            unlike = _unlike(question, candidate)
            if unlike is None:
                continue
            marked = is_name(scene, candidate.mention)
            entity = Denotation(
                Entity(candidate.entity.id),
                score + (weights.marked if marked else weights.likely) + unlike,
                inside | words | noun,
                (candidate.entity.name,),
            )
            yield from _checked(question, entity)
            beside = decoration - inside - _told_of(scene, inside)
            if untold and any(scene.weight(scene.tokens[one]) for one in beside):
                continue
            if scene.noun is not None and scene.tokens[scene.noun].lemma in scene.constructions.kin:
                continue  # "кого из сыновей X звали Y": none but these
            yield entity.with_words(beside, weights.later)
    yield from _looked_up(question, words | noun | decoration)


def asks_of(scene: Scene, candidate: Candidate) -> bool:
    """Whether a noun asks for what the thing has, which is named in another case: "столица Кампучии"."""
    mention = candidate.mention
    return fold(mention.text) != fold(candidate.entity.name) and any(
        token.features.get("Case") == "Nom"
        and scene.is_noun(token.index)
        and not mention.span.overlaps(token.span)
        for token in scene.tokens
    )


def _asks_for_some(scene: Scene, candidate: Candidate) -> bool:
    """Whether somebody of the thing is asked for, not the thing: "как зовут героев романа", but not "братьев Гримм"."""
    return any(
        token.relation == "obj"
        and token.features.get("Number") == "Plur"
        and is_animate(token)
        and not candidate.mention.span.overlaps(token.span)
        for token in scene.tokens
    )


def _told_of(scene: Scene, inside: frozenset[int]) -> frozenset[int]:
    """The name of where the thing itself is, which a reading must not leave out: "падающая башня в Казани"."""
    below = {
        word
        for kid in scene.tokens
        if kid.head in inside and kid.index not in inside and scene.named_outright(kid.index)
        for word in scene.parse.subtree(kid.index)
    }
    return frozenset(below)


def _is_name_said(
    question: SpecialQuestion, candidate: Candidate, inside: frozenset[int], words: frozenset[int]
) -> bool:
    """Whether a mention may be what something is called, rather than where or when it is."""
    scene = question.scene
    if candidate.route == "typo":
        return False  # what is called nearly so is not what is called so
    if candidate.mention.source == "quote":
        return True
    heads = [i for i in inside if scene.tokens[i].head not in inside]
    if any(scene.case(i) not in {None, *scene.words.calling} for i in heads):
        return False
    if scene.noun is not None and any(_is_of_asked(question, i) for i in heads):
        return False  # "какое сражение Первой мировой" says which, not how it is called
    if inside & words:
        return False
    if scene.noun is None and len(inside) > 1 and candidate.entity.kind == "alias":
        return True  # "как называют сестру мужа": another name of what is asked for
    tags = [tag for i in heads for _, tag in readings(scene.tokens[i].folded)]
    return not tags or any("ablt" in tag or "nomn" in tag for tag in tags)


def _is_of_asked(question: SpecialQuestion, index: int) -> bool:
    """Whether a word hangs on the asked noun in the genitive."""
    token = question.scene.tokens[index]
    return token.head == question.scene.noun and token.features.get("Case") == "Gen"


def _unlike(question: SpecialQuestion, candidate: Candidate) -> float | None:
    """What it costs that an entity is not known to be of the asked kind; None where it is no person as asked."""
    scene, classes = question.scene, candidate.entity.classes
    if scene.noun is None or not classes:
        return 0.0
    if scene.interrogative.type == "person" and is_animate(scene.tokens[scene.noun]):
        return 0.0 if scene.is_a(classes, [PERSON]) else None
    of = scene.classes(scene.noun)
    return scene.weights.doubt if of and not scene.is_a(classes, of) else 0.0


def _checked(question: SpecialQuestion, entity: Denotation) -> Iterator[Denotation]:
    """The entity, if it meets the conditions on the asked noun: "город Калининградской области"."""
    scene = question.scene
    if scene.noun is None:
        return
    for kind in question.nouns.parts(scene.noun)[:3]:
        if anchored(kind.form) and not kind.explained & entity.explained - {scene.noun}:
            explained = entity.explained | kind.explained
            yield Denotation(
                And(entity.form, kind.form), entity.score + kind.score, explained, entity.why + kind.why
            )


def _decoration(question: SpecialQuestion, words: frozenset[int]) -> frozenset[int]:
    """Where, when and how something was called so, by these words, and what the asked noun stands with.

    A name needs none of it.
    """
    scene = question.scene
    found = {word for time in times(scene, question.clauses.main) for word in time.words}
    for token in scene.tokens:
        if token.pos in {"NOUN", "PROPN"} and scene.case(token.index) in scene.words.placing:
            found.update(scene.parse.subtree(token.index))
        if token.pos == "ADV" and token.head in words and not scene.negates(token.index):
            found.add(token.index)
    if scene.noun is not None and scene.tokens[scene.noun].head >= 0:
        found.update(scene.parse.subtree(scene.noun))
    return frozenset(found)


def _looked_up(question: SpecialQuestion, explained: frozenset[int]) -> Iterator[Denotation]:
    """What has a name that no label is: a pen name, a birth name."""
    scene = question.scene
    for quote in scene.parse.quotes:
        inside = frozenset(token.index for token in scene.tokens if quote.covers(token.span))
        if inside and not any(map(scene.named_outright, inside)):
            yield _named(
                question, scene.parse.text[quote.start : quote.stop].strip(' «»"„“'), inside | explained
            )
    run: list[int] = []
    for token in [*scene.tokens[1:], None]:
        if token is not None and token.text[:1].isupper() and not scene.named_outright(token.index):
            run.append(token.index)
            continue
        if len(run) > 1:
            text = scene.parse.text[scene.tokens[run[0]].span.start : scene.tokens[run[-1]].span.stop]
            yield _named(question, text, frozenset(run) | explained)
        run = []


def _named(question: SpecialQuestion, name: str, explained: frozenset[int]) -> Denotation:
    weights = question.scene.weights
    return Denotation(Named(name or "?"), weights.marked + weights.doubt, explained, (name,))
