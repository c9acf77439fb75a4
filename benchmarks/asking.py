"""What SimBa answers of the hand-written collection's questions (tests/texts) from the embedded knowledge base alone.

Of a question whose fact is in the base, a value counts that is the reference's or, of a date, has its year; of one
whose fact is not, every answer counts against SimBa. The halves are told apart: whoever writes rules reads ``learn``.

    python benchmarks/asking.py [--first N]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from simba import Simba

QUESTIONS = Path(__file__).parent.parent / "tests" / "texts" / "questions.json"


def main() -> None:
    """Print a line for each half."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--first", type=int, help="so many questions of each half")
    first = options.parse_args().first
    questions: list[dict[str, Any]] = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    simba = Simba()
    for half in ("learn", "held"):
        counted: Counter[str] = Counter()
        for question in [one for one in questions if one["half"] == half][:first]:
            values = [value.value for value in simba.answer(question["question"]).values]
            if not question["in_kb"]:
                counted["missing"] += 1
                counted["answered all the same"] += bool(values)
                continue
            wanted = question["value"] if isinstance(question["value"], list) else [question["value"]]
            right = any(_is_one(value, str(one)) for value in values for one in wanted)
            counted["known"] += 1
            counted["right"] += right
            counted["wrong"] += bool(values) and not right
        print(
            f"{half}: of {counted['known']} in the base {counted['right']} right, {counted['wrong']} wrong;"
            f" of {counted['missing']} that are not {counted['answered all the same']} answered"
        )


def _is_one(value: str, wanted: str) -> bool:
    year = wanted[:4].isdigit() and value[:4] == wanted[:4]
    return value == wanted or value.endswith(f"/{wanted}") or value.startswith(wanted) or year


if __name__ == "__main__":
    main()
