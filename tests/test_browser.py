"""The page in a real browser: headless Chromium, driven by Selenium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

import pytest
from flask import render_template
from handful import knowing
from rule_folders import CAPITAL, folder_of
from waiting import PATIENCE
from web_support import BREAKOUT, IMAGE, SCRIPT, UNLIMITED, hostile_folder, serving, serving_app
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from simba import Simba
from simba.common.resources import data_path
from simba.web import create_app
from simba.workbench.doc import page_of_rules, write_page

selenium = pytest.importorskip("selenium", reason='Selenium is missing: pip install -e ".[dev]"')
from selenium.common.exceptions import WebDriverException  # noqa: E402
from selenium.webdriver import Chrome, ChromeOptions, Keys  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.wait import WebDriverWait  # noqa: E402

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # which is small in containers: tabs crash
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        not (CHROMIUM.exists() and DRIVER.exists()),
        reason="Chromium is missing: apt-get install -y chromium chromium-driver",
    ),
]
KUTUZOV = "Где похоронен Кутузов?"
NEIGHBOURS = "Какие страны граничат с Францией, кроме Германии?"
NAMESAKES = "Когда родился Пушкин?"
NOWHERE = "Какая столица у Хрумпурляндии?"
STAGES = ("parse", "interrogative", "mentions", "candidates", "rules", "queries")
PICTURED = """
wd:Q71 rdfs:label "Зюбрин"@ru ; wdt:P19 wd:Q72 .
wd:Q72 rdfs:label "Зюбринск"@ru ; wdt:P18 <http://commons.wikimedia.org/wiki/Special:FilePath/A.jpg> .
"""
WIDTHS = (360, 768, 1280, 3840)


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options, Service(str(DRIVER)))
    driver.command_executor.client_config.timeout = 10 * PATIENCE
    driver.set_script_timeout(5 * PATIENCE)
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("chromium")) as driver:
        yield driver


@pytest.fixture(scope="module")
def address(demo: Simba) -> Iterator[str]:
    with serving(demo) as address:
        yield address


@pytest.fixture(scope="module")
def villain(hostile_simba: Simba) -> Iterator[str]:
    with serving(hostile_simba) as address:
        yield address


Visit = Callable[..., None]
Seen = TypeVar("Seen")
READY = "return document.readyState === 'complete' && location.href !== 'about:blank'"
CLIPBOARD = "navigator.clipboard.readText().then(arguments[0])"


@pytest.fixture
def visit(driver: Chrome, address: str) -> Iterator[Visit]:
    """Opens a page; afterwards the console has to be silent and nobody else may have been asked."""
    driver.get_log("browser")
    driver.get_log("performance")

    def open_page(path: str = "/", *, width: int = 1280, dark: bool = False, script: bool = True) -> None:
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        load(driver, address + path)

    yield open_page
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert [entry["message"] for entry in driver.get_log("browser")] == []
    import json

    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith((address, "chrome", "data:", "about:"))] == []
    driver.execute_script("localStorage.clear()")


def answer_path(question: str, *, why: bool = False) -> str:
    return f"/?q={quote(question)}{'&why=1' if why else ''}"


def eventually(driver: Chrome, condition: Callable[[], Seen]) -> Seen:
    """What the condition gives once it is true; while a page gives way to another, elements come and go."""
    wait = WebDriverWait(driver, PATIENCE, ignored_exceptions=[WebDriverException])
    return wait.until(lambda _: condition())


def load(driver: Chrome, url: str) -> None:
    """Open a page, and wait until all of it is there."""
    driver.get(url)
    loaded(driver)


def loaded(driver: Chrome) -> None:
    """Wait until all of the page is there."""
    eventually(driver, lambda: driver.execute_script(READY))


def text_of(driver: Chrome, selector: str) -> str:
    """An element's text, once it is there."""
    return eventually(driver, lambda: [driver.find_element(By.CSS_SELECTOR, selector).text])[0]


def wait_for(driver: Chrome, selector: str) -> None:
    eventually(driver, lambda: driver.find_elements(By.CSS_SELECTOR, selector))


def click(driver: Chrome, by: str, what: str) -> None:
    """Click on what leads or does something, once it is there."""

    def clicked() -> bool:
        driver.find_element(by, what).click()
        return True

    eventually(driver, clicked)


