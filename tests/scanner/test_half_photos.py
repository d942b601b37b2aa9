"""Large JPEGs that stand upright are decoded at half their size, and whole only when something needs it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from scanner import decode, pipeline
from scanner.open_photo import Photo, load_photos
from scanner.pipeline import halve_photo, read_photo
from scanner.pyramid import build_pyramid, measure_shades, take_share
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import SheetReading

POINTS = Path(__file__).parents[2] / "samples" / "r1-t1-clean.jpg"  # 3000 x 4000 px, upright


@pytest.fixture
def flags(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How OpenCV was asked to decode."""
    seen: list[int] = []
    decode_by_opencv = cv2.imdecode

    def watch(data: np.ndarray, how: int) -> np.ndarray | None:
        seen.append(how)
        return decode_by_opencv(data, how)

    monkeypatch.setattr(decode.cv2, "imdecode", watch)
    return seen


def _read(reader: DigitReader) -> SheetReading:
    return next(read_photo(POINTS, None, reader, printed=False))


def test_a_points_sheet_is_read_from_half(flags: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole is not decoded, and what is read is the same as from it, in the same places."""
    reader = DigitReader.load()
    half = _read(reader)
    assert flags == [cv2.IMREAD_REDUCED_GRAYSCALE_2]
    monkeypatch.setattr(decode, "_LARGE_PX", 5000)
    whole = _read(reader)
    assert flags[1:] == [cv2.IMREAD_GRAYSCALE]
    assert half.size_px == whole.size_px == (3000, 4000)
    assert [one.text for one in half.readings] == [one.text for one in whole.readings]
    apart = np.array([one.quad_px for one in half.readings]) - [one.quad_px for one in whole.readings]
    assert np.abs(apart).max() < 1


def test_known_names_are_looked_at_whole(flags: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the half, thin strokes through a name are overlooked, and somebody else's points would be hers."""
    monkeypatch.setattr(pipeline, "_prove_names", lambda *_: ("Anna", "Bernd", "Carla", "Dora"))
    next(read_photo(POINTS, None, DigitReader.load()))
    assert flags == [cv2.IMREAD_REDUCED_GRAYSCALE_2, cv2.IMREAD_GRAYSCALE]


def test_the_whole_is_decoded_once_and_fits(flags: list[int]) -> None:
    """Asking for sizes decodes nothing; the whole comes when it is asked for, and its halves are those of the half."""
    photo = next(load_photos(POINTS))
    assert isinstance(photo, Photo)
    late = halve_photo(photo)
    assert (late.size_px, len(late.levels), late.find_level_below(2400), len(flags)) == ((3000, 4000), 3, 1, 1)
    assert late.levels[0] is late.levels[-3] is photo.grey
    assert len(flags) == 2
    for one, other in zip(late.levels, build_pyramid(photo.grey).levels, strict=True):
        assert one.shape == other.shape
        assert np.abs(one.astype(int) - other).mean() < 1
    with pytest.raises(IndexError):
        late.levels[3]


@pytest.mark.parametrize(
    ("size", "orientation", "halved"),
    [((3000, 4000), 1, True), ((4000, 3000), 1, False), ((4000, 3000), 6, True), ((3000, 4000), 8, False),
     ((3001, 4000), 1, False), ((1500, 2000), 1, False)],
)  # fmt: skip
def test_what_is_halved(tmp_path: Path, size: tuple[int, int], orientation: int, halved: bool) -> None:
    """Upright pictures of an even size that are large enough, by how they are turned."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.new("L", size, 200).save(tmp_path / "a.jpg", exif=exif)
    [page] = decode.open_pages((tmp_path / "a.jpg").read_bytes())
    assert (page.half is not None) == halved


def test_broken_exif_data_are_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture whose EXIF data nobody understands is decoded all the same."""

    def fail(_image: Image.Image) -> Image.Exif:
        raise SyntaxError("not a TIFF file")

    Image.new("L", (3000, 4000), 200).save(tmp_path / "a.jpg")
    monkeypatch.setattr(Image.Image, "getexif", fail)
    [photo] = load_photos(tmp_path / "a.jpg")
    assert isinstance(photo, Photo)
    assert photo.size_px == (3000, 4000)


def test_shares_are_percentiles() -> None:
    """Both short cuts give what NumPy gives, between values too."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        grey = rng.integers(0, rng.integers(1, 256), tuple(rng.integers(1, 30, 2)), np.uint8)
        share = float(rng.choice([0, 0.01, 0.5, 0.8, 1, rng.random()]))
        assert measure_shades(grey, 100 * share) == pytest.approx([np.percentile(grey, 100 * share)])
        rows = grey.astype(np.int16)
        assert take_share(rows, share) == pytest.approx(np.percentile(rows, 100 * share, axis=1))
