"""What an evaluation says, in headings, cells and sentences, made from what results.json holds and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from simba.evaluation.compare import shown_answers
from simba.evaluation.tables import PUBLISHED
from simba.russian.text import clean

Document: TypeAlias = "dict[str, Any]"
"""An evaluation in plain data, as `Evaluation.as_dict` makes it and results.json holds it."""
Table: TypeAlias = "tuple[str, list[str], list[list[str]]]"
"""Title, header, rows."""
KINDS = ("fixed", "broken", "changed")
"""What became of questions since an earlier evaluation; the changed ones are as right or wrong as they were."""


def percent(share: float | None) -> str:
    """A share between 0 and 1 as people read it: "72.7 %"; "-" for None."""
    return "-" if share is None else f"{100 * share:.1f} %"


def interval(bounds: Sequence[float] | None) -> str:
    """Two bounds between 0 and 1 as people read them, in per cent: "67.9 to 77.1"; "-" for None."""
    return "-" if bounds is None else f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f}"


_SAMPLE = "demo.ttl"
"""What the embedded knowledge base was built from."""


def heading(document: Document) -> str:
    """One line on what was scored on what."""
    dataset, system = document["dataset"], document["system"]
    count = len(document["questions"])
    counted = f"{count} question{'' if count == 1 else 's'}"
    done = f"{count} of {dataset['questions']} questions, PARTIAL" if document["partial"] else counted
    version = f" {system['version']}" if "version" in system else ""
    skipped = f", {dataset['skipped']} without Russian left out" if dataset["skipped"] else ""
    base = system.get("knowledge_base", {})
    sample = [source["file"] for source in base.get("sources", ())] == [_SAMPLE] and "endpoint" not in base
    over = "; the embedded sample answers, --kb names your knowledge base" if sample else ""
    return clean(f"{system['name']}{version} on {dataset['name']} ({done}{skipped}){over}")


def tables(document: Document) -> list[Table]:
    """All tables of an evaluation, as text cells."""
    summary = document["summary"]
    found: list[Table] = [_rows(summary), _scores(summary)]
    if document["answerability"]:
        found += document["answerability"]["tables"]
    if summary["abstained"]["by_reason"]:
        found.append(_reasons(summary))
    if summary["stages"]:
        found += [_recalls(summary["stages"]), _failures(summary["stages"])]
    if summary["calibration"]:
        found += calibration_tables(summary["calibration"])
    return found


def calibration_tables(calibration: dict[str, Any]) -> list[Table]:
    """What `simba.evaluation.calibration.calibration` found: precision against answers, and reliability."""
    thresholds = [
        [
            f"{row['threshold']:.1f}",
            f"{row['answered']} of {row['of']}",
            percent(row["precision"]),
            percent(row["answerable"]),
        ]
        for row in calibration["thresholds"]
    ]
    bins = [
        [
            f"{row['from']:.1f} to {row['to']:.1f}",
            str(row["of"]),
            percent(row["confidence"]),
            percent(row["share"]),
            interval(row["interval"]),
        ]
        for row in calibration["bins"]
    ]
    title = f"Reliability (expected calibration error {calibration['ece']:.3f})"
    return [
        (
            "Precision against answers",
            ["confidence from", "answered", "precision", "right of answerable"],
            thresholds,
        ),
        (title, ["confidence", "answers", "mean", "right", "95 %"], bins),
    ]


def _rows(summary: dict[str, Any]) -> Table:
    systems = list(PUBLISHED) if summary["published"] else []
    header = ["questions", "correct", "of", "share", "95 %", "exact sets", "macro F1"]
    header += [f"{system} *" for system in systems]
    rows = [
        [
            clean(row["label"]),
            str(row["count"]),
            str(row["of"]),
            percent(row["share"]),
            interval(row["interval"]),
            percent(row["exact"]),
            percent(row["f1"]),
            *(str((row["published"] or {}).get(system, "-")) for system in systems),
        ]
        for row in summary["rows"]
    ]
    return "Correct (RuBQ 2.0, section 5.1 and Table 3)", header, rows


def _scores(summary: dict[str, Any]) -> Table:
    precision, answered = summary["precision"], summary["answered"]
    counted = [
        ["precision of what was answered", *_counted(precision)],
        ["answered", *_counted(answered)],
    ]
    means = [
        [f"macro {name}{suffix}", f"{100 * summary[key][name.lower()]:.1f} %", "", ""]
        for key, suffix in (("macro", ""), ("macro_qald", " (QALD)"))
        for name in ("precision", "recall", "F1")
    ]
    return "Scores", ["", "share", "of", "95 %"], [*counted, *means]


def _counted(share: dict[str, Any]) -> list[str]:
    return [percent(share["share"]), f"{share['count']} of {share['of']}", interval(share["interval"])]


def _reasons(summary: dict[str, Any]) -> Table:
    rows = [
        [
            clean(row["label"]),
            str(row["count"]),
            percent(row["share"]),
            interval(row["interval"]),
            str(row["answerable"]),
            str(row["unanswerable"]),
        ]
        for row in [*summary["abstained"]["by_reason"], _all_abstained(summary)]
    ]
    return (
        "Abstained, by reason",
        ["reason", "questions", "share", "95 %", "answerable", "unanswerable"],
        rows,
    )


def _all_abstained(summary: dict[str, Any]) -> dict[str, Any]:
    abstained = summary["abstained"]
    return {
        **abstained,
        "label": "all",
        "answerable": sum(row["answerable"] for row in abstained["by_reason"]),
        "unanswerable": sum(row["unanswerable"] for row in abstained["by_reason"]),
    }


def _recalls(stages: dict[str, Any]) -> Table:
    rows = [
        [
            row["key"],
            percent(row["share"]),
            f"{row['count']} of {row['of']}",
            interval(row["interval"]),
            percent(row["one_hop"]["share"]),
            row["explained"],
        ]
        for row in stages["recall"]
    ]
    return "Stage recall, answerable questions", ["stage", "share", "of", "95 %", "one-hop", "meaning"], rows


def _failures(stages: dict[str, Any]) -> Table:
    rows = [
        [row["label"], *(str(row[key]) for key in ("first", "only", "any", "answered_wrongly"))]
        for row in stages["failures"]
    ]
    if stages["unplaced"]:
        rows.append(["cannot be told", str(stages["unplaced"]), "", "", ""])
    return "Failures, by first failing stage", ["stage", "first", "only", "any", "answered wrongly"], rows


def notes(document: Document) -> list[str]:
    """What a reader of the tables must know."""
    summary, stages = document["summary"], document["summary"]["stages"]
    found = []
    if document["partial"]:
        found.append("Interrupted: these figures are for the questions that were done.")
    if summary["published"]:
        found.append(f"* {summary['published']}")
    if summary["errors"]:
        found.append(f"{summary['errors']} questions raised an error in the system; they count as wrong.")
    if stages:
        one_hop = stages["one_hop"]
        found.append(
            f"A 1-hop query over the reference's entities and properties answers {one_hop['count']} of the "
            f"{one_hop['of']} answerable questions that name entities ({percent(one_hop['share'])})."
        )
        if stages["answered_unanswerable"]:
            found.append(f"{stages['answered_unanswerable']} unanswerable questions were answered.")
    return found


def comparison_lines(comparison: dict[str, Any]) -> list[str]:
    """A comparison, as `compare` returns it, in a few lines; questions left out."""
    fixed, broken, changed = (len(comparison[kind]) for kind in KINDS)
    lines = [
        f"{fixed} fixed, {broken} broken, {changed} changed of {comparison['shared']} shared questions "
        f"({comparison['correct_before']} correct before, {comparison['correct_now']} now); "
        f"McNemar's exact test: p = {comparison['mcnemar_p']:.4f}"
    ]
    if comparison["only_here"] or comparison["only_there"]:
        lines.append(
            f"Only here: {comparison['only_here']} questions; only there: {comparison['only_there']}."
        )
    if comparison["partial"]:
        lines.append("The earlier results are partial.")
    return lines


def done(item: dict[str, Any]) -> str:
    """What the system did about one of a document's questions, in one line."""
    if item["status"] != "answered":
        return f"abstained: {item['error'] or item['reason']}"
    answers = shown_answers(item["answers"])
    if item["entity"] is None or item["property"] is None:
        return answers
    turned = " (reverse)" if item["direction"] == "reverse" else ""
    return f"{_named(item['entity'])}, {_named(item['property'])}{turned}: {answers}"


def expected(item: dict[str, Any]) -> str:
    """What the reference has for one of a document's questions, in one line."""
    gold = [*item["gold"]["entities"], *item["gold"]["properties"]]
    answers = shown_answers(item["expected"]) or "no answer"
    return f"{', '.join(map(_named, gold))}: {answers}" if gold else answers


def _named(item: dict[str, Any]) -> str:
    return f"{item['label']} ({item['id']})" if item["label"] else str(item["id"])
