"""Real SPARQL servers with the facts of a file, each on a port of its own in a folder of its own."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from endpoint_support import oxigraph, serving
from waiting import PATIENCE, reserved_port, until

VIRTUOSO, ISQL = "virtuoso-t", "isql-vt"
MISSING = {
    "oxigraph": "no oxigraph server here: pip install oxigraph",
    "virtuoso": "no Virtuoso here: apt install virtuoso-opensource-7",
}
SETTINGS = """
[Database]
DatabaseFile = facts.db
ErrorLogFile = facts.log
LockFile = facts.lck
TransactionFile = facts.trx
xa_persistent_file = facts.pxa
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
DirsAllowed = {folder}
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
CheckpointInterval = 0
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
ServerThreads = 8
[SPARQL]
ResultSetMaxRows = 10000
"""


def is_installed(name: str) -> bool:
    """Whether the server ("oxigraph", "virtuoso") can be started here."""
    if name == "oxigraph":
        return oxigraph() is not None
    return shutil.which(VIRTUOSO) is not None and shutil.which(ISQL) is not None


def server(name: str, source: Path, folder: Path) -> AbstractContextManager[str]:
    """The URL of a server ("oxigraph", "virtuoso") with the facts of a Turtle or N-Triples file, plain or .gz."""
    return {"oxigraph": serving, "virtuoso": virtuoso_server}[name](source, folder)


@contextmanager
def virtuoso_server(source: Path, folder: Path) -> Iterator[str]:
    """The URL of a Virtuoso with its default limits; the folder must be its own."""
    with ExitStack() as reserved:
        ports = {name: reserved.enter_context(reserved_port()) for name in ("sql", "http")}
        (folder / "virtuoso.ini").write_text(SETTINGS.format(folder=folder, **ports), encoding="utf-8")
        shutil.copy(source, folder)
        command = [VIRTUOSO, "+foreground", "+configfile", "virtuoso.ini"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, cwd=folder, **quiet) as process:  # type: ignore[call-overload]
            try:
                _load(folder, source.name, ports["sql"], process)
                yield f"http://127.0.0.1:{ports['http']}/sparql"
            finally:
                process.kill()  # nothing of it is to be kept


def _load(folder: Path, name: str, port: int, process: subprocess.Popen[bytes]) -> None:
    todo = f"ld_dir('{folder}', '{name}', 'http://www.wikidata.org/'); rdf_loader_run();"
    check = "select 'loaded', ll_state, ll_error from DB.DBA.load_list;"

    def loaded() -> list[str]:
        assert process.poll() is None, (folder / "facts.log").read_text(encoding="utf-8")
        done = subprocess.run(
            [ISQL, f"127.0.0.1:{port}", "dba", "dba", f"exec={todo} {check}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return [line for line in done.stdout.splitlines() if line.startswith("loaded")]

    (line,) = until(loaded, every=0.1)
    assert line.split()[1:] == ["2", "NULL"], line
