"""What the program says in English. The players' words stay German: Re, Kontra, Augen, Absage."""

SENTENCES = {
    # where something stands
    "row": "Game {number}",
    "row-offence": "Offence in row {number}",
    "where-row": "Game {number}",
    "where-sum": "Sum",
    "where-seat": "seat {seat}",
    "where-solo": "solo cross",
    "where-offence": "offence cross",
    "where-value": "value",
    "where-total": "running total of seat {seat}",
    "where-win": "winner's cross of seat {seat}",
    "change": "{where}: {proposed} instead of {written}",
    "cell-blank": "blank",
    "cell-cross": "crossed",
    # lines of a score
    "keine-120": "no 120",
    "gegen": "against the queens of clubs",
    "erreicht": "{level}",
    "verfehlt": "{level} (missed)",
    "abgesagt": "{level} said ({party})",
    "sonderpunkt": "{title} ({party})",
    "sonderpunkte": "{count} times {title} ({party})",
    "erreicht-von": "{level} reached ({party})",
    "angesagt": "{party} said",
    "dagegen": "{augen} Augen against {level} ({party})",
    "solo": "{title}",
    "bock": "Bock doubles",
    "sonderpunkt-zählt-nicht": "does not count here: {titles}",
    "keine-sonderpunkte": "Sonderpunkte do not count here",
    "verdoppelt": "{party} doubles",
    "umgekehrt": "Kontra wins: reversed for Re",
    "strafe": "offence",
    "strafe-leicht": "minor offence",
    "strafe-absagen": "{count:Absage|Absagen} of the other party",
    # a line of input
    "no-json": "The line is no JSON: “{line}”",
    "no-object": "The line is no game but: “{line}”",
    "unknown-key": "Unknown key “{key}”; a game has: {known}.",
    "wrong-type": "“{key}” cannot be {value}; possible: {hint}",
    "no-kind": "“kind” is missing: what kind of game it was.",
    # a game
    "unknown-kind": "These rules have no game of the kind “{kind}”; they have: {known}.",
    "wrong-seats": "These rules have no table of {seats:seat|seats}; possible: {known}.",
    "nobody-sits": "At a table of 5 seats somebody must sit out (“sits”).",
    "strange-sitter": "Seat {sits} cannot sit out at a table of {seats} seats.",
    "wrong-re": "In this kind of game ({kind}) the Re party has {needed:player|players}, the seats given are: {seats}",
    "absent-re": "A seat of the Re party ({seats}) does not play at this table.",
    "no-offender": "“offender” is missing: the seat that broke the rules.",
    "wrong-offender": "Seat {offender} does not play and cannot have broken a rule.",
    "stray-offender": "Seat {offender} is given as the offender, but the game is no offence.",
    "stray-fine": "“minor” and “absagen” belong to an offence, but the game is none.",
    "no-minor": "These rules know no minor offences and no Absagen in an offence.",
    "minor-absagen": "Absagen of the other party do not count in a minor offence.",
    "absagen-range": "There are no {count} Absagen of the other party; possible are 0 to {most}.",
    "offence-played-out": "These rules have no offence row: the game is lost and written down as such.",
    "no-augen": "The Augen of the Re party are missing.",
    "augen-range": "There are no {augen} Augen; possible are 0 to 240.",
    "poor-trick": "No party can have {augen} Augen: the poorest trick already counts {least}.",
    "trick-no-augen": "No party with a trick has 0 Augen: the poorest trick already counts {least}.",
    "no-verworfen": "These rules have no “verworfen”: an offence has a row of its own (“strafe”).",
    "augen-no-trick": "{party} is said to have no trick, but has Augen.",
    "unknown-solo": "These rules have no solo “{solo}”; they have: {known}.",
    "unnamed-solo": "Which solo it was is missing, and the solos differ in value; there are: {known}.",
    "stray-solo": "A solo “{solo}” is given, but the game is no solo.",
    "no-pflichtsolo": "This game cannot be a Pflichtsolo.",
    "no-bock": "These rules have no Bock games.",
    "unknown-extra": "These rules have no Sonderpunkt “{name}”; they have: {known}.",
    "too-many": "In one game there cannot be {count} of this: {title}; {most} at most.",
    "extra-augen": "{party} has {augen} Augen, too few for {count} times {title}.",
    "strafe-alone": "Calls, Sonderpunkte and solo do not count in an offence.",
    "nobody-wins": "Nobody wins: both parties missed their Absage.",
    "nobody-has-augen": "Nobody wins: both parties called, and neither has the Augen for it.",
    # a row of a sheet
    "not-zero-sum": "{row}: the points add up to {sum:+d} instead of 0.",
    "pattern": "{row}: the points {points} fit no game. Two win as much as two lose, or one threefold against three.",
    "pattern-offence": (
        "{row}: crossed as an offence, but the points are not {offender:+d} and three times {others:+d}."
    ),
    "pattern-offences": (
        "{row}: crossed as an offence, but none costs that much; possible are (offender/the others): {fines}."
    ),
    "pattern-played-out": (
        "{row}: crossed as an offence, but by these rules a broken rule is counted as a game lost."
    ),
    "pattern-crosses": "{row}: both solo and offence are crossed.",
    "untripled": "{row}: the solo is not tripled. Seat {seat} should have {right:+d}, not {written:+d}.",
    "untripled-perhaps": (
        "{row}: in a solo, seat {seat} should have {right:+d}, not {written:+d}; otherwise a sign is wrong."
    ),
    "solo-of-two": "{row}: solo is crossed, but the points stand two against two.",
    "solo-uncrossed": (
        "{row}: seat {seat} plays alone, but solo is not crossed: {kinds}, or the cross is missing."
    ),
    "solo-cross-missing": "{row}: seat {seat} plays alone, but solo is not crossed: the cross is missing.",
    "lone-no-solo": "{row}: seat {seat} plays alone, and no solo can be worth {value}; so it was: {kinds}.",
    "offence-uncrossed": "{row}: {offender:+d} and three times {others:+d} without a cross: an offence or a lost solo?",
    "wrong-sitter": "{row}: seat {seat} sits out, but has {points:+d}.",
    "unit-step": "{row}: {points:+d} is no multiple of {step}.",
    "impossible-pairs": "{row}: no game can be worth {value}.",
    "impossible-won": "{row}: a lone player cannot win with the value {value}.",
    "impossible-lost": "{row}: a lone player cannot lose with the value {value}.",
    "impossible-won-turned": (
        "{row}: a lone player cannot win with the value {value}; are all signs turned round?"
    ),
    "impossible-lost-turned": (
        "{row}: a lone player cannot lose with the value {value}; are all signs turned round?"
    ),
    "unusual-value": "{row}: the value {value} is unusually high.",
    "miscounted": "{row}: seat {seat} should have {right:+d}, not {written:+d} ({lines}).",
    "nobody-sat-out": "{row}: all five seats have points; one must sit out.",
    "value-mismatch": "{row}: the value is written as {written}; by the points it is {right}.",
    "value-tripled": "{row}: the value is written as {written}; only the soloist counts threefold, it is {right}.",
    "winner-mark": "{row}: marked as winners: seat {written}; by the points: seat {right}.",
    "winner-count": "{row}: {found} seats are marked as winners; one, two or three win.",
    "running-total": (
        "{row}: the running total of seat {seat} should be {right:+d} ({points:+d} in this game), not {written:+d}."
    ),
    "totals-not-zero": "{row}: the running totals add up to {sum:+d} instead of 0.",
    "totals-not-allowed": (
        "{row}: there are running totals; by these rules each game has its own points, which are not added up."
    ),
    # a row that tells less than all points
    "rebuilt-nothing": "{row}: there is a cross but there are no points.",
    "rebuilt-lone": (
        "{row}: only seat {seat} has points ({points:+d}); read as one against three, {others:+d} for each other."
    ),
    "rebuilt-third": (
        "{row}: only seat {seat} has points ({points}), and they cannot be divided by three: is the partner's number "
        "missing, or a solo not tripled?"
    ),
    "rebuilt-differ": "{row}: partners have the same points; written are {points}.",
    "rebuilt-none": "{row}: no game gives {points}.",
    "rebuilt-unread": "{row}: a number cannot be read; by the others this is possible: {rows}.",
    "rebuilt-unread-open": "{row}: a number cannot be read, and the others do not tell it.",
    "rebuilt-sitter": "{row}: it cannot be told who sits out; please strike out that cell.",
    "rebuilt-clash": "{row}: running totals, value and winners do not agree.",
    "rebuilt-too-little": "{row}: too little is written to tell the points.",
    "rebuilt-open": "{row}: too little is written; possible are: {rows}.",
    # a whole sheet
    "row-left-blank": (
        "Game {number} is blank, but more games follow: was a row skipped, or a game worth 0 not written "
        "down?"
    ),
    "too-few": "{found:game is|games are} written down instead of {expected}.",
    "too-many-games": "{found:game is|games are} written down instead of {expected}.",
    "too-many-twice": (
        "{found:game is|games are} written down instead of {expected}; games {first} and {second} are the same: "
        "written twice?"
    ),
    "numbering": "Game {number} follows game {before}: the numbers are wrong.",
    "offence-no-game": (
        "An offence is no game: there {games:is # game|are # games} (and offences: {offences}) instead of "
        "{expected:game|games} and the offences."
    ),
    "offence-is-game": (
        "An offence counts as a game: with it there {found:is # game|are # games} instead of {expected}."
    ),
    "sitters-uneven": "Seat {seat} sat out {found:time|times} instead of {expected:time|times}.",
    "sitters-shifted": (
        "From game {number} on, somebody else sits out than whose turn it is: was a row skipped, or the wrong"
        " dealer?"
    ),
    "no-solo": "Seat {seat} has no Pflichtsolo crossed.",
    "no-solo-perhaps": (
        "Seat {seat} has no Pflichtsolo crossed; in game {number} that seat plays alone without a cross."
    ),
    "parity": "Some sums are even, some odd: {sums}. At four seats all must be even or all odd.",
    "parity-units": (
        "The sums divided by {step} are partly even, partly odd: {sums}. At four seats all must be even or all odd."
    ),
    "sum-mismatch": "Sum of seat {seat}: the column makes {right:+d}, written is {written:+d}.",
    "sums-not-zero": "The sums add up to {sum:+d} instead of 0.",
    "bock-block": (
        "From game {number} on {found:# Bock game is|# Bock games in a row are} crossed; by what was played before "
        "there are {right}."
    ),
    "parity-totals": (
        "{row}: some running totals are even, some odd: {sums}. At four seats all must be even or all odd."
    ),
    "bock-missing": "{row}: this must be a Bock game, by what was played before.",
    "bock-odd": "{row}: this must be a Bock game, but the value {value} cannot be divided by {factor}.",
    "bock-crossed-odd": "{row}: crossed as a Bock game, but the value {value} cannot be divided by {factor}.",
    "unsigned": "The signature of seat {seats} is missing.",
    "unsigned-all": "Nobody has signed the sheet.",
    "name-not-drawn": "Seat {seat}: {name} was not drawn to this table; missing is: {missing}.",
    "name-twice": "Seat {seat}: {name} already sits at seat {other}; missing is: {missing}.",
    # a rule set
    "unknown-rules": "There is no rule set “{name}”; known are: {known} (or the path of a .toml file).",
    "rules-unreadable": "{where}: the file cannot be read ({reason}); please check path and permissions.",
    "rules-no-toml": "{where}: this is no TOML ({reason}); please mend that place.",
    "rules-no-text": "{where}: the file is no text in UTF-8; please save it as such.",
    "rules-unknown-key": "{where}: unknown key; possible here: {known}.",
    "rules-missing": "{where}: this entry is missing; please add it.",
    "rules-table": "{where}: this must be a table.",
    "rules-list": "{where}: this must be a list.",
    "rules-str": "{where}: this must be a text.",
    "rules-int": "{where}: this must be a whole number.",
    "rules-bool": "{where}: this must be true or false.",
    "rules-source": "{where}: this must name the rulebook's paragraph, or the decision, marked D.",
    "rules-id": "{where}: 1 to 40 small letters, digits and hyphens are allowed.",
    "rules-deck": "{where}: the cards must have {augen} Augen together.",
    "rules-choice": "{where}: possible are: {known}.",
    "rules-order": "{where}: exactly these must be here, in this order: {known}.",
    "rules-needs": "{where}: together these must be more than {augen} Augen, or both parties could win.",
    "rules-offence": "{where}: the points of the offender and the three others must add up to 0.",
    "rules-games": "{where}: a table size is missing; please give 4 or 5 seats.",
    "rules-id-taken": "{where}: “{name}” is the rule set that comes with the program; please choose another name.",
    "rules-base": "{where}: “{name}” is neither a rule set that comes with the program ({known}) nor a file beside it.",
    "rules-no-base": (
        "{where}: “extends” is missing, which names what the file builds on (possible: {known}), or nearly all else: "
        "{missing}."
    ),
    "rules-extends-itself": "{where}: “{name}” leads back to this file; please build on: {known}.",
    "rules-extends-deep": "{where}: “{name}” extends another one itself; please extend that.",
    "rules-source-own": "{where}: what is changed needs its own “source”: the paragraph or the decision.",
    "rules-nothing-to-remove": "{where}: the other rule set has no such entry; “remove” is needless.",
    "rules-twice": "{where}: this stands there twice; please take one out.",
    "rules-entry-id": "{where}: 1 to 40 small letters, digits, hyphens and underscores are allowed.",
    "rules-unasked": "{where}: only {check} looks at this; please add {check} to “checks.apply” as well.",
    "rules-empty": "{where}: the text must not be empty.",
    "rules-no-file": "{where}: this is no file; please give the path of a .toml file.",
    "rules-too-big": "{where}: the file is too big for a rule set; at most {most} bytes are possible.",
    "rules-range": "{where}: this must be a number from {low} to {high}.",
    "rules-length": "{where}: at most {most} are possible here, please shorten it.",
    "rules-strafe": "{where}: “strafe” is no kind of game, offences stand under “offence”; please take it out here.",
    "rules-levels-fall": "{where}: each Absage must lie below the one before; please mend its Augen or cards.",
    "rules-card": "{where}: “{name}” is no card of the deck; possible are suit and rank, such as “{example}”.",
}
