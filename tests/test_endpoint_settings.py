"""Whom SimBa asks, in whose name, through which doors, and what it keeps."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import fault_proxy as faults
import pytest
from commands import invoke as run
from endpoint_support import serving
from fault_proxy import FaultProxy
from forms import neighbours

from simba import Simba
from simba.endpoint import EndpointSettings, EndpointStore, Login
from simba.errors import EndpointError, SimbaError

pytestmark = pytest.mark.slow

FRANCE = "столица Франции"
PARIS = "http://www.wikidata.org/entity/Q90"
SECRET = "s3cr3t-Passw0rd"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, nobody: str, tmp_path: Path) -> None:
    """No settings but the test's own, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("http_proxy", nobody)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)


def capital(settings: str | EndpointSettings) -> list[str]:
    return [value.value for value in neighbours(EndpointStore(settings), "Q142", "P36")]


# --- who asks ---


def test_the_operator_learns_whom_to_write_to(proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    assert capital(proxy.url) == [PARIS]
    monkeypatch.setenv("SIMBA_ENDPOINT_CONTACT", "me@example.org")
    assert capital(proxy.url) == [PARIS]
    without, with_contact = (request["User-Agent"] for request in proxy.seen)
    assert without.startswith("SimBa/")
    assert "https://" in without
    assert with_contact.endswith("; me@example.org)")


BASIC = "Basic bWU6czNjcjN0LVBhc3N3MHJk"
LOGINS = {
    "password": ({"SIMBA_ENDPOINT_USER": "me", "SIMBA_ENDPOINT_PASSWORD": SECRET}, "", BASIC),
    "token": ({"SIMBA_ENDPOINT_TOKEN": SECRET}, "", f"Bearer {SECRET}"),
    "netrc": ({}, f"machine 127.0.0.1 login me password {SECRET}\n", BASIC),
    "netrc of another host": ({}, f"machine example.org login me password {SECRET}\n", None),
    "netrc for anybody": ({}, f"default login me password {SECRET}\n", None),
    "a netrc that is none": ({}, f"{SECRET}\n", None),
    "nothing": ({}, "", None),
}


@pytest.mark.parametrize("name", LOGINS)
def test_a_login_comes_from_the_environment_or_netrc_and_is_never_shown(
    proxy: FaultProxy, kb: Path, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    variables, netrc, header = LOGINS[name]
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    (tmp_path / "netrc").write_text(netrc)
    sources = ["--kb", kb, "--rules", rules, "--endpoint", proxy.url, "--cache", "1h"]
    asked = run("ask", FRANCE, *sources, "--json", "--trace")
    assert asked.exit_code == 0, asked.output
    assert {request.get("Authorization") for request in proxy.seen} == {header}
    dataset = tmp_path / "rubq.json"
    dataset.write_text(json.dumps([{"uid": 1, "question_text": FRANCE, "answers": []}]), encoding="utf-8")
    scored = run("eval", dataset, *sources, "--report", tmp_path / "report", "--jobs", "1")
    assert scored.exit_code == 0, scored.output
    proxy.always = faults.status(401)
    refused = run("ask", FRANCE, *sources[:-2])
    assert refused.exit_code == 2
    assert "$SIMBA_ENDPOINT_USER" in refused.stderr
    settings = EndpointSettings.from_environment(proxy.url)
    shown = [asked.output, scored.output, refused.output, repr(settings), str(settings)]
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "netrc"]
    assert any("cache.db" in path.name for path in files)
    for secret in (SECRET, BASIC.split()[1]):
        assert not any(secret in text for text in shown)
        assert not any(secret.encode() in path.read_bytes() or secret in path.name for path in files)


def test_half_a_login_and_two_are_refused(proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMBA_ENDPOINT_PASSWORD", SECRET)
    with pytest.raises(EndpointError, match="SIMBA_ENDPOINT_USER is not set"):
        capital(proxy.url)
    monkeypatch.setenv("SIMBA_ENDPOINT_TOKEN", SECRET)
    with pytest.raises(EndpointError, match="two logins") as caught:
        capital(proxy.url)
    assert SECRET not in str(caught.value)


def test_a_login_travels_to_other_processes(proxy: FaultProxy) -> None:
    settings = EndpointSettings(proxy.url, login=Login.basic("me", SECRET))
    assert pickle.loads(pickle.dumps(settings)) == settings
    error = EndpointError("busy", kind="busy", url=proxy.url, advice="wait", retry_after=5.0)
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.kind, twin.retry_after) == (str(error), "busy", 5.0)


# --- where requests go ---


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirection_within_the_server_is_followed(proxy: FaultProxy, code: int) -> None:
    proxy.faults = [faults.redirect(f"{proxy.url}?query=SELECT%20%2A%20%7B%7D", code)]
    neighbours(EndpointStore(EndpointSettings(proxy.url, login=Login.bearer(SECRET))), "Q142", "P36")
    assert [request.get("Authorization") for request in proxy.seen] == [f"Bearer {SECRET}"] * 2


def test_a_long_query_stays_a_post_when_it_is_redirected(proxy: FaultProxy) -> None:
    proxy.faults = [faults.redirect(proxy.url)]
    values = EndpointStore(proxy.url).select(
        f"SELECT DISTINCT ?answer WHERE {{ VALUES ?answer {{ {'wd:Q142 ' * 400} }} }}"
    )
    assert len(values) == 1
    assert [request["method"] for request in proxy.seen] == ["POST", "POST"]


@pytest.mark.parametrize("target", ["other", "file:///etc/passwd", "ftp://127.0.0.1/", "http://[::1"])
def test_another_server_gets_neither_question_nor_login(
    proxy: FaultProxy, world_endpoint: str, target: str
) -> None:
    with FaultProxy(world_endpoint) as other:
        proxy.always = faults.redirect(f"{other.url}?key={SECRET}" if target == "other" else target)
        with pytest.raises(EndpointError) as caught:
            capital(EndpointSettings(proxy.url, login=Login.bearer(SECRET), retries=0))
        assert caught.value.kind in {"redirect", "broken"}
        assert SECRET not in str(caught.value)
        assert not other.seen
        if target == "other":
            assert other.url in caught.value.advice


def test_a_circle_of_redirections_ends(proxy: FaultProxy) -> None:
    proxy.always = faults.redirect(proxy.url)
    with pytest.raises(EndpointError) as caught:
        capital(proxy.url)
    assert caught.value.kind == "status"
    assert len(proxy.seen) < 20


def test_a_key_in_the_url_is_sent_and_not_shown(proxy: FaultProxy, kb: Path) -> None:
    url = f"{proxy.url}?apikey={SECRET}"
    assert capital(url) == [PARIS]
    assert f"apikey={SECRET}" in proxy.seen[0]["path"]
    proxy.always = faults.status(403)
    with pytest.raises(EndpointError) as caught:
        capital(url)
    assert SECRET not in str(caught.value)
    assert Simba(kb, endpoint=url).endpoint == proxy.url


# --- what is asked ---


def test_the_graphs_are_named_in_each_request(proxy: FaultProxy) -> None:
    capital(EndpointSettings(proxy.url, graphs=("http://example.org/a", "http://example.org/b")))
    assert proxy.seen[0]["path"].count("default-graph-uri=http") == 2


def test_another_wikibase_is_asked_in_its_own_names(
    world: Path, kb: Path, rules: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.ttl"
    mine.write_text(
        world.read_text(encoding="utf-8").replace("http://www.wikidata.org/", "https://my.example/"),
        encoding="utf-8",
    )
    prefixes = [
        "--prefix",
        "wd=https://my.example/entity/",
        "--prefix",
        "wdt=https://my.example/prop/direct/",
    ]
    with serving(mine, tmp_path) as url:
        sources = ["--kb", kb, "--rules", rules, "--endpoint", url]
        assert run("ask", FRANCE, *sources).exit_code == 1  # it does not know Wikidata's names
        asked = run("ask", FRANCE, *sources, *prefixes, "--json")
    (answer,) = json.loads(asked.stdout)["answers"]
    assert (answer["value"], answer["label"]) == (PARIS, "Париж")


# --- how many requests ---


def test_no_more_requests_at_once_than_allowed(proxy: FaultProxy) -> None:
    proxy.always = faults.in_company
    store = EndpointStore(EndpointSettings(proxy.url, in_flight=3))
    with ThreadPoolExecutor(12) as threads:
        list(threads.map(lambda number: neighbours(store, f"Q{number}", "P36"), range(1, 25)))
    assert len(proxy.seen) == 24
    assert 1 < proxy.most_at_once <= 3


def test_no_more_requests_a_second_than_allowed(proxy: FaultProxy) -> None:
    store = EndpointStore(EndpointSettings(proxy.url, rate=2))
    start = monotonic()
    for number in range(1, 6):
        neighbours(store, f"Q{number}", "P36")
    assert monotonic() - start >= 2  # two at once, two a second later, and one
    assert len(proxy.seen) == 5


def test_who_may_not_ask_in_time_is_told(proxy: FaultProxy) -> None:
    store = EndpointStore(EndpointSettings(proxy.url, rate=0.001, time_limit=1.0, retries=0))
    with ThreadPoolExecutor(8) as threads:
        done = [threads.submit(neighbours, store, f"Q{number}", "P36") for number in range(1, 9)]
        failed = [future.exception() for future in done if future.exception()]
    assert len(failed) >= 7
    assert all(isinstance(error, EndpointError) and error.kind == "timeout" for error in failed)
    assert len(proxy.seen) <= 1


def test_wikimedia_is_asked_as_its_policy_says() -> None:
    public = EndpointSettings("https://query.wikidata.org/sparql")
    assert (public.most_in_flight, public.most_a_second) == (5, 10.0)
    own = EndpointSettings("https://wikidata.org.example.com/sparql")
    assert (own.most_in_flight, own.most_a_second) == (32, None)


# --- what is kept ---


def test_answers_are_kept_on_disk_for_as_long_as_one_wants(proxy: FaultProxy) -> None:
    settings = EndpointSettings(proxy.url, cache=3600.0)
    assert capital(settings) == capital(settings) == [PARIS]
    assert len(proxy.seen) == 1
    capital(EndpointSettings(proxy.url))  # off unless asked for
    capital(EndpointSettings(proxy.url, cache=1e-9))  # too old
    capital(EndpointSettings(proxy.url, cache=3600.0, login=Login.basic("me", SECRET)))  # who may see more
    capital(EndpointSettings(f"{proxy.url}?x=1", cache=3600.0))
    capital(EndpointSettings(proxy.url, cache=3600.0, graphs=("http://example.org/",)))
    assert len(proxy.seen) == 6
    proxy.always = faults.drop
    assert capital(settings) == [PARIS]


@pytest.mark.parametrize("damage", ["foreign", "unwritable", "file", "open to others"])
def test_a_cache_that_is_no_good_is_done_without(
    proxy: FaultProxy, tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    settings = EndpointSettings(proxy.url, cache=3600.0)
    folder = tmp_path / "cache" / "simba" / "endpoint"
    folder.mkdir(parents=True, mode=0o700)
    if damage == "foreign":
        (folder / "cache.db").write_bytes(b"no database" * 1000)
    elif damage == "unwritable":
        (folder / "cache.db").mkdir()
    elif damage == "file":
        folder.rmdir()
        folder.write_text("")
    else:
        folder.chmod(0o777)
    for _ in range(2):
        assert capital(settings) == [PARIS]
    assert len(proxy.seen) == 2
    assert str(folder) in caplog.text


def test_an_answer_that_was_damaged_on_disk_is_asked_for_again(proxy: FaultProxy, tmp_path: Path) -> None:
    import sqlite3

    settings = EndpointSettings(proxy.url, cache=3600.0)
    capital(settings)
    for content, mode in ((b"\x80garbage", 1), (pickle.dumps(print), 4)):
        database = sqlite3.connect(tmp_path / "cache" / "simba" / "endpoint" / "cache.db")
        with database:
            database.execute("UPDATE Cache SET value = ?, mode = ?", (content, mode))
        database.close()
        assert capital(settings) == [PARIS]
    assert len(proxy.seen) == 3


# --- the options ---


def test_all_commands_that_answer_have_the_same_options() -> None:
    names = "--kb --rules --endpoint --timeout --time-limit --retries --cache --graph --prefix --contact"
    for command in ("ask", "batch", "eval", "serve"):
        said = run(command, "--help").output
        assert all(name in said for name in [*names.split(), "--in-flight", "--rate"]), command


def test_the_environment_gives_what_the_command_line_does_not(
    proxy: FaultProxy, kb: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMBA_ENDPOINT", proxy.url)
    monkeypatch.setenv("SIMBA_ENDPOINT_GRAPHS", "http://example.org/none")
    assert run("ask", FRANCE, "--kb", kb, "--rules", rules).exit_code in {0, 1}
    assert "default-graph-uri=http%3A//example.org/none" in proxy.seen[0]["path"] + proxy.seen[0]["body"]
    run("ask", FRANCE, "--kb", kb, "--rules", rules, "--graph", "http://example.org/other")
    assert "example.org/other" in proxy.seen[-1]["path"] + proxy.seen[-1]["body"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--cache", "soon"], "90s"),
        (["--cache", "0s"], "above 0"),
        (["--timeout", "0"], "above 0"),
        (["--time-limit", "nan"], "above 0"),
        (["--rate", "-1"], "above 0"),
        (["--retries", "-1"], "0 or more"),
        (["--in-flight", "0"], "1 or more"),
        (["--graph", "no iri"], "an IRI"),
        (["--prefix", "wd"], "NAME=IRI"),
        (["--prefix", "foo=http://example.org/"], "wd, wdt"),
        (["--prefix", "wd=http://example.org/>"], "an IRI"),
        (["--contact", "a\nb"], "e-mail"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(kb: Path, options: list[str], words: str) -> None:
    done = run("ask", FRANCE, "--kb", kb, "--endpoint", "http://127.0.0.1:9/", *options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_option_of_the_endpoint_needs_one(kb: Path) -> None:
    done = run("ask", FRANCE, "--kb", kb, "--cache", "1h")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--cache needs --endpoint" in done.stderr


def test_simba_takes_settings(proxy: FaultProxy, kb: Path, rules: Path) -> None:
    simba = Simba(kb, rules=rules, endpoint=EndpointSettings(proxy.url, time_limit=20.0))
    assert simba.answer(FRANCE).status == "answered"
    assert proxy.seen
    with pytest.raises(SimbaError):
        EndpointSettings("ftp://example.org/")


def test_a_time_limit_of_its_own_is_that_of_every_request(kb: Path, proxy: FaultProxy) -> None:
    simba = Simba(kb, endpoint=EndpointSettings(proxy.url, time_limit=20.0), time_limit=60.0)
    assert simba.time_limit == 60
    assert simba.settings.endpoint is not None
    assert simba.settings.endpoint.time_limit == 60
