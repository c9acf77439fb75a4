"""How well known entities are, and which country they lie in: what puts a list into order and a place on the map."""

from __future__ import annotations

from typing import NamedTuple

COUNTRY = "P17"


class Standing(NamedTuple):
    """Of one entity: pages of Wikimedia's wikis about it, and the countries it lies in."""

    sitelinks: int = 0
    countries: frozenset[str] = frozenset()

    def told(self, number: str) -> Standing:
        """With so many pages, as a literal writes it."""
        count = int(number[:9]) if number.isascii() and number.isdecimal() else 0
        return self._replace(sitelinks=max(self.sitelinks, count))

    def lying_in(self, country: str | None) -> Standing:
        """With one country more."""
        return self._replace(countries=self.countries | {country}) if country else self

    def country(self, identifier: str) -> str | None:
        """The only country that the entity lies in; None where it is one itself."""
        one = next(iter(self.countries)) if len(self.countries) == 1 else None
        return None if one == identifier else one


UNKNOWN_STANDING = Standing()
