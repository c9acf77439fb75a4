"""Folders of rules for the tests of the workbench's page."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from web_support import BREAKOUT, IMAGE, SCRIPT

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


def folder_of(path: Path, rules: str) -> Path:
    """A folder with the fragments and interrogatives that come with SimBa and one file of rules, ``geography.yaml``."""
    (path / "properties").mkdir(parents=True)
    for name in ("fragments.yaml", "interrogatives.yaml"):
        shutil.copy(data_path("rules") / name, path / name)
    (path / "properties" / "geography.yaml").write_text(rules, encoding="utf-8")
    return path


def hostile_folder(path: Path) -> Path:
    """Rules whose names, patterns and examples attack the page."""
    evil = f"{SCRIPT}{IMAGE}{BREAKOUT}"
    rules = [
        {
            "property": "P36",
            "name": evil,
            "patterns": [SCRIPT, IMAGE, r"\A[^<]<script>\p{L}", "</style></script><svg onload=hack>"],
            "examples": [f"столица {evil}"],
            "counterexamples": [evil],
        }
    ]
    folder = folder_of(path, json.dumps(rules, ensure_ascii=False))
    own = folder / "properties" / "geography.yaml"
    own.rename(own.with_name(f"{SCRIPT.replace('/', '∕')}.yaml"))
    return folder
