"""Wrong use of the command line, said in the user's language."""

from __future__ import annotations

import typer

from desk.lang import Lang, pick

_DE = {
    "NoSuchOption": "Diese Option gibt es nicht: {option_name}",
    "MissingParameter": "Es fehlt: {hint}",
    "BadParameter": "{hint} passt nicht: {message}",
    "BadOptionUsage": "Option {option_name} braucht einen Wert",
}
_EN = {
    "NoSuchOption": "There is no such option: {option_name}",
    "MissingParameter": "Missing: {hint}",
    "BadParameter": "{hint} does not fit: {message}",
    "BadOptionUsage": "Option {option_name} needs a value",
}


def explain(wrong: typer.TyperException, lang: Lang) -> str:
    """One sentence: what is wrong, and which command shows the help."""
    kind = type(wrong).__name__
    if kind == "NoArgsIsHelpError":
        return str(wrong.format_message())
    template = pick(_DE.get(kind, "{message}"), _EN.get(kind, "{message}"), lang)
    told = template.format(hint=_hint(wrong), message=wrong.message, option_name=getattr(wrong, "option_name", ""))
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context is not None else "kiebitz"
    return f"{told.rstrip('.')}. " + pick(f"Hilfe: {command} --help", f"Help: {command} --help", lang)


def _hint(wrong: typer.TyperException) -> str:
    """The option or argument that is meant, as the user would type it."""
    parameter = getattr(wrong, "param", None)
    if parameter is None:
        return str(getattr(wrong, "param_hint", None) or "")
    if parameter.param_type_name == "option":
        return "/".join(parameter.opts)
    return str(parameter.metavar or parameter.name)
