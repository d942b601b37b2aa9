"""Writes what Kiebitz is made of as CycloneDX: `python -m dev.tools.sbom kiebitz.cdx.json`.

Versions and hashes come from `requirements.txt`, licences from `docs/licences.md`, and fonts, models and scripts from
the files that are shipped. The same tree gives the same file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).parents[2]
_PAGE, _PINNED = ROOT / "docs" / "licences.md", ROOT / "requirements.txt"
_LINE = re.compile(r"^\| `?([\w./-]+)`? \| ([^|]+?) \|$", re.MULTILINE)
_PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ;.*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
_MODELS = ("npz", "onnx", "traineddata")
_UNDATED = datetime(2026, 1, 1, tzinfo=UTC)
"""In place of the moment of writing, so that the same tree gives the same file."""


def read_licences() -> dict[str, str]:
    """The licence of each part, as SPDX writes it: by a library's name, or a file's path."""
    return {name: licence for name, licence in _LINE.findall(_PAGE.read_text("utf-8")) if name != "part"}


class Pin(NamedTuple):
    """A library that is pinned: its version, and the SHA-256 of all its files. One that has two versions for different
    systems is pinned twice."""

    name: str
    version: str
    hashes: tuple[str, ...]


def read_pins() -> tuple[Pin, ...]:
    """Each library that Kiebitz needs to run, on whichever system."""
    found = _PIN.findall(_PINNED.read_text("utf-8"))
    return tuple(Pin(name, pinned, tuple(re.findall("[0-9a-f]{64}", hashes))) for name, pinned, hashes in found)


def make_bom() -> Bom:
    """Kiebitz and all its parts. Raises KeyError for a part without a licence in `docs/licences.md`."""
    licences = read_licences()
    main = Component(
        name="kiebitz", version=version("kiebitz"), type=ComponentType.APPLICATION, licenses=_make_licence("MIT")
    )
    main.bom_ref.value = "kiebitz"
    bom = Bom(components=[*_list_libraries(licences), *_list_files(licences)])
    bom.metadata.component, bom.metadata.timestamp = main, _UNDATED
    bom.register_dependency(main, bom.components)
    content = "".join(sorted(f"{one.bom_ref.value} {one.licenses}" for one in bom.components))
    bom.serial_number = UUID(bytes=sha256(content.encode()).digest()[:16], version=4)
    return bom


def _list_libraries(licences: dict[str, str]) -> Iterator[Component]:
    for pin in read_pins():
        address = PackageURL("pypi", None, pin.name, pin.version)
        files = [HashType(alg=HashAlgorithm.SHA_256, content=one) for one in pin.hashes]
        component = Component(
            name=pin.name,
            version=pin.version,
            type=ComponentType.LIBRARY,
            purl=address,
            licenses=_make_licence(licences[pin.name]),
            external_references=[
                ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(address)), hashes=files)
            ],
        )
        component.bom_ref.value = str(address)
        yield component


def list_shipped() -> list[str]:
    """The paths of the files that others made, and of our models."""
    places = ("templates/fonts/*.ttf", "desk/web/static/htmx*.js", *(f"scanner/model/*.{kind}" for kind in _MODELS))
    return sorted(str(path.relative_to(ROOT)) for place in places for path in ROOT.glob(place))


def _list_files(licences: dict[str, str]) -> Iterator[Component]:
    for path in list_shipped():
        model = path.startswith("scanner/model/")
        digest = sha256((ROOT / path).read_bytes()).hexdigest()
        component = Component(
            name=path,
            version=digest[:12],
            type=ComponentType.MACHINE_LEARNING_MODEL if model else ComponentType.FILE,
            licenses=_make_licence(licences[path]),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        )
        component.bom_ref.value = path
        yield component


def _make_licence(spdx: str) -> list[object]:
    return [LicenseFactory().make_from_string(spdx)]


def main(target: str) -> None:
    """Writes the file."""
    Path(target).write_text(JsonV1Dot6(make_bom()).output_as_string(indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
