"""All limits and thresholds of the scanner: unit, how each was found, and what goes wrong beyond it.

Stages measure; only the functions that judge (`scanner.open_photo`, `scanner.geometry.fit_quality`) compare with these.
"""

from __future__ import annotations

# What a file may be. Checked before anything is decoded.

MAX_FILE_BYTES = 200 * 1024 * 1024
"""Bytes. An uncompressed 16-bit colour TIFF of 24 MP has 144 MB. Beyond it a folder of them fills the memory."""

MAX_PIXELS = 64_000_000
"""Pixels of one page. Phones take 12 to 50 MP. Grey and colour of 64 MP are 256 MB; more passes 500 MB."""

MAX_SIDE_PX = 32_000
"""Pixels of the longer side, the most that OpenCV counts to; the widest panorama of a phone has 16,000."""

MIN_SIDE_PX = 300
"""Pixels. A4 on 300 px has cells 10 px high, which nobody can read."""

MAX_PAGES = 100
"""Pages read of one PDF or TIFF. A club night has 20 to 40 sheets; each page costs as much as a photo."""

PDF_DPI = (200.0, 400.0)
"""Dots per inch between which a PDF page is rendered, at its own scan's resolution if it has one. Below 200 cells get
coarser than a photo's; above 400 an A4 page passes 15 MP for nothing."""


# Finding the sheet.

MIN_TABLE_FIT = 0.5
"""Score of a foreign table (`scanner.geometry.layout_fit`). The 80 sudoku photos and the Kniffel card reach 0.75 to
0.9; a layout on another table under 0.5. Lower, and a wrong layout is read; higher, and tables full of writing are
refused."""

MIN_LEARNT_RULES = 5
"""Rules of both directions that a table has at least; a frame with a stroke in it has fewer."""

MAX_RULES_MISSING = 0.06
"""Share of the layout's rules that may be missing: one of 20, hidden by a hand. More, and a layout with another number
of columns fits."""

SECOND_SHEET_AREA = 0.5
"""Share of the sheet's area from which another one that fits too is a second sheet. The small solution beside a sudoku
has a tenth."""


# Whether the geometry of a sheet may be believed. Lengths count in row heights (10 mm on our sheet of 16 games),
# because the millimetres of a foreign layout are only proportions.

MIN_ROW_PX = 28.0
"""Original pixels per row height. Below, digits of half a row have strokes of one pixel and 3 and 8 look alike."""

MIN_DIGIT_PX = 15.0
"""Original pixels of a digit's height on paper without printed rows: what digits of half a row have there at
`MIN_ROW_PX`."""

MAX_EDGE_ROWS = 0.065
"""10-90 % edge width of the rules. 0.65 mm on our sheet; the eye reads digits up to there, the recogniser was trained
to it."""

MAX_EDGE_SHARE = 0.0045
"""Width of the sharpest edges of a whole photo, as a share of its long side. Usable photos have 0.0013 to 0.0035; from
0.0045 on no corner mark is found. Asked only when something is not found."""

MAX_CODE_EDGE_SHARE = 0.0025
"""The same, from which blur is why the code is not read: it goes at 0.0029, as little as 0.0023 leaves it."""

MIN_LIGHT = 60.0
"""Grey level of a photo's lightest hundredth from which it is not dark. A sheet under a tenth of the usual light has
27 to 50."""

MIN_MARK_PX = 25.0
"""Original pixels of a corner mark's side: 9 mm where a row of 10 mm has `MIN_ROW_PX`."""

MIN_MODULE_PX = 2.0
"""Original pixels of the sheet code's little squares. Sharp pictures were read down to 1.8, and no farther away."""

MIN_CONTRAST = 12.0
"""Paper minus strong rules in grey levels. Camera noise is 3 to 6; pencil takes a third of what the frame takes."""

MIN_RULES_FOUND = 0.75
"""Share of the pieces of rules that are seen. A thumb hides 5 %, glare 10 %; below, whole rows are guessed."""

MIN_RULE, MIN_RULE_MARKED = (0.7, 0.6), (0.4, 0.4)
"""Share of a single rule and of an outer rule that is seen, on foreign tables and on sheets with marks; the few that
`MAX_RULES_MISSING` allows may be fainter. A wrong layout left two rules with 0.67. Outer rules hold the count: without
them all rows may be off by one. Glare washes out half a rule, a thumb a third."""

MAX_RULE_OFF, MIN_CROSSED, MIN_OUTER = 0.12, 0.4, 0.9
"""How far a stroke that spans a foreign table may lie from the rule's place, in distances to the next rule: a quarter
of a row off, digits leave their cells. The share of the rules across outer cells that is seen there; less, and there
are none. The share of an outer rule that is seen where those that it crosses run on beyond it; words in a row reach
0.75."""

MIN_UPRIGHT = 0.99
"""Chance of the turn in which a table is read, where its rules leave several open; below, every cell is doubtful."""

MIN_ANY_RULE = 0.2
"""Share of every rule that must be seen on sheets with marks. Hands and glare leave more; where none of a rule is seen,
the one beside it was taken for something else: under a fold of 35 degrees the frame for the edges of printed boxes."""

MAX_RESIDUAL_ROWS = 0.04
"""95th percentile of the rules' distance from the smooth mesh: 0.4 mm on our sheet. More, and strokes leave their
cells."""

MAX_ANCHOR_ROWS = 0.6
"""How far the mesh may leave the corner marks (or a foreign table's corners). Rows off by one leave them by 1; 20 mm of
curl seen at 40 degrees by 0.53, because the marks lie outside the table, where the mesh only goes straight on."""


# Single cells.

MIN_BORDER_SEEN = 0.5
"""Share of the darkness of a name's printed border that must be seen; a finger or a lamp hides the rest, and with it
perhaps print. Of numbers and boxes `scanner.read.cell_doubt` weighs it."""

MIN_SIDE = 0.06
"""Share of the light that a side of a printed box must take to be seen. In ordinary light they take 0.29 to 0.52, and
0.15 and more beside a lamp that makes the picture up to 1.6 times brighter; where all is white 0.02 and less."""

GLARE_LEVEL, LEAST_GLARE, MAX_GLARE, GLARE_PAPER = 252, 0.05, 0.3, 222
"""Grey level of washed-out paper; the share of a cell from which such paper is told, and from which a name is doubted,
while the paper of the fields around it is darker than the fourth. Such a spot of light, as on a plastic sleeve, may
hide ink and leave the border: of 45 numbers in one 5 had lost a sign or a digit. A lamp brightens the fields around as
well: of one that brightens one side of a sheet by a third, neighbours differ by a fifteenth."""

LEAST_SIGN = 0.02
"""From which strength on a sign speaks against a reading; rules that are a fiftieth paler than usual say nothing."""

LEAST_DOUBT = 0.02
"""Probability that a cell says something else than was read from which it is told to be doubtful."""

MIN_SPAN = 25.0
"""Grey levels between the darkest and the lightest hundredth of a photo. A black or blank picture has its noise, 5 to
15."""
