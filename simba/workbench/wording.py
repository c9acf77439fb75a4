"""What can be told of rules by reading them: signs no question holds, names, what is missing, unused or still to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex

from simba.errors import Problem, RuleError
from simba.grammar.askingwords import DICTIONARY, dictionary_path, filled_patterns
from simba.grammar.compiling import compile_pattern
from simba.grammar.files import INTERROGATIVES, Kind, files_of
from simba.grammar.fragments import fragment_name, fragments_in
from simba.grammar.patterns import TIME_LIMIT
from simba.grammar.phrases import GAPS
from simba.grammar.textfile import read_text
from simba.grammar.written import WrittenRule, WrittenRules
from simba.grammar.yamlfile import Document, read_document
from simba.russian.letters import mixed_letters
from simba.russian.morphology import is_name, only_names
from simba.russian.text import fold
from simba.stages.composing.question.constructions import CONSTRUCTIONS
from simba.workbench.backtracking import hard_texts, longest_time, slowness
from simba.workbench.findings import Finding, from_problem, of_expression, of_rule
from simba.workbench.tails import tails

EXAMPLES = 3
"""With fewer, a rule answers a question or two and nobody sees how else one asks."""
_TODO = regex.compile(r"(?:^|\s)(#\s*TODO\b.*)")
_HIDDEN = regex.compile(r"\{[^{}]*\}|<[^<>=!]*>|\\.|\[[^\]]*\]|\(\?(?:P?<\w+>|<?[=!]|[a-z-]*:|>|[a-z-]*\))")
"""What holds no words of its own: fragments, lemmas, escaped signs, sets, the openings of groups."""
_SIGNS = regex.compile(r"\\[pP]\{[^}]*\}|\\.")
_WORD = regex.compile(r"[а-яё]+(?:-[а-яё]+)*")
_LEMMA = regex.compile(r"(?<!\(\?P?)<([а-яё][а-яё-]*)>")
_ENDING = regex.compile(r"\\w[*+]|\*(?:$|[ |)\]])")
_REPEAT = regex.compile(r"[?*+]+|\{[\d,]*\}[?+]?")
_MAY_BE_MISSING = regex.compile(r" ?\)?\?")
_UNSEEN = regex.compile(r"\\[?!.,;:«»\"„“”()]|[!,;:«»\"„“”…№%]")
_CAPITAL = regex.compile(r"(?<!\\)[А-ЯЁA-Z]")
_SPACES = regex.compile(r"(?<!^) {2,}|^ +| +$")


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong at a place, counted in characters from 0, of a phrase or pattern."""

    offset: int
    check: str
    message: str
    advice: str


def rule_findings(
    own: Sequence[WrittenRule], reading: WrittenRules, files: Sequence[Path]
) -> Iterator[Finding]:
    """What is wrong with rules and the fragments in these files, as far as reading them tells."""
    heard = sorted({word for rule in reading.rules for word in _heard(rule)})
    for rule in own:
        yield from _unfinished(rule)
        yield from _worded(rule, heard)
    broken = any(problem.path in files for problem in reading.problems)  # what could not be read may use them
    texts = [one.text for rule in own for one in rule.expressions]
    for document in reading.fragments:
        if document.path in files:
            if not broken:
                used = [*texts, *document.content.values(), *_constructions(document.path.parent)]
                yield from _unused(document, document.content, used)
            yield from _named(document)
    for path in files:
        yield from _todos(path)


def _worded(rule: WrittenRule, heard: Sequence[str]) -> Iterator[Finding]:
    """What is wrong with the words of a rule; ``heard`` are those that all rules are meant for."""
    meant = _heard(rule)
    for one in rule.written:
        for remark in remarks(one.kind, one.text):
            yield of_expression(rule, one, remark.check, remark.message, remark.advice, remark.offset)
        if one.kind != "patterns":
            for offset, stem, word in tails(one.text, heard, meant):
                message = f"«{stem}*» совпадает и со словом «{word}»"
                advice = f"если оно не нужно, напишите окончания: {stem}(а | ы | ...)"
                yield of_expression(rule, one, "хвост", message, advice, offset, level="замечание")
    for key, number, text in rule.questions:
        for remark in _mixed(text):
            check, message, advice = remark.check, remark.message, remark.advice
            yield of_rule(rule, check, message, advice, key, number, offset=remark.offset)


