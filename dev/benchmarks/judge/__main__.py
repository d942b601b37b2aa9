"""How well readings are judged, over thousands of simulated sheets with players' mistakes.

The simulated reader is calibrated by construction: an answer with probability 0.9 is right nine times of ten.
"""

from __future__ import annotations

from typer import Typer

from dev.benchmarks.judge import points, proposals, speed, varied_limits

app = Typer(help=__doc__, rich_markup_mode=None, add_completion=False)
app.command("points", help=points.__doc__)(points.run)
app.command("speed", help=speed.__doc__)(speed.run)
app.command("proposals", help=proposals.__doc__)(proposals.run)
app.command("limits", help=varied_limits.__doc__)(varied_limits.run)

if __name__ == "__main__":
    app()
