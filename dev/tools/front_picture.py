"""The front page's picture: a photographed sheet, and the standings as the workbook prints them.

python -m dev.tools.front_picture samples/r2-t3-mistakes-in-rows.jpg out/standings.xlsx docs/images/evening.jpg
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

HEIGHT_PX, GAP_PX = 720, 24
PAGE_SCALE = 2.0
"""Pixels a point at which the standings are drawn before they are made smaller."""
BORDER_PX, FOOT_PX = 60, 150
"""The white border of the printed page at that scale, and its foot with the line below the table."""


def draw_first_page(workbook: Path) -> Image.Image:
    """What LibreOffice prints as the workbook's first page, without its white border."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["soffice", "--headless", "--convert-to", "pdf", "--outdir", folder, str(workbook)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        document = pypdfium2.PdfDocument(Path(folder) / f"{workbook.stem}.pdf")
        page: Image.Image = document[0].render(scale=PAGE_SCALE).to_pil()
    return page.crop((BORDER_PX, BORDER_PX, page.width - BORDER_PX, page.height - FOOT_PX))


def join(photo: Image.Image, page: Image.Image) -> Image.Image:
    """Both side by side on white, the photograph `HEIGHT_PX` high, the page as high as its width allows."""
    photo = photo.resize((HEIGHT_PX * photo.width // photo.height, HEIGHT_PX))
    page = page.resize((900, 900 * page.height // page.width))
    whole = Image.new("RGB", (photo.width + GAP_PX + page.width, HEIGHT_PX), "white")
    whole.paste(photo, (0, 0))
    whole.paste(page, (photo.width + GAP_PX, (HEIGHT_PX - page.height) // 2))
    return whole


def main() -> None:
    """See the module."""
    photo, workbook, target = map(Path, sys.argv[1:4])
    join(Image.open(photo).convert("RGB"), draw_first_page(workbook)).save(target, quality=82, optimize=True)


if __name__ == "__main__":
    main()