def _named(document: Document[dict[str, str]]) -> Iterator[Finding]:
    """What is wrong with the words of fragments and of their names."""
    for name, text in document.content.items():
        line, column = document.key(name)
        for remark in _mixed(name):
            problem = Problem(document.path, remark.message, line, column + remark.offset)
            yield Finding(remark.check, problem, remark.advice)
        for remark in remarks("patterns", text, piece=True):
            problem = document.problem((name,), remark.message, offset=remark.offset)
            yield Finding(remark.check, problem, remark.advice)


def dictionary_findings(folders: Sequence[Path]) -> Iterator[Finding]:
    """What is wrong with the last folder's dictionary of interrogatives, if it has one."""
    path = folders[-1] / INTERROGATIVES
    if dictionary_path(folders) != path or path not in files_of(folders[-1:]):
        return
    try:
        document = read_document(path, DICTIONARY)
        patterns = filled_patterns(document)
    except RuleError as error:
        yield from map(from_problem, error.problems)
        return
    for pattern in patterns:
        for remark in remarks("patterns", pattern.text, piece=pattern.location[0] == "fragments"):
            problem = document.problem(pattern.location, remark.message, offset=remark.offset)
            yield Finding(remark.check, problem, remark.advice)
        seconds = longest_time(compile_pattern(pattern.regex), hard_texts(pattern.regex, ()))
        if seconds > TIME_LIMIT:
            message, advice = slowness(seconds)
            yield Finding("медленно", document.problem(pattern.location, message), advice)
    texts = [pattern.text for pattern in patterns]
    yield from _unused(document, document.content.fragments, texts, "fragments")


def _heard(rule: WrittenRule) -> set[str]:
    """The folded words of a rule's examples."""
    return {word for text in rule.text.examples for word in _WORD.findall(fold(text))}


def _unfinished(rule: WrittenRule) -> Iterator[Finding]:
    """Fewer than `EXAMPLES` examples, or no counterexample where no other direction has examples."""
    number = len(rule.text.examples)
    if number < EXAMPLES:
        message = f"примеров {number}, а нужно не меньше {EXAMPLES}"
        advice = "напишите ещё вопросы, для которых это правило, другими словами"
        yield of_rule(rule, "мало примеров", message, advice, "examples")
    # Of a part, the examples of the other direction are the counterexamples.
    if not rule.text.counterexamples and not rule.part:
        advice = "добавьте counterexamples: с похожим вопросом о другом"
        yield of_rule(rule, "нет контрпримера", "нет контрпримера", advice, "property")


def _constructions(folder: Path) -> list[str]:
    """The texts of the constructions in a folder of rules, which may use its fragments too."""
    return [read_text(path) for path in sorted((folder / CONSTRUCTIONS).glob("*.yaml"))]


def _todos(path: Path) -> Iterator[Finding]:
    """Comments that say TODO, as what ``rules new`` prints has them."""
    with suppress(RuleError):  # told elsewhere
        for number, line in enumerate(read_text(path).split("\n"), start=1):
            if match := _TODO.search(line):
                problem = Problem(path, "это ещё не сделано", number, match.start(1) + 1)
                yield Finding("не сделано", problem, "сделав, удалите комментарий")


def _unused(
    document: Document[Any], names: Iterable[str], texts: Iterable[str], *location: str
) -> Iterator[Finding]:
    used = {name for text in texts for name in fragments_in(text)} | {gap.strip("{}") for gap in GAPS}
    for name in names:
        if fragment_name(name) not in used:
            problem = document.problem((*location, name), f"фрагмент {{{name}}} никому не нужен")
            yield Finding("лишний фрагмент", problem, "удалите его")


def remarks(kind: Kind, text: str, *, piece: bool = False) -> Iterator[Remark]:
    """What cannot be meant in a phrase or pattern, or in a piece of one."""
    if kind == "patterns" and not piece:
        yield from _never_seen(text)
    yield from _mixed(_SIGNS.sub(_blank, text) if kind == "patterns" else text)
    yield from _names(text.lower() if kind != "patterns" else text)


