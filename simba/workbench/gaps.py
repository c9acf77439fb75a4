"""``simba rules gaps``: the questions that no rule covers, and the rule to write next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.workbench.rule_options import kb_option, rules_option

if TYPE_CHECKING:
    from simba.workbench.coverage import Coverage, Gap

SHOWN, QUESTIONS, WORDS = 20, 3, 6
"""Gaps, and questions and words of each, that are shown."""


@click.command("gaps")
@click.argument("dataset", type=click.Path(path_type=Path))
@kb_option
@rules_option
@click.option("--limit", type=click.IntRange(1), metavar="N", help=f"Gaps to show; {SHOWN}, in JSON all.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(dataset: Path, kb: Path | None, rules: Path | None, limit: int | None, as_json: bool) -> None:
    """Show which questions of DATASET no rule covers; the first line is the next rule to write.

    DATASET is a RuBQ or QALD file, whose reference tells the property that each question asks for, or plain
    text, one question a line; then the questions are grouped by the words that no rule explains. A property that
    has no rule at all, in neither direction, is marked [no rule yet].
    """
    from simba.system import Simba
    from simba.workbench.coverage import coverage, gaps_of, questions_of

    questions = questions_of(dataset, lambda note: click.echo(f"simba: {note}", err=True))
    simba = Simba(kb, rules=rules)
    found = coverage(questions, simba)
    ruled = {rule.property: rule.name for rule in reversed(simba.rules.rules)}
    names = dict(ruled)
    for one in found.uncovered:
        if one.target and one.target[0] not in names:
            names[one.target[0]] = simba.store.label(one.target[0]) or ""
    gaps = gaps_of(found.uncovered, names, ruled)
    if as_json:
        document = {
            "questions": found.questions,
            "skipped": found.skipped,
            "uncovered": len(found.uncovered),
            "gaps": [gap.as_dict() for gap in gaps[:limit]],
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        _show(found, gaps, limit or SHOWN)


def _show(found: Coverage, gaps: list[Gap], most: int) -> None:
    from rich.text import Text

    from simba.display import output_console
    from simba.russian.text import clean

    console = output_console()

    def line(text: str, style: str = "") -> None:
        console.print(Text(clean(text), style=style), soft_wrap=True)

    for gap in gaps[:most]:
        words = ", ".join(f"{word} {count}" for word, count in gap.words[:WORDS])
        if gap.target:
            turned = " (reverse)" if gap.target[1] == "reverse" else ""
            new = "" if gap.ruled else " [no rule yet]"
            title = f"{gap.target[0]} {gap.name or ''}".rstrip() + f"{turned}{new}: {words}"
        else:
            title = words
        line(f"{len(gap.questions):>4}  {title}", "bold")
        for one in gap.questions[:QUESTIONS]:
            instead = ", ".join(prop for prop, _ in one.proposed[:5])
            line(f"        {one.id}: {one.text}" + (f"  (proposed: {instead})" if instead else ""))
        if len(gap.questions) > QUESTIONS:
            line(f"        and {len(gap.questions) - QUESTIONS} more", "dim")
    if len(gaps) > most:
        line(f"and {len(gaps) - most} more gaps (--limit {len(gaps)})", "dim")
    asked = found.questions - found.skipped
    line(f"{len(found.uncovered)} of {asked} questions are covered by no rule")
    if found.skipped:
        line(f"{found.skipped} were left out: no rule can answer them", "dim")
