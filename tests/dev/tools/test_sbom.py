"""What Kiebitz is made of is listed, each part with its licence."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

from dev.tools.sbom import list_shipped, make_bom, read_licences, read_pins
from dev.tools.sbom import main as write_bom

ROOT = Path(__file__).parents[3]
KNOWN = re.compile(
    r"MIT(-0|-CMU)?|0BSD|BSD-[23]-Clause|Apache-2\.0|ISC|Zlib|CC0-1\.0|PSF-2\.0|OFL-1\.1|(L?GPL)-2\.[01]-or-later|"
    r"LGPL-3\.0-or-later"
)
"""Licences that were looked at. Of several joined by OR one that asks for little is enough."""


def test_each_library_that_is_needed_has_a_licence() -> None:
    """Every pinned library stands on the page once, and nothing else does but the files that are shipped."""
    pinned = {pin.name for pin in read_pins()}
    assert len(pinned) > 40
    assert read_licences().keys() == {*pinned, *list_shipped()}


@pytest.mark.parametrize("name", sorted(read_licences()))
def test_a_licence_is_one_that_was_looked_at(name: str) -> None:
    """A library that changes to another licence is noticed."""
    assert all(KNOWN.fullmatch(one) for one in re.split(" AND | OR ", read_licences()[name]))


def test_a_library_says_the_same_of_itself() -> None:
    """As far as it is installed and says it in SPDX's words."""
    said = {}
    for pin in read_pins():
        try:
            said[pin.name] = metadata(pin.name).get("License-Expression")
        except PackageNotFoundError:
            continue
    licences = read_licences()
    assert sum(told is not None for told in said.values()) > 20
    assert {name: told for name, told in said.items() if told not in (None, licences[name])} == {}


def test_every_font_has_its_licence_beside_it() -> None:
    """As its licence asks."""
    fonts = [ROOT / path for path in list_shipped() if path.endswith(".ttf")]
    assert len(fonts) == 9
    for font in fonts:
        assert "SIL Open Font License, Version 1.1" in font.with_suffix(".LICENSE.txt").read_text("utf-8")


def test_the_bill_of_materials(tmp_path: Path) -> None:
    """CycloneDX 1.6, in which every part has a name, a version, a licence and hashes; the same each time."""
    write_bom(str(tmp_path / "a.json"))
    write_bom(str(tmp_path / "b.json"))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    bom = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert (bom["bomFormat"], bom["specVersion"], bom["metadata"]["component"]["name"]) == (
        "CycloneDX",
        "1.6",
        "kiebitz",
    )
    parts = {part["name"]: part for part in bom["components"]}
    assert parts.keys() == read_licences().keys()
    for name, part in parts.items():
        [licence] = part["licenses"]
        assert read_licences()[name] in (licence.get("expression"), licence.get("license", {}).get("id"))
        hashes = part.get("hashes") or part["externalReferences"][0]["hashes"]
        assert part["version"]
        assert all(re.fullmatch("[0-9a-f]{64}", one["content"]) for one in hashes)
    told = {(part["name"], part["version"]): part for part in bom["components"] if part["type"] == "library"}
    assert told.keys() == {(pin.name, pin.version) for pin in read_pins()}
    for pin in read_pins():
        hashes = told[pin.name, pin.version]["externalReferences"][0]["hashes"]
        assert [one["content"] for one in hashes] == list(pin.hashes)


def test_a_library_with_two_versions_is_listed_twice() -> None:
    """Intel's Macs need an older runtime of the recogniser."""
    assert len({pin.version for pin in read_pins() if pin.name == "onnxruntime"}) == 2


def test_a_part_without_a_licence_is_no_bill(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not written with a hole in it."""
    monkeypatch.setattr("dev.tools.sbom.read_licences", dict)
    with pytest.raises(KeyError):
        make_bom()
