"""A form denotes the same set on the embedded store, on Oxigraph's server and on Virtuoso.

The world of these tests is small: rivers, a union that states join and leave, a throne, Romans before our era, and a
film that came out twice. What Wikidata has of odd values is there too: unknown ones, deprecated statements, the same
number written in two ways, and a date that not all engines can compute with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as File
from typing import Literal

import pyoxigraph as ox
import pytest
from form_strategies import ATTACKS, Forms
from hypothesis import HealthCheck, given, settings
from servers import MISSING, is_installed, server

from simba.answer import Value
from simba.common.vocabulary import PREFIXES, entity_id
from simba.endpoint import EndpointStore
from simba.kb.facts import FactStore
from simba.kb.store import Store
from simba.query import (
    IT,
    And,
    Called,
    Class,
    Compares,
    Count,
    Date,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Has,
    Hop,
    Lacks,
    More,
    Named,
    Number,
    Or,
    Part,
    Qualifier,
    Rank,
    Statement,
    Text,
    Where,
    Without,
    Year,
    canonical,
    expression,
    path,
    pattern,
    sparql,
)

CLASSES = """
wd:Q2 wdt:P279 wd:Q1 .
wd:Q11 wdt:P31 wd:Q1 ; wdt:P2043 "+3530"^^xsd:decimal ; rdfs:label "Волга"@ru ; wdt:P403 wd:Q19 .
wd:Q11 rdfs:label "Volga"@en ; skos:altLabel "Ра"@ru , "Rha"@la ; wdt:P742 "Волга" ; wdt:P1449 "Матушка"@ru .
wd:Q12 wdt:P31 wd:Q1 ; wdt:P2043 "+3530.0"^^xsd:decimal ; skos:altLabel "Матушка \\"Волга\\""@ru .
wd:Q13 wdt:P31 wd:Q2 ; wdt:P2043 "+1870"^^xsd:decimal ; wdt:P403 wd:Q11 .
wd:Q14 wdt:P31 wd:Q1 .
wd:Q15 wdt:P31 wd:Q1 ; wdt:P2043 [] ; wdt:P403 wd:Q11 .
wd:Q16 wdt:P31 wd:Q2 ; wdt:P2043 "+98.5"^^xsd:decimal ; wdt:P403 wd:Q13 .
"""
UNION = """
wd:Q21 p:P463 s:1 . s:1 ps:P463 wd:Q20 ; pq:P580 "1995-01-01T00:00:00Z"^^xsd:dateTime ;
    wikibase:rank wikibase:NormalRank .
wd:Q22 p:P463 s:2 . s:2 ps:P463 wd:Q20 ; pq:P580 "2004-05-01T00:00:00Z"^^xsd:dateTime ;
    wikibase:rank wikibase:NormalRank .
wd:Q23 p:P463 s:3 . s:3 ps:P463 wd:Q20 ; pq:P580 "1973-01-01T00:00:00Z"^^xsd:dateTime ;
    pq:P582 "2020-01-31T00:00:00Z"^^xsd:dateTime ;
    wikibase:rank wikibase:NormalRank .
wd:Q24 p:P463 s:4 . s:4 ps:P463 wd:Q20 ; pq:P580 "2004-05-01T00:00:00Z"^^xsd:dateTime ;
    wikibase:rank wikibase:DeprecatedRank .
wd:Q25 p:P463 s:5 . s:5 ps:P463 wd:Q20 ; pq:P580 [] .
wd:Q26 p:P463 s:6 . s:6 ps:P463 wd:Q20 ; pq:P580 "1980-01-01T00:00:00Z"^^xsd:dateTime ; pq:P582 [] .
wd:Q21 wdt:P463 wd:Q20 . wd:Q22 wdt:P463 wd:Q20 . wd:Q25 wdt:P463 wd:Q20 .
wd:Q21 p:P1082 s:7 , s:8 . s:7 ps:P1082 "+100"^^xsd:decimal ; pq:P585 "1989-01-12T00:00:00Z"^^xsd:dateTime .
s:8 ps:P1082 "+150"^^xsd:decimal ; pq:P585 "2021-10-01T00:00:00Z"^^xsd:dateTime .
wd:Q21 wdt:P47 wd:Q22 . wd:Q22 wdt:P47 wd:Q23 .
"""
THRONE = """
wd:Q31 p:P39 s:11 , s:12 . s:11 ps:P39 wd:Q30 ; pq:P580 "1894-11-01T00:00:00Z"^^xsd:dateTime ;
    pq:P582 "1917-03-15T00:00:00Z"^^xsd:dateTime ; pq:P1545 "3" ; pq:P1365 wd:Q32 .
