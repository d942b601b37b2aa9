"""A moment as people say it: by the clock on the wall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from texts.languages import Lang
from texts.sentences import say


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in UTC, as ISO writes it."""

    when: str

    def in_(self, lang: Lang) -> str:
        """For example: 21.11.2026 um 19:04."""
        here = self._find_local()
        return say(
            lang, "chronicle.moment", day=here.day, month=here.month, year=here.year, hour=here.hour, minute=here.minute
        )

    def write_short(self, lang: Lang) -> str:
        """For example: 21.11. 19:04."""
        here = self._find_local()
        return say(lang, "chronicle.when", day=here.day, month=here.month, hour=here.hour, minute=here.minute)

    def find_day(self) -> date:
        """The day."""
        return self._find_local().date()

    def _find_local(self) -> datetime:
        """By UTC where the computer has a time zone that there is not."""
        when = datetime.fromisoformat(self.when)
        try:
            return when.astimezone()
        except (ValueError, OverflowError):
            return when
