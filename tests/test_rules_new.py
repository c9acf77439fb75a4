"""A first rule for a property, as its author gets it: ``simba rules new``."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simba.building.build import build
from simba.cli.commands import main
from simba.common.resources import data_path
from simba.grammar.files import layers
from simba.grammar.written import read_rules
from simba.workbench.bench import Bench
from simba.workbench.wording import genitive, names_of

pytestmark = pytest.mark.slow

WORLD = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix wikibase: <http://wikiba.se/ontology#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

wd:P99901 rdfs:label "любимый инструмент"@ru , "favourite"@en ; skos:altLabel "играет на"@ru , "это"@ru .
wd:P99902 rdfs:label "дата коронации"@ru .
wd:P99903 rdfs:label "только по-английски"@en .
wd:P1303 rdfs:label "музыкальный инструмент"@ru .
wd:Q1 rdfs:label "Лев Толстой"@ru ; wikibase:sitelinks 200 ; wdt:P31 wd:Q5 ; wdt:P1303 wd:Q3 ; wdt:P99901 wd:Q3 ;
  wdt:P99902 "1900-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q2 rdfs:label "Анна Ахматова"@ru ; wikibase:sitelinks 100 ; wdt:P31 wd:Q5 ; wdt:P99901 wd:Q4 .
wd:Q3 rdfs:label "рояль"@ru ; wikibase:sitelinks 10 ; wdt:P31 wd:Q34379 . wd:Q34379 rdfs:label "инструмент"@ru .
wd:Q4 rdfs:label "гитара"@ru ; wikibase:sitelinks 5 ; wdt:P31 wd:Q34379 . wd:Q5 rdfs:label "человек"@ru .
"""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base that has the names of a few properties."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "world.ttl").write_text(WORLD, encoding="utf-8")
    build([folder / "world.ttl"], folder / "kb")
    return folder / "kb"


@pytest.fixture
def new(named: Path, tmp_path: Path) -> Callable[..., Result]:
    """Run the command; the author's folder is ``mine``, which is not there yet."""

    def run(*arguments: str, kb: Path = named) -> Result:
        folder = str(tmp_path / "mine")
        return CliRunner().invoke(main, ["rules", "new", "--kb", str(kb), "--rules", folder, *arguments])

    return run


def written(tmp_path: Path, area: str) -> str:
    return (tmp_path / "mine" / "properties" / f"{area}.yaml").read_text(encoding="utf-8")


def assert_refused(result: Result, folder: Path, *words: str) -> None:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    for word in words:
        assert word in result.stderr
    assert not list(folder.rglob("*.yaml"))


def test_a_rule_that_works_at_once(new: Callable[..., Result], tmp_path: Path) -> None:
    result = new("P99901", "--area", "music")
    assert result.exit_code == 0
    assert written(tmp_path, "music") == (
        "- property: P99901\n"
        "  name: любимый инструмент\n"
        "  answer: [thing]\n"
        "  phrases:  # TODO: how else does one ask? Take out what asks for something else too\n"
        "    - '[{какой}] <любимый> <инструмент>'\n"
        "    - '<играть> на'\n"
        "  examples:  # TODO: in your own words; each must propose the property\n"
        "    - Какой любимый инструмент у Льва Толстого?\n"
        "    - любимый инструмент Льва Толстого\n"
        "  # counterexamples:  # TODO: similar questions that ask for something else\n"
        "  #   - ...\n"
    )
    place, *_, last, check = result.stdout.splitlines()
    assert place.endswith("mine/properties/music.yaml:1: P99901 любимый инструмент")
    assert last.startswith("Now make it better, then: simba rules try 'Какой любимый инструмент у Льва")
    assert "simba rules check --rules " in check


@pytest.mark.slow
def test_what_was_written_proposes_the_property(new: Callable[..., Result], tmp_path: Path) -> None:
    assert new("P99902", "--area", "mine").exit_code == 0
    (rule,) = (rule for rule in read_rules(layers(tmp_path / "mine")) if rule.text.property == "P99902")
    assert rule.text.answer == ["date"]
    bench = Bench(layers(tmp_path / "mine"))
    for question in (*rule.text.examples, "В какую дату коронации Толстого?", "о дате коронации Толстого"):
        assert ("P99902", "forward") in bench.proposed(question)


def test_a_reverse_rule_asks_for_the_subject(new: Callable[..., Result], tmp_path: Path) -> None:
    result = new("P99901", "--reverse", "--area", "music")
    assert result.exit_code == 0
    text = written(tmp_path, "music")
    assert "  direction: reverse\n  answer: [person]\n" in text
    assert "    - '<любимый> <инструмент> (чего | кого | {какой} *)'\n" in text
    assert "    - Чей любимый инструмент «рояль»?\n" in text


def test_the_file_is_that_of_the_rules_about_the_same_kind_of_things(
    new: Callable[..., Result], tmp_path: Path
) -> None:
    """P1303, a rule of music.yaml, is used of the same people with the same values."""
    result = new("P99901")
    assert "music.yaml:1: P99901" in result.stdout
    assert "  there, because the rules most like it are: P1303 " in result.stdout
    assert written(tmp_path, "music")


def test_what_stands_in_the_file_already_stays(new: Callable[..., Result], tmp_path: Path) -> None:
    path = tmp_path / "mine" / "properties" / "music.yaml"
    path.parent.mkdir(parents=True)
    before = "# о музыке\r\n- {property: P99999, name: ноты, patterns: ['нот\\w+'], examples: [ноты]} # конец".encode()
    path.write_bytes(before)
    path.chmod(0o640)
    result = new("P99901", "--area", "music")
    assert "music.yaml:3: P99901" in result.stdout
    after = path.read_bytes()
    assert after.startswith(before + b"\r\n- property: P99901\r\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in path.parent.iterdir()] == ["music.yaml"]


def test_rules_may_be_indented(new: Callable[..., Result], tmp_path: Path) -> None:
    path = tmp_path / "mine" / "properties" / "music.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "  - property: P99999\n    name: ноты\n    phrases: [<нота>]\n    examples: [ноты]\n",
        encoding="utf-8",
    )
    assert new("P99901", "--area", "music").exit_code == 0
    assert "\n  - property: P99901\n    name: " in written(tmp_path, "music")