def violations(driver: Chrome, *, place: str = "html", **options: Any) -> list[str]:
    """What axe finds wrong with the page or with some places of it, by rule and place; it takes axe's options."""
    axe = resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    driver.execute_script(axe)
    found: list[dict[str, Any]] = driver.execute_async_script(
        "const [place, options, done] = arguments;"
        "axe.run(place, options).then(found => done(found.violations));",
        place,
        {"resultTypes": ["violations"], **options},  # of 30,000 elements, what is right takes minutes to tell
    )
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def open_all(driver: Chrome) -> None:
    driver.execute_script("document.querySelectorAll('details').forEach(one => one.open = true)")


def test_ask_and_read_the_answer(driver: Chrome, visit: Visit) -> None:
    visit()
    box = driver.switch_to.active_element
    assert box.get_attribute("name") == "q"
    box.send_keys(KUTUZOV, Keys.ENTER)
    wait_for(driver, ".result")
    assert "Казанский собор" in text_of(driver, ".value")
    assert "SimBa поняла вопрос так: найти значение свойства «место захоронения» у сущности" in text_of(
        driver, ".sentence"
    )
    assert driver.title.startswith(KUTUZOV)


def test_an_example_is_a_click_away(driver: Chrome, visit: Visit) -> None:
    visit()
    click(driver, By.CSS_SELECTOR, "#examples-title ~ .chips a")
    wait_for(driver, ".answered .result")


def test_every_step_comes_and_opens_by_keyboard(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(KUTUZOV))
    driver.find_element(By.CSS_SELECTOR, "#steps a").send_keys(Keys.ENTER)
    wait_for(driver, "#parse")
    assert driver.switch_to.active_element.text == "Шаги рассуждения"
    assert driver.execute_script("return performance.getEntriesByType('navigation')[0].name").endswith(
        answer_path(KUTUZOV)
    ), "the page is the same"
    assert violations(driver, place="#steps") == []
    for stage in STAGES:
        step = driver.find_element(By.ID, stage)
        assert step.get_attribute("open") is None
        step.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
        eventually(driver, lambda step=step: step.get_attribute("open") is not None and len(step.text) > 20)
    assert driver.find_element(By.CSS_SELECTOR, "#parse .wide svg").size["height"] > 50


def test_pick_a_namesake(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(NAMESAKES))
    assert "1799" in text_of(driver, ".value")
    click(driver, By.CSS_SELECTOR, ".choices a[href*='entity=Q7947']")
    wait_for(driver, ".choices .chosen")
    assert "город" in text_of(driver, ".choices .chosen")
    click(driver, By.LINK_TEXT, "Пусть SimBa выберет сама")
    eventually(driver, lambda: "entity" not in driver.current_url and "1799" in text_of(driver, ".value"))


def test_an_abstention_opens_the_step_that_stopped(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(NOWHERE))
    assert "Ответа нет" in text_of(driver, ".result")
    click(driver, By.CSS_SELECTOR, ".result [data-steps]")
    wait_for(driver, "#candidates[open]")
    assert driver.current_url.endswith("#candidates"), "whom the address is sent to sees the same"
    driver.refresh()
    wait_for(driver, "#candidates[open]")
    assert driver.find_elements(By.CSS_SELECTOR, ".try li")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "path",
    ["/", answer_path(KUTUZOV), *(answer_path(one, why=True) for one in (NEIGHBOURS, NOWHERE)), "/api/"],
)
def test_nothing_sticks_out_at_any_width(driver: Chrome, visit: Visit, path: str, width: int) -> None:
    visit(path, width=width)
    open_all(driver)
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width


def test_the_picture_of_a_form_is_readable_on_a_phone(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(NEIGHBOURS), width=360)
    picture = driver.find_element(By.CSS_SELECTOR, ".why .narrow svg")
    assert picture.is_displayed()
    assert not driver.find_element(By.CSS_SELECTOR, ".why .wide").is_displayed()
    assert min(word.size["height"] for word in picture.find_elements(By.CSS_SELECTOR, "text")) >= 11


