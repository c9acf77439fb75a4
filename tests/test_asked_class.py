"""The class that the asked noun names: what the names of values tell where their classes do not."""

from __future__ import annotations

import pytest

from simba.stages.asked_class import heads, says_what


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Самарская область", True),
        ("площадь Народного Единства", True),
        ("летние Олимпийские игры 1968", True),
        ("Нижний Новгород", False),
        ("Набережные Челны", False),
        ("Дубай (город)", False),
        ("", False),
    ],
)
def test_a_common_noun_at_the_head_of_a_name_says_what_it_is(label: str, expected: bool) -> None:
    assert says_what(label) is expected


def test_a_kind_of_something_is_something() -> None:
    sorts = frozenset({"вид", "порода"})
    assert "растение" in heads("вид растений семейства Зонтичные", sorts)
    assert "собака" in heads("порода охотничьих собак", sorts)
    assert "франция" not in heads("столица Франции", sorts)
    assert "галактика" not in heads("столкновение Млечного Пути и галактики Андромеды", sorts)
