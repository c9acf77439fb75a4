"""``simba rules check``: what is wrong with an author's rules, where, and what to write instead."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile, copytree

import pytest
from click.testing import Result
from commands import invoke

from simba.common.resources import data_path

pytestmark = pytest.mark.usefixtures("few_rules")

GOOD = """\
- property: P99999
  name: логово
  answer: [place]
  phrases:
    - '(где | {какой} <лес>) ночует'
  examples:
    - Где ночует Барсик?
    - В каком лесу ночует лиса?
    - Где ночует ёж?
  counterexamples:
    - Кто ночует в лесу?
"""

Write = Callable[..., Path]


@pytest.fixture
def own(tmp_path: Path) -> Write:
    """Write a folder with rules of one's own: ``properties/own.yaml``, and other files by their name."""

    def write(rules: str | bytes = GOOD, **others: str) -> Path:
        (tmp_path / "properties").mkdir(exist_ok=True)
        content = rules.encode() if isinstance(rules, str) else rules
        (tmp_path / "properties" / "own.yaml").write_bytes(content)
        for name, text in others.items():
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def check(folder: Path, *options: str) -> Result:
    return invoke("rules", "check", "--rules", folder, *options)


def findings(result: Result) -> list[str]:
    """The first line of each finding, without the folder: ``own.yaml:5:8: предупреждение: ...``."""
    lines = [line for line in result.stdout.splitlines() if not line.startswith(" ")][:-1]
    return [
        line.rpartition("/")[2] if line.count("/") == 0 else line[line.index("own.yaml") :] for line in lines
    ]


def with_line(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_good_rules_are_clean(own: Write) -> None:
    result = check(own())
    assert result.stdout == "файлов 1, правил 1, выражений 1: ошибок 0, предупреждений 0, замечаний 0\n"
    assert result.exit_code == 0


def test_a_finding_shows_the_place_and_what_to_write_instead(own: Write) -> None:
    folder = own(with_line("<лес>) ночует", "<лесу>) ночует"))
    result = check(folder)
    assert result.exit_code == 2
    phrase = "фраза «(где | {какой} <лесу>) ночует»"
    assert result.stdout.splitlines() == [
        f"{folder}/properties/own.yaml:5:23: ошибка: P99999: {phrase}: <лесу> — не словарная форма [непригодно]",
        "    - '(где | {какой} <лесу>) ночует'",
        "                      ^",
        "    совет: напишите <лес>",
        "файлов 1, правил 1, выражений 0: ошибок 1, предупреждений 0, замечаний 0",
    ]


def test_all_problems_of_all_files_are_told_at_once(own: Write) -> None:
    folder = own(
        with_line("  name: логово\n", "  nam: логово\n")
        + GOOD.replace("P99999", "P99998").replace("<лес>", "<лес"),
        fragments="дом: '(дом'\n",
    )
    (folder / "properties" / "own.yaml.yaml").write_text("- [\n", encoding="utf-8")
    result = check(folder)
    assert result.exit_code == 2
    assert result.stdout.count(": ошибка: ") == 5
    for words in (
        "фрагмент {дом}: скобка ( не закрыта",
        "непонятный YAML",
        "такого ключа здесь нет",
        "«<» во фразе ничего не значит",
    ):
        assert words in result.stdout
    assert "совет: name\n" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("    - Где ночует", "    - Где живёт", "7:7| на этом примере P99999 не предлагается"),
        ("    - Где ночует", "    - Когда ночует", "ни одно выражение не совпадает с «когда ночует барсик»"),
        (GOOD[GOOD.index("  answer"):GOOD.index("  examples")], "  answer: [date]\n  phrases: [ночует]\n",
         "«где» ждёт ответа вида place, а у правила answer: [date]"),
        ("    - Кто ночует", "    - Где ночует", "11:7| на этом контрпримере предлагается P99999"),
        ("  examples:\n", "  examples:\n    - Где ночует Барсик\n", "8:7| этот вопрос стоит здесь дважды"),
        ("    - Где ночует ёж?\n", "", "6:3| примеров 2, а нужно не меньше 3"),
        ("  counterexamples:\n    - Кто ночует в лесу?\n", "  # TODO: counterexamples\n",
         "1:13| нет контрпримера"),
        ("  phrases:", "  phrases:  # TODO: how else?", "4:13| это ещё не сделано"),
        ("    - Кто ночует в лесу", "    - Где ночует Барсик", "это и пример"),
        ("  phrases:\n", "  phrases:\n    - где ночует\n", "5:7| выражение в own.yaml:6 совпадает"),
        ("  phrases:\n", "  phrases:\n    - где ночует\n    - где ночует\n", "совпадает с тем же, что и own.yaml:5"),
        ("  phrases:\n", "  phrases:\n    - где ночует пушкин\n", "5:18| пушкин — имя собственное"),
        ("  phrases:\n", "  phrases:\n    - где ночует москв*\n", "москв… — имя собственное"),
        ("  phrases:\n", "  phrases:\n    - 'где <Россия>'\n", "5:12| <россия> — имя собственное"),
        ("  examples:\n", "  patterns: ['где Ночует']\n  examples:\n", "слова видны строчными буквами, Н среди них"),
        ("  examples:\n", "  patterns: ['где, там']\n  examples:\n", "знаков препинания не видно, , не бывает"),
        ("  examples:\n", "  patterns: ['где  там']\n  examples:\n", "между словами один пробел"),
        ("  examples:\n", r"  patterns: ['\w+ \w+']" + "\n  examples:\n", "совпадает с любыми словами"),
        ("  examples:\n", "  patterns: ['(?:где)?']\n  examples:\n", "всё здесь необязательно"),
        ("  examples:\n", r"  patterns: ['(?:\w|\w\w)+ лес']" + "\n  examples:\n", "на вопросе из 1000 знаков"),
    ],
)  # fmt: skip
def test_what_is_not_as_the_rule_says(own: Write, old: str, new: str, finding: str) -> None:
    place, _, words = finding.rpartition("| ")
    result = check(own(with_line(old, new)))
    told = [line for line in findings(result) if words in line and f"own.yaml:{place}" in line]
    assert told, result.stdout
    assert "предупреждение: " in told[0]
    assert result.exit_code == 1


