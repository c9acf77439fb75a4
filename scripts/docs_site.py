"""MkDocs: pages that lie beside docs/, links between them, and blocks that name their file."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
BESIDE = ("README.md", "README.ru.md", "CONTRIBUTING.md", "CHANGELOG.md", "rules/fragments.yaml")
BLOCK = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
LOADED = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')
log = get_plugin_logger(__name__)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for name in BESIDE:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """A link into or out of docs/ stays on the site; a file's name becomes its block's title."""
    markdown = re.sub(r"\]\((?:docs|\.\.)/", "](", markdown)
    return BLOCK.sub(r'```\1 title="\2"', markdown)


def on_post_page(output: str, page: Page, **_: object) -> str:
    """Nothing is fetched from elsewhere when a page is viewed; a warning fails the strict build."""
    for found in LOADED.findall(output):
        log.warning("%s loads from elsewhere: %s", page.file.src_uri, found)
    return output
