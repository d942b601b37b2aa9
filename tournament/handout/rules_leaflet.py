"""A rule set to hand out: the page of `kiebitz rules show` as HTML, which any browser prints.

All text, ours and the rule set's, is escaped; the page has no script and loads nothing from other sites.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scoring.counting.rules import RuleSet
from scoring.rulesets.rule_page import write_page
from texts.languages import Lang

_HEAD = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="generator" content="Kiebitz">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body{{font:11pt/1.4 system-ui,sans-serif;color:#1f2d3a;background:#fff;max-width:46rem;
 margin:1.5rem auto;padding:0 1rem}}
h1{{font-size:1.5rem;margin:0 0 .25rem}}
h2{{font-size:1.1rem;margin:1.2rem 0 .3rem;border-bottom:1px solid #c9d2d9;break-after:avoid}}
p,ul{{margin:.2rem 0 .4rem}} ul{{padding-left:1.1rem}} li{{margin:.15rem 0;break-inside:avoid;overflow-wrap:anywhere}}
.below{{display:block}}
@page{{size:A4;margin:15mm}}
@media print{{body{{margin:0;max-width:none;padding:0;font-size:9.5pt}}}}
</style>
</head>
<body>
<main>
"""
_FOOT = "</main>\n</body>\n</html>\n"


def make_leaflet(rules: RuleSet, lang: Lang) -> bytes:
    """The page in UTF-8."""
    title = rules.title.in_(lang)
    head = _HEAD.format(lang=lang, title=escape(title))
    return "".join((head, *_write_body(write_page(rules, lang)), _FOOT)).encode("utf-8")


def _write_body(lines: Sequence[str]) -> Iterator[str]:
    """Headings are underlined in the page, entries begin with a star, and what belongs to one is indented below it."""
    inside = False
    for line, below in zip(lines, (*lines[1:], ""), strict=True):
        if line and not line.strip("=-"):
            continue  # the underline of a heading
        entry, under = line.startswith("* "), inside and line.startswith(" ")
        if inside and not under:
            yield "</li>\n" if entry else "</li>\n</ul>\n"
        if entry:
            yield f"{'' if inside else '<ul>'}<li>{escape(line[2:])}"
        elif under:
            yield f'<span class="below">{escape(line.strip())}</span>'
        elif line:
            name = {"=": "h1", "-": "h2"}.get(below[:1], "p") if below and not below.strip("=-") else "p"
            yield f"<{name}>{escape(line)}</{name}>\n"
        inside = entry or under
    yield "</li>\n</ul>\n" if inside else ""
