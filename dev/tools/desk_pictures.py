"""The pictures of the page in `docs/desk.md`: an evening is composed, photographed, read, and looked at in Chromium.

    python -m dev.tools.desk_pictures docs/images

Nobody's handwriting is in them: the sheets are filled in with fonts, and the names are those of the samples.
"""

from __future__ import annotations

import io
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser as Chromium

from desk.__main__ import main as run_kiebitz
from dev.filler.evening import Shots, compose_round
from dev.filler.pens.glyphs import load_font_hand
from dev.tools.browser import DESKTOP, PHONE, Browser, open_window, start_chromium
from dev.tools.running_desk import RunningDesk, run_desk
from tournament.filing.rounds.evening_status import recall_document
from tournament.record.open_store import open_store

NAMES = Path(__file__).parents[2] / "samples" / "players.txt"
PLAYERS, ROUNDS = 16, 3
HANDS = ("playwrite-de-grund", "kalam", "patrick-hand")
SHOTS = Shots(megapixels=5.0, mistaken=4, seed=3, quality=80, conditions=("clean", "shadow", "warm"))
MOST_BYTES = 60_000
QUALITIES = (85, 70, 55, 40)
"""Of WebP; the first with which the picture is small enough is taken."""
SETTLING_MS = 400


@dataclass(frozen=True, slots=True)
class Shot:
    """A page to be photographed: the picture's name, the page's address, and the window."""

    name: str
    path: str
    size: tuple[int, int] = DESKTOP
    dark: bool = False


PAGES = (
    Shot("desk-jetzt", "/jetzt", (1280, 560)),
    Shot("desk-pruefen", "/pruefen"),
    Shot("desk-pruefen-telefon", "/pruefen", PHONE, dark=True),
    Shot("desk-wand", "/stand/wand", dark=True),
)
TABLE = 4
"""Its sheet of round 2 is sent from the table's phone."""


def compose_evening(folder: Path) -> tuple[str, Path]:
    """A file with three rounds drawn, the first one closed, and the second one in but for the last table, whose
    photograph is returned as well."""
    file, players = str(folder / "abend.kiebitz"), folder / "spieler.csv"
    names = NAMES.read_text(encoding="utf-8").splitlines()[:PLAYERS]
    players.write_text("\n".join(("Name", *names)), encoding="utf-8")
    named = ["--title", "Herbstturnier", "--rounds", str(ROUNDS), "--players", str(players)]
    run_kiebitz(["new", file, "--rules", "pflichtsolo-40", *named])
    run_kiebitz(["draw", file, "--seed", "1"])
    hands = [load_font_hand(name) for name in HANDS]
    for round_ in (1, 2):
        photos = compose_round(file, round_, hands, folder / f"runde{round_}", SHOTS)
        run_kiebitz(["scan", file, *map(str, photos if round_ == 1 else photos[:-1])])
        if round_ == 1:
            settle_round(file)
    return file, photos[-1]


def settle_round(file: str) -> None:
    """Decides whatever is open in the first round, as proposed where there is one proposal, and closes it."""
    for one in recall_document(open_store(file), "status", "de")["open"]:
        how = "--accept" if one["proposal"] else "--as-written"
        run_kiebitz(["decide", file, one["item"], how, "--by", "Ute Becker"])
    run_kiebitz(["close", file, "--round", "1", "--by", "Ute Becker"])


def send_photo(chromium: Chromium, desk: RunningDesk, link: str, photo: Path, folder: Path) -> None:
    """The table's phone sends its sheet, and is photographed with the verdict."""
    phone = open_window(chromium, desk.address, size=PHONE, touch=True)
    phone.enter(link)
    phone.page.locator("#camera").set_input_files(photo)
    phone.page.locator("#sent .chip:is(.sure, .open)").first.wait_for()
    save_picture(phone.page.screenshot(), folder / "desk-foto-telefon.webp")


def take_pictures(desk: RunningDesk, photo: Path, folder: Path) -> None:
    """Every picture, into the folder."""
    with start_chromium() as chromium:
        organiser = open_window(chromium, desk.address)
        organiser.enter(desk.link)
        organiser.open_page("/zugang")
        organiser.page.get_by_role("button", name="Links für alle Tische").click()
        card = organiser.page.get_by_role("listitem").filter(has_text=f"Tisch {TABLE}")
        link = card.get_by_role("link").get_attribute("href") or ""
        send_photo(chromium, desk, link, photo, folder)
        session = organiser.page.context.cookies()
        for shot in PAGES:
            window = open_window(chromium, desk.address, size=shot.size, dark=shot.dark, touch=shot.size == PHONE)
            window.page.context.add_cookies(session)  # type: ignore[arg-type]  # what comes out goes in
            window.open_page(shot.path)
            window.page.wait_for_timeout(SETTLING_MS)
            save_picture(window.page.screenshot(), folder / f"{shot.name}.webp")
        choose_field(organiser)
        save_picture(organiser.page.screenshot(), folder / "desk-bogen.webp")


def choose_field(browser: Browser) -> None:
    """From the first item to its sheet, and there to the first field in doubt."""
    browser.open_page("/pruefen")
    browser.page.get_by_role("link", name="Ganzer Bogen").click()
    browser.page.locator("a .field.open").first.click()
    browser.page.locator("#field h2").wait_for()
    browser.page.evaluate("window.scrollTo(0, 0)")
    browser.page.wait_for_timeout(SETTLING_MS)


def save_picture(png: bytes, target: Path) -> None:
    """Writes the picture as well as its size allows. Raises RuntimeError where it is too large anyhow."""
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in QUALITIES:
        file = io.BytesIO()
        whole.save(file, "WEBP", quality=quality, method=6)
        if len(file.getvalue()) <= MOST_BYTES:
            target.write_bytes(file.getvalue())
            return
    raise RuntimeError(f"{target.name} is larger than {MOST_BYTES} bytes")


def main() -> None:
    """See the module."""
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as place:
        file, photo = compose_evening(Path(place))
        with run_desk(file, Path(place)) as desk:
            take_pictures(desk, photo, folder)


if __name__ == "__main__":
    main()
