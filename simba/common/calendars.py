"""Days of the Julian and the Gregorian calendar in each other, by the day's number (Richards, 2013).

A day is a year, a month and a day of it; years are astronomical (0 is 1 BC). Both calendars are proleptic.
"""

from __future__ import annotations

Day = tuple[int, int, int]


def gregorian(julian: Day) -> Day:
    """The Gregorian date of a Julian one; a day beyond the month's end counts on into the next."""
    number = _number(julian) - 32083
    century = (4 * (number + 32044) + 3) // 146097
    return _day(number + 32044 - 146097 * century // 4, 100 * century)


def julian(gregorian: Day) -> Day:
    """The Julian date of a Gregorian one."""
    years = gregorian[0] + 4800 - (14 - gregorian[1]) // 12
    return _day(_number(gregorian) - years // 100 + years // 400 - 32045 + 32082, 0)


def _number(day: Day) -> int:
    """Days since the begin of the year 4801 BC of a calendar in which each fourth year is a leap year."""
    year, month, date = day
    shift = (14 - month) // 12
    years, months = year + 4800 - shift, month + 12 * shift - 3
    return date + (153 * months + 2) // 5 + 365 * years + years // 4


def _day(days: int, years: int) -> Day:
    fourth = (4 * days + 3) // 1461
    last = days - 1461 * fourth // 4
    place = (5 * last + 2) // 153
    month = place + 3 - 12 * (place // 10)
    return years + fourth - 4800 + place // 10, month, last - (153 * place + 2) // 5 + 1
