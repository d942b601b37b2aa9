"""The program: its commands in the order of an evening, then those that need no tournament.

Each command has an order, a NamedTuple whose fields are its arguments and options, and a function that carries the
order out. The function's module is imported only when the command runs, so that the help is quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from desk.cli import clock_orders as clock
from desk.cli import evening_orders as evening
from desk.cli import paper_orders as paper
from desk.cli import player_orders as players
from desk.cli.help_classes import DEFAULT_LANG, Language, SpokenApp, SpokenGroup, Where, make_option
from texts.languages import Lang


class _InOrder(SpokenGroup):
    """The program, whose help lists the commands in the order in which an evening needs them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names in order."""
        return sorted(super().list_commands(ctx), key=list(_COMMANDS).index)


app = SpokenApp("help.program.does", name="kiebitz", group=_InOrder)


@app.callback(invoke_without_command=True, no_args_is_help=False)
def kiebitz(
    context: typer.Context,
    version: Annotated[bool, make_option("--version", "help.program.version")] = False,
    language: Language = DEFAULT_LANG,  # a command takes it over: desk.__main__ looks for it before anything is parsed
) -> None:
    """Options of the program itself."""
    if version:
        from importlib.metadata import version as read_version

        typer.echo(f"kiebitz {read_version('kiebitz')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise typer.Exit(_begin(context, language))


def _begin(context: typer.Context, lang: Lang) -> int:
    """What `kiebitz` alone does: in a terminal it says what to do first; without one it opens the start page."""
    from desk.cli.double_click import is_without_terminal
    from desk.cli.help_pages import show_first_steps

    return open_clicked("", lang) if is_without_terminal() else show_first_steps(context, lang)


def open_clicked(where: str, lang: Lang) -> int:
    """Opens the start page, or the evening of that file, in the browser."""
    from desk.cli.run.run_start import serve_start

    return serve_start(evening.DeskOrder(where, lang=lang))


players_app = SpokenApp("help.players.does")


@players_app.callback()
def name_file(context: typer.Context, where: Where) -> None:
    """Keeps the file's name for the subcommand, which finds it as `obj` of its context."""
    context.obj = where


players_app.add_orders(
    "help.players.{}",
    {
        "list": (players.ListOrder, "run.run_players.list_players"),
        "add": (players.AddOrder, "run.run_players.add_player"),
        "take": (players.TakeListOrder, "run.run_players.take_list"),
        "seat": (players.SeatOrder, "run.run_players.seat_player"),
        "pause": (players.PauseOrder, "run.run_players.pause_player"),
        "drop": (players.DropOrder, "run.run_players.drop_player"),
        "rename": (players.RenameOrder, "run.run_players.rename_player"),
        "swap": (players.SwapOrder, "run.run_players.swap_players"),
        "substitute": (players.SubstituteOrder, "run.run_players.substitute_player"),
        "paid": (players.PaidOrder, "run.run_players.mark_paid"),
        "fee": (players.FeeOrder, "run.run_players.set_fee"),
    },
)
rules_app = SpokenApp("help.rules.does")
rules_app.add_orders(
    "help.rules.{}",
    {
        "list": (paper.RulesListOrder, "run.run_rules.list_rules"),
        "show": (paper.RulesShowOrder, "run.run_rules.show_rules"),
        "check": (paper.RulesCheckOrder, "run.run_rules.check_rules"),
        "new": (paper.RulesNewOrder, "run.run_new_rules.make_rules"),
    },
)
_COMMANDS: Mapping[str, tuple[Any, str] | SpokenApp] = {
    "new": (evening.NewOrder, "run.run_players.make_tournament"),
    "players": players_app,
    "form": (evening.FormOrder, "run.run_form.settle_form"),
    "draw": (evening.DrawOrder, "run.run_round.draw_tables"),
    "draws": (evening.DrawsOrder, "run.run_round.show_draws"),
    "print": (evening.PrintOrder, "run.run_round.print_round"),
    "clock": (clock.ClockOrder, "run.run_clock.set_round_clock"),
    "scan": (paper.ScanOrder, "run.run_scan.scan_photos"),
    "enter": (evening.EnterOrder, "run.run_decide.enter_result"),
    "desk": (evening.DeskOrder, "run.run_desk.serve_desk"),
    "status": (evening.StatusOrder, "run.run_status.show_status"),
    "decide": (evening.DecideOrder, "run.run_decide.decide_item"),
    "award": (evening.AwardOrder, "run.run_award.settle_awards"),
    "strike": (clock.StrikeOrder, "run.run_clock.strike_rows"),
    "move": (evening.MoveOrder, "run.run_decide.move_sheet"),
    "undo": (evening.UndoOrder, "run.run_decide.undo_command"),
    "keying": (evening.KeyingOrder, "run.run_decide.run_keying"),
    "close": (evening.CloseOrder, "run.run_status.close_round"),
    "reopen": (evening.ReopenOrder, "run.run_status.reopen_round"),
    "standings": (evening.StandingsOrder, "run.run_standings.show_standings"),
    "export": (evening.ExportOrder, "run.run_export.export_standings"),
    "take": (evening.TakeOrder, "run.run_export.take_corrections"),
    "audit": (evening.AuditOrder, "run.run_verify.audit_item"),
    "verify": (evening.VerifyOrder, "run.run_verify.verify_file"),
    "season": (evening.SeasonOrder, "run.run_season.make_season"),
    "rules": rules_app,
    "sheet": (paper.PaperOrder, "run.run_sheet.print_sheets"),
    "learn": (paper.LearnOrder, "run.run_learn.learn_layout"),
    "read": (paper.ReadOrder, "run.run_read.read_photos"),
    "score": (paper.ScoreOrder, "run.run_rules.score_stream"),
    "explain": (paper.ExplainOrder, "run.run_rules.explain_games"),
    "completion": (paper.CompletionOrder, "help_pages.print_script"),
}
app.add_orders("help.{}.does", _COMMANDS)