def test_a_property_stands_once_under_one_name(own: Write) -> None:
    again = with_line("логово", "нора").replace("ночует", "зимует")
    result = check(own(GOOD + again))
    assert result.exit_code == 1
    assert [line.partition(": предупреждение: ")[2] for line in findings(result)] == [
        "P99999: правило об этом свойстве в этом направлении уже есть: own.yaml:1 [два правила]",
        "P99999: здесь свойство зовётся «нора», а в own.yaml:2 — «логово» [два названия]",
    ]


def test_a_rule_that_replaces_one_of_simbas_is_told(own: Write) -> None:
    result = check(own(with_line("P99999", "P36")))
    assert result.exit_code == 1
    assert "own.yaml:1:13: предупреждение: P36: это заменяет правило «столица» в " in result.stdout
    result = check(own(with_line("P99999", "P36").replace("логово", "столица")), "--notes")
    assert result.exit_code == 0
    assert "own.yaml:1:13: замечание: P36: это заменяет правило «столица» в " in result.stdout


def test_what_the_subject_tells_apart_may_be_worded_alike(own: Write) -> None:
    same = GOOD.replace("P99999", "P99998")
    assert "[одинаковые]" in check(own(GOOD + same), "--notes").stdout
    assert check(own(GOOD + same.replace("[place]", "[place]\n  subject: [Q5]"))).exit_code == 0


def test_names_are_not_seen_in_common_words(own: Write) -> None:
    words = [
        "где роман ночует",
        "где лев* ночует",
        "где римск* ночует",
        "где (вера | любовь | надежда) ночует",
    ]
    result = check(
        own(with_line("  phrases:\n", "  phrases:\n" + "".join(f"    - {text}\n" for text in words)))
    )
    assert "[имя собственное]" not in result.stdout


