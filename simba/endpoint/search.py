"""A Wikibase's own search: ``wbsearchentities`` for names, ``wbgetentities`` for what the linker weighs.

Documented at https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities (and wbgetentities).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from simba.common.vocabulary import INSTANCE_OF, is_entity_id
from simba.endpoint.courier import Courier
from simba.endpoint.settings import EndpointSettings
from simba.errors import EndpointError
from simba.russian.text import shorten

WIKIDATA = "https://www.wikidata.org/w/api.php"
LANGUAGE = "ru"
LIMIT = 50
"""Entities taken of one search: the most that the wiki gives everybody."""
MAX_ENDING = 3
"""Letters in which inflected forms of a name differ."""
MAX_COMPLETE = 10_000
"""Searches remembered that found all names that begin so."""
AT_ONCE = 50
"""Entities described in one request: the most that the wiki allows everybody."""
MAX_SEARCH = 250
"""Longest text searched for, in characters: the longest label that Wikidata has."""
DAY = 86_400.0
"""Seconds for which names are kept on disk unless the settings say otherwise: they seldom change."""
BUSY = frozenset({"maxlag", "ratelimited", "readonly"})
"""The wiki's codes for failures that pass."""


@dataclass(frozen=True, slots=True)
class SearchMatch:
    """An entity that a search found, and by which of its names."""

    id: str
    name: str
    is_label: bool


@dataclass(frozen=True, slots=True)
class Description:
    """What the wiki says of an entity."""

    sitelinks: int
    classes: tuple[str, ...]
    description: str


class EntitySearch:
    """One wiki's search; may be shared between threads. Its methods raise `EndpointError`."""

    def __init__(self, settings: EndpointSettings) -> None:
        """Take the settings of the wiki's api.php; nothing is asked yet."""
        from simba.endpoint.transport import Transport

        self.settings = replace(settings, cache=settings.cache or DAY, graphs=(), prefixes={})
        self._courier = Courier(self.settings, Transport(self.settings).get, self._read, "the wiki's JSON")
        self.search = lru_cache(maxsize=10_000)(self._search)
        self._described: dict[str, Description] = {}
        self._complete: dict[str, tuple[SearchMatch, ...]] = {}

    def _search(self, text: str) -> tuple[SearchMatch, ...]:
        """The entities with a Russian label or alias (else an English one) that begins so, in the wiki's order."""
        text = " ".join(text.split())[:MAX_SEARCH]
        if not text:
            return ()
        known = self._known(text.casefold())
        if known is not None:
            return known
        found = self._ask(
            action="wbsearchentities",
            search=text,
            language=LANGUAGE,
            uselang=LANGUAGE,
            type="item",
            limit=LIMIT,
        )
        items = _list(found, "search")
        matches = tuple(match for item in items if (match := _match(item)) is not None)
        if len(items) < LIMIT:
            if len(self._complete) > MAX_COMPLETE:
                self._complete.clear()
            self._complete[text.casefold()] = matches
        return matches

    def _known(self, text: str) -> tuple[SearchMatch, ...] | None:
        """What begins so, of all that begins nearly so, if that was searched for; nothing, if no name begins at all so.

        Of an entity the wiki shows one name: of much shorter words it may be another one.
        """
        for end in range(len(text), 0, -1):
            whole = self._complete.get(text[:end])
            if whole is not None and (len(text) - end <= MAX_ENDING or not whole):
                return tuple(match for match in whole if match.name.casefold().startswith(text))
        return None

    def describe(self, identifiers: Collection[str]) -> Mapping[str, Description]:
        """What the wiki says of these entities, deleted ones left out."""
        wanted = [identifier for identifier in dict.fromkeys(identifiers) if is_entity_id(identifier)]
        known = {
            identifier: self._described[identifier] for identifier in wanted if identifier in self._described
        }
        new = sorted(set(wanted) - set(known))
        for first in range(0, len(new), AT_ONCE):
            known |= self._describe(new[first : first + AT_ONCE])
        self._described = known if len(self._described) > 50_000 else {**self._described, **known}
        return known

    def _describe(self, identifiers: Sequence[str]) -> dict[str, Description]:
        found = self._ask(
            action="wbgetentities",
            ids="|".join(identifiers),
            props="descriptions|claims|sitelinks",
            languages=f"{LANGUAGE}|en",
        )
        entities = found.get("entities")
        if not isinstance(entities, dict):
            return {}
        return {
            identifier: _description(entity)
            for identifier, entity in entities.items()
            if identifier in identifiers and isinstance(entity, dict) and "missing" not in entity
        }

    def _ask(self, **parameters: str | int) -> dict[str, Any]:
        return self._courier.ask(urlencode({**parameters, "format": "json", "formatversion": 2}))

    def _read(self, body: bytes) -> dict[str, Any] | None:
        try:
            content = json.loads(body)
        except (ValueError, RecursionError):
            return None
        if not isinstance(content, dict):
            return None
        if "error" in content:
            raise self._failed(content["error"])
        return content if "search" in content or "entities" in content else None

    def _failed(self, error: object) -> EndpointError:
        code = str(error.get("code", "unknown")) if isinstance(error, dict) else "unknown"
        shown = "".join(filter(str.isprintable, code))[:60]
        busy = code in BUSY
        return EndpointError(
            f"the wiki's search failed ({shown})",
            kind="busy" if busy else "status",
            url=self.settings.shown,
            advice="try again later" if busy else "check that the URL is of a Wikibase's api.php",
            transient=busy,
        )