s:12 ps:P39 wd:Q38 ; pq:P580 "1880-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q32 p:P39 s:13 . s:13 ps:P39 wd:Q30 ; pq:P580 "1881-03-13T00:00:00Z"^^xsd:dateTime ;
    pq:P582 "1894-11-01T00:00:00Z"^^xsd:dateTime ; pq:P1545 "2" ; pq:P1366 wd:Q31 .
wd:Q33 p:P39 s:14 , s:15 . s:14 ps:P39 wd:Q30 ; pq:P580 "1855-03-02T00:00:00Z"^^xsd:dateTime ;
    pq:P582 "1856-03-01T00:00:00Z"^^xsd:dateTime ; pq:P1545 "1" .
s:15 ps:P39 wd:Q30 ; pq:P580 "1857-01-01T00:00:00Z"^^xsd:dateTime ; pq:P582 "1857-02-01T00:00:00Z"^^xsd:dateTime .
wd:Q31 wdt:P39 wd:Q30 , wd:Q38 ; wdt:P22 wd:Q32 ; wdt:P31 wd:Q3 ; wdt:P21 wd:Q39 ;
    wdt:P569 "1868-05-18T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1918-07-17T00:00:00Z"^^xsd:dateTime .
wd:Q32 wdt:P39 wd:Q30 ; wdt:P22 wd:Q33 ; wdt:P40 wd:Q31 , wd:Q34 ; wdt:P31 wd:Q3 ;
    wdt:P569 "1845-03-10T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1894-11-01T00:00:00Z"^^xsd:dateTime .
wd:Q33 wdt:P39 wd:Q30 ; wdt:P40 wd:Q32 ; wdt:P31 wd:Q3 ; wdt:P569 "1818-04-29T00:00:00Z"^^xsd:dateTime .
wd:Q34 wdt:P31 wd:Q3 ; wdt:P22 wd:Q32 ; wdt:P569 [] .
"""
ROMANS = """
wd:Q41 wdt:P31 wd:Q3 ; wdt:P569 "-0099-07-12T00:00:00Z"^^xsd:dateTime ; wdt:P570 "-0043-03-15T00:00:00Z"^^xsd:dateTime .
wd:Q42 wdt:P31 wd:Q3 ; wdt:P569 "-0062-09-23T00:00:00Z"^^xsd:dateTime ; wdt:P570 "0014-08-19T00:00:00Z"^^xsd:dateTime .
wd:Q43 wdt:P569 "-13798000000-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P31 wd:Q3 .
"""
FILMS = """
wd:Q51 wdt:P31 wd:Q4 ; wdt:P57 wd:Q59 ; wdt:P161 wd:Q57 , wd:Q58 ; wdt:P577 "1957-10-28T00:00:00Z"^^xsd:dateTime ,
    "1999-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q52 wdt:P31 wd:Q4 ; wdt:P57 wd:Q59 ; wdt:P161 wd:Q57 ; wdt:P577 "1975-02-03T00:00:00Z"^^xsd:dateTime ;
    wdt:P1476 "Зеркало"@ru .
