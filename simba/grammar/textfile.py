"""Text files that people write: read with care, for they may be of any encoding, of any size, or no files at all."""

from __future__ import annotations

import codecs
import errno
import stat
from pathlib import Path

from simba.errors import Problem, RuleError

MAX_BYTES = 2_000_000
_REASONS = {
    errno.ENOENT: "его нет",
    errno.EACCES: "нет прав на чтение",
    errno.EISDIR: "это папка",
    errno.ENOTDIR: "путь к нему ведёт через файл",
    errno.ELOOP: "ссылка указывает на саму себя",
    errno.ENAMETOOLONG: "его имя слишком длинное",
}


def read_text(path: Path) -> str:
    """The file's text; raises `RuleError` where it cannot be read, is no UTF-8 or is larger than `MAX_BYTES`.

    Pipes and devices, which would be waited for, are not opened.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "")
        if not stat.S_ISREG(mode):
            raise RuleError(Problem(path, "это не обычный файл", advice="поместите сюда сам текст"))
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (
        OSError,
        RuntimeError,
    ) as error:  # a link that leads to itself is a RuntimeError up to Python 3.12
        code = getattr(error, "errno", None) or errno.ELOOP
        reason = _REASONS.get(code) or getattr(error, "strerror", None) or str(error)
        raise RuleError(Problem(path, f"файл нельзя прочитать: {reason}")) from None
    if len(content) > MAX_BYTES:
        raise RuleError(Problem(path, f"больше {MAX_BYTES // 1_000_000} МБ", advice="разделите файл"))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"это не UTF-8 (байт {error.start}){_encoding(content)}"
        raise RuleError(Problem(path, message, advice="сохраните его в UTF-8")) from None


def _encoding(content: bytes) -> str:
    """What an encoding looks like that is not UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ", а UTF-16"
    small = {
        name: sum("а" <= letter <= "я" for letter in content.decode(codec, errors="ignore"))
        for name, codec in (("Windows-1251", "cp1251"), ("KOI8-R", "koi8-r"))
    }
    likely = max(small, key=lambda name: small[name])  # most letters of a text are small
    return f", а, похоже, {likely}" if small[likely] > len(content) // 10 else ""