def test_an_expression_that_no_example_needs_is_a_warning(own: Write) -> None:
    folder = own(with_line("  phrases:\n", "  phrases:\n    - 'где зимует'\n"))
    result = check(folder)
    assert result.exit_code == 1
    assert "не совпадает ни с одним примером правила [без примера]" in result.stdout
    assert check(own(with_line("  phrases:\n", "  phrases:\n    - 'где зимует' # ok\n"))).exit_code == 0


def test_one_of_several_files_is_checked(own: Write) -> None:
    folder = own(with_line("Где ночует", "Где живёт"))
    other = folder / "properties" / "other.yaml"
    other.write_text(GOOD.replace("P99999", "P99998").replace("ночует", "зимует"), encoding="utf-8")
    assert check(folder).exit_code == 1
    result = check(folder, str(other))
    assert result.stdout == "файлов 1, правил 1, выражений 1: ошибок 0, предупреждений 0, замечаний 0\n"
    assert check(folder, str(folder / "none.yaml")).exit_code == 2


def test_a_comment_silences_a_line(own: Write) -> None:
    text = with_line("  phrases:\n", "  phrases:\n    - где ночует пушкин\n")
    assert check(own(text)).exit_code == 1
    assert check(own(text.replace("пушкин", "пушкин  # ok"))).exit_code == 0


def test_unused_fragments(own: Write) -> None:
    result = check(own(fragments="нора: 'нор\\w+'\n"))
    assert (
        "fragments.yaml:1:8: предупреждение: фрагмент {нора} никому не нужен [лишний фрагмент]"
        in result.stdout
    )
    assert result.exit_code == 1


def test_a_broken_dictionary_does_not_hide_what_is_wrong_with_rules(own: Write) -> None:
    result = check(own(with_line("Где ночует", "Где живёт"), interrogatives="interrogatives: []\n"))
    assert "interrogatives: нужен хотя бы один пункт" in result.stdout
    assert "на этом примере P99999 не предлагается" in result.stdout
    assert result.exit_code == 2


def test_words_and_weights_are_checked(own: Write) -> None:
    result = check(own(words="picking: []\n", weights="linking: {exact: {value: 1}}\n"))
    assert result.exit_code == 2
    assert "words.yaml:1" in result.stdout
    assert "weights.yaml:1" in result.stdout


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("words", "heeded:\n  - patterns: ['(день']\n", "words.yaml:2:17: ошибка: образец «(день»: скобка ("),
        ("dialogue", "opener: [а]\n", "dialogue.yaml:1:1: ошибка: opener: такого ключа здесь нет"),
        ("groups", "- {name: а, meaning: б, properties: [P2x]}\n", "свойство — это латинская P и номер"),
        ("constructions/relations", "- {name: тесть, path: P26!P22}\n", "P26!P22 — не путь свойств"),
        ("constructions/asking", "- {kind: age, patterns: ['возраст {нет такого}']}\n", "нет такого"),
        ("constructions/holds", "- {patterns: [а]}\n", "constructions/measures.yaml"),
    ],
)
def test_constructions_words_and_groups_are_checked(own: Write, name: str, content: str, told: str) -> None:
    folder = own()
    path = folder / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content, encoding="utf-8")
    result = check(folder)
    assert result.exit_code == 2
    assert told in result.stdout
    assert "Traceback" not in result.output


def test_constructions_are_tried_on_their_examples(own: Write) -> None:
    folder = own(fragments="а: а\n")
    copytree(data_path("rules") / "constructions", folder / "constructions")
    copyfile(data_path("rules") / "fragments.yaml", folder / "fragments.yaml")
    path = folder / "constructions" / "periods.yaml"
    text = path.read_text(encoding="utf-8")
    entry = "- {name: ночь, patterns: [ночью], examples: [днём], counterexamples: [поздней ночью]}\n"
    path.write_text(f"{text.rstrip()}\n{entry}", encoding="utf-8")
    told = check(folder).stdout
    assert "ночь: ни один образец не совпадает: «днем» [пример]" in told
    assert "ночь: образец совпадает и здесь: «поздней ночью» [контрпример]" in told
    assert told.count("[пример]") == told.count("[контрпример]") == 1


