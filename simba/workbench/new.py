"""``simba rules new``: a first rule for a property, put into the file where it belongs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.common.vocabulary import is_property_id
from simba.errors import RuleError, SimbaError
from simba.grammar.files import FRAGMENTS, PROPERTIES, RULES, Direction, layers
from simba.grammar.written import WrittenRule, read_rules
from simba.grammar.yamlfile import read_document
from simba.workbench.rule_options import kb_option, rules_option

if TYPE_CHECKING:
    from simba.system import Simba
    from simba.workbench.areas import Area
    from simba.workbench.stub import Stub

GENERAL = "general"
"""The file for properties that nothing tells the area of."""
EXAMPLES = 2
"""Example questions that a new rule gets."""


@click.command("new")
@click.argument("prop", metavar="PROPERTY")
@rules_option
@kb_option
@click.option("--reverse", is_flag=True, help="The answer is the subject: who has this value?")
@click.option("--area", metavar="NAME", help="The file to write to, NAME.yaml; else the one that fits best.")
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="TEXT",
    help="Its Russian name, where the knowledge base has none; again for each other name.",
)
def command(
    prop: str, rules: Path | None, kb: Path | None, reverse: bool, area: str | None, labels: tuple[str, ...]
) -> None:
    """Write a first rule for PROPERTY (P1303), to be made better by hand.

    Its names become phrases; entities that have it, examples. It goes to the file of the rules about the same
    kinds of things: in the folder of --rules, or among SimBa's own rules, in a checkout.
    """
    from simba.system import Simba
    from simba.workbench.areas import areas
    from simba.workbench.changes import shown_path

    prop = prop.upper()
    if not is_property_id(prop):
        raise SimbaError(f"{prop}: not a property; one is written like P1303")
    if area is not None and not re.fullmatch(r"[\w-]+", area):
        raise click.UsageError(f"--area {area}: a file's name without .yaml, of letters, digits, - and _")
    folder = _writable(rules)
    direction: Direction = "reverse" if reverse else "forward"
    written = list(_written(_existing(rules)))
    _refuse_second(prop, direction, written)
    simba = Simba(kb, rules=_existing(rules))
    stub = _stub(prop, direction, labels, written, simba, kb)
    found = areas(prop, labels or [stub.name], written, simba.store)
    chosen = area or (found[0].name if found else GENERAL)
    path = folder / PROPERTIES / f"{chosen}.yaml"
    line, stub = _write(path, stub, rules, simba)
    turned = " (reverse)" if reverse else ""
    click.echo(f"{shown_path(path)}:{line}: {prop} {stub.name}{turned}")
    for text in (*_reasons(found, chosen, given=area is not None), *_taken(stub, rules)):
        click.echo(text)
    own = f" --rules {shlex.quote(str(rules))}" if rules else ""
    base = f" --kb {shlex.quote(str(kb))}" if kb else ""
    click.echo(f"Now make it better, then: simba rules try {shlex.quote(stub.examples[0])}{own}{base}")
    click.echo(f"                          simba rules check{own}; simba rules impact{own}")


def _writable(rules: Path | None) -> Path:
    if rules is not None:
        if rules.exists() and not rules.is_dir():
            raise SimbaError(f"{rules}: not a folder")
        return rules
    (folder,) = layers(None)
    if folder.parent.name == "data" or not os.access(folder / PROPERTIES, os.W_OK):
        raise SimbaError(
            f"{folder}: SimBa's own rules cannot be written here; name a folder of yours: --rules DIR"
        )
    return folder


def _existing(rules: Path | None) -> tuple[Path, ...]:
    """The folders that hold rules already: the author's may be new."""
    files = rules is not None and any([*rules.glob("*.yaml"), *(rules / PROPERTIES).glob("*.yaml")])
    return layers(rules if files else None)


def _written(folders: Sequence[Path]) -> Iterator[WrittenRule]:
    """All rules of the folders as they are written, in reading order; their patterns do not matter here."""
    for folder in folders:
        for path in sorted((folder / PROPERTIES).glob("*.yaml")):
            document = read_document(path, RULES)
            yield from (WrittenRule(document, number, ()) for number in range(len(document.content)))


def _refuse_second(prop: str, direction: Direction, written: Sequence[WrittenRule]) -> None:
    from simba.workbench.changes import shown_path

    for rule in written:
        if rule.key == (prop, direction):
            problem = rule.problem("")
            turned = " (reverse)" if direction == "reverse" else ""
            raise SimbaError(
                f"{prop}{turned} has a rule: {shown_path(problem.path)}:{problem.line}; add phrases there"
            )


