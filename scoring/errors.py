"""What stops the scoring: a rule set that is not there or is no rule set. Faults in games and sheets are findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scoring import texts


class RulesError(Exception):
    """A rule set cannot be used; `str()` gives the German sentence. `exit_status` is that of the command line."""

    exit_status = 3

    def __init__(self, text: str, **data: object) -> None:
        self._text, self.data = text, data
        super().__init__(self.message())

    def message(self, lang: str = "de") -> str:
        """One sentence that names what is wrong and what helps; `lang` is "de" or "en"."""
        return texts.sentence(lang, self._text, self.data)

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and sent between processes as it is: its `args` are the sentence, not what it was made from."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[RulesError], args: tuple[object, ...]) -> RulesError:
    return kind.__new__(kind, *args)


class UnknownRules(RulesError):
    """No rule set of that name is shipped and no file of that name exists (wrong use: exit status 2)."""

    exit_status = 2

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__("unknown-rules", name=name, known=self.known)


class BrokenRules(RulesError):
    """A rule set file cannot be used: the sentence names the file, the key and what is wrong there (exit status 3)."""

    def __init__(self, file: Path, key: str, trouble: str, **data: object) -> None:
        self.file, self.key, self.trouble = file, key, trouble
        super().__init__(trouble, **{**data, "where": f"{file}: {key}" if key else str(file)})
