"""Linking: which entity a question means, among namesakes and in whatever form its name is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from simba import Simba
from simba.building.build import build

NAMES = {
    # identifier: (label, aliases, class, sitelinks)
    "Q1001": ("Михаил Илларионович Кутузов", [], "Q5", 80),
    "Q1002": ("Кутузов", [], "Q11424", 3),
    "Q1003": ("Лена", [], "Q4022", 90),
    "Q1004": ("Лена", ["Елена"], "Q202444", 120),
    "Q1005": ("Титаник", ["Titanic"], "Q11446", 130),
    "Q1006": ("Титаник", [], "Q11424", 100),
    "Q1007": ("Пушкин", [], "Q515", 60),
    "Q1008": ("Александр Сергеевич Пушкин", ["Пушкин"], "Q5", 200),
    "Q1009": ("Война и мир", [], "Q8261", 100),
    "Q1010": ("война", [], "Q1190554", 150),
    "Q1011": ("мир", [], "Q1190554", 90),
    "Q1012": ("Достоевский", ["Фёдор Достоевский"], "Q5", 180),
    "Q1013": ("Преступление и наказание", [], "Q8261", 90),
    "Q1014": ("Вторая мировая война", ["2-я мировая война"], "Q1190554", 250),
    "Q1015": ("Николай II", [], "Q5", 120),
    "Q1016": ("Ростов-на-Дону", [], "Q515", 90),
    "Q1017": ("Орёл", [], "Q515", 80),
    "Q1018": ("орёл", [], "Q16521", 110),
    "Q1019": ("Сказка о рыбаке и рыбке", [], "Q8261", 30),
    "Q1020": ("Вернадский, Владимир Иванович", [], "Q5", 70),
    "Q1021": ("Проспект Вернадского", [], "Q515", 40),
    "Q1022": ("Бенджамин Бриттен", [], "Q5", 60),
    "Q1023": ("Евровидение", [], "Q1190554", 90),
    "Q1024": ("Евровидение 1974", [], "Q1190554", 40),
    "Q1025": ("Парламентские выборы в Дании (1990)", [], "Q1190554", 5),
    "Q1026": ("Парламентские выборы в Норвегии (1993)", [], "Q1190554", 5),
    "Q1028": ("Кассиопея", [], "Q4022", 70),
    "Q1029": ("Кассиопея", [], "Q4022", 8),
    "Q1030": ("Кассиопея", [], "Q11424", 8),
    "Q1027": ("Летние Олимпийские игры 1912", ["V летние Олимпийские игры"], "Q1190554", 60),
    "Q1033": ("Жанна д’Арк", [], "Q5", 150),
    "Q1034": ("Пропиленгликоль", [], "Q16521", 60),
    "Q1035": ("Финал чемпионата мира по футболу 1986", [], "Q1190554", 30),
    "Q1036": ("Остров Пасхи", [], "Q1190554", 90),
    "Q1037": ("Пасха", [], "Q1190554", 99),
    "Q1038": ("Евро-1984", [], "Q1190554", 40),
    "Q1039": ("Гуситские войны", [], "Q1190554", 40),
    "Q1040": ("Чехия", [], "Q515", 200),
    "Q1041": ("Владимир Даль", [], "Q5", 60),
    "Q1042": ("Дали", ["Сальвадор Дали"], "Q5", 190),
}
CLASSES = {
    "Q5": "человек",
    "Q515": "город",
    "Q4022": "река",
    "Q202444": "имя",
    "Q11446": "корабль",
    "Q11424": "фильм",
    "Q8261": "роман",
    "Q1190554": "событие",
    "Q16521": "птица",
}


@pytest.fixture(scope="module")
def simba(tmp_path_factory: pytest.TempPathFactory, rules: Path) -> Simba:
    """SimBa in a world of namesakes."""
    folder = tmp_path_factory.mktemp("namesakes")
    lines = []
    for identifier, (label, aliases, kind, sitelinks) in NAMES.items():
        lines.append(f'<E{identifier}> <L> "{label}"@ru .\n<E{identifier}> <S> "{sitelinks}" .')
        lines.append(f"<E{identifier}> <P31> <E{kind}> .")
        lines += [f'<E{identifier}> <A> "{alias}"@ru .' for alias in aliases]
    lines += [f'<E{identifier}> <L> "{label}"@ru .' for identifier, label in CLASSES.items()]
    text = "\n".join(lines)
    for short, long in (
        ("<EQ", "<http://www.wikidata.org/entity/Q"),
        ("<P31>", "<http://www.wikidata.org/prop/direct/P31>"),
        ("<L>", "<http://www.w3.org/2000/01/rdf-schema#label>"),
        ("<A>", "<http://www.w3.org/2004/02/skos/core#altLabel>"),
        ("<S>", "<http://wikiba.se/ontology#sitelinks>"),
    ):
        text = text.replace(short, long)
    (folder / "names.nt").write_text(text, encoding="utf-8")
    build([folder / "names.nt"], folder / "kb")
    return Simba(folder / "kb", rules=rules)


def linked(simba: Simba, question: str) -> tuple[str, str] | None:
    """The first candidate's entity, and the route to it."""
    candidates = simba.answer(question).trace["candidates"]
    return (candidates[0]["entity"], candidates[0]["route"]) if candidates else None


