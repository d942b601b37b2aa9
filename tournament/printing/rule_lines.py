"""What a rule set puts on a sheet in few words: lines of its key, and example games as rows, filled in and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scoring.counting.fines import Fine
from scoring.counting.game import ANSAGE, NOTHING, PARTIES, PLAYERS, Calls, Extras, Game
from scoring.counting.rules import RuleSet, name_call_column
from scoring.counting.score import score
from scoring.rulesets.value_words import say_times
from templates.sheet_spec import Example
from texts.field_ids import BOCK_COLUMNS
from texts.languages import Lang
from texts.sentences import enumerate_things, say


def typeset_points(points: int) -> str:
    """Points with their sign, a true minus: "+4", "−4", "+0"."""
    return f"{points:+d}".replace("-", "−")


def write_solo_line(rules: RuleSet, lang: Lang) -> str:
    """What to do with a solo, and with the other games of one against three."""
    lone = [kind for kind in rules.kinds if kind.re_seats == 1 and kind.id != "solo"]
    kinds = sorted(lone, key=rules.is_crossed, reverse=True)
    named = zip(kinds, _shorten_names([kind.title.in_(lang) for kind in kinds]), strict=True)
    times = rules.list_lone_times(solo=True)
    parts = [say(lang, "printing.solo.cross", times=say_times(times, lang))]
    for crossed, alike in groupby(named, key=lambda one: rules.is_crossed(one[0])):
        names = enumerate_things(lang, [name for _, name in alike], "common.or")
        parts.append(say(lang, "printing.solo.also" if crossed else "printing.solo.not", names=names))
    return "; ".join((", ".join(parts), *list_other_times(rules, lang, times))) + "."


def list_other_times(rules: RuleSet, lang: Lang, known: tuple[int, ...] = ()) -> Iterator[str]:
    """How many times the value who plays alone has in each kind of game, where that differs: "Solo: doppelt". `known`:
    what is said already."""
    if len(rules.list_lone_times()) == 1:
        return
    for kind in rules.kinds:
        times = kind.list_lone_times(PLAYERS)
        if times and not set(times) <= set(known):
            yield say(lang, "printing.solo.times", names=kind.title, times=say_times(dict.fromkeys(times), lang))


def write_lone_line(rules: RuleSet, lang: Lang) -> str:
    """How many times the value who plays alone has, in each kind of game where that differs."""
    alike = say(lang, "printing.solo.alone", times=say_times(rules.list_lone_times(), lang))
    return "; ".join(list_other_times(rules, lang)) or alike


def _shorten_names(names: list[str]) -> list[str]:
    """Names with the same last word, which is then written once: "stille", "allein gebliebene Hochzeit"."""
    ends = {name.rpartition(" ")[2] for name in names}
    return names if len(ends) > 1 else [*(name.rpartition(" ")[0] for name in names[:-1]), *names[-1:]]


def write_special_lines(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Pflichtsolo, unless it has rows of its own; offence, unless it is played out like any lost game."""
    pflicht = rules.sheet.pflichtsolo
    if pflicht.per_player and not pflicht.section:
        yield say(lang, "printing.line.pflichtsolo", count=pflicht.per_player)
    if rules.offence.is_fined:
        yield say(lang, "printing.line.offence", fines=write_fines(rules, lang))


def write_checks_line(rules: RuleSet, seats: int, lang: Lang) -> tuple[str, ...]:
    """What the rulebook wants looked at after each game, in its own words; () where it names nothing. Paragraphs are on
    the rules' page."""
    even = rules.find_check_title("S6") if seats == 4 else None
    titles = [title for title in (rules.find_check_title("R1"), even) if title]
    names = tuple(title.in_(lang).partition(" (")[0] for title in titles)
    return (say(lang, "printing.line.checks", checks=names),) if names else ()


def write_keeper_line(rules: RuleSet, seats: int, lang: Lang) -> tuple[str, ...]:
    """Who keeps the list; () where the rules do not say."""
    return (say(lang, "printing.line.keeper", seat=seats),) if rules.sheet.keeper.last_seat else ()


def write_fines(rules: RuleSet, lang: Lang) -> str:
    """Every fine: "−12, alle anderen +4; je Absage der Gegner −3/+1; leichte −3/+1."."""
    offence = rules.offence
    fines = (
        ("usual", offence.make_fine(), True),
        ("absage", offence.absage, offence.has_absagen),
        ("minor", offence.minor, offence.has_minor),
    )
    words = (
        say(lang, f"printing.fine.{_vary_key(key, fine)}", **_typeset_fine(fine)) for key, fine, known in fines if known
    )
    return "".join(words) + "."


def _vary_key(key: str, fine: Fine) -> str:
    """The key of the sentence that leaves out the others where nobody gets anything for the fine."""
    return key if fine.others else f"{key}-alone"


def _typeset_fine(fine: Fine) -> dict[str, str]:
    return {"offender": typeset_points(fine.offender), "others": typeset_points(fine.others)}


def write_offence_rows(rules: RuleSet, lang: Lang) -> str:
    """The words beside the rows for offences that are no game; "" where an offence costs no points of its own."""
    offence = rules.offence
    minor = offence.counts_as_game and offence.minor.extra_row
    if not (minor or offence.is_fined):
        return ""
    key, fine = ("minor", offence.minor) if minor else ("offence", offence.make_fine())
    return say(lang, f"printing.offence-rows.{_vary_key(key, fine)}", **_typeset_fine(fine))


