"""What the program says in German. Players' words: Augen, Absage, Sonderpunkt; seats are "Platz 1" to "Platz 5"."""

SENTENCES = {
    # where something stands
    "row": "Spiel {number}",
    "row-offence": "Strafe in Zeile {number}",
    "where-row": "Spiel {number}",
    "where-sum": "Summe",
    "where-seat": "Platz {seat}",
    "where-solo": "Solo-Kreuz",
    "where-offence": "Straf-Kreuz",
    "where-value": "Wert",
    "where-total": "Zwischenstand von Platz {seat}",
    "where-win": "Sieger-Kreuz von Platz {seat}",
    "change": "{where}: {proposed} statt {written}",
    "cell-blank": "leer",
    "cell-cross": "angekreuzt",
    # lines of a score
    "keine-120": "keine 120",
    "gegen": "gegen die Alten",
    "erreicht": "{level}",
    "verfehlt": "{level} (verfehlt)",
    "abgesagt": "{level} angesagt ({party})",
    "sonderpunkt": "{title} ({party})",
    "sonderpunkte": "{count}-mal {title} ({party})",
    "erreicht-von": "{level} erreicht ({party})",
    "angesagt": "{party} angesagt",
    "dagegen": "{augen} Augen gegen {level} ({party})",
    "solo": "{title}",
    "bock": "Bock verdoppelt",
    "sonderpunkt-zählt-nicht": "zählt hier nicht: {titles}",
    "keine-sonderpunkte": "Sonderpunkte zählen hier nicht",
    "verdoppelt": "{party} verdoppelt",
    "umgekehrt": "Kontra gewinnt: für Re umgekehrt",
    "strafe": "Regelverstoß",
    "strafe-leicht": "leichter Regelverstoß",
    "strafe-absagen": "{count:Absage|Absagen} der Gegenpartei",
    # a line of input
    "no-json": "Die Zeile ist kein JSON: „{line}“",
    "no-object": "Die Zeile ist kein Spiel, sondern: „{line}“",
    "unknown-key": "„{key}“ kenne ich nicht; ein Spiel hat: {known}.",
    "wrong-type": "„{key}“ kann nicht {value} sein; möglich: {hint}",
    "no-kind": "Es fehlt „kind“: die Art des Spiels.",
    # a game
    "unknown-kind": "Die Spielart „{kind}“ gibt es nach diesen Regeln nicht; es gibt: {known}.",
    "wrong-seats": "Einen Tisch mit {seats:Platz|Plätzen} gibt es nach diesen Regeln nicht; möglich: {known}.",
    "nobody-sits": "An einem Tisch mit 5 Plätzen muss jemand aussetzen („sits“).",
    "strange-sitter": "Platz {sits} kann an einem Tisch mit {seats} Plätzen nicht aussetzen.",
    "wrong-re": "{kind}: Die Re-Partei hat {needed} Spieler, angegeben sind die Plätze: {seats}",
    "absent-re": "Ein Platz der Re-Partei ({seats}) sitzt nicht mit am Tisch.",
    "no-offender": "Es fehlt „offender“: der Platz, der gegen die Regeln verstoßen hat.",
    "wrong-offender": "Platz {offender} spielt nicht mit und kann nicht gegen die Regeln verstoßen haben.",
    "stray-offender": "Platz {offender} ist als Verursacher einer Strafe angegeben, das Spiel ist aber keine Strafe.",
    "stray-fine": "„minor“ und „absagen“ gehören zu einer Strafe, das Spiel ist aber keine.",
    "no-minor": "Kleine Verstöße und Absagen bei einer Strafe kennen diese Regeln nicht.",
    "minor-absagen": "Bei einem leichten Verstoß zählen Absagen der Gegenpartei nicht.",
    "absagen-range": "{count} Absagen der Gegenpartei gibt es nicht; möglich sind 0 bis {most}.",
    "offence-played-out": (
        "Eine Strafe gibt es nach diesen Regeln nicht: Das Spiel ist verloren und wird als solches aufgeschrieben."
    ),
    "no-augen": "Es fehlen die Augen der Re-Partei.",
    "augen-range": "{augen} Augen gibt es nicht; möglich sind 0 bis 240.",
    "poor-trick": "{augen:Auge|Augen} kann keine Partei haben: Der kleinste Stich zählt schon {least}.",
    "trick-no-augen": "Mit einem Stich hat keine Partei 0 Augen: Der kleinste Stich zählt schon {least}.",
    "no-verworfen": "„verworfen“ gibt es nach diesen Regeln nicht: Ein Regelverstoß hat seine eigene Zeile („strafe“).",
    "augen-no-trick": "{party} soll keinen Stich haben, hat aber Augen.",
    "unknown-solo": "Das Solo „{solo}“ gibt es nach diesen Regeln nicht; es gibt: {known}.",
    "unnamed-solo": "Es fehlt, welches Solo es war, denn die Soli zählen verschieden; es gibt: {known}.",
    "stray-solo": "Ein Solo „{solo}“ ist angegeben, das Spiel ist aber kein Solo.",
    "no-pflichtsolo": "Dieses Spiel kann kein Pflichtsolo sein.",
    "no-bock": "Bockspiele gibt es nach diesen Regeln nicht.",
    "unknown-extra": "Den Sonderpunkt „{name}“ gibt es nach diesen Regeln nicht; es gibt: {known}.",
    "too-many": "{title}: {count} in einem Spiel gibt es nicht, höchstens {most}.",
    "extra-augen": "{party} hat {augen:Auge|Augen}, das reicht nicht für {count}-mal {title}.",
    "strafe-alone": "Bei einer Strafe zählen Ansagen, Sonderpunkte und Solo nicht.",
    "nobody-wins": "Niemand gewinnt: Beide Parteien haben ihre Absage verfehlt.",
    "nobody-has-augen": "Niemand gewinnt: Beide Parteien haben angesagt, und keine hat die Augen dafür.",
    # a row of a sheet
    "not-zero-sum": "{row}: Die Punkte ergeben zusammen {sum:+d} statt 0.",
    "pattern": (
        "{row}: Die Punkte {points} passen zu keinem Spiel. Es gewinnen zwei gegen zwei gleich viel, oder "
        "einer dreifach gegen drei."
    ),
    "pattern-offence": (
        "{row}: Als Strafe angekreuzt, aber die Punkte sind nicht {offender:+d} und dreimal {others:+d}."
    ),
    "pattern-offences": (
        "{row}: Als Strafe angekreuzt, aber so viel kostet keine; möglich sind (Verursacher/die anderen): {fines}."
    ),
    "pattern-played-out": (
        "{row}: Als Strafe angekreuzt, aber nach diesen Regeln wird ein Regelverstoß als verlorenes Spiel gezählt."
    ),
    "pattern-crosses": "{row}: Solo und Strafe sind beide angekreuzt.",
    "untripled": "{row}: Das Solo ist nicht verdreifacht. Platz {seat} müsste {right:+d} haben, nicht {written:+d}.",
    "untripled-perhaps": (
        "{row}: Bei einem Solo müsste Platz {seat} {right:+d} haben, nicht {written:+d}; sonst ist ein "
        "Vorzeichen falsch."
    ),
    "solo-of-two": "{row}: Solo ist angekreuzt, aber die Punkte stehen zwei gegen zwei.",
    "solo-uncrossed": (
        "{row}: Platz {seat} spielt allein, aber Solo ist nicht angekreuzt: {kinds}, oder das Kreuz fehlt."
    ),
    "solo-cross-missing": "{row}: Platz {seat} spielt allein, aber Solo ist nicht angekreuzt: Das Kreuz fehlt.",
    "lone-no-solo": (
        "{row}: Platz {seat} spielt allein, und ein Solo kann nicht {value} wert sein; es war also: {kinds}."
    ),
    "offence-uncrossed": (
        "{row}: {offender:+d} und dreimal {others:+d} ohne Kreuz: eine Strafe oder ein verlorenes Solo?"
    ),
    "wrong-sitter": "{row}: Platz {seat} setzt aus, hat aber {points:+d}.",
    "unit-step": "{row}: {points:+d} ist kein Vielfaches von {step}.",
    "impossible-pairs": "{row}: Einen Spielwert von {value} gibt es nicht.",
    "impossible-won": "{row}: Wer allein spielt, kann nicht mit dem Wert {value} gewinnen.",
    "impossible-lost": "{row}: Wer allein spielt, kann nicht mit dem Wert {value} verlieren.",
    "impossible-won-turned": (
        "{row}: Wer allein spielt, kann nicht mit dem Wert {value} gewinnen; sind alle Vorzeichen vertauscht?"
    ),
    "impossible-lost-turned": (
        "{row}: Wer allein spielt, kann nicht mit dem Wert {value} verlieren; sind alle Vorzeichen vertauscht?"
    ),
    "unusual-value": "{row}: Der Spielwert {value} ist ungewöhnlich hoch.",
    "miscounted": "{row}: Platz {seat} müsste {right:+d} haben, nicht {written:+d} ({lines}).",
    "nobody-sat-out": "{row}: Alle fünf Plätze haben Punkte; einer muss aussetzen.",
    "value-mismatch": "{row}: Als Wert steht {written} da, nach den Punkten ist er {right}.",
    "value-tripled": "{row}: Als Wert steht {written} da; dreifach zählt nur der Solist, der Wert ist {right}.",
    "winner-mark": "{row}: Als Sieger bezeichnet: Platz {written}; nach den Punkten: Platz {right}.",
    "winner-count": "{row}: {found} Plätze sind als Sieger bezeichnet; es gewinnen einer, zwei oder drei.",
    "running-total": (
        "{row}: Der Zwischenstand von Platz {seat} müsste {right:+d} sein ({points:+d} in diesem Spiel), nicht "
        "{written:+d}."
    ),
    "totals-not-zero": "{row}: Die Zwischenstände ergeben zusammen {sum:+d} statt 0.",
    "totals-not-allowed": (
        "{row}: Hier stehen Zwischenstände; nach diesen Regeln bekommt jedes Spiel seine eigenen Punkte, es wird nicht "
        "addiert."
    ),
    # a row that tells less than all points
    "rebuilt-nothing": "{row}: Ein Kreuz steht da, aber keine Punkte.",
    "rebuilt-lone": (
        "{row}: Nur bei Platz {seat} stehen Punkte ({points:+d}); gelesen als einer gegen drei, {others:+d} für jeden "
        "anderen."
    ),
    "rebuilt-third": (
        "{row}: Nur bei Platz {seat} stehen Punkte ({points}), und sie sind nicht durch drei teilbar: Fehlt der "
        "Partner, oder ist ein Solo nicht verdreifacht?"
    ),
    "rebuilt-differ": "{row}: Wer zusammen spielt, bekommt gleich viel; hier steht {points}.",
    "rebuilt-none": "{row}: Zu {points} gibt es kein Spiel.",
    "rebuilt-unread": "{row}: Eine Zahl ist nicht lesbar; nach den übrigen ist möglich: {rows}.",
    "rebuilt-unread-open": "{row}: Eine Zahl ist nicht lesbar, und die übrigen verraten sie nicht.",
    "rebuilt-sitter": "{row}: Es ist nicht zu erkennen, wer aussetzt; bitte dort einen Strich machen.",
    "rebuilt-clash": "{row}: Zwischenstände, Wert und Sieger passen nicht zusammen.",
    "rebuilt-too-little": "{row}: Es steht zu wenig da, um die Punkte zu erkennen.",
    "rebuilt-open": "{row}: Es steht zu wenig da; möglich sind: {rows}.",
    # a whole sheet
    "row-left-blank": (
        "Spiel {number} ist leer, danach geht es aber weiter: eine Zeile übersprungen oder ein Nullspiel "
        "nicht aufgeschrieben?"
    ),
    "too-few": "{found:Es ist # Spiel|Es sind # Spiele} aufgeschrieben statt {expected}.",
    "too-many-games": "{found:Es ist # Spiel|Es sind # Spiele} aufgeschrieben statt {expected}.",
    "too-many-twice": (
        "{found:Es ist # Spiel|Es sind # Spiele} aufgeschrieben statt {expected}; Spiel {first} und Spiel {second} "
        "sind gleich: doppelt aufgeschrieben?"
    ),
    "numbering": "Nach Spiel {before} kommt Spiel {number}: Die Nummern stimmen nicht.",
    "offence-no-game": (
        "Eine Strafe zählt nicht als Spiel: Aufgeschrieben {games:ist # Spiel|sind # Spiele} (und Strafen: {offences}) "
        "statt {expected:Spiel|Spielen} und den Strafen."
    ),
    "offence-is-game": "Eine Strafe zählt als Spiel: Mit ihr {found:ist es # Spiel|sind es # Spiele} statt {expected}.",
    "sitters-uneven": "Platz {seat} hat {found}-mal ausgesetzt statt {expected}-mal.",
    "sitters-shifted": (
        "Ab Spiel {number} setzt immer Platz für Platz ein anderer aus als vorgesehen: eine Zeile "
        "übersprungen oder der falsche Geber?"
    ),
    "no-solo": "Platz {seat} hat kein Pflichtsolo angekreuzt.",
    "no-solo-perhaps": "Platz {seat} hat kein Pflichtsolo angekreuzt; in Spiel {number} spielt er allein ohne Kreuz.",
    "parity": (
        "Die Summen sind teils gerade, teils ungerade: {sums}. An vier Plätzen müssen alle gerade oder alle "
        "ungerade sein."
    ),
    "parity-units": (
        "Die Summen sind, durch {step} geteilt, teils gerade, teils ungerade: {sums}. An vier Plätzen müssen alle "
        "gerade oder alle ungerade sein."
    ),
    "sum-mismatch": "Summe von Platz {seat}: Die Spalte ergibt {right:+d}, geschrieben steht {written:+d}.",
    "sums-not-zero": "Die Summen ergeben zusammen {sum:+d} statt 0.",
    "bock-block": (
        "Ab Spiel {number} {found:ist # Bockspiel|sind # Bockspiele nacheinander} angekreuzt; nach den Spielen davor "
        "wären es {right}."
    ),
    "parity-totals": (
        "{row}: Die Zwischenstände sind teils gerade, teils ungerade: {sums}. An vier Plätzen müssen alle gerade oder "
        "alle ungerade sein."
    ),
    "bock-missing": "{row}: Das muss ein Bockspiel sein, nach dem, was vorher gespielt wurde.",
    "bock-odd": "{row}: Das muss ein Bockspiel sein, der Spielwert {value} ist aber nicht durch {factor} teilbar.",
    "bock-crossed-odd": (
        "{row}: Angekreuzt ist ein Bockspiel, der Spielwert {value} ist aber nicht durch {factor} teilbar."
    ),
    "unsigned": "Es fehlt die Unterschrift von Platz {seats}.",
    "unsigned-all": "Niemand hat den Bogen unterschrieben.",
    "name-not-drawn": "Platz {seat}: {name} ist nicht an diesen Tisch gelost; es fehlt: {missing}.",
    "name-twice": "Platz {seat}: {name} sitzt schon auf Platz {other}; es fehlt: {missing}.",
    # a rule set
    "unknown-rules": "Das Regelwerk „{name}“ gibt es nicht; bekannt sind: {known} (oder der Pfad einer .toml-Datei).",
    "rules-unreadable": "{where}: Die Datei ist nicht lesbar ({reason}); bitte Pfad und Rechte prüfen.",
    "rules-no-toml": "{where}: Das ist kein TOML ({reason}); bitte diese Stelle berichtigen.",
    "rules-no-text": "{where}: Die Datei ist kein Text in UTF-8; bitte so speichern.",
    "rules-unknown-key": "{where}: Diesen Eintrag gibt es nicht; möglich sind hier: {known}.",
    "rules-missing": "{where}: Dieser Eintrag fehlt; bitte ergänzen.",
    "rules-table": "{where}: Hier muss eine Tabelle stehen.",
    "rules-list": "{where}: Hier muss eine Liste stehen.",
    "rules-str": "{where}: Hier muss ein Text stehen.",
    "rules-int": "{where}: Hier muss eine ganze Zahl stehen.",
    "rules-bool": "{where}: Hier muss true oder false stehen.",
    "rules-source": "{where}: Hier muss der Absatz des Regelwerks stehen, oder die Entscheidung, mit D bezeichnet.",
    "rules-id": "{where}: Erlaubt sind 1 bis 40 kleine Buchstaben, Ziffern und Bindestriche.",
    "rules-deck": "{where}: Die Karten müssen zusammen {augen} Augen haben.",
    "rules-choice": "{where}: Möglich sind: {known}.",
    "rules-order": "{where}: Hier müssen genau diese stehen, in dieser Reihenfolge: {known}.",
    "rules-needs": "{where}: Zusammen müssen es mehr als {augen} Augen sein, sonst könnten beide gewinnen.",
    "rules-offence": "{where}: Die Punkte des Verursachers und der drei anderen müssen zusammen 0 ergeben.",
    "rules-games": "{where}: Es fehlt eine Tischgröße; bitte 4 oder 5 Plätze angeben.",
    "rules-id-taken": "{where}: „{name}“ ist das mitgelieferte Regelwerk; bitte einen eigenen Namen wählen.",
    "rules-base": "{where}: „{name}“ ist weder ein mitgeliefertes Regelwerk ({known}) noch eine Datei daneben.",
    "rules-no-base": (
        "{where}: Es fehlt „extends“, worauf die Datei aufbaut (möglich: {known}), oder fast alles andere: {missing}."
    ),
    "rules-extends-itself": "{where}: „{name}“ führt auf diese Datei zurück; bitte aufbauen auf: {known}.",
    "rules-extends-deep": "{where}: „{name}“ baut selbst auf einem anderen auf; bitte auf jenes aufbauen.",
    "rules-source-own": "{where}: Was geändert wird, braucht ein eigenes „source“: den Absatz oder die Entscheidung.",
    "rules-nothing-to-remove": "{where}: Diesen Eintrag gibt es im anderen Regelwerk nicht; „remove“ entfällt.",
    "rules-twice": "{where}: Das steht zweimal da; bitte eines davon streichen.",
    "rules-entry-id": "{where}: Erlaubt sind 1 bis 40 kleine Buchstaben, Ziffern, Binde- und Unterstriche.",
    "rules-unasked": "{where}: Das prüft nur {check}; bitte {check} auch unter „checks.apply“ eintragen.",
    "rules-empty": "{where}: Der Text darf nicht leer sein.",
    "rules-no-file": "{where}: Das ist keine Datei; bitte den Pfad einer .toml-Datei angeben.",
    "rules-too-big": "{where}: Die Datei ist zu groß für ein Regelwerk; höchstens {most} Byte sind möglich.",
    "rules-range": "{where}: Hier muss eine Zahl von {low} bis {high} stehen.",
    "rules-length": "{where}: Hier sind höchstens {most} möglich, bitte kürzen.",
    "rules-strafe": "{where}: „strafe“ ist keine Spielart, die Strafe steht unter „offence“; bitte hier streichen.",
    "rules-levels-fall": "{where}: Jede Absage muss unter der vorigen liegen; bitte die Augen oder Karten berichtigen.",
    "rules-card": "{where}: „{name}“ ist keine Karte des Blatts; möglich sind Farbe und Rang, wie „{example}“.",
}
