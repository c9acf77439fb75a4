"""Whether a knowledge base knows the properties that rules are for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from simba.grammar.written import WrittenRule
from simba.kb.folder import KnowledgeBase
from simba.workbench.findings import Finding, of_rule


def unknown_properties(rules: Iterable[WrittenRule], kb: Path) -> Iterator[Finding]:
    """Rules for properties without label and claims in a knowledge base; raises `KnowledgeBaseError`."""
    store = KnowledgeBase(kb).store
    for rule in rules:
        prop = rule.text.property
        if store.label(prop) is None and not store.has_claims(prop):
            yield of_rule(
                rule,
                "warning",
                "unknown property",
                f"{kb} has neither a label of {prop} nor a claim with it",
                "the number of the property that is meant (see its page on www.wikidata.org)",
                "property",
            )
