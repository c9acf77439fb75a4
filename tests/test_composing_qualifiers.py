"""What composition asks of qualifiers, and of works by their form: a base so small that all of it can be seen."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q101 rdfs:label "Союз-5"@ru ; wdt:P31 wd:Q40218 ; wdt:P1029 wd:Q102, wd:Q103 ;
  p:P1029 s:Q101-1, s:Q101-2 .
s:Q101-1 wikibase:rank wikibase:NormalRank ; ps:P1029 wd:Q102 ; pq:P3831 wd:Q104 .
s:Q101-2 wikibase:rank wikibase:NormalRank ; ps:P1029 wd:Q103 ; pq:P3831 wd:Q105 .
wd:Q102 rdfs:label "Борис Волынов"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q107 ;
  wdt:P569 "1934-12-18T00:00:00Z"^^xsd:dateTime .
wd:Q103 rdfs:label "Алексей Елисеев"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q108 ;
  wdt:P569 "1934-07-13T00:00:00Z"^^xsd:dateTime .
wd:Q107 rdfs:label "Иркутск"@ru ; wdt:P31 wd:Q515 . wd:Q108 rdfs:label "Жиздра"@ru ; wdt:P31 wd:Q515 .
wd:Q515 rdfs:label "город"@ru .
wd:Q104 rdfs:label "командир экипажа"@ru . wd:Q105 rdfs:label "бортинженер"@ru .
wd:Q106 rdfs:label "врач экипажа"@ru .

wd:Q201 rdfs:label "Милан"@ru ; wdt:P31 wd:Q476028 .
wd:Q202 rdfs:label "Франк Рейкард"@ru ; wdt:P31 wd:Q5 ; wdt:P54 wd:Q201 ; p:P54 s:Q202-1 .
s:Q202-1 wikibase:rank wikibase:NormalRank ; ps:P54 wd:Q201 ; pq:P1350 "142"^^xsd:decimal .
wd:Q203 rdfs:label "Рууд Гуллит"@ru ; wdt:P31 wd:Q5 ; wdt:P54 wd:Q201 ; p:P54 s:Q203-1 .
s:Q203-1 wikibase:rank wikibase:NormalRank ; ps:P54 wd:Q201 ; pq:P1350 "125"^^xsd:decimal .
wd:Q204 rdfs:label "Франко Барези"@ru ; wdt:P31 wd:Q5 ; wdt:P54 wd:Q201 ; p:P54 s:Q204-1 .
s:Q204-1 wikibase:rank wikibase:NormalRank ; ps:P54 wd:Q201 .

wd:Q301 rdfs:label "Шарль Гуно"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36834 .
wd:Q302 rdfs:label "Фауст"@ru ; wdt:P31 wd:Q2188189 ; wdt:P7937 wd:Q1344 ; wdt:P86 wd:Q301 ;
  wdt:P1191 "1859-03-19T00:00:00Z"^^xsd:dateTime .
wd:Q303 rdfs:label "Мирей"@ru ; wdt:P31 wd:Q2188189 ; wdt:P7937 wd:Q1344 ; wdt:P86 wd:Q301 ;
  wdt:P1191 "1864-03-19T00:00:00Z"^^xsd:dateTime .
wd:Q304 rdfs:label "Аве Мария"@ru ; wdt:P31 wd:Q2188189 ; wdt:P86 wd:Q301 ;
  wdt:P1191 "1853-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q1344 rdfs:label "опера"@ru ; wdt:P279 wd:Q2188189 . wd:Q2188189 rdfs:label "музыкальное произведение"@ru .
wd:Q501 rdfs:label "Урхо Кекконен"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q504, wd:Q505 ; p:P39 s:Q501-1, s:Q501-2 ;
  wdt:P569 "1900-09-03T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1986-08-31T00:00:00Z"^^xsd:dateTime .
s:Q501-2 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q505 ; pq:P580 "1936-10-07T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1937-03-12T00:00:00Z"^^xsd:dateTime .
wd:Q505 rdfs:label "министр юстиции Финляндии"@ru ; wdt:P31 wd:Q4164871 .
s:Q501-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q504 ; pq:P1366 wd:Q502 ;
  pq:P580 "1956-03-01T00:00:00Z"^^xsd:dateTime ; pq:P582 "1982-01-27T00:00:00Z"^^xsd:dateTime .
wd:Q502 rdfs:label "Мауно Койвисто"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q504 ; p:P39 s:Q502-1 ; wdt:P26 wd:Q503 ;
  wdt:P569 "1923-11-25T00:00:00Z"^^xsd:dateTime ; wdt:P570 "2017-05-12T00:00:00Z"^^xsd:dateTime .
s:Q502-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q504 ; pq:P1365 wd:Q501 ;
  pq:P580 "1982-01-27T00:00:00Z"^^xsd:dateTime ; pq:P582 "1994-03-01T00:00:00Z"^^xsd:dateTime .
wd:Q503 rdfs:label "Теллерво Койвисто"@ru ; wdt:P31 wd:Q5 .
wd:Q504 rdfs:label "президент Финляндии"@ru ; wdt:P31 wd:Q4164871 . wd:Q4164871 rdfs:label "должность"@ru .

wd:Q401 rdfs:label "Цепной мост"@ru ; wdt:P31 wd:Q12280 ; wdt:P1619 "1849-11-20T00:00:00Z"^^xsd:dateTime .
wd:Q402 rdfs:label "мост Маргит"@ru ; wdt:P31 wd:Q12280 ; wdt:P1619 "1876-04-30T00:00:00Z"^^xsd:dateTime .
wd:Q12280 rdfs:label "мост"@ru .
wd:Q601 rdfs:label "Эльбрус"@ru ; wdt:P31 wd:Q8502 ; wdt:P793 wd:Q602 ; p:P793 s:Q601-1 .
s:Q601-1 wikibase:rank wikibase:NormalRank ; ps:P793 wd:Q602 ; pq:P710 wd:Q603 ;
  pq:P585 "1829-07-22T00:00:00Z"^^xsd:dateTime .
wd:Q602 rdfs:label "первое восхождение"@ru . wd:Q603 rdfs:label "Хиллар Хачиров"@ru ; wdt:P31 wd:Q5 .
wd:Q8502 rdfs:label "гора"@ru .
wd:Q701 rdfs:label "Белый олень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q702 ; wdt:P161 wd:Q703, wd:Q705 ;
  p:P161 s:Q701-1 ; wdt:P577 "1949-01-01T00:00:00Z"^^xsd:dateTime .
s:Q701-1 wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q703 ; pq:P453 wd:Q704 .
wd:Q702 rdfs:label "Эдвин Лайне"@ru ; wdt:P31 wd:Q5 . wd:Q703 rdfs:label "Тауно Пало"@ru ; wdt:P31 wd:Q5 .
wd:Q704 rdfs:label "Отто Вальден"@ru ; wdt:P31 wd:Q15773347 . wd:Q705 rdfs:label "Ансса Иконен"@ru ; wdt:P31 wd:Q5 .
wd:Q11424 rdfs:label "фильм"@ru . wd:Q15773347 rdfs:label "киноперсонаж"@ru .
wd:Q801 rdfs:label "Латвия"@ru ; wdt:P31 wd:Q6256 ; wdt:P38 wd:Q802 ; p:P38 s:Q801-1 ;
  wdt:P463 wd:Q804 ; p:P463 s:Q801-2 ;
  wdt:P1082 "1900000"^^xsd:decimal .
s:Q801-1 wikibase:rank wikibase:NormalRank ; ps:P38 wd:Q802 ; pq:P580 "2014-01-01T00:00:00Z"^^xsd:dateTime .
s:Q801-2 wikibase:rank wikibase:NormalRank ; ps:P463 wd:Q804 ; pq:P580 "2004-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q804 rdfs:label "Европейский союз"@ru ; skos:altLabel "Евросоюз"@ru ; wdt:P31 wd:Q43229 ;
  wdt:P571 "1993-11-01T00:00:00Z"^^xsd:dateTime .
wd:Q802 rdfs:label "евро"@ru ; wdt:P31 wd:Q8142 . wd:Q8142 rdfs:label "валюта"@ru . wd:Q6256 rdfs:label "страна"@ru .
wd:Q803 rdfs:label "Мальта"@ru ; wdt:P31 wd:Q6256 ; wdt:P1082 "500000"^^xsd:decimal .
wd:Q901 rdfs:label "Йоханнес Вирколайнен"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q902, wd:Q903 ;
  p:P26 s:Q901-1, s:Q901-2 ;
  wdt:P569 "1914-01-31T00:00:00Z"^^xsd:dateTime ; wdt:P54 wd:Q201 ; p:P54 s:Q901-3 ;
  wdt:P166 wd:Q905 ; p:P166 s:Q901-5 ;
  wdt:P69 wd:Q904 ; p:P69 s:Q901-4 .
s:Q901-1 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q902 ; pq:P580 "1939-05-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1976-06-02T00:00:00Z"^^xsd:dateTime .
s:Q901-2 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q903 ; pq:P580 "1981-03-01T00:00:00Z"^^xsd:dateTime .
s:Q901-3 wikibase:rank wikibase:NormalRank ; ps:P54 wd:Q201 ; pq:P580 "1931-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1935-01-01T00:00:00Z"^^xsd:dateTime .
s:Q901-4 wikibase:rank wikibase:NormalRank ; ps:P69 wd:Q904 ; pq:P580 "1933-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1938-01-01T00:00:00Z"^^xsd:dateTime ; pq:P512 wd:Q907 .
s:Q901-5 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q905 ; pq:P585 "1950-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q902 rdfs:label "Карин Пентти"@ru ; wdt:P31 wd:Q5 ; wdt:P569 "1916-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q903 rdfs:label "Кюллики Сеппяля"@ru ; wdt:P31 wd:Q5 .
wd:Q904 rdfs:label "Хельсинкский университет"@ru ; wdt:P31 wd:Q3918 . wd:Q907 rdfs:label "доктор наук"@ru .
wd:Q905 rdfs:label "премия «Юсси»"@ru ; wdt:P31 wd:Q618779 .
wd:Q701 wdt:P166 wd:Q905 ; p:P166 s:Q701-2 .
s:Q701-2 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q905 ; pq:P585 "1950-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q908 rdfs:label "Турку"@ru ; wdt:P31 wd:Q515 ; wdt:P1082 "190000"^^xsd:decimal ; p:P1082 s:Q908-1, s:Q908-2 ;
  wdt:P1448 "Обу"@ru ; p:P1448 s:Q908-3 ; wdt:P571 "1229-01-01T00:00:00Z"^^xsd:dateTime .
s:Q908-1 wikibase:rank wikibase:NormalRank ; ps:P1082 "172000"^^xsd:decimal ;
  pq:P585 "2000-01-01T00:00:00Z"^^xsd:dateTime .
s:Q908-2 wikibase:rank wikibase:NormalRank ; ps:P1082 "190000"^^xsd:decimal ;
  pq:P585 "2020-01-01T00:00:00Z"^^xsd:dateTime .
s:Q908-3 wikibase:rank wikibase:NormalRank ; ps:P1448 "Обу"@ru ; pq:P580 "1229-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1809-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q3918 rdfs:label "университет"@ru . wd:Q618779 rdfs:label "награда"@ru .
wd:Q5 rdfs:label "человек"@ru . wd:Q36834 rdfs:label "композитор"@ru ; wdt:P31 wd:Q28640 .
wd:Q476028 rdfs:label "футбольный клуб"@ru . wd:Q40218 rdfs:label "космический корабль"@ru .
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("«Союз-5»: бортинженер", {"Алексей Елисеев"}),
        ("Кто летал бортинженером на «Союзе-5»?", {"Алексей Елисеев"}),
        ("Кто был командиром экипажа «Союза-5»?", {"Борис Волынов"}),
        ("Кто провёл за «Милан» больше матчей, Рейкард или Гуллит?", {"Франк Рейкард"}),
        ("Какой мост старше — Цепной или Маргит?", {"Цепной мост"}),
        ("Какую из опер Гуно поставили самой первой?", {"Фауст"}),
        ("Сколько опер написал Гуно?", {"2"}),
        # a role within a longer question, or said by a verb
        ("Где родился командир «Союза-5»?", {"Иркутск"}),
        ("В каком городе родился тот, кто командовал экипажем «Союза-5»?", {"Иркутск"}),
        ("Кто самый молодой из членов экипажа «Союза-5»?", {"Борис Волынов"}),
        # an office with its time, a successor or a predecessor, wherever the noun stands
        ("президент Финляндии в 1970 году", {"Урхо Кекконен"}),
        ("Когда умер президент Финляндии в 1990 году?", {"12 мая 2017 года"}),
        ("Дата смерти того, кто был президентом Финляндии в 1990 году?", {"12 мая 2017 года"}),
        ("Когда умер преемник Кекконена на посту президента Финляндии?", {"12 мая 2017 года"}),
        ("Как звали жену человека, сменившего Кекконена?", {"Теллерво Койвисто"}),
        ("Кто пришёл на смену Кекконену на посту президента Финляндии?", {"Мауно Койвисто"}),
        # what a clause tells of by a date alone; what a colon sets apart
        ("Оперы Гуно, поставленные после 1860 года", {"Мирей"}),
        ("Цепной мост и мост Маргит: что старше?", {"Цепной мост"}),
        ("Старше ли мост Маргит, чем Цепной мост?", {"нет"}),
        # what happened to a thing, and who was what in it
        ("Кто первым взошёл на Эльбрус?", {"Хиллар Хачиров"}),
        ("В каком году состоялось первое восхождение на Эльбрус?", {"1829 год"}),
        ("Какую роль в экипаже «Союза-5» исполнял Алексей Елисеев?", {"бортинженер"}),
        # ages and times of an office, named in part or not at all
        ("Сколько лет было Мауно Койвисто, когда он стал президентом?", {"58 лет"}),
        ("В каком возрасте пришёл к власти Кекконен?", {"36 лет"}),
        ("Когда пришёл к власти Кекконен?", {"7 октября 1936 года"}),
        ("В каком возрасте Кекконен впервые занял должность министра юстиции?", {"36 лет"}),
        ("В какие годы Койвисто был президентом Финляндии?", {"27 января 1982 года", "1 марта 1994 года"}),
        ("Когда правил Койвисто?", {"27 января 1982 года", "1 марта 1994 года"}),
        ("В какие годы жил Койвисто?", {"25 ноября 1923 года", "12 мая 2017 года"}),
        ("Как долго сидел на троне Койвисто?", {"12"}),
        ("Был ли Кекконен министром юстиции?", {"да"}),
        ("Кто дольше правил: Кекконен или Койвисто?", {"Урхо Кекконен"}),
        # who came before and after, though rules of one hop have words for it
        ("Кто правил после Кекконена?", {"Мауно Койвисто"}),
        ("Кто был предшественником Койвисто?", {"Урхо Кекконен"}),
        # roles and currencies in other words
        ("Кто воплотил на экране Отто Вальдена в «Белом олене»?", {"Тауно Пало"}),
        ("Кто был Отто Вальденом в «Белом олене»?", {"Тауно Пало"}),
        ("Кого изображал Тауно Пало в «Белом олене»?", {"Отто Вальден"}),
        ("Когда Латвия ввела евро?", {"2014 год"}),
        ("С какого года Латвия в Евросоюзе?", {"2004 год"}),
        # what is compared: verbs for a date, several names, numbers in words
        ("На сколько лет Койвисто пережил Кекконена?", {"31 год"}),
        ("Кто старше: Кекконен, Волынов или Койвисто?", {"Урхо Кекконен"}),
        ("Кто из них моложе всех: Кекконен, Волынов или Койвисто?", {"Борис Волынов"}),
        ("В каких странах живёт больше полутора миллионов человек?", {"Латвия"}),
        ("В каких странах живёт меньше 1,5 миллиона человек?", {"Мальта"}),
        # times and identity
        ("Оперы Гуно, поставленные не позднее 1860 года", {"Фауст"}),
        ("Что за гора Эльбрус?", {"Эльбрус"}),
        # spans of years, both ends asked for, ends rather than beginnings
        ("Кто был президентом Финляндии в 1956—1982 годах?", {"Урхо Кекконен"}),
        (
            "С какого по какой год Койвисто был президентом Финляндии?",
            {"27 января 1982 года", "1 марта 1994 года"},
        ),
        ("В каком возрасте Койвисто покинул пост президента Финляндии?", {"70 лет"}),
        ("Сколько лет было Койвисто, когда он покинул пост президента Финляндии?", {"70 лет"}),
        ("Пост президента Финляндии Койвисто занимал до какого года?", {"1994 год"}),
        ("Кто занимал пост президента Финляндии до Мауно Койвисто?", {"Урхо Кекконен"}),
        ("Какой президент Финляндии сменил Урхо Кекконена?", {"Мауно Койвисто"}),
        ("Кто меньше всех был президентом Финляндии?", {"Мауно Койвисто"}),
        ("Кто был первым по счёту президентом Финляндии?", {"Урхо Кекконен"}),
        ("Какой политик был президентом Финляндии в 1970 году?", {"Урхо Кекконен"}),
        ("Правда ли, что Койвисто был президентом Финляндии дольше, чем Кекконен?", {"нет"}),
        ("На сколько лет дольше Кекконен был президентом Финляндии, чем Койвисто?", {"14"}),
        ("Кто позже стал президентом Финляндии, Кекконен или Койвисто?", {"Мауно Койвисто"}),
        # marriages: which of several, how long, who is asked about
        ("На ком Вирколайнен был женат первым браком?", {"Карин Пентти"}),
        ("На ком Вирколайнен женился во второй раз?", {"Кюллики Сеппяля"}),
        ("На ком впервые женился Вирколайнен?", {"Карин Пентти"}),
        ("Сколько лет Йоханнес Вирколайнен и Карин Пентти были женаты?", {"37"}),
        ("Сколько лет было Вирколайнену, когда он расстался с Карин Пентти?", {"62 года"}),
        ("Когда расстались Вирколайнен и Карин Пентти?", {"2 июня 1976 года"}),
        # clubs, studies, roles, awards that a work has as well
        ("Когда Вирколайнен играл за «Милан»?", {"1931 год", "1935 год"}),
        ("Сколько лет Вирколайнен учился в Хельсинкском университете?", {"5"}),
        ("Какую степень Вирколайнен получил в Хельсинкском университете?", {"доктор наук"}),
        ("Кто снялся в роли Отто Вальдена в фильме «Белый олень»?", {"Тауно Пало"}),
        ("В каком фильме Тауно Пало исполнил роль Отто Вальдена?", {"Белый олень"}),
        ("Кто в 1950 году получил премию «Юсси»?", {"Йоханнес Вирколайнен"}),
        # what changed from one year to another, and what something was called then
        ("На сколько человек выросло население Турку с 2000 по 2020 год?", {"18\xa0000"}),
        ("Выросло ли население Турку с 2000 по 2020 год?", {"да"}),
        ("Правда ли, что с 2000 по 2020 год население Турку сократилось?", {"нет"}),
        ("Сколько в 2000 году было жителей в Турку?", {"172\xa0000"}),
        ("Как назывался Турку в 1500 году?", {"Обу"}),
    ],
)
def test_statements_tell_who_was_what(asked: Simba, question: str, answers: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label or value.value for value in answer.values} == answers, answer.reason


@pytest.mark.parametrize(
    "question",
    [
        "Кого взяли врачом экипажа на «Союз-5»?",  # a role that nobody is said to have had
        "Кто провёл за «Милан» больше матчей, Рейкард или Барези?",  # of one of the two it is not told
        "Где умер командир «Союза-5»?",  # not told of him
        "Когда умер человек, которого сменил Кекконен?",  # nobody is said to have been before him
        "Сколько дней летал «Союз-5»?",  # two men are no two days
        "Что такое Бубликовский мост?",
        "Кто раньше полетел в космос, Волынов или Елисеев?",  # births are no flights
        "Какие фильмы снял Лайне после 1990 года?",  # his only one is older
        "Сколько лет было Волынову, когда он стал королём?",  # not how old he is now
        "Сколько лет Кекконен прожил в Каяани?",  # not all his life
        "На каком году жизни умер Кекконен?",  # that is no year of a date
        "Кто старше: Кекконен, Барези или Койвисто?",  # of one it is not told
        "На сколько выросло население Турку?",  # that it is so many now is no growth
        "На сколько сократилось население Турку с 2000 по 2020 год?",  # it grew
        "С какого года Турку — столица Финляндии?",  # since when there is such a city is another question
        "Кто дольше был президентом Финляндии: Койвисто или Вирколайнен?",  # of one it is not told
    ],
)
def test_what_no_statement_tells_is_not_answered(asked: Simba, question: str) -> None:
    assert asked.answer(question).status == "abstained"


def test_a_limit_is_not_rounded(demo: Simba) -> None:
    assert demo.answer("В каких городах больше 2,5 миллиона жителей?").form == (
        "(where (class Q515) P1082 > 2500000)"
    )
    assert demo.answer("Какие горы выше 2,5 километра?").form == "(where (class Q8502) P2044 > 2500)"
    assert not demo.answer("Какие горы выше 2,5 метра?").values