def test_a_data_file_may_be_checked_alone(own: Write) -> None:
    folder = own(words="picking: []\n")
    result = invoke("rules", "check", str(folder / "words.yaml"), "--rules", str(folder))
    assert (result.exit_code, "words.yaml:1" in result.stdout) == (2, True)


def test_the_folder_of_a_file_is_told(own: Write) -> None:
    folder = own()
    result = invoke("rules", "check", str(folder / "properties" / "own.yaml"))
    assert f"назовите и папку: --rules {folder}" in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "advice"),
    [
        ("answer: [place]", "answer: place", "или в скобках: [place]"),
        ("answer: [place]", "ответ: [place]", "здесь бывают answer, subject"),
        ("'(где | {какой} <лес>) ночует'", "«где ночует»", "кавычек не видно"),
    ],
)
def test_what_to_write_instead_is_told(own: Write, old: str, new: str, advice: str) -> None:
    assert f"совет: {advice}" in check(own(with_line(old, new))).stdout


def test_properties_that_a_knowledge_base_does_not_know(own: Write, kb: Path) -> None:
    result = check(own(GOOD + GOOD.replace("P99999", "P36").replace("ночует", "зимует")), "--kb", str(kb))
    assert [line for line in findings(result) if "[неизвестное свойство]" in line] == [
        f"own.yaml:1:13: предупреждение: P99999: в базе {kb} у P99999 нет ни названия, ни утверждений "
        "[неизвестное свойство]"
    ]


