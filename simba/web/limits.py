"""Rate limits per client, by Flask-Limiter."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from simba.web.configuration import Settings

EXEMPT = ("monitoring.health", "monitoring.metrics", "api.description", "static")
"""What is not counted: probes, and what a browser keeps."""
BATCH, GERBIL = "api.batch", "gerbil.answer"


def install(app: Flask, settings: Settings) -> None:
    """Limit the requests of each client, if any limit is set; call it when all routes are there."""
    if not (settings.rate or settings.batch_rate or settings.gerbil_rate):
        return

    @app.after_request
    def no_haste(response: Response) -> Response:
        if response.status_code < 400:  # Flask-Limiter says it to everybody
            response.headers.pop("Retry-After", None)
        return response

    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=[settings.rate] if settings.rate else [],
        application_limits_exempt_when=lambda: request.endpoint == GERBIL,  # which has its own
        storage_uri=settings.storage,
        strategy="moving-window" if settings.storage.startswith("memory") else "fixed-window",
        headers_enabled=True,
        swallow_errors=True,  # where the counts cannot be reached, answering goes on
    )
    for name in EXEMPT:
        if name in app.view_functions:
            limiter.exempt(app.view_functions[name])
    for name, rate in {BATCH: settings.batch_rate, GERBIL: settings.gerbil_rate}.items():
        if rate and name in app.view_functions:
            view: Callable[..., object] = app.view_functions[name]
            app.view_functions[name] = limiter.limit(rate)(view)  # type: ignore[assignment]