def test_the_label_as_it_stands(simba: Simba) -> None:
    assert linked(simba, "Что такое Ростов-на-Дону?") == ("Q1016", "exact")
    assert linked(simba, "когда родился николай ii") == ("Q1015", "exact")


@pytest.mark.parametrize(
    ("question", "entity"),
    [
        ("Где жил Достоевский?", "Q1012"),
        ("Где жили дети Достоевского?", "Q1012"),
        ("Кто писал Достоевскому?", "Q1012"),
        ("С кем дружил Фёдор Достоевский?", "Q1012"),
        ("Кто дружил с Федором Достоевским?", "Q1012"),
        ("Сколько страниц в «Преступлении и наказании»?", "Q1013"),
        ("Когда началась вторая мировая война?", "Q1014"),
        ("Причины Второй мировой войны", "Q1014"),
        ("Когда закончилась 2 мировая война?", "Q1014"),
        ("Кто был женой Николая II?", "Q1015"),
        ("Население Ростова-на-Дону", "Q1016"),
    ],
)
def test_a_name_in_any_case(simba: Simba, question: str, entity: str) -> None:
    found = linked(simba, question)
    assert found
    assert found[0] == entity


@pytest.mark.parametrize(
    "name",
    [
        "Михаил Илларионович Кутузов",
        "Михаила Илларионовича Кутузова",
        "М. И. Кутузов",
        "М.И. Кутузов",
        "М. Кутузов",
        "Михаил Кутузов",
        "Кутузов Михаил Илларионович",
        "Кутузов Михаил",
        "Михаил Илларионович",
    ],
)
def test_a_person_by_full_name_initials_and_in_reverse(simba: Simba, name: str) -> None:
    found = linked(simba, f"Где похоронен {name}?")
    assert found
    assert found[0] == "Q1001"


@pytest.mark.parametrize(
    ("question", "entity", "noun"),
    [
        ("Куда впадает река Лена?", "Q1003", "река"),
        ("Куда впадает реки Лены?", "Q1003", "реки"),
        ("Что значит имя Лена?", "Q1004", "имя"),
        ("Кто снял фильм «Титаник»?", "Q1006", "фильм"),
        ("Кто снял фильм под названием «Титаник»?", "Q1006", "фильм"),
        ("Что за корабль с названием Титаник?", "Q1005", "корабль"),
        ("Кто снялся в фильме Титаник?", "Q1006", "фильме"),
        ("Где затонул корабль «Титаник»?", "Q1005", "корабль"),
        ("Чем известен город Пушкин?", "Q1007", "город"),
        ("Чем известен фильм «Кутузов»?", "Q1002", "фильм"),
        ("Какой жанр у фильма Достоевского «Титаник»?", "Q1006", "фильма"),
    ],
)
def test_the_noun_before_a_name_picks_the_namesake(
    simba: Simba, question: str, entity: str, noun: str
) -> None:
    (first, *_) = simba.answer(question).trace["candidates"]
    assert (first["entity"], first["class_noun"]) == (entity, noun)