def test_the_tree_is_readable_on_a_phone(driver: Chrome, visit: Visit) -> None:
    question = "В каком городе родился русский поэт Александр Сергеевич Пушкин?"
    visit(answer_path(question, why=True), width=360)
    open_all(driver)
    tree = driver.find_element(By.CSS_SELECTOR, "#parse .narrow svg")
    assert tree.is_displayed()
    assert not driver.find_element(By.CSS_SELECTOR, "#parse .wide").is_displayed()
    assert min(word.size["height"] for word in tree.find_elements(By.CSS_SELECTOR, "text")) >= 11


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        answer_path(KUTUZOV),
        *(answer_path(one, why=True) for one in (NEIGHBOURS, NAMESAKES, NOWHERE)),
        answer_path("Кто?"),
        "/api/",
    ],
    ids=["home", "answer", "larger", "namesakes", "abstained", "empty", "api"],
)
def test_axe_finds_nothing(driver: Chrome, visit: Visit, path: str, dark: bool) -> None:
    visit(path, dark=dark)
    open_all(driver)
    assert violations(driver) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_where_something_is_not_ready(
    driver: Chrome, visit: Visit, demo: Simba, dark: bool, width: int
) -> None:
    """What is no answer: pages of errors, and those that wait for SimBa or for the rules."""
    app = create_app(demo, UNLIMITED)
    about = {"question": KUTUZOV, "placeholder": KUTUZOV, "max_question": 9}
    app.add_url_rule("/loading", "loading", lambda: render_template("loading.html", **about))
    app.add_url_rule("/building", "building", lambda: render_template("rules_loading.html"))
    visit(width=width, dark=dark)
    with serving_app(app) as address:
        for path in ("/none", "/loading", "/building"):
            load(driver, address + path)
            assert violations(driver) == []
            assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    visit()
    driver.get_log("browser")  # that there is no such page
    driver.get_log("performance")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        answer_path("На каких языках говорят в Швейцарии?", why=True),
        answer_path(NAMESAKES),
        answer_path(NOWHERE, why=True),
        "/api/",
    ],
    ids=["home", "answer", "namesakes", "abstained", "api"],
)
def test_axe_finds_nothing_on_a_phone(driver: Chrome, visit: Visit, path: str, dark: bool) -> None:
    visit(path, width=360, dark=dark)
    open_all(driver)
    assert violations(driver) == []


def test_the_page_works_without_javascript(driver: Chrome, visit: Visit) -> None:
    visit(script=False)
    driver.find_element(By.NAME, "q").send_keys(KUTUZOV, Keys.ENTER)
    wait_for(driver, ".result")
    assert "Казанский собор" in text_of(driver, ".value")
    click(driver, By.CSS_SELECTOR, "#steps a")
    click(driver, By.CSS_SELECTOR, "#queries summary")
    eventually(driver, lambda: "SELECT DISTINCT" in text_of(driver, "#queries"))
    for hidden in ("#theme", "#history", ".copies", "#keys"):
        assert not driver.find_element(By.CSS_SELECTOR, hidden).is_displayed()


def test_the_browser_remembers_and_forgets(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(KUTUZOV))
    visit(answer_path("Столица Франции"))
    visit()
    assert [item.text for item in driver.find_elements(By.CSS_SELECTOR, "#history-list a")] == [
        "Столица Франции",
        KUTUZOV,
    ]
    driver.find_element(By.ID, "history-clear").click()
    visit()
    assert not driver.find_element(By.ID, "history").is_displayed()


def test_the_reading_that_was_chosen_is_remembered(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(NAMESAKES))
    click(driver, By.CSS_SELECTOR, ".choices a[href*='entity=Q7947']")
    eventually(driver, lambda: "entity" in driver.current_url and driver.find_elements(By.ID, "permalink"))
    visit()
    chosen, first = driver.find_elements(By.CSS_SELECTOR, "#history-list a")
    assert (chosen.text, first.text) == (
        f"{NAMESAKES} — Пушкин, город в составе Санкт-Петербурга",
        NAMESAKES,
    )
    click(driver, By.PARTIAL_LINK_TEXT, "город в составе")
    assert "город" in text_of(driver, ".choices .chosen")


def test_what_an_older_page_remembered_is_still_there(driver: Chrome, visit: Visit) -> None:
    visit()
    odd = ["Столица Франции", {"q": 1}, None, {"q": "x", "entity": 2}, {"q": KUTUZOV}]
    driver.execute_script("localStorage.setItem('simba-history', JSON.stringify(arguments[0]))", odd)
    visit()
    assert [item.text for item in driver.find_elements(By.CSS_SELECTOR, "#history-list a")] == [
        "Столица Франции",
        KUTUZOV,
    ]


@pytest.mark.parametrize("question", [KUTUZOV, NAMESAKES, NOWHERE, "Какие страны граничат с Францией?"])
def test_a_phone_shows_the_answer_without_scrolling(driver: Chrome, visit: Visit, question: str) -> None:
    """Between the bars of the browser, a small phone has some 360 × 520 pixels."""
    visit(answer_path(question), width=360)
    script = (
        "return Array.from(document.querySelectorAll('.result .value, .result .values:first-of-type > li'),"
        " one => one.getBoundingClientRect().bottom)"
    )
    bottoms = driver.execute_script(script)
    assert [bottom for bottom in bottoms[:8] if bottom > 520] == []


