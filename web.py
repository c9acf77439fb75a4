"""Entry point of web servers: ``flask --app web run``, ``gunicorn web:app``.

$SIMBA_KB names the knowledge base, $SIMBA_WEB_... the limits (see simba/web/settings.py).
"""

from __future__ import annotations

from simba.web import create_app

app = create_app()
