"""All shortest paths between entities, over statements between entities taken either way: a search from both ends.

What an entity with very many statements one way (a hub: "человек", "США") joins is only found from the other ends: it
may lie on a path, but the search does not go through it by that way. So the cost of a search is bounded, and a path of
two steps is found all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from simba.judging import Connection
from simba.kb.facts import FactStore

MAX_HOPS = 3
MAX_FRONTIER = 500
"""Entities whose neighbours are looked at in one step from an end; of more, the first by their numbers."""
TOGETHER = 25
"""Entities whose neighbours a store is asked for at once."""
Around = dict[str, set[Connection]]


class Surroundings:
    """The statements around entities, each looked up once."""

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._around: Around = {}
        self.hubs: set[str] = set()
        """Entities that were seen to have more statements one way than are looked at."""
        self.cut = 0
        """How often a step from an end had more entities than are looked at."""

    def of(self, entity: str) -> set[Connection]:
        """The connections of an entity; none of a way in which it has too many."""
        self.look({entity})
        return self._around[entity]

    def look(self, entities: Collection[str]) -> None:
        """Look up the connections of some entities, if they are not known yet."""
        new = sorted(set(entities) - self._around.keys(), key=by_number)
        for start in range(0, len(new), TOGETHER):
            some = new[start : start + TOGETHER]
            self._around.update((one, set()) for one in some)
            for one in self._store.neighbours(some).found:
                source, target = (one.entity, one.source) if one.reverse else (one.source, one.entity)
                self._around[one.source].add(Connection(source, one.property, target))

    def beside(self, entity: str) -> set[str]:
        """The entities one step away."""
        found = {one.target if one.source == entity else one.source for one in self.of(entity)}
        return found - {entity}

    def among(self, entities: Collection[str]) -> list[Connection]:
        """All connections among some entities, in a fixed order."""
        self.look(entities)
        known = set(entities)
        found: set[Connection] = set()
        for one in known:
            for connection in self._around[one]:
                if connection.source in known and connection.target in known:
                    found.add(connection)
                    other = connection.target if connection.source == one else connection.source
                    if connection not in self._around[other]:
                        self.hubs.add(other)
        return sorted(found, key=lambda one: (by_number(one.source), one.property, by_number(one.target)))

    def on_shortest_paths(self, start: str, end: str, most: int = MAX_HOPS) -> set[str]:
        """The entities on all shortest paths from one entity to another; none where the shortest has more hops."""
        if start == end:
            return {start}
        one_end, other_end = _Side(start), _Side(end)
        opposite = {one_end: other_end, other_end: one_end}
        hops, open_sides = 0, [one_end, other_end]
        while open_sides and hops < most:
            side = min(open_sides, key=lambda one: len(one.edge))
            other = opposite[side]
            if not self._widen(side):
                open_sides.remove(side)  # a hub, say, which the other side may still come to
                continue
            hops += 1
            met = side.edge & other.steps.keys()
            if met:
                nearest = min(other.steps[one] for one in met)
                met = {one for one in met if other.steps[one] == nearest}
                return side.back(met) | other.back(met)
        return set()

    def _widen(self, side: _Side) -> bool:
        """Go a step further from an end; whether that leads anywhere."""
        edge = sorted(side.edge, key=by_number)
        if len(edge) > MAX_FRONTIER:
            self.cut += 1
            edge = edge[:MAX_FRONTIER]
        self.look(edge)
        further: dict[str, set[str]] = {}
        for one in edge:
            for other in self.beside(one):
                if other not in side.before:
                    further.setdefault(other, set()).add(one)
        if not further:
            return False
        side.go_on(further)
        return True


class _Side:
    """What was reached from one end of a search."""

    def __init__(self, start: str) -> None:
        self.edge = {start}
        self.before: dict[str, set[str]] = {start: set()}
        """Of each entity, those one step nearer to the end."""
        self.steps = {start: 0}
        """How far each entity is."""
        self._gone = 0

    def go_on(self, further: dict[str, set[str]]) -> None:
        """Take the entities of the next step, each with those that it was reached from."""
        self._gone += 1
        self.before.update(further)
        self.steps.update(dict.fromkeys(further, self._gone))
        self.edge = set(further)

    def back(self, met: Iterable[str]) -> set[str]:
        """All on the ways back to the end."""
        found, queue = set(met), list(met)
        for one in queue:
            for nearer in self.before[one] - found:
                found.add(nearer)
                queue.append(nearer)
        return found


def by_number(identifier: str) -> tuple[int, str]:
    """A key that puts Q9 before Q10."""
    return len(identifier), identifier
