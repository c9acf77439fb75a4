"""A server that follows the documented API of a Wikibase over the entities of a file of triples.

``wbsearchentities`` (names that begin so, whatever their capitals, those that are so first, the best known first) and
``wbgetentities`` (claims, sitelinks, descriptions), each with the parameters, limits, errors and forms of
https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities and ...=wbgetentities.
"""

from __future__ import annotations

import gzip
import json
import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pyoxigraph as ox

from simba.common.vocabulary import ALIAS, DESCRIPTION, DIRECT, LABEL, SITELINKS, entity_id

FALLBACK = {"ru": ("ru", "en")}
"""MediaWiki's language fallback, as far as it concerns us."""
Names = dict[str, list[str]]


class ApiError(Exception):
    """What the API answers with ``error``: a code and an explanation."""


@dataclass
class Item:
    """An entity with its texts by language."""

    id: str
    labels: dict[str, str] = field(default_factory=dict)
    aliases: Names = field(default_factory=lambda: defaultdict(list))
    descriptions: dict[str, str] = field(default_factory=dict)
    classes: list[str] = field(default_factory=list)
    sitelinks: int = 0


class Wikibase:
    """The items of a file, and the API's two modules over them."""

    def __init__(self, source: Path) -> None:
        self.items = _items(source)
        rows = [
            (name.lower(), -item.sitelinks, item.id, kind, language, name)
            for item in self.items.values()
            for kind, language, name in [
                *(("label", language, name) for language, name in item.labels.items()),
                *(("alias", language, name) for language in item.aliases for name in item.aliases[language]),
            ]
        ]
        self.rows = sorted(rows)
        self.keys = [row[0] for row in self.rows]

    def answer(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The API's answer to these parameters."""
        modules = {"wbsearchentities": self.search, "wbgetentities": self.entities}
        try:
            if given.get("action") not in modules:
                raise ApiError("badvalue", 'Unrecognized value for parameter "action".')
            return modules[given["action"]](given)
        except ApiError as error:
            code, info = error.args
            return {"error": {"code": code, "info": info, "docref": "See api.php"}, "servedby": "test"}

    def search(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Module wbsearchentities."""
        for name in ("search", "language"):
            if not given.get(name):
                raise ApiError("missingparam", f'The "{name}" parameter must be set.')
        if given.get("type", "item") != "item":
            return {"searchinfo": {"search": given["search"]}, "search": [], "success": 1}
        limit, first = min(int(given.get("limit", 7)), 50), int(given.get("continue", 0))
        wanted, languages = given["search"].lower(), FALLBACK.get(given["language"], (given["language"],))
        best: dict[str, tuple[bool, int, tuple[Any, ...]]] = {}
        for row in self.rows[bisect_left(self.keys, wanted) :]:
            if not row[0].startswith(wanted):
                break
            if row[4] in languages:
                key = (row[0] != wanted, row[1], row)
                best[row[2]] = min(best.get(row[2], key), key)
        found = sorted(best.values())
        hits = [self._hit(row, languages) for _, _, row in found[first : first + limit]]
        more = {"search-continue": first + limit} if len(found) > first + limit else {}
        return {"searchinfo": {"search": given["search"]}, "search": hits, **more, "success": 1}

    def _hit(self, row: tuple[Any, ...], languages: tuple[str, ...]) -> dict[str, Any]:
        _, _, identifier, kind, language, name = row
        item = self.items[identifier]
        texts = {
            what: next((known[code] for code in languages if code in known), None)
            for what, known in (("label", item.labels), ("description", item.descriptions))
        }
        hit = {
            "id": identifier,
            "title": identifier,
            "concepturi": f"http://www.wikidata.org/entity/{identifier}",
            "repository": "wikidata",
            "url": f"//www.wikidata.org/wiki/{identifier}",
            "match": {"type": kind, "language": language, "text": name},
            **{what: text for what, text in texts.items() if text is not None},
        }
        return hit if kind == "label" else {**hit, "aliases": [name]}

    def entities(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Module wbgetentities."""
        identifiers = [part for part in given.get("ids", "").split("|") if part]
        if not identifiers:
            raise ApiError("param-missing", "Either provide the item ids or pairs of sites and titles.")
        if len(identifiers) > 50:
            raise ApiError("toomanyvalues", 'Too many values supplied for parameter "ids". The limit is 50.')
        props = given.get("props", "info|sitelinks|aliases|labels|descriptions|claims|datatype").split("|")
        languages = given.get("languages", "ru").split("|")
        entities = {}
        for identifier in identifiers:
            item = self.items.get(identifier)
            if item is None:
                entities[identifier] = {"id": identifier, "missing": ""}
                continue
            full = {
                "labels": _texts(item.labels, languages),
                "descriptions": _texts(item.descriptions, languages),
                "claims": {"P31": [_claim(item.id, above) for above in item.classes]} if item.classes else {},
                "sitelinks": {
                    f"s{number}wiki": {"site": f"s{number}wiki", "title": identifier, "badges": []}
                    for number in range(item.sitelinks)
                },
            }
            chosen = {name: value for name, value in full.items() if name in props}
            entities[identifier] = {"type": "item", "id": identifier, **chosen}
        return {"entities": entities, "success": 1}


def _texts(texts: Mapping[str, str], languages: list[str]) -> dict[str, Any]:
    return {code: {"language": code, "value": texts[code]} for code in languages if code in texts}


def _claim(identifier: str, value: str) -> dict[str, Any]:
    return {
        "mainsnak": {
            "snaktype": "value",
            "property": "P31",
            "datavalue": {
                "value": {"entity-type": "item", "numeric-id": int(value[1:]), "id": value},
                "type": "wikibase-entityid",
            },
            "datatype": "wikibase-item",
        },
        "type": "statement",
        "id": f"{identifier}$1",
        "rank": "normal",
    }


def _items(source: Path) -> dict[str, Item]:
    name = source.name.removesuffix(".gz")
    kind = ox.RdfFormat.TURTLE if name.endswith(".ttl") else ox.RdfFormat.N_TRIPLES
    items: dict[str, Item] = {}
    with gzip.open(source) if source.suffix == ".gz" else source.open("rb") as stream:
        for triple in ox.parse(stream, kind):
            identifier = entity_id(getattr(triple.subject, "value", ""))
            if identifier is None or not identifier.startswith("Q"):
                continue
            predicate, value = triple.predicate.value, triple.object
            item = items.setdefault(identifier, Item(identifier))
            if predicate in {LABEL, ALIAS, DESCRIPTION} and not getattr(value, "language", None):
                continue  # a Wikibase's texts all have a language
            if predicate == LABEL:
                item.labels[value.language] = value.value
            elif predicate == ALIAS:
                item.aliases[value.language].append(value.value)
            elif predicate == DESCRIPTION:
                item.descriptions[value.language] = value.value
            elif predicate == SITELINKS:
                item.sitelinks = int(value.value)
            elif predicate == f"{DIRECT}P31" and (above := entity_id(value.value)):
                item.classes.append(above)
    return items


class _Handler(BaseHTTPRequestHandler):
    server: WikibaseServer

    def do_GET(self) -> None:
        with suppress(OSError):  # who asked has gone away
            given = {
                name: values[-1]
                for name, values in parse_qs(urlsplit(self.path).query, encoding="utf-8").items()
            }
            body = json.dumps(self.server.wikibase.answer(given)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


class WikibaseServer(ThreadingHTTPServer):
    """Serves a `Wikibase` on loopback."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, source: Path, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.wikibase = Wikibase(source)

    @property
    def url(self) -> str:
        """The address of its api.php."""
        return f"http://127.0.0.1:{self.server_address[1]}/w/api.php"

    def __enter__(self) -> WikibaseServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
