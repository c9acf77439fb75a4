"""The options of all commands that answer questions: where names, rules and facts come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from simba.kb.folder import KnowledgeBase
    from simba.system import Simba

LIVE = "https://query.wikidata.org/sparql"
"""The endpoint of the live Wikidata."""
LINKER = "SIMBA_LINKER"
"""The environment variable that says where names are looked up."""
ENDPOINT = "SIMBA_ENDPOINT"
"""The environment variable that names an endpoint; each of its options has one: SIMBA_ENDPOINT_TIMEOUT ..."""
NAMES = ("timeout", "time_limit", "retries", "cache", "graphs", "prefixes", "contact", "in_flight", "rate")
"""The options that an endpoint's settings have, by their names there."""
ONLY_THERE = frozenset(NAMES) - {"time_limit"}
"""Those that make no sense without an endpoint."""
LOADING = "Loading the rules and the models"
"""What is said meanwhile."""
Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Sources:
    """What a command was told to answer from."""

    kb: Path | None = None
    rules: Path | None = None
    endpoint: str | None = None
    linker: str | None = None
    min_confidence: float | None = None
    of_endpoint: dict[str, Any] = field(default_factory=dict)
    texts: Path | None = None
    hybrid: bool | None = None

    def simba(self) -> Simba:
        """A SimBa with these sources, nothing loaded yet; raises `SimbaError` where they are wrong."""
        from simba.system import Simba

        endpoint = linker = None
        if self.endpoint is not None:
            from simba.endpoint import EndpointSettings

            endpoint = EndpointSettings.from_environment(self.endpoint, **self.of_endpoint)
        if self.linker is not None:
            from simba.endpoint.search import linker_settings

            linker = linker_settings(self.linker, endpoint, **self.of_endpoint)
        remote = self.endpoint is not None or self.linker is not None
        return Simba(
            self.kb,
            rules=self.rules,
            endpoint=endpoint,
            linker=linker,
            time_limit=None if remote else self.of_endpoint.get("time_limit"),
            min_confidence=self.min_confidence,
            texts=self.texts,
            hybrid=self.hybrid,
        )


def _prefixes(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> str | None:
    return " ".join(given) or None


PATH: Any = click.Path(path_type=Path)
FILE: Any = click.Path(path_type=Path, dir_okay=False)


def kb_option(which: str = "Knowledge base") -> Callable[[Command], Command]:
    """The option that names a knowledge base, and what for."""
    return click.option(
        "--kb", type=PATH, metavar="DIR", help=f"{which}; else $SIMBA_KB, else the embedded one."
    )


def opened(kb: Path | None) -> KnowledgeBase:
    """The knowledge base that is named, else that of $SIMBA_KB, else the embedded one; raises `KnowledgeBaseError`."""
    from simba.building.embedded import embedded
    from simba.kb.folder import KnowledgeBase
    from simba.opening import ENVIRONMENT, folder_of

    return KnowledgeBase(folder_of(kb, ENVIRONMENT) or embedded())


_SOURCES = (
    kb_option(),
    click.option(
        "--rules", type=PATH, metavar="DIR", help="Your own rules, over those that come with SimBa."
    ),
    click.option(
        "--endpoint",
        envvar=ENDPOINT,
        metavar="URL",
        help=f"SPARQL endpoint for the facts; else ${ENDPOINT}, else the knowledge base's own.",
    ),
    click.option(
        "--linker",
        envvar=LINKER,
        metavar="NAME|URL",
        help=f"Where names are looked up: index (the knowledge base's), wikidata (its search), or the URL of another"
        f" Wikibase's api.php; else ${LINKER}, else index.",
    ),
    click.option(
        "--min-confidence",
        type=click.FloatRange(0, 1),
        metavar="0..1",
        help="How sure an answer must be to be given; 0: whatever was found (default: as rules/confidence.yaml says).",
    ),
    click.option(
        "--text",
        "texts",
        type=PATH,
        metavar="DIR",
        help="Texts of simba build-text, to quote the sentence that says the same; else $SIMBA_TEXT, else none.",
    ),
    click.option(
        "--hybrid/--no-hybrid",
        default=None,
        help="Where SimBa abstains, read the texts for an answer, marked as read; else where $SIMBA_HYBRID is 1.",
    ),
    click.option("--live", is_flag=True, help=f"Ask the live Wikidata: --endpoint {LIVE} --linker wikidata."),
)
_OF_ENDPOINT = (
    click.option("--timeout", type=float, metavar="SECONDS", help="One try of a request (default: 10)."),
    click.option(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="A question, with all requests, tries and waiting (default: 30).",
    ),
    click.option("--retries", type=int, metavar="N", help="Further tries after what may pass (default: 3)."),
    click.option(
        "--cache", metavar="AGE", help="Keep the endpoint's answers on disk, for so long: 90s, 12h, 7d, 4w."
    ),
    click.option(
        "--graph", "graphs", multiple=True, metavar="IRI", help="Default graph of its queries; repeatable."
    ),
    click.option(
        "--prefix",
        "prefixes",
        multiple=True,
        metavar="NAME=IRI",
        callback=_prefixes,
        help="Another Wikibase's namespace for wd or wdt; repeatable.",
    ),
    click.option(
        "--contact", metavar="TEXT", help="Your e-mail address or URL, for the endpoint's operators."
    ),
    click.option("--in-flight", type=int, metavar="N", help="Requests at once (default: 32; Wikimedia: 5)."),
    click.option("--rate", type=float, metavar="N", help="Requests a second (default: any; Wikimedia: 10)."),
)


def sources(command: Command) -> Command:
    """Decorate a command with the options; it gets them as one argument ``sources``, a `Sources`."""
    return _with(command, _SOURCES + _OF_ENDPOINT)


def facts(command: Command) -> Command:
    """The same for a command that answers no question: where facts come from, and nothing else."""
    return _with(command, (*_SOURCES[:1], *_SOURCES[2:3], *_SOURCES[-1:], *_OF_ENDPOINT))


def _with(command: Command, options: Sequence[Any]) -> Command:
    @wraps(command)
    def with_sources(live: bool, **given: Any) -> Any:
        context = click.get_current_context()
        of_endpoint = {name: given.pop(name) for name in NAMES}
        named = {one.name: given.pop(one.name) for one in fields(Sources) if one.name in given}
        if live:
            named |= {"endpoint": named["endpoint"] or LIVE, "linker": named.get("linker") or "wikidata"}
        sources = Sources(**named, of_endpoint=of_endpoint)
        for parameter in context.command.params:
            name = parameter.name or ""
            told = name in ONLY_THERE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
            if told and sources.endpoint is None and sources.linker in {None, "index"}:
                raise click.UsageError(f"{parameter.opts[0]} needs --endpoint or --linker", context)
        return command(sources=sources, **given)

    decorated: Any = with_sources
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]