wd:Q53 wdt:P31 wd:Q4 ; wdt:P57 wd:Q59 , wd:Q60 ; wdt:P577 "1979-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q51 p:P161 s:21 . s:21 ps:P161 wd:Q57 ; pq:P453 wd:Q61 .
wd:Q51 p:P161 s:22 . s:22 ps:P161 wd:Q58 ; pq:P453 wd:Q62 .
wd:Q57 p:P166 s:23 . s:23 ps:P166 wd:Q63 ; pq:P1686 wd:Q52 . wd:Q63 wdt:P361 wd:Q64 .
"""
PLACES = """
wd:Q71 wdt:P131 wd:Q72 . wd:Q72 wdt:P131 wd:Q73 . wd:Q73 wdt:P131 wd:Q74 . wd:Q74 wdt:P31 wd:Q5 .
wd:Q75 wdt:P276 wd:Q72 . wd:Q76 wdt:P19 wd:Q71 .
wd:Q81 wdt:P31 wd:Q6 ; wdt:P246 "Re" ; wdt:P1086 "+75"^^xsd:decimal ; wdt:P742 "Дви-марганец" .
wd:Q82 wdt:P31 wd:Q6 ; wdt:P246 "Os" ; wdt:P1086 "76"^^xsd:decimal .
"""
WORLD = (
    "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
    + "@prefix s: <http://www.wikidata.org/entity/statement/> .\n"
    + CLASSES
    + UNION
    + THRONE
    + ROMANS
    + FILMS
    + PLACES
)


def entity(number: int) -> Entity:
    return Entity(f"Q{number}")


def of(number: int, steps: str) -> Hop:
    return Hop(entity(number), path(steps))


def its(steps: str) -> Hop:
    return Hop(IT, path(steps))


RIVERS, PEOPLE, FILMS_OF = Class("Q1"), Class("Q3"), of(59, "^P57")
LENGTH, BIRTH, RELEASE = its("P2043"), its("P569"), its("P577")
JOINED = Statement("P463", value=entity(20), take="subject")
REIGNED = Statement("P39", value=entity(30), take="subject")
REIGN = Difference(Qualifier("P580"), Qualifier("P582"), "days")


def reigned(number: int, take: Literal["statement"] | Form) -> Statement:
    return Statement("P39", entity(number), entity(30), take=take)


CASES: dict[str, tuple[Form, set[int | str]]] = {
    "a hop": (of(31, "P22"), {32}),
    "a hop back": (of(32, "^P22"), {31, 34}),
    "two hops": (of(31, "P22/P22"), {33}),
    "a hop from a hop": (Hop(of(31, "P22"), path("P569")), {"1845-03-10T00:00:00Z"}),
    "a hop there and back": (of(31, "P22/^P22"), {31, 34}),
    "places above": (of(71, "P131*"), {71, 72, 73, 74}),
    "places above, without itself": (of(71, "P131+"), {72, 73, 74}),
    "places within": (of(74, "^P131*"), {71, 72, 73, 74}),
    "in what kind of place": (And(of(76, "P19/P131*"), Class("Q5")), {74}),
    "places above those of a class": (Hop(And(Class("Q5"), of(71, "P131+")), path("P131*")), {74}),
    "either property": (of(72, "^(P131|P276)"), {71, 75}),
    "either property, up": (of(75, "(P131|P276)*"), {75, 72, 73, 74}),
    "an entity": (entity(11), {11}),
    "of that name": (Named("Волга"), {11}),
    "of that other name": (Named('Матушка "Волга"'), {12}),
    "of that pseudonym": (Named("Дви-марганец"), {81}),
    "names": (Called(entity(11)), {"Волга", "Ра"}),
    "names of what is found": (Called(of(13, "P403")), {"Волга", "Ра"}),
    "other names": (
        Without(Or(Called(entity(11)), of(11, "P742|P1449")), Text("Волга")),
        {"Ра", "Матушка"},
    ),
    "other names of what is found": (
        Without(Or(Called(of(13, "P403")), of(13, "P403/(P742|P1449)")), Or(Text("Волга"), Text("Ра"))),
        {"Матушка"},
    ),
    "what has so many names": (
        And(Class("Q1"), Where(Class("Q1"), Count(Called(IT)), ">", Number(1))),
        {11},
    ),
    "mouths of what is so named": (Hop(Named("Волга"), path("P403")), {19}),
    "instances": (RIVERS, {11, 12, 13, 14, 15, 16}),
    "instances of either class": (Class("Q2", "Q4"), {13, 16, 51, 52, 53}),
    "both": (And(FILMS_OF, of(57, "^P161")), {51, 52}),
    "both, with a class": (And(FILMS_OF, Class("Q4"), of(60, "^P57")), {53}),
    "in both casts": (And(of(51, "P161"), of(52, "P161")), {57}),
    "either": (Or(of(57, "^P161"), of(60, "^P57")), {51, 52, 53}),
    "one of these": (And(Or(entity(51), entity(53)), of(57, "^P161")), {51}),
    "all but one": (Without(of(51, "P161"), entity(57)), {58}),
    "all but some": (Without(FILMS_OF, of(57, "^P161")), {53}),
    "all but two kinds": (Without(FILMS_OF, Or(entity(51), of(60, "^P57"))), {52}),
    "all but the longest": (Without(RIVERS, Rank(RIVERS, LENGTH)), {13, 14, 15, 16}),
    "all but the longer ones": (Without(RIVERS, Where(RIVERS, LENGTH, ">", Number(1000))), {14, 15, 16}),
    "all but those born anywhere below": (
        Without(Or(entity(76), entity(11)), of(74, "^P131/^P131*/^P19")),
        {11},
    ),
    "all but those in both": (Without(FILMS_OF, And(of(57, "^P161"), of(58, "^P161"))), {52, 53}),
    "all but those with two children": (
        Without(PEOPLE, Where(PEOPLE, Count(its("P40")), ">", Number(1))),
        {31, 33, 34, 41, 42, 43},
    ),
    "people who never reigned, and not those before our era": (
        Without(Without(PEOPLE, REIGNED), Where(PEOPLE, BIRTH, "<", Year(1))),
        {34, 43},
    ),
    "the same year": (And(Part(of(31, "P569"), "year"), Part(of(31, "P569/^P569/P569"), "year")), {"1868"}),
    "members, but not then": (
        Without(
            JOINED, Statement("P463", value=entity(20), conditions=(During(Year(2000)),), take="subject")
        ),
        {22, 25, 26},
    ),
    "by a symbol": (Hop(Text("Re"), path("^P246")), {81}),
    "by a number": (Hop(Number(75), path("^P1086")), {81}),
    "by a number and a class": (Where(Class("Q6"), its("P1086"), "=", Number(76)), {82}),
    "by a symbol and a class": (Where(Class("Q6"), its("P246"), "=", Text("Os")), {82}),
    "by the year of a date": (Hop(Year(1975), path("^P577")), {52}),
    # --- comparisons with constants ---
    "longer than": (Where(RIVERS, LENGTH, ">", Number(1870)), {11, 12}),
    "at least": (Where(RIVERS, LENGTH, ">=", Number(1870)), {11, 12, 13}),
    "longer than that river": (Where(RIVERS, LENGTH, ">", of(13, "P2043")), {11, 12}),
    "born after the year": (Where(PEOPLE, BIRTH, ">", Year(1818)), {31, 32}),
    "born before our era": (Where(PEOPLE, BIRTH, "<", Year(1)), {41, 42}),
    "born before the day": (Where(PEOPLE, BIRTH, "<", Date(1845, 3, 10)), {33, 41, 42}),
    "born before the day, 100 BC": (Where(PEOPLE, BIRTH, "<=", Date(-99, 7, 12)), {41}),
    "born before him": (Where(PEOPLE, BIRTH, "<", of(42, "P569")), {41}),
    "with more children": (Where(PEOPLE, Count(its("P40")), ">", Number(1)), {32}),
    "whose father reigned then": (
        Where(PEOPLE, Hop(IT, path("P22/P569")), "=", Year(1845)),
        {31, 34},
    ),
    # --- superlatives and ordinals ---
    "the longest, both of them": (Rank(RIVERS, LENGTH), {11, 12}),
    "the shortest": (Rank(RIVERS, LENGTH, "asc"), {16}),
    "the third longest": (Rank(RIVERS, LENGTH, "desc", 3), {13}),
    "the three longest": (Rank(RIVERS, LENGTH, "desc", 1, 3), {11, 12, 13}),
    "the ten shortest": (Rank(RIVERS, LENGTH, "asc", 1, 10), {11, 12, 13, 16}),
    "the hundredth": (Rank(RIVERS, LENGTH, "asc", 100), set()),
    "the longest of a kind": (Rank(And(RIVERS, Class("Q2")), LENGTH), {13}),
    "the first born": (Rank(PEOPLE, BIRTH, "asc"), {41}),
    "the last born": (Rank(PEOPLE, BIRTH), {31}),
    "the last film, by when it came out first": (Rank(FILMS_OF, RELEASE), {53}),
    "the first film": (Rank(FILMS_OF, RELEASE, "asc"), {51}),
    "with most tributaries": (Rank(RIVERS, Count(its("^P403"))), {11}),
    "with most long tributaries": (
        Rank(RIVERS, Count(And(its("^P403"), Where(RIVERS, LENGTH, ">", Number(50))))),
        {11, 13},
    ),
    "lived longest": (Rank(PEOPLE, Difference(BIRTH, its("P570"), "age")), {42}),
    "the last to join": (Rank(JOINED, Qualifier("P580")), {22}),
    "the first to join and stay": (
        Rank(
            Statement("P463", value=entity(20), conditions=(Lacks("P582"),), take="subject"),
            Qualifier("P580"),
            "asc",
        ),
        {21},
    ),
    "the third on the throne": (Rank(REIGNED, Qualifier("P580"), "asc", 3), {31}),
    "the longest reign": (Rank(REIGNED, REIGN), {31}),
    "the shortest reign": (Rank(REIGNED, REIGN, "asc"), {33}),
    "the longest reign of his sons": (Rank(And(REIGNED, of(33, "P40")), REIGN), {32}),
    "the length of the longest": (Hop(Rank(RIVERS, LENGTH, "asc"), path("P2043")), {"98.5"}),
    # --- statements ---
    "who played him": (Statement("P161", entity(51), conditions=(Has("P453", entity(61)),)), {57}),
    "whom she played": (Statement("P161", entity(51), entity(58), take=Qualifier("P453")), {62}),
    "films where he is played": (
        Statement("P161", value=entity(57), conditions=(Has("P453"),), take="subject"),
        {51},
    ),
    "for what film a prize of that group": (
        Statement("P166", entity(57), of(64, "^P361"), take=Qualifier("P1686")),
        {52},
    ),
    "members then": (
        Statement("P463", value=entity(20), conditions=(During(Year(2000)),), take="subject"),
        {21, 23},
    ),
    "members on the day": (
        Statement("P463", value=entity(20), conditions=(During(Date(2004, 4, 30)),), take="subject"),
        {21, 23},
    ),
    "members in the month": (
        Statement(
            "P463",
            value=entity(20),
            conditions=(During(Date(2004, 5, 1), Date(2004, 5, 31)),),
            take="subject",
        ),
        {21, 22, 23},
    ),
    "members still": (
        Statement("P463", value=entity(20), conditions=(Lacks("P582"),), take="subject"),
        {21, 22, 25},
    ),
    "former members": (
        Statement("P463", value=entity(20), conditions=(Has("P582"),), take="subject"),
        {23, 26},
    ),
    "joined in the year": (
        Statement("P463", value=entity(20), conditions=(Compares("P580", "=", Year(2004)),), take="subject"),
        {22},
    ),
    "joined after the year": (
        Statement("P463", value=entity(20), conditions=(Compares("P580", ">", Year(1979)),), take="subject"),
        {21, 22, 26},
    ),
    "when it joined": (
        Statement("P463", entity(22), entity(20), take=Qualifier("P580")),
        {"2004-05-01T00:00:00Z"},
    ),
    "the population then": (Statement("P1082", entity(21), conditions=(During(Year(1989)),)), {"100"}),
    "reigned in the year he died": (
        Statement("P39", value=entity(30), conditions=(During(Year(1894)),), take="subject"),
        {31, 32},
    ),
    "the second of the line": (
        Statement("P39", value=entity(30), conditions=(Has("P1545", Text("2")),), take="subject"),
        {32},
    ),
    "his predecessor": (reigned(31, Qualifier("P1365")), {32}),
    "how often he reigned": (Count(reigned(33, "statement")), {"2"}),
    # --- values ---
    "how many": (Count(of(32, "P40")), {"2"}),
    "how many, none": (Count(of(31, "P40")), {"0"}),
    "how many rivers": (Count(RIVERS), {"6"}),
    "how many longer ones": (Count(Where(RIVERS, LENGTH, ">", Number(1000))), {"3"}),
    "the year": (Part(of(41, "P570"), "year"), {"-43"}),
    "the years of all": (Part(Hop(PEOPLE, path("P569")), "year"), {"1868", "1845", "1818", "-99", "-62"}),
    "the month": (Part(of(31, "P569"), "month"), {"5"}),
    "the day": (Part(of(31, "P569"), "day"), {"18"}),
    "no month of a bare year": (Part(of(53, "P577"), "month"), set()),
    "the century": (Part(of(31, "P569"), "century"), {"19"}),
    "the century BC": (Part(of(41, "P569"), "century"), {"-1"}),
    "the first century": (Part(of(42, "P570"), "century"), {"1"}),
    "age at death": (Difference(of(31, "P569"), of(31, "P570"), "age"), {"50"}),
    "age on a birthday": (Difference(of(31, "P569"), Date(1900, 5, 18), "age"), {"32"}),
    "age on the day before": (Difference(of(31, "P569"), Date(1900, 5, 17), "age"), {"31"}),
    "age across eras": (Difference(of(42, "P569"), of(42, "P570"), "age"), {"75"}),
    "years between": (Difference(of(31, "P570"), of(32, "P570"), "years"), {"24"}),
    "years since": (Difference(of(31, "P570"), Year(2018), "years"), {"100"}),
    "not born yet": (Difference(of(31, "P569"), Date(1800, 1, 1), "age"), set()),
    "days on the throne, each time": (reigned(33, REIGN), {"365", "31"}),
    "days across leap years": (Difference(Date(1896, 2, 28), Date(1904, 3, 1), "days"), {"2923"}),
    "age when it began": (Difference(of(31, "P569"), reigned(31, Qualifier("P580")), "age"), {"26"}),
    "how much longer": (Difference(of(13, "P2043"), of(11, "P2043"), "amount"), {"1660"}),
    "how many times longer": (Difference(of(13, "P2043"), of(11, "P2043"), "times"), {"1.89"}),
    # --- comparisons, yes or no ---
    "which is longer": (More(LENGTH, "desc", entity(13), entity(11)), {11}),
    "which is shorter": (More(LENGTH, "asc", entity(13), entity(11)), {13}),
    "equally long": (More(LENGTH, "desc", entity(11), entity(12)), set()),
    "one length unknown": (More(LENGTH, "desc", entity(13), entity(15)), set()),
    "one length missing": (More(LENGTH, "desc", entity(13), entity(14)), set()),
    "which of three": (More(LENGTH, "desc", entity(13), entity(11), entity(16)), {11}),
    "who was born first": (More(BIRTH, "asc", entity(42), entity(41)), {41}),
    "what came out first": (More(RELEASE, "desc", entity(51), entity(52)), {52}),
    "which has more tributaries": (More(Count(its("^P403")), "desc", entity(13), entity(11)), {11}),
    "which has tributaries at all": (More(Count(its("^P403")), "desc", entity(12), entity(11)), set()),
    "which is in more places": (More(Count(its("P131*")), "desc", entity(71), entity(72)), {71}),
    "who reigned longer": (
        More(
            Difference(Qualifier("P580"), Qualifier("P582"), "days"),
            "desc",
            And(REIGNED, Or(entity(32))),
            And(REIGNED, Or(entity(31))),
        ),
        {31},
    ),
    "is it so": (Exists(And(of(21, "P47"), entity(22))), {"true"}),
    "is it not so": (Exists(And(of(21, "P47"), entity(23))), {"false"}),
    "is it not so, with others": (Exists(And(of(21, "P47"), entity(23)), of(21, "P47")), {"false"}),
    "nothing is known": (Exists(And(of(23, "P47"), entity(21)), of(23, "P47")), set()),
    "is it longer": (Exists(And(entity(11), More(LENGTH, "desc", entity(11), entity(13)))), {"true"}),
    "is it shorter": (Exists(And(entity(13), More(LENGTH, "desc", entity(11), entity(13)))), {"false"}),
    "was he king then": (
        Exists(Statement("P39", entity(31), entity(30), (During(Year(1900)),))),
        {"true"},
    ),
    "is it the longest": (Exists(And(entity(13), Rank(RIVERS, LENGTH))), {"false"}),
    "is it one of the others": (
        Exists(And(entity(13), Without(RIVERS, Rank(RIVERS, LENGTH)))),
        {"true"},
    ),
    "is it none of the others": (
        Exists(And(entity(11), Without(RIVERS, Rank(RIVERS, LENGTH)))),
        {"false"},
    ),
    "is this that": (Exists(And(entity(11), entity(13), RIVERS)), {"false"}),
    "is it a river": (Exists(And(entity(16), RIVERS)), {"true"}),
}


@pytest.fixture(
    scope="module",
    params=["embedded", *(pytest.param(name, marks=pytest.mark.slow) for name in ("oxigraph", "virtuoso"))],
)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FactStore]:
    if request.param == "embedded":
        embedded = ox.Store()
        embedded.load(WORLD.encode(), ox.RdfFormat.TURTLE)
        yield Store(embedded)
        return
    if not is_installed(request.param):
        pytest.skip(MISSING[request.param])
    folder = tmp_path_factory.mktemp(request.param)
    source = folder / "world.ttl"
    source.write_text(WORLD, encoding="utf-8")
    (folder / "server").mkdir()
    with server(request.param, File(source), folder / "server") as url:
        yield EndpointStore(url)


def found(store: FactStore, query: str) -> set[int | str]:
    return numbers(store.select(query))


def numbers(values: Iterable[Value]) -> set[int | str]:
    """The values, entities by their numbers."""
    texts = [entity_id(value.value) or value.value for value in values]
    return {int(text[1:]) if text[0] == "Q" else text for text in texts}


@pytest.mark.parametrize("name", CASES)
def test_a_form_denotes_the_same_set_on_every_engine(store: FactStore, name: str) -> None:
    form, expected = CASES[name]
    assert found(store, sparql(form)) == expected, sparql(form)


@pytest.mark.parametrize("name", CASES)
def test_several_forms_go_in_one_query(store: FactStore, name: str) -> None:
    form, expected = CASES[name]
    other = of(31, "P22")
    both = " UNION ".join(
        f"{{ SELECT DISTINCT ?answer WHERE {{ {pattern(one)} }} }}" for one in (form, other)
    )
    assert found(store, f"SELECT DISTINCT ?answer WHERE {{ {both} }}") == expected | {32}


@pytest.mark.parametrize("text", ATTACKS)
def test_what_is_searched_for_stays_text(store: FactStore, text: str) -> None:
    assert found(store, sparql(Named(text))) == set()
    assert found(store, sparql(Hop(Text(text), path("^P246")))) == set()


# --- forms that nobody thought of ---

MADE_UP = Forms(
    [f"Q{number}" for number in (11, 13, 15, 20, 21, 22, 30, 31, 32, 33, 41, 51, 52, 57, 59, 71, 73)],
    ["Q1", "Q2", "Q3", "Q4"],
    ["P22", "P31", "P39", "P40", "P57", "P131", "P161", "P403", "P463"],
    ["P569", "P570", "P577", "P580", "P582", "P1086", "P2043"],
)


@pytest.fixture(scope="module")
def embedded() -> Store:
    world = ox.Store()
    world.load(WORLD.encode(), ox.RdfFormat.TURTLE)
    return Store(world)


@given(MADE_UP.forms)
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_made_up_forms_denote_the_same_in_canonical_order(embedded: Store, form: Form) -> None:
    assert found(embedded, sparql(form)) == found(embedded, sparql(canonical(form)))


@pytest.mark.parametrize("name", CASES)
def test_look_ups_find_what_the_query_does(embedded: Store, name: str) -> None:
    form, expected = CASES[name]
    assert numbers(embedded.values(form).values) == expected, expression(form)


@given(MADE_UP.forms)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_look_ups_find_what_the_queries_of_made_up_forms_do(embedded: Store, form: Form) -> None:
    assert numbers(embedded.values(form).values) == found(embedded, sparql(form)), expression(form)


@pytest.mark.slow
@given(MADE_UP.forms)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_made_up_forms_denote_the_same_on_every_engine(store: FactStore, embedded: Store, form: Form) -> None:
    assert found(store, sparql(form)) == found(embedded, sparql(form)), expression(form)
