"""Write the current figures into docs/results.md: build the snapshot, score the dev questions, keep the tables.

python benchmarks/results.py        (needs ../shared; no question of the dataset is copied)
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"
PAGE = REPOSITORY / "docs" / "results.md"
KEPT = ("Correct", "Scores", "Abstained", "Stage recall", "Failures, by")
MARK = re.compile(r"(<!-- figures -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def main() -> None:
    """Replace what stands between the page's two marks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _simba("build", str(SHARED / "kb" / "snapshot.nt.gz"), "--to", str(folder / "kb"))
        dataset = str(SHARED / "rubq" / "dev.json")
        _simba("eval", dataset, "--kb", str(folder / "kb"), "--report", str(folder / "report"), "--jobs", "2")
        report = (folder / "report" / "results.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", report, flags=re.MULTILINE)
    tables = [f"### {section.strip()}" for section in sections if section.startswith(KEPT)]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        MARK.sub(lambda mark: mark[1] + "\n\n".join(tables) + "\n" + mark[2], page), encoding="utf-8"
    )


def _simba(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "simba", *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
