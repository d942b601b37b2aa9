"""Every cap and threshold of the eyes: its unit, how it was found, and what breaks beyond it.

Stages measure; only the functions that judge (`scanner.photo`, `scanner.quality`) compare with these.
"""

from __future__ import annotations

# What a file may be. Checked before anything is decoded.

MAX_FILE_BYTES = 200 * 1024 * 1024
"""Bytes. An uncompressed 16-bit colour TIFF of 24 MP has 144 MB. Beyond it a folder of them fills the memory."""

MAX_PIXELS = 64_000_000
"""Pixels of one page. Phones take 12 to 50 MP. Grey and colour of 64 MP are 256 MB; more passes 500 MB."""

MIN_SIDE_PX = 300
"""Pixels. A4 on 300 px has cells 10 px high, which nobody can read."""

MAX_PAGES = 100
"""Pages read of one PDF or TIFF. A club night has 20 to 40 sheets; each page costs as much as a photo."""

PDF_DPI = (200.0, 400.0)
"""Dots per inch between which a PDF page is rendered, at its own scan's resolution if it has one. Below 200 cells get
coarser than a photo's; above 400 an A4 page passes 15 MP for nothing."""