def test_files_that_are_not_read_are_told(own: Write) -> None:
    folder = own(фрагменты="а: б\n")
    for name in (
        "properties/форма.yml",
        "properties/мои/форма.yaml",
        "properties/а.yaml.txt",
        "fragments.YAML",
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(GOOD, encoding="utf-8")
    result = check(folder)
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    for name, advice in {
        "fragments.YAML": "переименуйте его в fragments.yaml",
        "properties/а.yaml.txt": "переименуйте его в а.yaml",
        "properties/мои/форма.yaml": "переместите его в саму папку properties/",
        "properties/форма.yml": "переименуйте его в форма.yaml",
        "фрагменты.yaml": "переместите его в properties/",
    }.items():
        place = told.index(f"{folder / name}: предупреждение: этот файл не читается [не читается]")
        assert told[place + 1] == f"    совет: {advice}"


def test_the_folder_to_give_is_told(own: Write) -> None:
    folder = own()
    (folder / "b").mkdir()
    (folder / "b" / "форма.yml").write_text(GOOD, encoding="utf-8")
    for part, advice in {
        "properties": f"укажите папку над этой: {folder}\n",
        "properties/own.yaml": f"укажите папку, а не файл: {folder}\n",
        "b": "форма.yml: переместите его в properties/ под именем форма.yaml\n",
    }.items():
        result = check(folder / part)
        assert result.exit_code == 2
        assert result.stderr.endswith(advice)


def test_a_fragments_name_may_have_capitals_and_yo(own: Write) -> None:
    rules = with_line("{какой} <лес>", "{моё} <лес>").replace(
        "  examples", "  patterns: ['(?:{Вид} )?{моё}']\n  examples"
    )
    result = check(own(rules, fragments="моё: 'в каком'\nВид: 'чей'\n"))
    assert result.exit_code == 0, result.stdout


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("ночует'", "нoчует'", "own.yaml:5:31: предупреждение: P99999: латинская o в слове нoчует [смешанные буквы]"),
        ("Барсик", "Бaрсик", "own.yaml:7:19: предупреждение: P99999: латинская a в слове Бaрсик"),
        ("Кто ночует", "Кто Wоrd", "own.yaml:11:12: предупреждение: P99999: русская о в слове Wоrd"),
        ("{какой}", "{кaкой}", "own.yaml:5:17: ошибка: P99999: фраза"),
        ("{какой}", "{какои}", "в fragments.yaml нет фрагмента {какои}"),
        ("  examples:\n", "  patterns: ['{вид2} ночует']\n  examples:\n", "в fragments.yaml нет фрагмента {вид2}"),
        ("  examples:\n", "  patterns: ['{my} ночует']\n  examples:\n", "в fragments.yaml нет фрагмента {my}"),
        ("  examples:\n", "  patterns: ['{кaкой} лес']\n  examples:\n", "в fragments.yaml нет фрагмента {кaкой}: л"),
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_told(own: Write, old: str, new: str, finding: str) -> None:
    result = check(own(with_line(old, new)))
    assert any(finding in line for line in findings(result)), result.stdout
    assert "{какой}" not in old or "напишите {какой}" in result.stdout


def test_regular_expressions_keep_their_braces(own: Write) -> None:
    patterns = r"['где ноч{1,2}ует', 'где (?:ночует){e<=1}', 'где \p{Cyrillic}+чует']"
    assert check(own(with_line("  examples:\n", f"  patterns: {patterns}\n  examples:\n"))).exit_code < 2


def test_names_of_fragments_are_russian(own: Write) -> None:
    result = check(own(fragments="вид2: 'в каком'\nнoра: 'нор'\n"))
    assert "fragments.yaml:1:1: ошибка: фрагмент {вид2} нельзя использовать [непригодно]" in result.stdout
    assert "fragments.yaml:2:2: предупреждение: латинская o в слове нoра" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "place", "advice"),
    [
        ("'(где | {какой} <лес>) ночует'", "{какой} ночует", "5:15", "возьмите весь текст в 'одинарные кавычки'"),
        ("'(где | {какой} <лес>) ночует'", "[главный] лес", "5:17", "возьмите весь текст в 'одинарные кавычки'"),
        ("'(где | {какой} <лес>) ночует'", "*лес", "5:7", "возьмите весь текст в 'одинарные кавычки'"),
        ("'(где | {какой} <лес>) ночует'", r'"ноч\w+"', "5:11", "возьмите 'одинарные кавычки'"),
        ("ночует'", "ночует", "5:7", "поставьте такую же в конце текста"),
        ("  phrases:", "   phrases:", "4:4", "у «- property» их нет, у остальных ключей 2, у пунктов 4"),
        ("  name: логово", "  name:логово", "2:3", "поставьте пробел после двоеточия"),
        ("    - '(где", "    -'(где", "5:5", "поставьте пробел после каждого дефиса"),
        ("  phrases:", "  phrases", "4:3", "поставьте двоеточие после ключа"),
        ("  name", "\tname", "2:1", "отступы делайте пробелами, а не табуляцией"),
        ("логово", "лого\0во", "2:13", "удалите его"),
        ("[place]", "&a [place]", "3:11", "метки YAML"),
        ("P99999", "Р99999", "1:13", "P99999"),
        ("P99999", "99999", "1:13", "P99999"),
        ("'(где | {какой} <лес>) ночует'", "''", "5:8", "удалите"),
        ("'(где | {какой} <лес>) ночует'", "", "5:6", "удалите"),
        ("<лес>)", "<лес>", "5:8", "добавьте )"),
        ("{какой}", "{каккой}", "5:15", "{какой}"),
        ("<лес>", "<хрямзить>", "5:23", "напишите его начало и *"),
        ("логово", "''", "2:10", "напишите что-нибудь"),
        ("[place]", "[places]", "3:12", "place"),
    ],
)  # fmt: skip
def test_mistakes_are_explained_where_they_are(
    own: Write, old: str, new: str, place: str, advice: str
) -> None:
    result = check(own(with_line(old, new)))
    assert result.exit_code == 2
    assert f"own.yaml:{place}: ошибка: " in result.stdout
    assert advice in result.stdout


# --- input of any kind ---


