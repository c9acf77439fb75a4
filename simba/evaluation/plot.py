"""Coordinates of the report's plot; the template draws it as SVG."""

from __future__ import annotations

from typing import Any

WIDTH, HEIGHT = 560, 260
LEFT, BOTTOM, TOP, RIGHT = 46, 34, 12, 24
POINTS = 60
"""About so many points of the line tell their threshold."""


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _y(share: float) -> float:
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)


def abstention_plot(summary: dict[str, Any]) -> dict[str, Any]:
    """Share of questions abstained from (x) against the precision of what is answered (y), in pixels."""
    points = summary["calibration"]["curve"] if summary["calibration"] else []
    precision = summary["precision"]["share"]
    return {
        "line": " ".join(f"{_x(point['abstained'])},{_y(point['precision'])}" for point in points),
        "points": [
            {"x": _x(point["abstained"]), "y": _y(point["precision"]), **point}
            for point in points[:: max(1, len(points) // POINTS)]
        ],
        "here": {"x": _x(summary["abstained"]["share"]), "y": _y(precision)}
        if precision is not None
        else None,
        "x_ticks": [{"at": _x(number / 5), "text": f"{20 * number} %"} for number in range(6)],
        "y_ticks": [{"at": _y(number / 5), "text": f"{20 * number} %"} for number in range(6)],
        "bottom": _y(0),
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "width": WIDTH,
        "height": HEIGHT,
    }
