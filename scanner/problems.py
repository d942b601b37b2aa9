"""Why a photo, or a sheet in it, is not read: a stable code, and one sentence with its remedy per language."""

from __future__ import annotations

from scanner.reading import Problem
from texts.filling import fill

_TEXTS: dict[str, tuple[str, str]] = {
    "unreadable-file": (
        "Die Datei lässt sich nicht öffnen ({reason}); bitte Pfad und Zugriffsrechte prüfen.",
        "The file cannot be opened ({reason}); check its path and permissions.",
    ),
    "not-a-picture": (
        "Das ist keine Bilddatei, die Kiebitz kennt; bitte ein Foto als JPEG, PNG, HEIC, TIFF, WebP oder PDF angeben.",
        "This is no picture that Kiebitz knows; give a photo as JPEG, PNG, HEIC, TIFF, WebP or PDF.",
    ),
    "damaged": (
        "Die Bilddatei ist unvollständig oder beschädigt; bitte noch einmal vom Telefon übertragen.",
        "The picture file is incomplete or damaged; copy it from the phone again.",
    ),
    "too-large": (
        "Das Bild hat {width} x {height} Bildpunkte, mehr als {limit} Millionen; bitte kleiner aufnehmen.",
        "The picture has {width} x {height} pixels, more than {limit} million; take it with a lower resolution.",
    ),
    "too-many-bytes": (
        "Die Datei ist größer als {limit} MB; bitte als JPEG speichern.",
        "The file is larger than {limit} MB; save it as JPEG.",
    ),
    "too-small": (
        "Das Bild hat nur {width} x {height} Bildpunkte; bitte das Foto in voller Größe angeben.",
        "The picture has only {width} x {height} pixels; give the photo in its full size.",
    ),
    "pdf-locked": (
        "Das PDF ist durch ein Kennwort geschützt; bitte ohne Kennwort speichern.",
        "The PDF is protected by a password; save it without one.",
    ),
    "too-many-pages": (
        "Die Datei hat {pages} Seiten, gelesen werden die ersten {limit}; bitte den Rest in eine zweite Datei geben.",
        "The file has {pages} pages, the first {limit} are read; put the rest into a second file.",
    ),
    "no-contrast": (
        "Auf dem Bild ist nichts zu erkennen, es ist einfarbig oder fast schwarz ({value:.0f<} Graustufen Unterschied,"
        " mindestens {limit:.0f>}; die hellsten Stellen haben {light:.0f} von 255); {advice}.",
        "Nothing can be seen in the picture, it is one shade or nearly black (grey levels differ by {value:.0f<}, at"
        " least {limit:.0f>}; its lightest parts have {light:.0f} of 255); {advice}.",
    ),
    "too-dark": (
        "Das ganze Bild ist zu dunkel (die hellsten Stellen haben {value:.0f<} von 255 Graustufen, mindestens"
        " {limit:.0f>}), kein Bogen ist zu erkennen; bitte mit mehr Licht fotografieren.",
        "The whole picture is too dark (its lightest parts have {value:.0f<} of 255 grey levels, at least"
        " {limit:.0f>}), no sheet can be made out; photograph with more light.",
    ),
    "no-sheet": (
        "Auf dem Bild ist kein Bogen zu finden ({found} von {expected} Eckmarken, kein Bogencode; die hellsten Stellen"
        " haben {light:.0f} von 255 Graustufen, die schärfsten Kanten messen {value:.2%} der Bildlänge); bitte den"
        " ganzen Bogen mit allen vier Eckmarken bildfüllend fotografieren (bei fremden Listen --layout angeben).",
        "No sheet is found in the picture ({found} of {expected} corner marks, no sheet code; its lightest parts have"
        " {light:.0f} of 255 grey levels, its sharpest edges measure {value:.2%} of its length); photograph the whole"
        " sheet with its four corner marks, filling the picture (for foreign lists give --layout).",
    ),
    "no-table": (
        "Die Tabelle des Layouts „{layout}“ ist auf dem Bild nicht zu finden (die ähnlichste Stelle stimmt zu"
        " {value:.0%<} überein, mindestens {limit:.0%>} müssen es sein; dort fehlen {missing} von {rules} Linien,"
        " höchstens {allowed} dürfen es); bitte die ganze Tabelle flach und scharf fotografieren oder das passende"
        " Layout angeben.",
        "The table of layout “{layout}” is not found in the picture (the most similar place agrees to {value:.0%<}, at"
        " least {limit:.0%>} is needed; {missing} of {rules} rules are missing there, at most {allowed} may);"
        " photograph the whole table flat and sharp, or give the layout that fits.",
    ),
    "half-sheet": (
        "Vom Bogen sind nur {found} von {expected} Eckmarken im Bild; bitte den ganzen Bogen fotografieren.",
        "Only {found} of the sheet's {expected} corner marks are in the picture; photograph the whole sheet.",
    ),
    "cut-off": (
        "Der Bogen ragt aus dem Bild ({value} von {of} Feldern); bitte so fotografieren, dass die ganze Tabelle zu"
        " sehen ist.",
        "The sheet runs out of the picture ({value} of {of} fields); photograph it so that the whole table is in view.",
    ),
    "two-sheets": (
        "Auf dem Bild liegt mehr als ein Bogen; bitte jeden Bogen einzeln fotografieren.",
        "There is more than one sheet in the picture; photograph each sheet on its own.",
    ),
    "no-code": (
        "Der Bogencode (das Quadratmuster {where}) ist nicht zu lesen: zu {value:.0%} ist er als Muster zu erkennen,"
        " seine Kästchen sind {px:.1f<} Bildpunkte breit (mindestens {limit:.1f>}); {advice}.",
        "The sheet code (the square pattern, {where}) cannot be read: {value:.0%} of it is seen as a pattern, its"
        " squares are {px:.1f<} pixels wide (at least {limit:.1f>}); {advice}.",
    ),
    "code-elsewhere": (
        "Im Bild ist ein Bogencode, aber nicht an seinem Platz auf dem Bogen: Er gehört zu einem anderen, oder das"
        " Papier ist stark gewellt; bitte jeden Bogen einzeln und flach fotografieren, den Code nicht verdecken.",
        "There is a sheet code in the picture, but not in its place on the sheet: it belongs to another one, or the"
        " paper is very wavy; photograph each sheet on its own and flat, and leave its code in view.",
    ),
    "foreign-code": (
        "Der Code auf dem Bogen ist keiner von Kiebitz (gelesen wurde „{says}“); bitte freilegen, was davon überklebt"
        " ist, oder einen Bogen von „kiebitz sheet“ fotografieren (bei fremden Listen --layout angeben).",
        "The code on the sheet is none of Kiebitz's (it says “{says}”); uncover what it is stuck over, or photograph a"
        " sheet made by “kiebitz sheet” (for foreign lists give --layout).",
    ),
    "unknown-layout": (
        "Den Bogen „{sheet}“ kennt diese Version nicht: {reason}",
        "This version does not know the sheet “{sheet}”: {reason}",
    ),
    "other-layout": (
        "Der Bogen ist ein Kiebitz-Bogen „{found}“, angegeben war das Layout „{layout}“; bitte ohne --layout lesen.",
        "The sheet is a Kiebitz sheet “{found}”, but layout “{layout}” was given; read it without --layout.",
    ),
    "blurred": (
        "Das Bild ist unscharf (Kanten {value:.2f>} mm breit, höchstens {limit:.2f<}); bitte ruhig halten.",
        "The picture is blurred (edges {value:.2f>} mm wide, at most {limit:.2f<}); hold still and focus.",
    ),
    "unfocused": (
        "Das ganze Bild ist unscharf (die schärfsten Kanten messen {value:.2%>} der Bildlänge, höchstens {limit:.2%<}),"
        " kein Bogen ist zu erkennen; bitte ruhig halten, scharf stellen, neu aufnehmen.",
        "The whole picture is blurred (its sharpest edges measure {value:.2%>} of its length, at most {limit:.2%<}), no"
        " sheet can be made out; hold still, focus, and take it again.",
    ),
    "too-far": (
        "Der Bogen ist zu klein im Bild: {value:.0f<} Bildpunkte je {unit} sind zu wenig, nötig sind {limit:.0f>};"
        " bitte näher heran.",
        "The sheet is too small in the picture: {value:.0f<} pixels per {unit} are too few, {limit:.0f>} are needed; go"
        " nearer.",
    ),
    "faint": (
        "Druck und Papier unterscheiden sich kaum ({value:.0f<} Graustufen, mindestens {limit:.0f>}); bitte mit mehr"
        " Licht und ohne Blitz fotografieren.",
        "Print and paper hardly differ ({value:.0f<} grey levels, at least {limit:.0f>}); photograph with more light"
        " and without flash.",
    ),
    "rules-lost": (
        "Nur {value:.0%<} der gedruckten Linien sind zu erkennen, mindestens {limit:.0%>} müssen es sein; bitte den"
        " Bogen flach hinlegen und ohne Schatten und Spiegelung fotografieren.",
        "Only {value:.0%<} of the printed rules are seen, at least {limit:.0%>} are needed; lay the sheet flat and"
        " photograph it without shadow and glare.",
    ),
    "rule-missing": (
        "Eine Linie der Tabelle ist nur zu {value:.0%<} zu erkennen, mindestens {limit:.0%>} müssen es sein, sonst"
        " könnten Zeilen verrutschen; bitte den Bogen flach hinlegen, ohne Finger und Spiegelung aufnehmen.",
        "Only {value:.0%<} of a rule of the table is seen, at least {limit:.0%>} are needed, or rows might be mixed up;"
        " lay the sheet flat, take it without fingers and glare.",
    ),
    "crumpled": (
        "Der Bogen ist zu stark gewellt (Linien {value:.1f>} mm daneben, höchstens {limit:.1f<}); bitte flach"
        " hinlegen.",
        "The sheet is too wavy (rules {value:.1f>} mm off, at most {limit:.1f<}); lay it flat.",
    ),
    "no-rules": (
        "Auf dem Bild ist keine Tabelle mit Linien zu finden (die ähnlichste Stelle bedeckt {area:.0%} des Bildes und"
        " hat {across} senkrechte und {down} waagerechte durchgehende Linien, gebraucht werden von jeder Art mindestens"
        " 2 und zusammen {limit}; die schärfsten Kanten messen {value:.2%} der Bildlänge); {advice}.",
        "No ruled table is found in the picture (the most similar place covers {area:.0%} of it and has {across}"
        " upright and {down} level rules that span it, at least 2 of each and {limit} together are needed; the"
        " sharpest edges measure {value:.2%} of the picture's length); {advice}.",
    ),
    "few-rules": (
        "Die Tabelle hat nur {across} senkrechte und {down} waagerechte durchgehende Linien, gebraucht werden von jeder"
        " Art mindestens 2 und zusammen 5; bitte auf dem Blatt Rahmen und Linien nachziehen.",
        "The table has only {across} upright and {down} level rules that span it, at least 2 of each and 5 together are"
        " needed; draw a frame and rules on the sheet.",
    ),
    "many-rules": (
        "Die Tabelle hat {rules} Linien in einer Richtung, höchstens {limit} sind möglich; bitte nur einen Teil davon"
        " fotografieren.",
        "The table has {rules} rules in one direction, at most {limit} are possible; photograph only a part of it.",
    ),
    "two-tables": (
        "Auf dem Bild sind zwei etwa gleich große Tabellen; bitte nur eine fotografieren oder die andere abdecken.",
        "There are two tables of about the same size in the picture; photograph only one, or cover the other.",
    ),
    "own-sheet": (
        "Das ist ein Bogen von Kiebitz selbst („{sheet}“); er braucht kein Layout, bitte ohne --layout lesen.",
        "This is one of Kiebitz's own sheets (“{sheet}”); it needs no layout, read it without --layout.",
    ),
    "no-memory": (
        "Der Arbeitsspeicher reicht für dieses Bild nicht; bitte mit kleinerer Auflösung fotografieren.",
        "There is not enough memory for this picture; take it with a lower resolution.",
    ),
    "too-slow": (
        "Das Öffnen und Lesen dauerte länger als {limit:.0f} Sekunden und wurde abgebrochen; bitte den Bogen neu als"
        " JPEG fotografieren.",
        "Opening and reading took longer than {limit:.0f} seconds and was stopped; photograph the sheet again as JPEG.",
    ),
    "file-too-slow": (
        "Die Datei braucht zu lange (mehr als {limit:.0f} Sekunden) und ist ab Seite {page} nicht gelesen; bitte diese"
        " Seiten einzeln fotografieren oder in eine zweite Datei geben.",
        "The file takes too long (more than {limit:.0f} seconds) and is not read from page {page} on; photograph those"
        " pages one by one, or put them into a second file.",
    ),
    "crashed": (
        "Beim Öffnen oder Lesen ist das Leseprogramm abgestürzt, oder sein Arbeitsspeicher reichte nicht; bitte den"
        " Bogen neu als JPEG fotografieren.",
        "The reader crashed on it while opening or reading, or ran out of memory; photograph the sheet again as JPEG.",
    ),
    "internal": (
        "Beim Lesen dieses Bildes ist ein Fehler im Programm aufgetreten ({reason}); bitte das Bild melden.",
        "The program failed on this picture ({reason}); please report the picture.",
    ),
}

CODES = frozenset(_TEXTS)
"""Every code a `Problem` of the scanner can have."""


def problem(code: str, **data: object) -> Problem:
    """The problem `code` with its sentences filled in; KeyError for a code or a datum that does not exist.

    A datum may be a pair (German, English).
    """
    german, english = _TEXTS[code]
    return Problem(code, fill(german, "de", _side(data, 0)), fill(english, "en", _side(data, 1)))


def _side(data: dict[str, object], side: int) -> dict[str, object]:
    return {key: value[side] if isinstance(value, tuple) else value for key, value in data.items()}
