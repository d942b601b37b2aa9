"""Files that a decoder believes and that cost far more than they weigh, made small; most are legal."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

from PIL import Image


def pdf(*objects: str) -> bytes:
    """A PDF of one page; `objects`: the third and those after it, each with its own head. The page draws `/X`."""
    resources = "<< /XObject << /X 3 0 R >> /Pattern << /P 3 0 R >> >>"
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{len(objects) + 3} 0 R] /Count 1 >>",
        *objects,
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects) + 4} 0 R"
        f" /Resources {resources} >>",
        "<< /Length 34 >>\nstream\n/X Do /Pattern cs /P scn 0 0 9 9 re f\nendstream",
    ]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}".encode() + trailer.encode()


def drawing_itself(times: int) -> bytes:
    """A form that draws itself so many times, each of which does the same."""
    content = "/X Do " * times
    return pdf(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X 3 0 R >> >>"
        f" /Length {len(content)} >>\nstream\n{content}\nendstream"
    )


def painting_itself(times: int) -> bytes:
    """A tiling pattern painted with itself."""
    content = "/Pattern cs /P scn " + "0 0 1 1 re f " * times
    return pdf(
        "<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 1 /YStep 1"
        f" /Resources << /Pattern << /P 3 0 R >> >> /Length {len(content)} >>\nstream\n{content}\nendstream"
    )


def saved(kind: str, side: int = 500) -> bytes:
    """A grey picture in one of Pillow's formats."""
    file = io.BytesIO()
    Image.new("RGB", (side, side), "grey").save(file, kind)
    return file.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    """A PNG chunk with its checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def coloured(chunks: int) -> bytes:
    """A PNG that says so many times what its grey looks like."""
    plain = saved("PNG")
    return plain[:33] + chunk(b"gAMA", struct.pack(">I", 45455)) * chunks + plain[33:]


def directories(count: int) -> bytes:
    """A TIFF of so many pages, all of them the same grey bytes."""
    side, start = 400, 8 + 400 * 400
    entries = [
        (256, 4, side),
        (257, 4, side),
        (258, 3, 8),
        (259, 3, 1),
        (262, 3, 1),
        (273, 4, 8),
        (278, 4, side),
        (279, 4, side * side),
    ]
    told = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", tag, kind, 1, n) for tag, kind, n in entries)
    size = len(told) + 4
    follows = (start + size * number if number < count else 0 for number in range(1, count + 1))
    pages = b"".join(told + struct.pack("<I", place) for place in follows)
    return b"II*\0" + struct.pack("<I", start) + bytes(side * side) + pages


def strips(count: int) -> bytes:
    """A grey TIFF of so many strips of one row, all of them the same three hundred bytes."""
    places = 8 + 300
    entries = [
        (256, 4, 1, 300),
        (257, 4, 1, count),
        (258, 3, 1, 8),
        (259, 3, 1, 1),
        (262, 3, 1, 1),
        (273, 4, count, places),
        (278, 4, 1, 1),
        (279, 4, count, places + 4 * count),
    ]
    head = places + 8 * count
    listed = struct.pack(f"<{count}I", *[8] * count) + struct.pack(f"<{count}I", *[300] * count)
    told = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return (
        b"II*\0"
        + struct.pack("<I", head)
        + bytes(300)
        + listed
        + struct.pack("<H", len(entries))
        + told
        + struct.pack("<I", 0)
    )


def scans(count: int, side: int) -> bytes:
    """A progressive JPEG of which the last scan is there so many times."""
    file = io.BytesIO()
    Image.new("RGB", (side, side), "grey").save(file, "JPEG", progressive=True, quality=30)
    data = file.getvalue()
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * count + b"\xff\xd9"


def see_through(side: int) -> bytes:
    """A WebP without anything on it, of which every pixel can be seen through."""
    file = io.BytesIO()
    Image.new("RGBA", (side, side), (0, 0, 0, 0)).save(file, "WEBP", lossless=True, quality=0, method=0)
    return file.getvalue()


def write(path: Path, data: bytes) -> Path:
    """The file with these bytes."""
    path.write_bytes(data)
    return path
