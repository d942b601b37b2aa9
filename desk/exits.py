"""Why a command stops: one class per reason, each with its exit status and a sentence that names the remedy."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

from desk.remedies import tesseract_remedy
from texts.filling import Spoken
from texts.languages import Lang


class Status(IntEnum):
    """The exit statuses that the command line promises."""

    DONE = 0
    REVIEW = 1  # with --strict: a person must look at something
    USAGE = 2
    UNREADABLE = 3  # or a result that cannot be written: all that is wrong with a file
    BROKEN = 4
    INTERRUPTED = 130  # the shells' 128 + SIGINT


class Stop(Exception):
    """A command cannot go on. The texts take their gaps from the keyword arguments; a pair is German, English."""

    status: ClassVar[Status] = Status.USAGE
    de: ClassVar[str]
    en: ClassVar[str]

    def __init__(self, **gaps: object) -> None:
        super().__init__(*gaps.values())
        self.gaps = gaps

    def message(self, lang: Lang) -> str:
        """One sentence with the remedy."""
        side = ("de", "en").index(lang)
        said = {key: gap.in_(lang) if isinstance(gap, Spoken) else gap for key, gap in self.gaps.items()}
        gaps = {key: gap[side] if isinstance(gap, tuple) else gap for key, gap in said.items()}
        return (self.de, self.en)[side].format(**gaps)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.gaps)  # it travels between processes


def _again(kind: type[Stop], gaps: dict[str, object]) -> Stop:
    return kind(**gaps)


class WrongUse(Stop):
    """An option or argument that cannot be meant; `de` and `en` are given by the caller."""

    de = "{text_de}"
    en = "{text_en}"


class OutputLost(Stop):
    """Standard output goes to a file that takes no more."""

    status = Status.UNREADABLE
    de = "Die Ausgabe lässt sich nicht schreiben ({reason}); bitte Platz schaffen oder sie woanders hinleiten."
    en = "The output cannot be written ({reason}); make room or send it elsewhere."


class NoPipe(Stop):
    """A result is to go into a named pipe, where it would wait for a reader, perhaps for ever."""

    status = Status.UNREADABLE
    de = "{path} ist eine Pipe; bitte eine Datei angeben."
    en = "{path} is a pipe; please give a file."


class DebugLost(Stop):
    """The folder of `--debug` takes no more pictures."""

    status = Status.UNREADABLE
    de = "In {path} lassen sich keine Bilder der Schritte schreiben ({reason}); bitte Platz schaffen oder ohne --debug."
    en = "Pictures of the stages cannot be written into {path} ({reason}); make room, or go without --debug."


class NoPhoto(Stop):
    """Nothing to read was found."""

    status = Status.UNREADABLE
    de = "In {place} liegt kein Foto; gelesen werden {suffixes}, Unterordner bitte einzeln angeben."
    en = "There is no photo in {place}; {suffixes} can be read, folders inside have to be named themselves."


class PictureUnusable(Stop):
    """The one picture that a command needs cannot be used; `why` is the scanner's sentence."""

    status = Status.UNREADABLE
    de = "{photo}: {why}"
    en = "{photo}: {why}"


class NothingReadable(Stop):
    """Photos were given, but no sheet could be read from any of them."""

    status = Status.UNREADABLE
    de = "Aus {count} ließ sich kein Bogen lesen; was jeweils hilft, steht oben."
    en = "No sheet could be read from {count}; what helps stands above."


class NoTesseract(Stop):
    """The reader for printed text is not installed, or lacks German."""

    status = Status.BROKEN
    de = "Tesseract fehlt oder kann kein Deutsch ({reason}), gedruckte Namen sind so nicht zu lesen; Abhilfe: {remedy}."
    en = "Tesseract is missing or lacks German ({reason}), printed names cannot be read; remedy: {remedy}."

    def __init__(self, **gaps: object) -> None:
        super().__init__(**({"remedy": tesseract_remedy()} | gaps))


class NoModel(Stop):
    """The network that reads the numbers is missing or damaged."""

    status = Status.BROKEN
    de = "Der Ziffernleser lässt sich nicht laden ({reason}); Abhilfe: Kiebitz neu installieren (sh try.sh)."
    en = "The number reader cannot be loaded ({reason}); remedy: install Kiebitz again (sh try.sh)."


class Broken(Stop):
    """Anything that nobody thought of. The details are in a log, never on the user's screen."""

    status = Status.BROKEN
    de = (
        "Kiebitz ist auf einen eigenen Fehler gestoßen ({reason}); Einzelheiten für eine Fehlermeldung stehen in {log}."
    )
    en = "Kiebitz ran into a fault of its own ({reason}); the details for a bug report are in {log}."
