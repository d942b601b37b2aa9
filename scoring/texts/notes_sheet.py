"""The notes of the shipped rule sets in German, as far as they are about offences, Bock, sheets and checks."""

GERMAN = {
    # offences
    "the offender pays all three": "wer verstößt, zahlt allen dreien",
    "so it counts as a game": "also zählt es als Spiel",
    "it counts as a game, since the game is over": "es zählt als Spiel, da das Spiel zu Ende ist",
    "it is no game, since the game goes on": "es ist kein Spiel, da weitergespielt wird",
    "three more for each Absage of the other party": "drei mehr für jede Absage der Gegenpartei",
    "the game is lost as it stands, the winners get all remaining cards, no Sonderpunkte":
        "das Spiel ist mit dem aktuellen Stand verloren, die Sieger bekommen alle restlichen Karten, keine "
        "Sonderpunkte",
    "an ordinary row, and data and full sheet can say which party":
        "eine gewöhnliche Zeile; Daten und voller Bogen können sagen, welche Partei",
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
    "the dealer sits out, so seat ((game - 1) mod 5) + 1": "der Geber setzt aus, in Spiel 6 also wieder Platz 1",
    "the dealer of a table of five sits out": "am 5er-Tisch setzt der Geber aus",
    "in the section of the Pflichtsoli nobody's turn is known":
        "bei den Pflichtsoli ist nicht bekannt, wer an der Reihe ist",
    "four play, nobody sits out": "es spielen vier, niemand setzt aus",
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
    "the deal passes on, and who sits out gets no points": "es wird weiter gegeben, und wer aussetzt, hat keine Punkte",
    "the dealer of five sits out and gets no points": "von fünfen setzt der Geber aus und hat keine Punkte",
    "one of five sits out and gets no points": "einer von fünfen setzt aus und hat keine Punkte",
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
    "each player sits out in turn": "jeder setzt der Reihe nach aus",
    "each player sits out in turn, but for the section of the Pflichtsoli":
        "jeder setzt der Reihe nach aus, außer bei den Pflichtsoli",
    "each of five sits out equally often": "jeder von fünfen setzt gleich oft aus",
    "one Pflichtsolo each": "jeder ein Pflichtsolo",
    "one Pflichtsolo each, in a section of its own": "jeder ein Pflichtsolo, in eigenen Zeilen",
    "a Pflichtsolo each in the first four rounds, or in the fifth":
        "jeder ein Pflichtsolo in den ersten vier Runden oder in der fünften",
    "where running totals are written, they move by the points of the game":
        "wo Zwischenstände aufgeschrieben werden, ändern sie sich um die Punkte des Spiels",
    "the list has running totals": "die Liste hat Zwischenstände",
    "they move by the points of the game": "sie ändern sich um die Punkte des Spiels",
    "each result has its own row and is not added up": "jedes Ergebnis hat eine eigene Zeile und wird nicht addiert",
    "a game adds an odd number to all four or to none":
        "in einem Spiel bekommen alle vier eine ungerade Zahl oder keiner",
    "a game adds an odd number of tens to all four or to none":
        "in einem Spiel bekommen alle vier eine ungerade Zahl von Zehnern oder keiner",
    "a sum is what its column adds up to": "unter jeder Spalte steht, was sie ergibt",
    "so all sums together are 0": "also ergeben alle Summen zusammen 0",
    "all sums together are 0, as each game is": "alle Summen ergeben zusammen 0, wie jedes Spiel",
    "one deal by each player, from the next game on, never two at once":
        "ein Spiel je Geber, vom nächsten Spiel an, nie zwei zugleich",
    "the players' signatures accept a sheet": "mit ihren Unterschriften erkennen die Spieler den Bogen an",
    "who sits at a table is drawn": "wer an einem Tisch sitzt, wird ausgelost",
    "who sits where is drawn": "wer wo sitzt, wird ausgelost",
}