def linker_settings(
    linker: str | EndpointSettings, endpoint: EndpointSettings | None, **given: Any
) -> EndpointSettings | None:
    """The settings of the wiki that links ("wikidata", or the URL of an api.php), None for the index ("index").

    It is asked as patiently as the endpoint is, without the endpoint's login; where there is none, as patiently as is
    ``given`` or as the environment says. Raises `EndpointError`.
    """
    if not isinstance(linker, str):
        return linker
    if linker == "index":
        return None
    url = WIKIDATA if linker == "wikidata" else linker
    if not url.startswith(("http://", "https://")):
        raise EndpointError(f"linker {linker!r} is neither index nor wikidata nor the URL of an api.php")
    if endpoint is None:
        return replace(EndpointSettings.from_environment(url, **given), login=None)
    return replace(endpoint, url=url, login=None)


def _list(content: Mapping[str, Any], name: str) -> list[Any]:
    value = content.get(name)
    return value if isinstance(value, list) else []


def _match(item: Any) -> SearchMatch | None:
    """What a hit says; None for one that is not as documented, or found by its identifier."""
    try:
        identifier, kind, name = item["id"], item["match"]["type"], item["match"]["text"]
    except (KeyError, TypeError):
        return None
    if not isinstance(identifier, str) or not isinstance(name, str) or not is_entity_id(identifier):
        return None
    return SearchMatch(identifier, name, kind == "label") if kind in {"label", "alias"} else None


def _description(entity: dict[str, Any]) -> Description:
    sitelinks = entity.get("sitelinks")
    descriptions = entity.get("descriptions")
    texts = [
        text["value"]
        for language in (LANGUAGE, "en")
        if isinstance(descriptions, dict)
        and isinstance(text := descriptions.get(language), dict)
        and isinstance(text.get("value"), str)
    ]
    return Description(
        len(sitelinks) if isinstance(sitelinks, dict) else 0,
        tuple(_best_values(entity.get("claims"), INSTANCE_OF)),
        shorten(texts[0]) if texts else "",
    )


def _best_values(claims: object, prop: str) -> list[str]:
    """The entities of a property's best claims, as "direct claims" in RDF are: the preferred, else the normal ones."""
    statements = claims.get(prop) if isinstance(claims, dict) else None
    by_rank: dict[str, list[str]] = {}
    for statement in statements if isinstance(statements, list) else []:
        try:
            identifier = statement["mainsnak"]["datavalue"]["value"]["id"]
            rank = statement["rank"]
        except (KeyError, TypeError):  # no value, or an unknown one
            continue
        if isinstance(identifier, str) and is_entity_id(identifier) and isinstance(rank, str):
            by_rank.setdefault(rank, []).append(identifier)
    return by_rank.get("preferred") or by_rank.get("normal") or []
