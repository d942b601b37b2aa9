"""The `source` notes of the shipped rule sets in German: they are written in English, quotations in German.

A note is looked up part by part ("17; D: also when nobody wins"), and after the paragraph that a part begins with
("11: Charly am End").
"""

from __future__ import annotations

from collections.abc import Mapping

GERMAN: Mapping[str, str] = {
    # where something stands
    "15, 18, 19 case 1": "15, 18, 19 Fall 1",
    "19 case 1": "19 Fall 1",
    "19 case 2": "19 Fall 2",
    "19 case 2, 25 b, 25 e": "19 Fall 2, 25 b, 25 e",
    "19 to 25": "19 bis 25",
    "6, 9 to 11": "6, 9 bis 11",
    "Solo 1 to 3": "Solo 1 bis 3",
    "'10 Cent' list": "Aufzählung zu „10 Cent“",
    "DDV frame": "wie beim DDV",
    "as in the DDV": "wie beim DDV",
    "cards": "Karten",
    "order of trumps": "Reihenfolge der Trümpfe",
    "calls": "Ansagen",
    "calls, winning": "Ansagen, Gewinn",
    "winning": "Gewinn",
    "points": "Punkte",
    "title": "Titel",
    "solo": "Solo",
    "minor offence": "leichter Verstoß",
    "serious offence": "schwerer Verstoß",
    # what the sheet lacks
    "the rule sheet has no title": "die Vorlage hat keinen Titel",
    "the sheet is called after the stille Hochzeit": "die Vorlage heißt nach der stillen Hochzeit",
    "the sheet names no deck": "die Vorlage nennt kein Blatt",
    "the sheet names none": "die Vorlage nennt keinen",
    "the sheet gives none": "die Vorlage nennt keine",
    "the sheet has none": "die Vorlage hat keines",
    "the sheet is silent": "die Vorlage schweigt",
    "the list of the sheet is lost": "die Aufzählung der Vorlage fehlt",
    "the sheet does not say who sits out of five": "die Vorlage sagt nicht, wer zu fünft aussitzt",
    "own example, the sheet has none": "eigenes Beispiel, die Vorlage hat keines",
    # cards
    "card values are common to all Doppelkopf": "die Kartenwerte sind überall gleich",
    "with nines, card values are common to all Doppelkopf": "mit Neunen, die Kartenwerte sind überall gleich",
    "copies as in Trümpfe": "Anzahl wie unter Trümpfe",
    "each card twice": "jede Karte zweimal",
    "without nines": "ohne Neunen",
    "4, dealt 3, 4 and 3, so without nines": "nach 4 wird 3, 4, 3 gegeben, also ohne Neunen",
    "the usual order": "die übliche Reihenfolge",
    "10 names Herz-10, Damen and Buben": "10 nennt Herz-10, Damen und Buben",
    "in the usual order. Announced Schweine (both Karo-Asse), then Superschweine (both Karo-Zehnen), stand above all":
        "in der üblichen Reihenfolge. Angesagte Schweine (beide Karo-Asse) und dann Superschweine (beide Karo-Zehnen) "
        "stehen über allem",
    "two Karo-Asse in the deck": "das Blatt hat zwei Karo-Asse",
    "two Karo-Asse in the deck, 11 Augen each": "das Blatt hat zwei Karo-Asse zu je 11 Augen",
    "there are two": "es gibt zwei",
    "four Volle make 40 Augen or more": "vier Volle geben 40 Augen oder mehr",
    "four Volle make 40 Augen or more, and the deck has 16 of them":
        "vier Volle geben 40 Augen oder mehr, und das Blatt hat 16 davon",
    "the deck has 16 Volle": "das Blatt hat 16 Volle",
    "the deck has four hearts that are no trumps": "das Blatt hat vier Herzen, die nicht Trumpf sind",
    "two Asse, two Könige": "zwei Asse, zwei Könige",
    "there is one last trick": "es gibt nur einen letzten Stich",
    "there is one last trick, of four Buben at least": "es gibt nur einen letzten Stich, mindestens aus vier Buben",
    "the last trick is won with a Karo-Ass": "der letzte Stich wird mit einem Karo-Ass gemacht",
    "the last trick is won with a Karo-Ass, beside three Buben at least":
        "der letzte Stich wird mit einem Karo-Ass gemacht, dazu mindestens drei Buben",
    "the last trick is won with the Kreuz-Bube": "der letzte Stich wird mit dem Kreuz-Buben gemacht",
    "the other party's Karo-Ass": "das Karo-Ass der Gegenpartei",
    "a trick of 40 Augen or more": "ein Stich mit 40 oder mehr Augen",
    # kinds of game
    "ordinary games of Re and Contra": "gewöhnliche Spiele von Re und Contra",
    "the Kreuz-Damen play together": "die Kreuz-Damen spielen zusammen",
    "four players": "vier Spieler",
    "it becomes a Trumpfsolo, but is no Pflichtsolo": "es wird ein Trumpfsolo, aber kein Pflichtsolo",
    "he plays alone, which is no stilles Solo": "er spielt allein, das ist kein stilles Solo",
    "he plays alone, which is a Karo-Solo": "er spielt allein, ein Karo-Solo",
    "he plays a solo": "er spielt ein Solo",
    "he plays a Karo-Solo": "er spielt ein Karo-Solo",
    "after three tricks he plays a Karo-Solo": "nach drei Stichen spielt er ein Karo-Solo",
    "so the players may cross it as a solo": "also darf es als Solo angekreuzt sein",
    "so the players may cross it, but it is no Pflichtsolo":
        "also darf es als Solo angekreuzt sein, ist aber kein Pflichtsolo",
    "it may be crossed, but is no Pflichtsolo": "sie darf angekreuzt sein, ist aber kein Pflichtsolo",
    "nobody announces it, so it is not crossed as a solo": "niemand sagt sie an, also wird sie nicht angekreuzt",
    "counted as a solo that cannot be announced": "zählt als Solo, das man nicht ansagen kann",
    "the two who exchange cards are the Re party": "die beiden, die tauschen, sind Re",
    "'Stiller Solo'": "„Stiller Solo“",
    "one of the four suits at the soloist's choice": "nach Wahl des Solisten eine der vier Farben",
    "in any of the four suits": "in jeder der vier Farben",
    # who wins
    "unless only Kontra was said": "außer wenn nur Kontra gesagt wurde",
    "when only Kontra was said": "wenn nur Kontra gesagt wurde",
    "also when only Kontra was said": "auch wenn nur Kontra gesagt wurde",
    "even when only Contra was said": "auch wenn nur Contra gesagt wurde",
    "Re needs one more than Contra": "Re braucht eines mehr als Contra",
    "at 120 each, Contra wins": "bei 120 zu 120 gewinnt Contra",
    "nothing said, Kontra wins at 120": "nichts gesagt, Kontra gewinnt mit 120",
    "only Re said, Kontra wins at 120": "nur Re gesagt, Kontra gewinnt mit 120",
    "who called needs 121, Kontra too": "wer angesagt hat, braucht 121, auch Kontra",
    "both called, both need 121": "beide haben angesagt, beide brauchen 121",
    "at 120 each nobody wins": "bei 120 zu 120 gewinnt niemand",
    "the other party has less than 90": "die Gegenpartei hat weniger als 90",
    "no trick": "kein Stich",
    # calls
    "one Re and one Contra, no reply": "ein Re und ein Contra, keine Erwiderung",
    "no later reply": "keine spätere Erwiderung",
    "no later reply, and a Hochzeit moves the deadlines by the clarifying trick less one":
        "keine spätere Erwiderung, und eine Hochzeit verschiebt die Fristen um den Klärungsstich weniger eins",
    "until the fifth card, which may lie": "bis zur 5. Karte, die liegen darf",
    "so after the first trick, and clarifying tricks do not count at all":
        "also nach dem ersten Stich; Klärungsstiche zählen gar nicht mit",
    "before the first or the second trick, in a Hochzeit after the trick that follows the clarifying one":
        "vor dem ersten oder zweiten Stich, bei einer Hochzeit nach dem Stich, der auf den Klärungsstich folgt",
    "a trick later each": "jeweils einen Stich später",
    "a reply with one card fewer, a Hochzeit moves them by the clarifying trick less one":
        "eine Erwiderung mit einer Karte weniger, eine Hochzeit verschiebt um den Klärungsstich weniger eins",
    # what counts
    "in a solo too": "auch im Solo",
    "25 h (against 21)": "25 h (entgegen 21)",
    "each level counts as reached at most once": "jede Stufe gilt höchstens einmal als erreicht",
    "a missed Absage counts for the winner as if reached":
        "eine verfehlte Absage zählt für die Sieger, als wäre sie erreicht",
    "they alone count when nobody wins": "nur sie zählen, wenn niemand gewinnt",
    "they count when nobody wins": "sie zählen, wenn niemand gewinnt",
    "none in a Hochzeit that stays alone, since 11 makes it a Trumpfsolo":
        "keine in einer Hochzeit, die allein bleibt, da 11 sie zum Trumpfsolo macht",
    "after the Sonderpunkte": "nach den Sonderpunkten",
    "also when nobody wins": "auch wenn niemand gewinnt",
    "of either party": "von jeder der beiden Parteien",
    "the stille one is an equal solo, a Hochzeit that stays alone is none":
        "das stille ist ein gleichwertiges Solo, eine Hochzeit, die allein bleibt, ist keines",
    "in a solo too, since nothing excludes them": "auch im Solo, da nichts sie ausschließt",
    "in games of one against three too, whenever Kontra wins": "auch im Spiel einer gegen drei, sooft Kontra gewinnt",
    "'keine 120' said is Re or Kontra itself, which doubles":
        "angesagte „keine 120“ sind Re oder Kontra selbst, und die verdoppeln",
    "one point in every game of one against three": "ein Punkt in jedem Spiel einer gegen drei",
    "none in a solo or a stille Hochzeit, as in the DDV": "keine im Solo und in der stillen Hochzeit, wie beim DDV",
    "Re and Kontra both double": "Re und Kontra verdoppeln beide",
    "after the Extras, and also when nobody wins": "nach den Extras, auch wenn niemand gewinnt",
    "it is counted with 'Gegen'": "„Es wird mit ‚Gegen‘ gezählt“",
    "in solos too": "auch im Solo",
    "a Hochzeit that stays alone is none": "eine Hochzeit, die allein bleibt, ist keines",
    "all of them in a Hochzeit that stays alone, since it is no solo":
        "alle in einer Hochzeit, die allein bleibt, da sie kein Solo ist",
    "Doppelköpfe and Füchse do not count in solos": "bei Solos zählen Doppelköpfe und Füchse nicht",
    "Charly does": "Charly zählt",
    "one point for winning": "ein Punkt für den Sieg",
    "won against the Kreuz-Damen": "gegen die Kreuz-Damen gewonnen",
    "in an Armut and in solos too, whenever Kontra wins": "auch bei Armut und im Solo, sooft Kontra gewinnt",
    "less than 90, 60, 30, schwarz": "weniger als 90, 60, 30, schwarz",
    "every call counts, of the losing party too": "jede Ansage zählt, auch die der Verlierer",
    "Re and Kontra double what was counted so far": "Re und Kontra verdoppeln das bisher Gezählte",
    "added after the doubling": "nach dem Verdoppeln dazugezählt",
    "none in a game of one against three": "keine im Spiel einer gegen drei",
    "the whole value twice, never more": "der ganze Spielwert doppelt, nie mehr",
    "120 against it": "120 dagegen",
    "90 against it": "90 dagegen",
    "60 against it": "60 dagegen",
    "30 against it": "30 dagegen",
    "won": "gewonnen",
    "under 90, 60, 30, schwarz": "unter 90, 60, 30, schwarz",
    "for both parties when nobody wins": "für beide Parteien, wenn niemand gewinnt",
    "Re, Kontra, two each": "Re, Kontra, je zwei",
    "each Absage, of either party": "jede Absage, gleich von welcher Partei",
    "120 against no 90, and so on": "120 gegen keine 90 und so fort",
    "against the Kreuz-Damen, not in solos": "gegen die Kreuz-Damen, nicht im Solo",
    "not in solos": "nicht im Solo",
    "they are offset when nobody wins": "sie werden verrechnet, wenn niemand gewinnt",
    # offences
    "so it counts as a game": "also zählt es als Spiel",
    "it counts as a game, since the game is over": "es zählt als Spiel, da das Spiel zu Ende ist",
    "it is no game, since the game goes on": "es ist kein Spiel, da weitergespielt wird",
    "three more for each Absage of the other party": "drei mehr für jede Absage der Gegenpartei",
    "the game is lost as it stands, the winners get all remaining cards, no Sonderpunkte":
        "das Spiel ist mit dem aktuellen Stand verloren, die Sieger bekommen alle restlichen Karten, keine "
        "Sonderpunkte",
    "an ordinary row": "eine gewöhnliche Zeile",
    # Bock
    "a Bock round is one deal by each player, from the next game on, and queues behind one that runs":
        "eine Bockrunde ist ein Spiel je Geber, beginnt mit dem nächsten Spiel und wartet auf eine, die schon läuft",
    "one game brings one Bock round at most": "ein Spiel bringt höchstens eine Bockrunde",
    "one Bock in the next game, none if Böcke are there already":
        "ein einziger Bock im folgenden Spiel, keiner, wenn schon Böcke da sind",
    "a usual trigger": "ein üblicher Anlass",
    # sheet and tournament
    "one evening": "ein Abend",
    "as many as are announced": "so viele, wie ausgeschrieben sind",
    "entry fee of 15 EUR": "15 € Startgebühr",
    "play as many as you like": "beliebig viele",
    "play as many as you like, a sheet has 20 rows": "beliebig viele, ein Bogen hat 20 Zeilen",
    "play as many as you like, a sheet has 25 rows": "beliebig viele, ein Bogen hat 25 Zeilen",
    "a sheet has 16 rows": "ein Bogen hat 16 Zeilen",
    "a sheet has 20 rows": "ein Bogen hat 20 Zeilen",
    "five rounds of one deal each": "fünf Runden, in denen jeder einmal gibt",
    "in the first four rounds, or led to it in the fifth":
        "in den ersten vier Runden, sonst Vorführung in der fünften",
    "20 games and four Pflichtsoli": "20 Spiele und vier Pflichtsoli",
    "25 games and five Pflichtsoli": "25 Spiele und fünf Pflichtsoli",
    "each player, in rows of their own below the other games":
        "jeder Spieler, in eigenen Zeilen unter den anderen Spielen",
    "the deal always passes on": "es wird immer weiter gegeben",
    "the dealer sits out, so seat ((game - 1) mod 5) + 1": "der Geber sitzt aus, in Spiel 6 also wieder Platz 1",
    "the dealer of a table of five sits out": "am 5er-Tisch sitzt der Geber aus",
    "in the section of the Pflichtsoli nobody's turn is known":
        "bei den Pflichtsoli ist nicht bekannt, wer an der Reihe ist",
    "four play, nobody sits out": "es spielen vier, niemand sitzt aus",
    "single points": "einzelne Punkte",
    "everything is counted in tens": "alles wird in Zehnern gezählt",
    "results are not added up, so there are no running totals":
        "Ergebnisse werden nicht addiert, also gibt es keine Zwischenstände",
    # checks
    "in 99 of 100 ordinary games the value is at most 12": "in 99 von 100 gewöhnlichen Spielen höchstens 12",
    "in 99 of 100 ordinary games the value is at most 7": "in 99 von 100 gewöhnlichen Spielen höchstens 7",
    "in 99 of 100 ordinary games the value is at most 7 units": "in 99 von 100 gewöhnlichen Spielen höchstens 70",
    "the sum of each game must be 0": "die Summe jedes Spiels muss 0 sein",
    "what some win, the others lose": "was die einen gewinnen, verlieren die anderen",
    "plus points and minus points": "Plus- und Minuspunkte",
    "two and two, one threefold against three": "zwei gegen zwei, einer dreifach gegen drei",
    "two and two, or one threefold against three": "zwei gegen zwei oder einer dreifach gegen drei",
    "two and two, one threefold against three, or an offence":
        "zwei gegen zwei, einer dreifach gegen drei oder eine Strafe",
    "two and two, one against three, a Nullspiel, or an offence":
        "zwei gegen zwei, einer gegen drei, ein Nullspiel oder eine Strafe",
    "Re against Contra, a soloist against three, or an offence of 3 x 50":
        "Re gegen Contra, ein Solist gegen drei oder eine Strafe von 3 x 50",
    "an offence as in the DDV": "eine Strafe wie beim DDV",
    "an offence is played out as lost": "ein Verstoß zählt als verlorenes Spiel",
    "the deal passes on, and who sits out gets no points": "es wird weiter gegeben, und wer aussitzt, hat keine Punkte",
    "the dealer of five sits out and gets no points": "von fünfen sitzt der Geber aus und hat keine Punkte",
    "one of five sits out and gets no points": "einer von fünfen sitzt aus und hat keine Punkte",
    "what a game can be worth": "was ein Spiel wert sein kann",
    "a rare value is worth a second look": "ein seltener Wert ist einen zweiten Blick wert",
    "where a sheet has a value column and winners' marks, they agree with the points":
        "hat ein Bogen Spalten für Wert und Sieger, so passen sie zu den Punkten",
    "the list has a value column and winners' marks": "die Liste hat Spalten für Wert und Sieger",
    "they agree with the points": "sie passen zu den Punkten",
    "the points follow from the details": "die Punkte folgen aus den Einzelheiten",
    "16 games, at five seats 20, and each has its row": "16 Spiele, zu fünft 20, und jedes hat seine Zeile",
    "12 games, and each has its row, Nullspiele too": "12 Spiele, und jedes hat seine Zeile, auch ein Nullspiel",
    "20 games and four Pflichtsoli, at five seats 25 and five": "20 Spiele und vier Pflichtsoli, zu fünft 25 und fünf",
    "games are numbered one by one, and each has its row":
        "die Spiele sind der Reihe nach nummeriert, und jedes hat seine Zeile",
    "an offence is a game": "eine Strafe ist ein Spiel",
    "an offence is no game": "eine Strafe ist kein Spiel",
    "a serious offence is a game, a minor one is not": "ein schwerer Verstoß ist ein Spiel, ein leichter nicht",
    "each player sits out in turn": "jeder sitzt der Reihe nach aus",
    "each player sits out in turn, but for the section of the Pflichtsoli":
        "jeder sitzt der Reihe nach aus, außer bei den Pflichtsoli",
    "each of five sits out equally often": "jeder von fünfen sitzt gleich oft aus",
    "one Pflichtsolo each": "jeder ein Pflichtsolo",
    "one Pflichtsolo each, in a section of its own": "jeder ein Pflichtsolo, in eigenen Zeilen",
    "a Pflichtsolo each in the first four rounds, or in the fifth":
        "jeder ein Pflichtsolo in den ersten vier Runden oder in der fünften",
    "where running totals are written, they move by the points of the game":
        "wo Zwischenstände aufgeschrieben werden, ändern sie sich um die Punkte des Spiels",
    "the list has running totals": "die Liste hat Zwischenstände",
    "they move by the points of the game": "sie ändern sich um die Punkte des Spiels",
    "each result has its own row and is not added up": "jedes Ergebnis hat eine eigene Zeile und wird nicht addiert",
    "a game adds an odd number to all four or to none": "ein Spiel ändert alle vier um eine ungerade Zahl oder keinen",
    "a game adds an odd number of tens to all four or to none":
        "ein Spiel ändert alle vier um eine ungerade Zahl von Zehnern oder keinen",
    "a sum is what its column adds up to": "unter jeder Spalte steht, was sie ergibt",
    "so all sums together are 0": "also ergeben alle Summen zusammen 0",
    "all sums together are 0, as each game is": "alle Summen ergeben zusammen 0, wie jedes Spiel",
    "one deal by each player, from the next game on, never two at once":
        "ein Spiel je Geber, vom nächsten Spiel an, nie zwei zugleich",
    "the players' signatures accept a sheet": "mit ihren Unterschriften erkennen die Spieler den Bogen an",
    "who sits at a table is drawn": "wer an einem Tisch sitzt, wird ausgelost",
    "who sits where is drawn": "wer wo sitzt, wird ausgelost",
}


def entry(lang: str, words: str, source: str) -> str:
    """An entry of a page with its source in brackets."""
    return f"{words} [{note(lang, source)}]"


def note(lang: str, source: str) -> str:
    """The note in that language. A club's own notes, which nobody has put into German, stay as they are."""
    return source if lang == "en" else "; ".join(map(_german, source.split("; ")))


def _german(part: str) -> str:
    place, colon, rest = part.partition(": ")
    known = GERMAN.get(part)
    if known is not None or not colon:
        return known or _quoted(part)
    return f"{GERMAN.get(place) or _quoted(place)}: {_german(rest)}"


def _quoted(part: str) -> str:
    """With German quotation marks."""
    pieces = part.split("'")
    return "".join(piece if n % 2 == 0 else f"„{piece}“" for n, piece in enumerate(pieces)) if len(pieces) % 2 else part