def _stub(
    prop: str,
    direction: Direction,
    labels: Sequence[str],
    written: Sequence[WrittenRule],
    simba: Simba,
    kb: Path | None,
) -> Stub:
    from simba.stages.answer_type import AnswerTypes
    from simba.workbench.stub import Stub, answers_of, examples_of, phrases_of, russian_names
    from simba.workbench.wording import names_of

    store = simba.store
    own = next((rule.text.name for rule in written if rule.text.property == prop), None)
    texts = [" ".join(label.split()) for label in labels] or russian_names(prop, store) or [own or ""]
    names = list(names_of(texts))
    if not names:
        other = "" if kb else ", or a knowledge base with the names of properties: --kb DIR"
        raise SimbaError(
            f"{prop}: {kb or 'this knowledge base'} has no Russian name of it; give one: --label TEXT{other}"
        )
    types = AnswerTypes(simba.kb.classes, simba.interrogatives.classes)
    examples = examples_of(prop, names, direction, store, types)
    return Stub(
        prop,
        texts[0],
        direction,
        answers_of(prop, direction, store, types),
        phrases_of(names, direction),
        tuple(examples),
    )


def _write(path: Path, stub: Stub, rules: Path | None, simba: Simba) -> tuple[int, Stub]:
    """Add the stub to the file, with the examples that propose the property; its line, and what was written.

    What the file will be is read as rules first; it changes whole or not at all, and none of its bytes is lost.
    """
    from simba.workbench.stub import proposing

    _, rule = _trial(path, stub, rules)
    right = proposing(stub.examples, rule, simba.interrogatives)[:EXAMPLES]
    if not right:
        raise SimbaError(
            f"{stub.property}: no question made of {stub.name!r} proposes it; give another name: --label TEXT"
        )
    stub = replace(stub, examples=tuple(right))
    content, rule = _trial(path, stub, rules)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path.resolve(), content)
    except OSError as error:
        raise SimbaError(f"{path}: cannot be written: {error.strerror}") from None
    return rule.problem("").line or 1, stub


def _trial(path: Path, stub: Stub, rules: Path | None) -> tuple[bytes, WrittenRule]:
    """What the file will be, and the new rule in it; raises `RuleError` where the two do not go together."""
    before = path.read_bytes() if path.exists() else b""
    ends = b"\r\n" if b"\r\n" in before else b"\n"
    separated = before if not before or before.endswith(b"\n") else before + ends
    with tempfile.TemporaryDirectory(prefix="simba-rules-") as name:
        folder = Path(name)
        copied = [layer / FRAGMENTS for layer in layers(rules) if (layer / FRAGMENTS).exists()]
        folders = []
        for number, fragments in enumerate(copied):
            (folder / str(number)).mkdir()
            shutil.copy(fragments, folder / str(number) / FRAGMENTS)
            folders.append(folder / str(number))
        trial = folder / "trial" / PROPERTIES / path.name
        trial.parent.mkdir(parents=True)
        content = separated + stub.as_yaml(_indent(separated)).encode().replace(b"\n", ends)
        trial.write_bytes(content)
        try:
            rule = read_rules([*folders, trial.parent.parent])[-1]
        except RuleError as error:
            said = str(error).replace(str(trial), str(path))
            raise SimbaError(f"{said}; nothing was written") from None
    if rule.key != (stub.property, stub.direction) or rule.text.examples != list(stub.examples):
        raise SimbaError(f"{path}: a rule at its end would not be read as one; nothing was written")
    return content, rule


def _indent(content: bytes) -> str:
    """How far the rules of a file are indented."""
    starts = re.findall(rb"^( *)- ", content, re.MULTILINE)
    return starts[0].decode() if starts else ""


def _replace(path: Path, content: bytes) -> None:
    """Write beside and rename, so that nobody ever sees half a file."""
    work = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        with work.open("xb") as stream:
            stream.write(content)
        if path.exists():
            shutil.copymode(path, work)
        os.replace(work, path)
    finally:
        work.unlink(missing_ok=True)


def _taken(stub: Stub, rules: Path | None) -> list[str]:
    """A hint where rules of other properties already match the property's name."""
    from simba.workbench.bench import Bench
    from simba.workbench.changes import shown_path

    bench = Bench(layers(rules))
    parsed, _, proposals = bench.read(stub.name)
    content = [token.span for token in parsed.tokens if token.pos in {"NOUN", "VERB", "ADJ", "PROPN"}]
    found: dict[str, str] = {}
    for one in proposals.candidates:
        rule, expression = bench.sources[one.pattern]
        text = rule.text
        if text.property != stub.property and all(map(one.explains, content)):
            place = f"{shown_path(rule.path)}:{rule.line(expression)}"
            found.setdefault(text.property, f"{text.property} {text.name} ({place})")
    listed = "; ".join([*found.values()][:3])
    return [f'  note: "{stub.name}" is matched by other rules already: {listed}'] if found else []


def _reasons(found: Sequence[Area], chosen: str, *, given: bool) -> list[str]:
    """Why the rule went to this file, and where else it could have gone."""

    def speaking(area: Area) -> str:
        return ", ".join(f"{rule.text.property} {rule.text.name}" for rule in area.because[:3])

    best = next((area for area in found if area.name == chosen), None)
    lines = []
    if not given and best is not None:
        lines.append(f"  there, because the rules most like it are: {speaking(best)}")
    elif not given:
        lines.append("  there, because no other rule is like it")
    others = [area for area in found if area.name != chosen][:3]
    if others:
        lines.append("  or (--area): " + "; ".join(f"{area.name} ({speaking(area)})" for area in others))
    return lines
