"""Folders of rules for tests."""

from __future__ import annotations

import shutil
from pathlib import Path

from simba.common.resources import data_path

CAPITAL = r"""
- {property: P36, name: столица, answer: [place], subject: [Q6256],
   phrases: ['[{какой} город] <являться> столиц*'], patterns: ['(?:{какой} )?столиц\w+'],
   examples: [столица Франции, Какой город является столицей Китая?],
   counterexamples: [Кто построил цирк?]}
- {property: P1376, name: столица чего, direction: reverse, phrases: ['столица ... страны'],
   examples: [столица какой страны Париж]}
- {property: P17, name: страна, phrases: ['страны'], examples: [столица какой страны Париж]}
"""


def folder_of(path: Path, rules: str, name: str = "geography.yaml") -> Path:
    """A folder with the fragments and interrogatives that come with SimBa and one file of rules."""
    (path / "properties").mkdir(parents=True)
    for common in ("fragments.yaml", "interrogatives.yaml"):
        shutil.copy(data_path("rules") / common, path / common)
    (path / "properties" / name).write_text(rules, encoding="utf-8")
    return path