def test_everything_works_under_a_prefix(driver: Chrome, demo: Simba) -> None:
    """As with SCRIPT_NAME=/simba before a proxy that serves other things too."""
    app = create_app(demo, UNLIMITED)
    app.wsgi_app = DispatcherMiddleware(NotFound(), {"/simba": app.wsgi_app})  # type: ignore[method-assign]
    with serving_app(app) as root:
        driver.get_log("browser")
        load(driver, f"{root}/simba/")
        driver.find_element(By.NAME, "q").send_keys(NAMESAKES, Keys.ENTER)
        wait_for(driver, ".result")
        assert driver.current_url.startswith(f"{root}/simba/?q=")
        click(driver, By.CSS_SELECTOR, ".choices a[href*='entity=Q7947']")
        wait_for(driver, ".choices .chosen")
        load(driver, f"{root}/simba/")
        script = (
            "return Array.from(document.querySelectorAll('[href], [src], [action]'),"
            " one => one.href || one.src || one.action)"
        )
        links = driver.execute_script(script)
        assert len(links) > 10
        assert [one for one in links if one.startswith(root) and not one.startswith(f"{root}/simba/")] == []
        click(driver, By.PARTIAL_LINK_TEXT, "город в составе")
        wait_for(driver, ".result")
        click(driver, By.LINK_TEXT, "API для программ")
        eventually(driver, lambda: f"{root}/simba/api/answer" in text_of(driver, "pre"))
        click(driver, By.CSS_SELECTOR, ".brand")
        eventually(driver, lambda: driver.current_url == f"{root}/simba/")
        assert driver.get_log("browser") == []
        driver.execute_script("localStorage.clear()")


def test_controls_of_direction_reorder_nothing(driver: Chrome, visit: Visit) -> None:
    override = "\u202e"
    visit(answer_path(f"Столица {override}Франции{override}?"))
    assert override not in driver.title
    assert override not in driver.find_element(By.TAG_NAME, "main").text
    for text in driver.find_elements(By.CSS_SELECTOR, ".value strong > *, .sentence a > *"):
        assert text.find_elements(By.XPATH, "self::bdi") or text.find_elements(By.TAG_NAME, "bdi")


def test_the_theme_is_chosen_and_kept(driver: Chrome, visit: Visit) -> None:
    def paper() -> str:
        script = "return getComputedStyle(document.body).backgroundColor"
        return str(driver.execute_script(script))

    visit()
    light = paper()
    button = driver.find_element(By.ID, "theme")
    button.click()
    button.click()
    assert button.text == "Тема: тёмная"
    dark = paper()
    assert dark != light
    visit()
    assert paper() == dark
    visit("/", dark=True)
    driver.find_element(By.ID, "theme").click()
    driver.find_element(By.ID, "theme").click()
    assert paper() == light  # light although the system is dark


