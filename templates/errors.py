"""The two ways in which paper is unusable, each with its exit status; the sentence names the remedy."""

from __future__ import annotations

from texts.sentences import SpokenError


class PaperError(SpokenError):
    """Base of the errors of this package."""

    exit_status = 3


class UnknownSheet(PaperError):
    """No sheet of that style, number of seats or number of games exists (wrong use: exit status 2)."""

    exit_status = 2


class LayoutFault(PaperError):
    """A foreign layout file cannot be used; the sentence names file, key and remedy (exit status 3)."""
