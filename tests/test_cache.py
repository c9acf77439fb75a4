"""What is kept between runs: only in a place, and from a file, that nobody else can write."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from simba.common.cache import KEPT, NEW, cached, private_folder

NUMBERS = TypeAdapter(list[int])


class Home:
    """A user's cache folder and place for temporary files, and something that is made from a source."""

    def __init__(self, path: Path) -> None:
        self.cache = path / "cache" / "simba"
        self.temporary = path / "tmp"
        self.temporary.mkdir()
        self.source = path / "source.yaml"
        self.source.write_text("rules")
        self.made = 0

    def numbers(self) -> list[int]:
        """What is made, or was made before."""

        def make() -> list[int]:
            self.made += 1
            return [self.made]

        return cached("numbers", [self.source], NUMBERS, make)

    def kept(self) -> Path:
        (path,) = self.cache.glob("numbers-*")
        return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    home = Home(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home.cache.parent))
    monkeypatch.setattr("tempfile.tempdir", str(home.temporary))
    return home


def test_what_was_made_is_not_made_again(home: Home) -> None:
    assert [home.numbers(), home.numbers()] == [[1], [1]]
    assert home.kept().stat().st_mode & 0o777 == 0o600
    home.source.write_text("other rules")
    assert home.numbers() == [2]


def link_to_it(home: Home) -> None:
    kept = home.kept()
    kept.rename(home.temporary / "elsewhere")
    kept.symlink_to(home.temporary / "elsewhere")


def let_others_write_the_file(home: Home) -> None:
    home.kept().chmod(0o666)


def put_a_pipe_there(home: Home) -> None:
    kept = home.kept()
    kept.unlink()
    os.mkfifo(kept)


def give_the_file_away(home: Home) -> None:
    os.chown(home.kept(), 65534, 65534)


def give_the_folder_away(home: Home) -> None:
    os.chown(home.cache, 65534, 65534)


def link_to_the_folder(home: Home) -> None:
    home.cache.rename(home.temporary / "elsewhere")
    home.cache.symlink_to(home.temporary / "elsewhere")


@pytest.mark.parametrize(
    "change",
    [
        link_to_it,
        let_others_write_the_file,
        put_a_pipe_there,
        give_the_file_away,
        give_the_folder_away,
        link_to_the_folder,
    ],
)
def test_what_others_may_have_written_is_not_believed(change: Callable[[Home], None], home: Home) -> None:
    if change.__name__.startswith("give") and os.getuid() != 0:
        pytest.skip("only the administrator can give files away")
    assert home.numbers() == [1]
    change(home)
    assert home.numbers() == [2]
    assert home.numbers() == [2]  # kept again, in a place of one's own


def test_a_cache_folder_that_was_open_to_others_is_closed(home: Home) -> None:
    home.cache.mkdir(parents=True)
    home.cache.chmod(0o775)
    assert [home.numbers(), home.numbers()] == [[1], [1]]
    assert home.cache.stat().st_mode & 0o777 == 0o700
    assert private_folder() == home.cache


def test_without_a_cache_folder_it_is_kept_in_a_private_temporary_one(home: Home) -> None:
    home.cache.parent.write_text("in the way")
    assert [home.numbers(), home.numbers()] == [[1], [1]]
    folder = home.temporary / f"simba-{os.getuid()}"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private_folder() == folder
    folder.chmod(0o755)
    assert [home.numbers(), home.numbers()] == [[2], [3]]  # no place is left


def test_where_the_cache_folder_is_to_be_had_nothing_lies_among_temporary_files(home: Home) -> None:
    home.numbers()
    assert list(home.temporary.iterdir()) == []


def test_what_is_old_is_forgotten_and_what_killed_writers_left(home: Home) -> None:
    home.numbers()
    left, young = home.cache / f"{NEW}abc", home.cache / f"{NEW}def"
    for path in (left, young, home.cache / "foreign"):
        path.write_text("half")
    os.utime(left, (0, 0))
    earlier = [home.cache / f"numbers-{number}.json" for number in range(2 * KEPT)]
    for path in earlier:
        path.write_text("[0]")
        os.utime(path, (0, 0))
    home.source.write_text("other rules")
    assert home.numbers() == [2]
    assert len(list(home.cache.glob("numbers-*.json"))) == KEPT
    assert not left.exists()
    assert young.exists()
    assert (home.cache / "foreign").exists()
    assert home.numbers() == [2]


def test_a_claimed_folder_goes_with_who_claimed_it(home: Home) -> None:
    """Killed, it cannot remove it: whoever comes next does, and leaves those of the living."""
    claiming = (
        "from simba.common.lease import claim; import sys; print(claim('some'), flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(home.cache.parent)}
    command = [sys.executable, "-c", claiming]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": environment, "text": True}

    def folders() -> set[str]:
        return {str(path) for path in home.cache.glob("some-*")}

    with ExitStack() as running:
        killed, living, last = (
            running.enter_context(subprocess.Popen(command, **pipes))  # type: ignore[call-overload]
            for _ in range(3)
        )
        first, second, third = (process.stdout.readline().strip() for process in (killed, living, last))
        assert folders() == {first, second, third}
        killed.kill()
        killed.wait()
        last.communicate("")  # its end
        assert folders() == {first, second}
        with subprocess.Popen(command, **pipes) as next_one:  # type: ignore[call-overload]
            fourth = next_one.stdout.readline().strip()
            assert folders() == {second, fourth}
            next_one.communicate("")
        living.communicate("")
    assert folders() == set()