def test_the_answer_is_copied_as_text_json_and_sparql(driver: Chrome, visit: Visit, address: str) -> None:
    permissions = {"origin": address, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    driver.execute_cdp_cmd("Browser.grantPermissions", permissions)
    visit(answer_path(KUTUZOV))
    expected = {
        "copy-text": "Казанский собор",
        "copy-json": '"status": "answered"',
        "copy-sparql": "SELECT DISTINCT",
        "permalink": address + "/?q=",
    }
    for source, text in expected.items():
        click(driver, By.CSS_SELECTOR, f"[data-copy='{source}']")
        eventually(driver, lambda: text_of(driver, ".share [role=status]") == "Скопировано")
        eventually(driver, lambda text=text: text in driver.execute_async_script(CLIPBOARD))


@pytest.mark.parametrize("script", [True, False], ids=["with", "without"])
def test_a_reader_asks_on(driver: Chrome, visit: Visit, script: bool) -> None:
    visit(answer_path(NAMESAKES), script=script)
    driver.find_element(By.ID, "next").send_keys("а когда он умер?", Keys.ENTER)
    eventually(driver, lambda: "1837" in text_of(driver, ".value"))
    driver.find_element(By.ID, "next").send_keys("а где?", Keys.ENTER)
    eventually(driver, lambda: "Санкт-Петербург" in text_of(driver, ".value"))
    assert "Вопрос понят так: «Где" in text_of(driver, ".result .hint")
    if script:
        assert violations(driver) == []
        visit()
        assert text_of(driver, "#history-list a").startswith("а где? — Где")
        click(driver, By.PARTIAL_LINK_TEXT, "а где?")
        eventually(driver, lambda: "Санкт-Петербург" in text_of(driver, ".value"))


def test_who_says_that_an_answer_is_wrong_copies_what_is_needed(
    driver: Chrome, visit: Visit, address: str
) -> None:
    permissions = {"origin": address, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    driver.execute_cdp_cmd("Browser.grantPermissions", permissions)
    visit(answer_path(KUTUZOV))
    click(driver, By.CSS_SELECTOR, ".wrong summary")
    click(driver, By.CSS_SELECTOR, "[data-copy='copy-report']")
    eventually(driver, lambda: text_of(driver, ".wrong [role=status]") == "Скопировано")
    told = driver.execute_async_script(CLIPBOARD)
    assert "P119 people.yaml:" in told
    assert KUTUZOV in told


def test_an_issue_opens_filled_in(driver: Chrome, demo: Simba) -> None:
    with serving_app(create_app(demo, replace(UNLIMITED, issues="https://example.org/new"))) as address:
        load(driver, address + answer_path(KUTUZOV))
        link = driver.find_element(By.ID, "report-link").get_attribute("href")
        assert "people.yaml" in unquote(link or "")
        assert violations(driver) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_picture_is_let_in_where_the_operator_says_so(
    driver: Chrome, visit: Visit, tmp_path: Path, dark: bool
) -> None:
    """The policy lets the browser ask Commons (which is not there in a test), and nothing else is wrong."""
    visit(width=360, dark=dark)
    simba = knowing(PICTURED, tmp_path)
    simba.load()
    with serving_app(create_app(simba, replace(UNLIMITED, pictures=True))) as address:
        load(driver, address + answer_path("Где родился Зюбрин?"))
        wait_for(driver, ".picture img")
        assert violations(driver) == []
        told = [entry["message"] for entry in driver.get_log("browser")]
        assert not [one for one in told if "Content Security Policy" in one]
    visit()
    driver.get_log("browser")
    driver.get_log("performance")


def test_an_answer_is_read_on_elsewhere(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(KUTUZOV))
    links = {
        one.text: one.get_attribute("href") or ""
        for one in driver.find_elements(By.CSS_SELECTOR, ".beside a")
    }
    assert links["Википедия"].startswith("https://www.wikidata.org/wiki/Special:GoToLinkedPage/ruwiki/Q")


def test_the_slash_key_goes_to_the_question(driver: Chrome, visit: Visit) -> None:
    visit(answer_path(KUTUZOV))
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    assert driver.switch_to.active_element.get_attribute("name") == "q"


@pytest.mark.parametrize("question", [SCRIPT, IMAGE, BREAKOUT, f"Где родился {IMAGE}?"])
def test_a_hostile_question_does_nothing(driver: Chrome, visit: Visit, question: str) -> None:
    visit(answer_path(question, why=True))
    open_all(driver)
    assert "hacked" not in driver.title.split(" — ")[-1]
    assert driver.title != "hacked"
    assert not driver.find_elements(By.CSS_SELECTOR, "main script, main img, [onload], [onerror]")
    visit()  # the history holds it now
    assert driver.title != "hacked"
    assert not driver.find_elements(By.CSS_SELECTOR, "main script, main img, [onload], [onerror]")


@pytest.mark.parametrize("question", ["Где родился Злодеев?", "Какой сайт имеет Злодеев?"])
@pytest.mark.parametrize("entity", ["", "&entity=Q101", "&entity=Q102"])
def test_a_hostile_knowledge_base_does_nothing(
    driver: Chrome, villain: str, question: str, entity: str
) -> None:
    driver.get_log("browser")
    load(driver, villain + answer_path(question) + entity)
    click(driver, By.CSS_SELECTOR, "#steps a")
    wait_for(driver, "#parse")
    open_all(driver)
    assert driver.title != "hacked"
    selector = "main script, main img, [onload], [onerror], [href^='javascript']"
    assert not driver.find_elements(By.CSS_SELECTOR, selector)
    assert "hacked" in driver.find_element(By.TAG_NAME, "main").text  # shown as text
    assert driver.get_log("browser") == []


@pytest.fixture(scope="module")
def rules_address(demo: Simba, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server whose page of rules is read from a file that the test writes."""
    file = tmp_path_factory.mktemp("page") / "rules.html"
    app = create_app(demo, UNLIMITED)
    app.extensions["simba-rules"].path = file
    with serving_app(app) as address:
        yield address, file


def write_rules(file: Path, folder: Path) -> None:
    write_page(page_of_rules([folder], home="/", label=lambda _: None), file)


def test_find_a_rule_and_follow_its_links(
    driver: Chrome, rules_address: tuple[str, Path], tmp_path: Path
) -> None:
    address, file = rules_address
    write_rules(file, folder_of(tmp_path / "rules", CAPITAL))
    driver.get_log("browser")
    load(driver, address + answer_path("Столица Франции"))
    open_all(driver)
    click(driver, By.PARTIAL_LINK_TEXT, "правило: ")
    eventually(driver, lambda: "/rules/P36#P36." in driver.current_url)  # the very expression that fired
    driver.execute_script("location.hash = 'P36.1'")
    eventually(driver, lambda: text_of(driver, "article li:target"))
    assert len(driver.find_elements(By.TAG_NAME, "article")) == 1
    assert violations(driver) == []
    click(driver, By.LINK_TEXT, "Все правила")
    eventually(driver, lambda: text_of(driver, "article:target h3") == "столица P36")
    driver.execute_script("location.hash = 'P36.1'")
    eventually(driver, lambda: text_of(driver, "article:has(li:target) h3") == "столица P36")
    loaded(driver)
    driver.find_element(By.ID, "query").send_keys("СТОЛИЦА чего")
    eventually(driver, lambda: text_of(driver, "#found") == "Найдено правил: 1")
    shown = [one.text for one in driver.find_elements(By.CSS_SELECTOR, "article h3") if one.is_displayed()]
    assert shown == ["столица чего P1376"]
    driver.execute_script("location.hash = 'P17'")
    eventually(driver, lambda: driver.find_element(By.ID, "P17").is_displayed())
    assert driver.get_log("browser") == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_the_page_of_rules(
    driver: Chrome, rules_address: tuple[str, Path], tmp_path: Path, dark: bool, width: int
) -> None:
    address, file = rules_address
    write_rules(file, folder_of(tmp_path / "rules", CAPITAL))
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    load(driver, address + "/rules")
    assert violations(driver) == []
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_on_the_page_of_all_rules(driver: Chrome, rules_address: tuple[str, Path]) -> None:
    address, file = rules_address
    write_rules(file, data_path("rules"))
    size = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    load(driver, address + "/rules")
    eventually(driver, lambda: len(driver.find_elements(By.TAG_NAME, "article")) > 300)
    assert driver.execute_script(
        "return new Set(Array.from(document.querySelectorAll('[id]'), one => one.id)).size"
        " === document.querySelectorAll('[id]').length"
    ), "no identifier stands twice"
    # Axe takes a minute for 30,000 elements, and minutes for their contrast: some of each kind stand for the others.
    driver.execute_script("document.querySelectorAll('article').forEach((one, at) => at % 6 && one.remove())")
    assert violations(driver, rules={"color-contrast": {"enabled": False}}) == []
    some = "header, nav, #area-1 > article:first-of-type"
    assert violations(driver, place=some, runOnly=["color-contrast"]) == []
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 360


def test_the_page_of_rules_works_without_javascript(
    driver: Chrome, rules_address: tuple[str, Path], tmp_path: Path
) -> None:
    address, file = rules_address
    write_rules(file, folder_of(tmp_path / "rules", CAPITAL))
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        load(driver, address + "/rules")
        assert not driver.find_element(By.ID, "query").is_displayed()
        click(driver, By.LINK_TEXT, "География")
        eventually(driver, lambda: driver.find_element(By.ID, "P36").is_displayed())
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_hostile_rules_do_nothing(driver: Chrome, rules_address: tuple[str, Path], tmp_path: Path) -> None:
    address, file = rules_address
    write_rules(file, hostile_folder(tmp_path / "rules"))
    driver.get_log("browser")
    for place in (
        address + "/rules",
        address + "/rules/P36",
        file.as_uri(),
    ):  # under the policy; a file without one
        load(driver, place)
        assert driver.title in {"Правила SimBa", "Правило P36 — SimBa"}
        assert not driver.find_elements(By.CSS_SELECTOR, "main script, main img, [onload], [onerror]")
        assert "hacked" in text_of(driver, "main")
    assert driver.get_log("browser") == []