LONG = "а" * 900_000
BAD: dict[str, tuple[str | bytes, str]] = {
    "yaml bomb": ("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", "own.yaml:2:8: ошибка: ссылки YAML (*имя)"),
    "anchors": ("- &one\n  property: P1\n- *one\n", "own.yaml:3:3: ошибка: ссылки YAML"),
    "duplicate keys": (GOOD + "  name: нора\n", "own.yaml:12:3: ошибка: ключ name стоит дважды"),
    "tabs": (GOOD + "\tsubject: [Q5]\n", "отступы делайте пробелами, а не табуляцией"),
    "wrong type": (GOOD.replace("[place]", "place"), "ошибка: пункт 1: answer: здесь нужен список"),
    "no list": ("property: P1\n", "ошибка: файл: здесь нужен список"),
    "cp1251": (GOOD.encode("cp1251"), "ошибка: это не UTF-8 (байт 27), а, похоже, Windows-1251"),
    "UTF-16": (GOOD.encode("utf-16"), "ошибка: это не UTF-8 (байт 0), а UTF-16"),
    "koi8": (GOOD.encode("koi8-r"), "а, похоже, KOI8-R"),
    "nothing": ("", "ошибка: файл пуст"),
    "nul": (b"\0" * 100, "ошибка: непонятный YAML"),
    "long pattern": (GOOD.replace("где |", f"{LONG} |"), "длиннее 4000 знаков"),
    "deep pattern": (GOOD.replace("где |", "(" * 900 + "где" + ")" * 900 + " |"), "скобок в скобках"),
    "deep nesting": ("[" * 100, "own.yaml:1:21: ошибка: слишком много списков в списках"),
    "deepest nesting": ("[" * 100_000, "ошибка: слишком много списков в списках"),
    "huge": (GOOD + "#" * 2_000_000, "больше 2 МБ"),
    "object": ("- !!python/object/apply:os.system ['true']\n", "ошибка: непонятный YAML"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_unusable_content_is_explained(own: Write, case: str) -> None:
    content, message = BAD[case]
    folder = own(content)
    result = check(folder)
    assert message in result.stdout
    assert (result.exit_code, result.stderr) == (2, "")
    assert max(map(len, result.stdout.splitlines())) < 1000


def test_a_byte_order_mark_is_no_fault(own: Write) -> None:
    assert check(own(GOOD.encode("utf-8-sig"))).exit_code == 0


@pytest.mark.parametrize("name", ["properties/b.yaml", "fragments.yaml", "interrogatives.yaml"])
@pytest.mark.parametrize("kind", ["pipe", "device", "link loop", "folder", "dead link"])
def test_what_is_no_file_is_not_waited_for(own: Write, name: str, kind: str) -> None:
    folder = own()
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"device": "/dev/zero", "link loop": path.name, "dead link": "nowhere"}[kind])
    result = check(folder)
    assert result.exit_code == 2
    assert f"{path}: ошибка: " in result.stdout


@pytest.mark.slow
def test_a_pipe_does_not_hang_the_command(own: Write) -> None:
    folder = own()
    os.mkfifo(folder / "fragments.yaml")
    command = [sys.executable, "-m", "simba", "rules", "check", "--rules", str(folder)]
    outcome = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert "fragments.yaml: ошибка: это не обычный файл" in outcome.stdout
    assert outcome.returncode == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(own: Write) -> None:
    folder = own()
    (folder / "properties" / "own.yaml").chmod(0)
    assert "own.yaml: ошибка: файл нельзя прочитать: нет прав на чтение" in check(folder).stdout


def test_a_name_with_a_line_break_stays_on_its_line(own: Write) -> None:
    folder = own()
    (folder / "properties" / "a\nb.yaml").write_text("- 1\n", encoding="utf-8")
    assert r"/properties/a\nb.yaml:1:3: ошибка: пункт 1: " in check(folder).stdout


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = check(tmp_path / "none")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"simba: {tmp_path}/none: здесь нет правил")


def test_wildcards_that_swallow_words_of_other_rules_are_noted(own: Write) -> None:
    other = GOOD.replace("P99999", "P99998").replace(
        "Где ночует ёж?", "Где снимался ёж, чья численность растёт?"
    )
    with_wildcards = with_line(
        "  phrases:\n", "  phrases:\n    - 'снимал* числ*'\n    - 'столиц* посмеял*'\n"
    )
    noted = check(own(with_wildcards + other), "--notes").stdout
    assert "«снимал*» совпадает и со словом «снимался»" in noted
    assert "«числ*» совпадает и со словом «численность»" in noted
    assert "столиц*»" not in noted
    assert "посмеял*»" not in noted
    assert "«снимал*»" not in check(own(with_wildcards), "--notes").stdout, "nobody asks with it"