def test_a_file_that_no_rule_can_be_added_to_stays_as_it_is(
    new: Callable[..., Result], tmp_path: Path
) -> None:
    path = tmp_path / "mine" / "properties" / "music.yaml"
    path.parent.mkdir(parents=True)
    before = "[{property: P99999, name: ноты, patterns: [нота], examples: [нота]}]\n"
    path.write_text(before, encoding="utf-8")
    result = new("P99901", "--area", "music")
    assert result.exit_code == 2
    assert f"{path}:2: " in result.stderr
    assert "nothing was written" in result.stderr
    assert path.read_text(encoding="utf-8") == before


def test_a_property_that_has_a_rule(new: Callable[..., Result], tmp_path: Path) -> None:
    assert_refused(new("P1303"), tmp_path / "mine", "P1303 has a rule: ", "music.yaml:", "add phrases there")
    assert new("P99901", "--area", "music").exit_code == 0
    again = new("P99901")
    assert again.exit_code == 2
    assert "music.yaml:1; add phrases there" in again.stderr


def test_what_is_no_property(new: Callable[..., Result], tmp_path: Path) -> None:
    for text in ("Q5", "P0", "Р1303", "P13; DROP"):
        assert_refused(new(text), tmp_path / "mine", "not a property; one is written like P1303")


def test_without_a_russian_name(new: Callable[..., Result], kb: Path, tmp_path: Path) -> None:
    refused = new("P99903")
    assert_refused(refused, tmp_path / "mine", "no Russian name", "--label TEXT")
    assert "--kb" not in refused.stderr, "it was given"
    refused = CliRunner().invoke(main, ["rules", "new", "P99903", "--rules", str(tmp_path / "mine")])
    assert_refused(refused, tmp_path / "mine", "no Russian name", "--label TEXT", "--kb DIR")
    result = new("P99903", "--label", "тайный знак", "--label", "знак/символ (тайный)", "--area", "a", kb=kb)
    assert result.exit_code == 0
    text = written(tmp_path, "a")
    assert "  name: тайный знак\n  phrases:" in text, "nothing is known of its values"
    assert [line for line in text.splitlines() if "{какой}" in line] == [
        "    - '[{какой}] <тайный> <знак>'",
        "    - '[{какой}] <знак>'",
        "    - '[{какой}] <символ>'",
    ]
    assert "    - Какой тайный знак у «…»?\n" in text
    assert f"--kb {kb}" in next(line for line in result.stdout.splitlines() if "simba rules try" in line)


def test_a_name_that_rules_of_other_properties_match(
    new: Callable[..., Result], kb: Path, tmp_path: Path
) -> None:
    result = new("P99903", "--label", "место запуска", "--area", "a", kb=kb)
    (note,) = (line for line in result.stdout.splitlines() if line.startswith("  note: "))
    assert note.startswith('  note: "место запуска" is matched by other rules already: ')
    assert re.search(r"P1427 .* \(\S+\.yaml:\d+\)", note)
    assert "  note: " not in new("P99902", "--label", "тайный знак", "--area", "a", kb=kb).stdout


def test_an_area_is_a_plain_name(new: Callable[..., Result], tmp_path: Path) -> None:
    assert_refused(new("P99901", "--area", "../music"), tmp_path, "--area ../music")


def test_the_rules_of_an_installed_simba_are_left_alone(
    named: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "data" / "rules"
    installed.parent.mkdir()
    installed.symlink_to(data_path("rules"))
    monkeypatch.setattr("simba.grammar.files.data_path", lambda _: installed)
    result = CliRunner().invoke(main, ["rules", "new", "P99901", "--kb", str(named)])
    assert_refused(result, tmp_path / "nothing", "cannot be written here", "--rules DIR")


# --- the words ---


@pytest.mark.parametrize(
    ("label", "phrases"),
    [
        ("место рождения", ["<место> рождения"]),
        ("главный герой", ["<главный> <герой>"]),
        ("код ИКАО аэропорта", ["<код> икао аэропорта"]),
        ("похоронен", ["<похоронить>"]),
        ("назван в честь", ["<назвать> в честь"]),
        ("брат/сестра", ["<брат>", "<сестра>"]),
        ("участники", ["<участник>"]),
        ("используемый язык", ["используем* <язык>"]),
        ("род", ["<род>"]),
        ("лекарство, используемое (кем-либо)", ["<лекарство> используемое"]),
        ("ISO 639-2", ["iso 639-2"]),
        ("бубурандия", ["бубурандия"]),
        ("это", []),
    ],
)
def test_names_become_phrases(label: str, phrases: list[str]) -> None:
    assert [name.phrase for name in names_of([label])] == phrases


@pytest.mark.parametrize(
    ("name", "inflected"),
    [
        ("Лев Толстой", "Льва Толстого"),
        ("Анна Ахматова", "Анны Ахматовой"),
        ("Ангела Меркель", "Ангелы Меркель"),
        ("Людвиг ван Бетховен", "Людвига ван Бетховена"),
        ("Ростов-на-Дону", "Ростова-на-Дону"),
        ("Elvis Presley", "Elvis Presley"),
    ],
)
def test_names_of_entities_in_the_genitive(name: str, inflected: str) -> None:
    assert genitive(name) == inflected
