"""The application, put together from its parts."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from simba.system import Simba
from simba.web import api, assets, crossorigin, gerbil, headers, limits, monitoring, problems, views
from simba.web.configuration import Settings
from simba.web.engine import Engine
from simba.web.examples import Examples
from simba.web.kept import Kept
from simba.web.rules_page import RulesPage, rules_page
from simba.web.turns import Turns


def create_app(simba: Simba | None = None, settings: Settings | None = None, *, forks: bool = False) -> Flask:
    """Make the WSGI application; the environment names the knowledge base and settings that are not given.

    It serves at once and loads SimBa in the background, in the process that calls this. With ``forks``, what processes
    forked from this one can share is loaded first, and each has to call `Engine.begin` of ``extensions["simba"]``.
    """
    settings = settings or Settings.from_environment()
    app = Flask("simba.web")
    app.config.update(MAX_CONTENT_LENGTH=settings.body, MAX_FORM_MEMORY_SIZE=settings.body, DEBUG=False)
    app.config["TRUSTED_HOSTS"] = settings.trusted_hosts
    app.json.ensure_ascii = app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    simba = simba or Simba()
    engine = Engine(simba, seconds=settings.seconds, threads=settings.threads)
    app.extensions["simba"] = engine
    app.extensions["simba-rules"] = RulesPage(own if isinstance(own := simba.own_rules, Path) else None)
    app.extensions["simba-kept"] = Kept(settings.cache, settings.cache_seconds)
    app.extensions["simba-settings"] = settings
    app.extensions["simba-examples"] = Examples(simba.answer if simba.endpoint is None else None)
    app.extensions["simba-batches"] = Turns(settings.batches, max(1, settings.batches // 2))
    app.extensions["simba-gerbil"] = Turns(settings.threads, gerbil.AT_ONCE)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
    problems.install(app)
    crossorigin.install(app)
    headers.install(app, pictures=settings.pictures)
    assets.install(app)
    monitoring.install(app)
    for blueprint in (views.pages, rules_page, api.api, gerbil.gerbil, monitoring.monitoring):
        app.register_blueprint(blueprint)
    limits.install(app, settings)
    if forks:
        engine.prepare()
    else:
        engine.begin()
    return app
