"""Coordinates of the report's plots; the template draws them as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

WIDTH, HEIGHT = 560, 260
LEFT, BOTTOM, TOP, RIGHT = 46, 34, 12, 24
EDGES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 30000)
"""Bins of times, in milliseconds."""


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _y(share: float) -> float:
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)


def abstention(summary: dict[str, Any]) -> dict[str, Any]:
    """Share of questions abstained from (x) against the precision of what is answered (y)."""
    points = summary["abstention"]
    here = None
    if summary["precision"]["share"] is not None:
        share = summary["abstained"]["share"]
        here = {"x": _x(share), "y": _y(summary["precision"]["share"])}
    return {
        "line": " ".join(f"{_x(point['abstained'])},{_y(point['precision'])}" for point in points),
        "points": [
            {"x": _x(point["abstained"]), "y": _y(point["precision"]), **point}
            for point in points[:: max(1, len(points) // 60)]
        ],
        "here": here,
        "x_ticks": [{"at": _x(number / 5), "text": f"{20 * number} %"} for number in range(6)],
        "y_ticks": [{"at": _y(number / 5), "text": f"{20 * number} %"} for number in range(6)],
        "bottom": _y(0),
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "width": WIDTH,
        "height": HEIGHT,
    }


def times(milliseconds: Sequence[float]) -> dict[str, Any]:
    """A histogram of times per question, over bins that grow."""
    counts = [0] * (len(EDGES) + 1)
    for time in milliseconds:
        counts[sum(time >= edge for edge in EDGES)] += 1
    used = [number for number, count in enumerate(counts) if count]
    bins = range(used[0], used[-1] + 1) if used else range(0)
    most = max(counts) or 1
    step = (WIDTH - LEFT - RIGHT) / max(1, len(bins))
    bars = [
        {
            "x": round(LEFT + position * step + 2, 1),
            "width": round(step - 4, 1),
            "y": _y(counts[number] / most * 0.92),
            "height": round(_y(0) - _y(counts[number] / most * 0.92), 1),
            "count": counts[number],
            "text": _bin(number),
        }
        for position, number in enumerate(bins)
    ]
    return {
        "bars": bars,
        "bottom": _y(0),
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "width": WIDTH,
        "height": HEIGHT,
    }


def _bin(number: int) -> str:
    if number == 0:
        return f"< {EDGES[0]}"
    if number == len(EDGES):
        return f"> {EDGES[-1]}"
    return f"{EDGES[number - 1]}-{EDGES[number]}"
