"""The statistics of a benchmark, as GrailQAbility's paper tells them: as data, for the terminal and in Markdown."""

from __future__ import annotations

from typing import Any

import pyoxigraph as ox

from simba.answerability.benchmark_labels import CATEGORIES
from simba.answerability.construction import Constructed
from simba.answerability.fact_triples import DIRECT, role_and_property
from simba.answerability.reduced import TYPING
from simba.common.vocabulary import entity_id
from simba.evaluation.cells import Table
from simba.evaluation.printing import markdown_table

Figures = dict[str, Any]


def size(store: ox.Store, schema: dict[str, list[str]]) -> dict[str, int]:
    """How much a knowledge base holds; facts are direct claims other than those that say of which class one is."""
    entities: set[str] = set()
    facts = triples = 0
    for quad in store:
        triples += 1
        role = role_and_property(quad.predicate.value)
        facts += role is not None and role[0] in DIRECT and role[1] not in TYPING
        if isinstance(quad.subject, ox.NamedNode) and (name := entity_id(quad.subject.value)):
            entities.add(name)
    return {
        "classes": len(schema["classes"]),
        "relations": len(schema["properties"]),
        "entities": sum(not name.startswith("P") for name in entities),
        "facts": facts,
        "triples": triples,
    }


def figures(made: Constructed, before: dict[str, int], after: dict[str, int]) -> Figures:
    """Everything that is counted, as plain data."""
    answerable = [one for one in made.questions if one.status == "answerable"]
    return {
        "questions": {
            "all": len(made.questions),
            "answerable": len(answerable),
            "other_answers": sum(one.answers != one.ideal for one in answerable),
            "left_out": len(made.left_out),
        },
        "categories": [_category(made, name) for name in CATEGORIES],
        "knowledge_base": {"before": before, "after": after},
    }


def _category(made: Constructed, name: str) -> dict[str, Any]:
    some = [one for one in made.questions if one.status != "answerable" and one.category == name]
    kind = name.partition("-")[0]
    return {
        "category": name,
        "dropped": sum(drop.kind == kind for drop in made.drops),
        "NK": sum(one.status == "NK" for one in some),
        "NA": sum(one.status == "NA" for one in some),
        "questions": len(some),
        "share": round(len(some) / len(made.questions), 4) if made.questions else 0.0,
    }


def tables(found: Figures) -> list[Table]:
    """The tables that people read."""
    questions, base = found["questions"], found["knowledge_base"]
    total = questions["all"]
    rows = [
        [
            row["category"],
            *(str(row[key]) for key in ("dropped", "NK", "NA", "questions")),
            f"{100 * row['share']:.1f} %",
        ]
        for row in found["categories"]
    ]
    sums = [str(sum(row[key] for row in found["categories"])) for key in ("NK", "NA", "questions")]
    share = questions["answerable"] / total if total else 0.0
    rows += [
        ["unanswerable", "", *sums, f"{100 * (1 - share):.1f} %"],
        ["answerable", "", "", "", str(questions["answerable"]), f"{100 * share:.1f} %"],
        ["all", "", *sums[:2], str(total), "100.0 %"],
    ]
    held = [
        [
            name,
            f"{base['before'][name]:,}",
            f"{base['after'][name]:,}",
            f"{base['before'][name] - base['after'][name]:,}",
        ]
        for name in base["before"]
    ]
    return [
        ("Questions", ["dropped", "elements", "NK", "NA", "questions", "share"], rows),
        ("Knowledge base", ["", "before", "after", "dropped"], held),
    ]


def notes(found: Figures) -> list[str]:
    """What the tables do not say."""
    questions = found["questions"]
    return [
        f"{questions['other_answers']} answerable questions have other answers than before.",
        f"{questions['left_out']} questions of the set are left out; ablation.json says why.",
    ]


def markdown(title: str, found: Figures) -> str:
    """The tables as a file."""
    lines = [f"# {title}", ""]
    for name, header, rows in tables(found):
        lines += [f"## {name}", "", *markdown_table(header, rows), ""]
    return "\n".join([*lines, *notes(found)]) + "\n"