def write_calls_line(rules: RuleSet, lang: Lang) -> str:
    """Until when each call may be made, and what else the rules say in few words."""
    asides = filter(None, (aside.key.in_(lang) for aside in rules.asides))
    return "; ".join((*_write_deadlines(rules, lang), *asides)) + "."


def _write_deadlines(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Until when, in cards in hand; how many fewer a reply and a call after a Hochzeit may have."""
    deadline, cards = rules.deadline, rules.deadline.ansage_cards
    if all(level.cards == cards for level in rules.levels):
        yield say(lang, "printing.calls.at-once", cards=cards)
    else:
        first, *others = ((level.title.in_(lang), level.cards) for level in rules.levels)
        word = first[0].partition(" ")[0] + " "  # "keine 90: 8, 60: 7"
        levels = (f"{title.removeprefix(word)}: {least}" for title, least in others)
        yield say(lang, "printing.calls.levels", cards=cards, levels=", ".join((f"{first[0]}: {first[1]}", *levels)))
    if deadline.reply_fewer == 1:
        yield say(lang, "printing.calls.reply-one")
    elif deadline.reply_fewer:
        yield say(lang, "printing.calls.reply", fewer=deadline.reply_fewer)
    if deadline.hochzeit_moves:
        fewer = "/".join(str(trick - deadline.hochzeit_shift) for trick in (1, 2, 3))
        yield say(lang, "printing.calls.hochzeit", fewer=fewer)


def make_example_game(rules: RuleSet, seats: int) -> Game:
    """The game in the example row: seats 1 and 3 are Re and say so, Kontra has fewer than 90 Augen.

    Re has caught a Fuchs where the rules count one.
    """
    fuchs = (("fuchs", 1),) if rules.sheet.find_sonderpunkt("fuchs") else ()
    return Game(
        "normal",
        (1, 3),
        Calls(ANSAGE, NOTHING),
        153,
        extras=Extras(fuchs, ()),
        seats=seats,
        sits=tuple(range(PLAYERS + 1, seats + 1)),
    )


def fill_full_row(rules: RuleSet, game: Game, plus: bool) -> Example:
    """The row of a game on a full sheet, filled in and rightly counted; `plus`: only plus points are written."""
    result = score(rules, game)
    assert result.points is not None  # examples are possible games
    assert result.value is not None
    points = ((f"p{seat}", _write_cell(value, seat in game.sits, plus)) for seat, value in enumerate(result.points, 1))
    extras = ((f"{party}.{name}", str(count)) for party in PARTIES for name, count in game.extras.of(party))
    made = (("jungfern", str(game.jungfern)),) if game.jungfern else ()
    augen = () if game.augen is None else (("augen", str(game.augen)),)
    written = (*augen, *extras, *made, ("value", str(abs(result.value))), *points)
    return Example(frozenset(_list_crosses(rules, game)), tuple(pair for pair in written if pair[1]))


def fill_list_rows(rules: RuleSet, games: Sequence[Game], style: str) -> tuple[Example, ...]:
    """The first rows of a list with these games, filled in and rightly counted; `style`: `points` or `totals`."""
    rows, totals = [], [0] * games[0].seats
    for game in games:
        result = score(rules, game)
        assert result.points is not None  # examples are possible games
        points = dict(enumerate(result.points, 1))
        totals = [total + one for total, one in zip(totals, points.values(), strict=True)]
        kind = rules.find_kind(game.kind)
        crossed = {"solo"} if kind and rules.is_crossed(kind) else set()
        if style == "points":
            written = tuple((f"p{seat}", typeset_points(one)) for seat, one in points.items())
        else:
            crossed |= {f"win{seat}" for seat, one in points.items() if one > 0}
            cells = ((f"total{seat}", typeset_points(total)) for seat, total in enumerate(totals, 1))
            written = (("value", str(abs(result.value or 0))), *cells)
        rows.append(Example(frozenset(crossed), written))
    return tuple(rows)


def _list_crosses(rules: RuleSet, game: Game) -> Iterator[str]:
    """The columns that are crossed for a game; of a party's calls only the highest."""
    if game.kind == "solo":
        yield f"solo.{game.solo}"
    elif game.kind != "normal":
        yield "hochzeit" if game.kind == "hochzeit-allein" else game.kind
    if game.bock:
        yield BOCK_COLUMNS[game.bock - 1]
    yield from (f"re{seat}" for seat in game.re)
    for party in PARTIES:
        call = game.calls.of(party)
        if call > NOTHING:
            yield name_call_column(rules, party, call)


def _write_cell(points: int, sits: bool, plus: bool) -> str:
    """A seat's points as a player writes them."""
    if sits:
        return "/"
    return "" if plus and points < 0 else str(points) if plus else typeset_points(points)


def read_example_aloud(rules: RuleSet, seats: int, lang: Lang) -> str:
    """The example row as a sentence, with the lines of its counting."""
    game = make_example_game(rules, seats)
    result = score(rules, game)
    lines = ", ".join(f"{line.describe(lang)} {typeset_points(line.points)}" for line in result.lines)
    return say(lang, "printing.full.aloud", augen=game.augen, lines=lines, value=abs(result.value or 0))