def _mixed(text: str) -> Iterator[Remark]:
    """Latin letters in Russian words and the reverse, which no reader sees."""
    for one in mixed_letters(text):
        yield Remark(one.offset, "смешанные буквы", one.message, f"напишите {one.mended}")


def _never_seen(text: str) -> Iterator[Remark]:
    """The signs that questions never hold as patterns see them: in lower case, one space between words."""

    def remark(match: regex.Match[str], message: str, advice: str) -> Remark:
        return Remark(match.start(), "никогда не совпадёт", message, advice)

    bare = regex.sub(r"\{[^{}]*\}|<[а-яё-]*>", _blank, text)
    if match := _CAPITAL.search(regex.sub(r"\(\?P|\\.", _blank, bare)):
        yield remark(
            match,
            f"слова видны строчными буквами, {match[0]} среди них не бывает",
            "напишите то же строчными буквами",
        )
    bare = regex.sub(r"\[[^\]]*\]|\(\?(?:P?<\w+>|<?[=!]|[a-z-]*:|>)|\{[\d,]*\}", _blank, bare)
    for match in _UNSEEN.finditer(bare):
        before, after = bare[: match.start()], bare[match.end() :]
        in_word = regex.search(r"\w$", before) and regex.match(r"\\d|\w", after)  # 10,5
        if not in_word and not _MAY_BE_MISSING.match(after):
            sign = match[0].lstrip("\\")
            message = f"знаков препинания не видно, {sign} не бывает"
            yield remark(match, message, "пишите одни слова, через один пробел")
            break
    if match := _SPACES.search(bare.replace("\0", "_")):
        message = "между словами один пробел, в начале и в конце пробелов не бывает"
        yield remark(match, message, "оставьте один пробел между словами")


def _names(text: str) -> Iterator[Remark]:
    """The words, beginnings and lemmas that can only be a name."""
    found = [
        (match.start(), match[0]) for match in _LEMMA.finditer(text) if is_name(match[1].replace("ё", "е"))
    ]
    bare = _HIDDEN.sub(_hidden, text)
    starts = _word_starts(bare)
    for match in _WORD.finditer(bare):
        word, end = match[0].replace("ё", "е"), match.end()
        if starts[match.start()] and _ends_word(bare, end):
            found += [(match.start(), word)] * is_name(word)
        elif starts[match.start()] and _ENDING.match(text, end):
            found += [(match.start(), f"{word}…")] * only_names(word)
    for offset, name in found:
        message = f"{name} — имя собственное, а правила никого не называют"
        yield Remark(offset, "имя собственное", message, "напишите то, что есть во всех таких вопросах")


def _word_starts(text: str) -> list[bool]:
    """For each character, whether a word begins there on whatever way one comes to it."""
    starts, groups = [], [True]
    fresh = True
    for char in text:
        starts.append(fresh)
        if char in "([":
            groups.append(fresh)
        elif char == "|":
            fresh = groups[-1]
        elif char in ")]" and len(groups) > 1:
            groups.pop()
        elif char not in "?*+":
            fresh = char == " "
    return starts


def _ends_word(text: str, place: int) -> bool:
    """Whether a word that stops at the place is over, on whatever way one goes on."""
    while place < len(text):
        char = text[place]
        if char in ")]":
            repeat = _REPEAT.match(text, place + 1)
            place = repeat.end() if repeat else place + 1
        elif char == "|":
            place = _group_end(text, place)
        elif char in "([":
            while place < len(text) and text[place] in "([":
                place += 1
            return text[place : place + 1] == " "
        else:
            return char == " "
    return True


def _group_end(text: str, place: int) -> int:
    """The bracket that closes the group around a place, or the end."""
    depth = 0
    for end in range(place, len(text)):
        depth += (text[end] in "([") - (text[end] in ")]")
        if depth < 0:
            return end
    return len(text)


def _blank(match: regex.Match[str]) -> str:
    return "\0" * len(match[0])


def _hidden(match: regex.Match[str]) -> str:
    """As many signs, which belong to a word, unless a group opens."""
    return "(".ljust(len(match[0]), "?") if match[0].startswith("(?") else "\0" * len(match[0])
