"""The curated set in QALD's JSON, each question with what was done to it, by whom and when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simba.common.whole import whole_file
from simba.curation.decisions import Decision
from simba.curation.entries import KEYWORDS, METADATA, QuestionSet, SetQuestion, version_of
from simba.errors import SourceError
from simba.evaluation.datasets import LANGUAGE, Format
from simba.evaluation.sparql_json import as_results
from simba.version import __version__

KEY = "curation"
"""The key of a question under which stands what was done to it."""
SOURCE = "rubq"
"""The key under which a question of RuBQ keeps the fields for which QALD has no place."""
_TAKEN = frozenset({"uid", "question_text", "question_eng", "query", "answers"})


def qald(questions: QuestionSet, every: Iterable[tuple[SetQuestion, Sequence[Decision]]]) -> dict[str, Any]:
    """The whole file: the questions as they were decided, in order; a malformed one stays as it was."""
    rest = questions.content if questions.format == "qald" else {"dataset": {"id": questions.path.stem}}
    return {
        **{key: value for key, value in rest.items() if key != "questions"},
        KEY: {"simba": __version__, "source": questions.path.name, "sha256": questions.digest},
        "questions": [_question(questions.format, entry, decisions) for entry, decisions in every],
    }


def _question(kind: Format, entry: SetQuestion, decisions: Sequence[Decision]) -> Any:
    if entry.problem is not None:
        return {**entry.item, KEY: {"problem": entry.problem}}
    item = _as_qald(entry.item) if kind == "rubq" else dict(entry.item)
    done = [one for one in decisions if one.verdict != "no"]
    for name in dict.fromkeys(one.field for one in done):
        item |= _changed(item, entry, name, [one for one in done if one.field == name][-1])
    if decisions:
        item[KEY] = {"decisions": [*item.get(KEY, {}).get("decisions", ()), *map(_told, decisions)]}
    return item


def _changed(item: Mapping[str, Any], entry: SetQuestion, name: str, last: Decision) -> dict[str, Any]:
    """The keys of a question that a decision changed."""
    if name == "query":
        return {
            "query": {**(item["query"] if isinstance(item.get("query"), dict) else {}), "sparql": entry.query}
        }
    if name == "answers":
        return {"answers": last.value}
    if name in {"text", KEYWORDS}:
        key = "string" if name == "text" else KEYWORDS
        wording = version_of(item)
        return {"question": [{**one, key: last.value} if one is wording else one for one in item["question"]]}
    if name in METADATA:
        return {name: last.value}
    return {}


def _as_qald(item: Mapping[str, Any]) -> dict[str, Any]:
    """A question of RuBQ in QALD's form; what it had besides is kept whole."""
    from simba.evaluation.gold import read_question

    question = read_question("", "rubq", 1, item)
    assert question is not None  # it was read before
    wordings = [{"language": LANGUAGE, "string": question.text}]
    if isinstance(english := item.get("question_eng"), str):
        wordings.append({"language": "en", "string": english})
    return {
        "id": item["uid"],
        "question": wordings,
        "query": {"sparql": question.query} if question.query else {},
        "answers": [as_results(question.answers)],
        "outofscope": not question.answerable,
        SOURCE: {key: value for key, value in item.items() if key not in _TAKEN},
    }


def _told(decision: Decision) -> dict[str, Any]:
    return {
        "decision": decision.verdict,
        "kind": decision.kind,
        "field": decision.field,
        **({} if decision.verdict == "no" else {"old": decision.old}),
        "why": decision.why,
        "by": decision.by,
        "when": decision.when,
    }


def write_qald(path: Path, content: Mapping[str, Any]) -> None:
    """Write the file beside its name and rename it, so that it is whole or as before. Raises `SourceError`."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    with whole_file(path, SourceError) as stream:
        stream.write(text.encode("utf-8", "replace"))


def check_target(path: Path, source: Path) -> None:
    """Raise `SourceError` where the file could not be written, or would take the place of what SimBa did not write."""
    if not path.resolve().parent.is_dir():
        raise SourceError(f"{path}: cannot be written: there is no folder {path.parent}")
    if path.exists():
        if path.samefile(source):
            raise SourceError(f"{path}: is the set itself; name another file")
        try:
            ours = isinstance(json.loads(path.read_bytes())[KEY]["simba"], str)
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            ours = False
        if not ours:
            raise SourceError(f"{path}: is there and was not written by simba curate; name another file")
