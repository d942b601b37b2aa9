"""What a machine reads on the sheet: corner marks and the sheet code, as black squares in millimetres."""

from __future__ import annotations

from collections.abc import Iterator

import segno
from segno import consts

from templates.layout import Box

# The inner 4 x 4 modules of DICT_4X4_50, numbers 0 to 11, row by row, 1 is white, as `cv2.aruco` draws them.
_MARKS = (
    "1011010100110010",
    "0000111110011010",
    "0011001100101101",
    "1001100101000110",
    "0101010010011110",
    "0111100111001101",
    "1001111000101110",
    "1100010011110010",
    "1111111011011010",
    "1100111101010110",
    "1111100110010001",
    "0001000110100111",
)
_MARK_MODULES = 6  # the inner four and the black border on either side


def list_mark_whites(number: int, box: Box) -> Iterator[Box]:
    """The white modules of the corner mark `number`; all else of its square `box` is black."""
    side = box[2] / _MARK_MODULES
    for place, module in enumerate(_MARKS[number]):
        row, column = divmod(place, 4)
        if module == "1":
            yield box[0] + (column + 1) * side, box[1] + (row + 1) * side, side, side


def list_code_blacks(text: str, box: Box) -> Iterator[Box]:
    """The black modules of the QR code of `text`, which fills `box`; its quiet zone lies outside.

    Level Q is read even when a quarter of the code is lost (ISO/IEC 18004), say under a thumb or a coffee ring. The
    check letters of the names, from the asterisk on, are encoded as a part of their own: it takes 5.5 bits a letter
    instead of 8.
    """
    head, star, letters = text.partition("*")
    parts = [(head, consts.MODE_BYTE), *([(star + letters, consts.MODE_ALPHANUMERIC)] if star else [])]
    code = segno.make_qr(parts, error="q", boost_error=False)  # type: ignore[arg-type]  # its types know one part only
    matrix = code.matrix
    side = box[2] / len(matrix)
    for row, modules in enumerate(matrix):
        for column, module in enumerate(modules):
            if module:
                yield box[0] + column * side, box[1] + row * side, side, side
