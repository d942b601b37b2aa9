"""The sentences of the page for players that no rule set changes."""

from __future__ import annotations

from texts.languages import Lang

STEPS: dict[Lang, dict[str, tuple[str, str]]] = {
    "de": {
        "kind": ("Spielart", "Nur ankreuzen, was kein Normalspiel ist: Hochzeit, stille Hochzeit oder welches Solo."),
        "re-seats": ("Re sind", "Die Plätze der Re-Partei. Wer allein spielt, hat das einzige Kreuz."),
        "calls-re": ("Re sagt an", "Was Re höchstens angesagt hat. „60“ schließt „90“ und „Re“ ein, S heißt schwarz."),
        "calls-kontra": ("Kontra sagt an", "Ebenso für Kontra."),
        "augen": ("Re hat", "Die Augen der Re-Partei, 0 bis 240."),
        "verworfen": ("Verworfen", "Nur wo ein Regelverstoß das Spiel verliert: die Partei, die ihn beging."),
        "extras-re": ("Sonderpunkte Re", "Die Anzahl, sonst nichts."),
        "extras-kontra": ("Sonderpunkte Kontra", "Ebenso für Kontra."),
        "value": ("Wert", "Was das Spiel einfach zählt, ohne Vorzeichen."),
        "points": ("Punkte",
                   "Gewinner +, Verlierer −, zusammen null. Wer allein spielt, bekommt oder zahlt das Dreifache."),
    },
    "en": {
        "kind": ("Kind of game", "Cross only what is no ordinary game: Hochzeit, silent Hochzeit or which solo."),
        "re-seats": ("Re are", "The seats of the Re party. Who plays alone has the only cross."),
        "calls-re": ("Re calls", "The highest that Re called. “60” includes “90” and “Re”, S is schwarz."),
        "calls-kontra": ("Kontra calls", "The same for Kontra."),
        "augen": ("Re has", "The Re party's Augen, 0 to 240."),
        "verworfen": ("Verworfen", "Only where a broken rule loses the game: the party that broke it."),
        "extras-re": ("Re extras", "How many, or nothing."),
        "extras-kontra": ("Kontra extras", "The same for Kontra."),
        "value": ("Value", "What the game counts once, without sign."),
        "points": ("Points", "Winners +, losers −, together zero. Who plays alone gets or pays three times the value."),
    },
}
"""By group of a full sheet's columns."""
NUMBERS: dict[Lang, tuple[str, ...]] = {
    "de": (
        "Eine Zahl je Feld, nicht über die Linien.",
        "Verschrieben: durchstreichen und daneben neu schreiben, nicht darüber.",
        "Null ist „0“. Wer aussetzt, bekommt „/“.",
        "Am Ende Summen bilden und unterschreiben.",
    ),
    "en": (
        "One number a field, inside its lines.",
        "A slip: strike it out and write beside it, not over it.",
        "Zero is “0”. Who sits out gets “/”.",
        "At the end add up and sign.",
    ),
}
LISTS: dict[Lang, tuple[str, ...]] = {
    "de": (
        "Auf der Punkteliste stehen je Spiel die Punkte aller; Solo ankreuzen.",
        "„Nur Pluspunkte“ steht auf dem Bogen, wenn nur die Gewinner etwas eintragen.",
    ),
    "en": (
        "Points list: everybody's points of each game; cross a solo.",
        "“Plus points only” is printed on the sheet when only winners write.",
    ),
}
PHOTO: dict[Lang, tuple[str, ...]] = {
    "de": (
        "Flach hinlegen, von oben, ganz im Bild: alle vier Eckmarken und das Codefeld.",
        "Kein Finger auf dem Bogen, kein Blitz, kein harter Schatten.",
        "Scharf stellen; lieber ein zweites Foto.",
    ),
    "en": (
        "Flat, from above, whole: all four corner marks and the square code.",
        "No finger on the sheet, no flash, no hard shadow.",
        "In focus; better take a second photograph.",
    ),
}