def test_without_such_a_noun_the_best_known_namesake_comes_first(simba: Simba) -> None:
    assert linked(simba, "Что такое «Титаник»?") == ("Q1005", "exact")
    candidates = simba.answer("Что такое «Титаник»?").trace["candidates"]
    assert [candidate["entity"] for candidate in candidates[:2]] == ["Q1005", "Q1006"]
    assert linked(simba, "Где родился Пушкин?") == ("Q1008", "exact")


def test_the_whole_title_is_meant_rather_than_its_parts(simba: Simba) -> None:
    for question in ("Кто написал «Войну и мир»?", "Кто автор романа Война и мир?"):
        found = linked(simba, question)
        assert found
        assert found[0] == "Q1009"


def test_capital_letters_tell_a_name_from_a_common_noun(simba: Simba) -> None:
    assert linked(simba, "На какой реке стоит Орёл?") == ("Q1017", "exact")
    assert linked(simba, "Чем питается орёл?") == ("Q1018", "exact")
    assert linked(simba, "Чем питается орел?") == ("Q1018", "exact")


def test_a_part_of_a_title_finds_it_where_nothing_else_does(simba: Simba) -> None:
    assert linked(simba, "Кто написал «Рыбак и рыбка»?") == ("Q1019", "free")


def test_a_misspelt_name_is_the_last_resort(simba: Simba) -> None:
    assert linked(simba, "Где родился Достаевский?") == ("Q1012", "typo")
    assert linked(simba, "Где родился Достоевский?") == ("Q1012", "exact")
    assert linked(simba, "Где родился Дистаевскый?") is None


@pytest.mark.parametrize(
    ("question", "entity"),
    [
        ("что написал достоевский", "Q1012"),
        ("что написал дастоевский", "Q1012"),
        ("отец дастаевского", "Q1012"),  # two letters as they are heard
        ("где учился Бенжамин Бритен", "Q1022"),  # a given name is put right by itself
        ("где учился Бенджамен Бриттенсон", None),
        ("где учился Бенджамин Бритен", "Q1022"),
        ("опера бритена", "Q1022"),  # one letter for two
        ("опера брит тена", "Q1022"),  # written apart
        ("Кто написал «Войнуу и мир»?", "Q1009"),  # another case than the name's
        ("Где находится Пушкино?", None),  # the dictionary knows this town
    ],
)
def test_a_name_is_repaired_in_small_letters_and_among_other_words(
    simba: Simba, question: str, entity: str | None
) -> None:
    found = linked(simba, question)
    assert (found[0] if found else None) == entity


@pytest.mark.parametrize("name", ["Вернадский", "Владимир Вернадский", "вернадский"])
def test_a_person_is_found_by_the_surname_before_the_comma(simba: Simba, name: str) -> None:
    assert linked(simba, f"где преподавал {name}") == ("Q1020", "surname")


@pytest.mark.parametrize(
    ("question", "entity"),
    [
        ("Кто победил на Евровидении в 1974 году?", "Q1024"),
        ("Какая группа в 1974 году победила на Евровидении?", "Q1024"),
        ("Кто победил на Евровидении в 1981 году?", "Q1023"),
        ("Кто победил на Евровидении?", "Q1023"),
        ("Кто победил на датских парламентских выборах 1990 года?", "Q1025"),
        ("Кто победил в Норвегии на парламентских выборах 1993 года?", "Q1026"),
        ("кто выиграл парламентские выборы 1993 норвегия", "Q1026"),
        ("где была олимпиада 1912 года", "Q1027"),
        ("Где была V Олимпиада?", "Q1027"),
        ("Кто выиграл Евро-84?", "Q1038"),
    ],
)
def test_an_edition_is_found_by_its_year_wherever_that_stands(
    simba: Simba, question: str, entity: str
) -> None:
    candidates = simba.answer(question).trace["candidates"]
    (first, *_) = [one for one in candidates if one["entity"] != "Q1190554"]
    assert first["entity"] == entity
    if entity != "Q1023":
        assert first["route"] == "edition"
        assert first["class_noun"] in question  # the year, which it explains


