"""Entry point of web servers: ``flask --app web run``, ``gunicorn web:app``.

$SIMBA_KB names the knowledge base, $SIMBA_TEXT texts beside it (docs/text.md),
$SIMBA_ENDPOINT a SPARQL endpoint for the facts (see simba/endpoint/settings.py),
$SIMBA_LINKER another place for names than the knowledge base (wikidata, or the URL of an api.php),
$SIMBA_WEB_... the limits (see simba/web/configuration.py).
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there; see gunicorn.conf.py

from simba import Simba, SimbaError
from simba.web import create_app

try:
    app = create_app(
        Simba(
            endpoint=os.environ.get("SIMBA_ENDPOINT") or None, linker=os.environ.get("SIMBA_LINKER") or None
        ),
        forks="SIMBA_WEB_FORKS" in os.environ,  # said by gunicorn.conf.py, which then begins each worker
    )
except SimbaError as error:
    sys.exit(f"simba: {error}")