def test_the_best_known_edition_is_meant_where_nothing_but_the_year_is_said(simba: Simba) -> None:
    assert linked(simba, "Где прошёл финал 1986 года?") == ("Q1035", "free")
    assert linked(simba, "Где прошёл финал 1987 года?") is None
    other = simba.answer("Где прошёл финал Кубка мира по регби 1986 года?").trace["candidates"]
    assert "Q1035" not in {one["entity"] for one in other}


@pytest.mark.parametrize(
    "question",
    [
        "Где проходили 5-е летние Олимпийские игры?",
        "Где проходили пятые летние Олимпийские игры?",
        "Кто открыл V летние олимпийские игры?",
    ],
)
def test_an_ordinal_is_the_same_in_words_in_digits_and_in_roman_numerals(simba: Simba, question: str) -> None:
    found = linked(simba, question)
    assert found
    assert found[0] == "Q1027"


@pytest.mark.parametrize(
    ("question", "entity"),
    [("когда умерла жанна дарк", "Q1033"), ("формула пропилен гликоля", "Q1034")],
)
def test_a_name_is_found_however_it_is_split(simba: Simba, question: str, entity: str) -> None:
    found = linked(simba, question)
    assert found
    assert found[0] == entity


def test_a_name_may_begin_with_a_small_letter_and_end_with_one(simba: Simba) -> None:
    assert linked(simba, "Где лежат статуи на острове Пасхи?") == ("Q1036", "lemma")
    assert linked(simba, "Сколько лет шли Гуситские войны в Чехии?") is not None
    scores = {
        one["entity"]: one["score"] for one in simba.answer("Гуситские войны в Чехии").trace["candidates"]
    }
    assert scores["Q1039"] > 1.1


def test_a_likelier_namesake_of_the_same_class_is_the_one_that_is_meant(simba: Simba) -> None:
    question = "Где находится Кассиопея?"
    _, reasoning = simba.reason(question)
    assert [one.entity.id for one in reasoning.candidates] == ["Q1028", "Q1030"]  # one is a film
    assert [one["entity"] for one in simba.answer(question).trace["candidates"]] == [
        "Q1028",
        "Q1029",
        "Q1030",
    ]
    _, chosen = simba.reason(question, entity="Q1029")
    assert [one.entity.id for one in chosen.candidates] == ["Q1029"]


def test_what_flows_is_a_river(simba: Simba) -> None:
    assert linked(simba, "Куда впадает Лена?") == ("Q1003", "exact")
    assert linked(simba, "В какой стране протекает Лена?") == ("Q1003", "exact")
    assert linked(simba, "Где находится Лена?") == ("Q1004", "exact")  # the better known


def test_a_part_of_a_full_name_is_no_namesake_of_that_part(simba: Simba) -> None:
    _, reasoning = simba.reason("Где умер Владимир Даль?")
    assert {one.entity.id for one in reasoning.candidates} == {"Q1041"}
    _, alone = simba.reason("Где умер Дали?")
    assert "Q1042" in [one.entity.id for one in alone.candidates]


def test_half_of_an_unknown_name_is_not_another_name(simba: Simba) -> None:
    assert linked(simba, "Где родился Пантелей Достоевскей?") is None


def test_an_unknown_name_links_to_nothing(simba: Simba) -> None:
    answer = simba.answer("Где похоронен Бармалей?")
    assert (answer.status, answer.reason) == ("abstained", "no_entity")
