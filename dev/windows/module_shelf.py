"""One file with all modules that Kiebitz imports. Else Windows opens a thousand at each start, and again in each worker
process, and lets a scanner for viruses look through each.

The set-up's last step writes it. `module_shelf.pth` makes Python look there first; without it all is found as ever.
"""

from __future__ import annotations

import marshal
import mmap
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

HOME = Path(__file__).parent
FILE = HOME / "modules.bin"
_SIZE_BYTES = 8
_Places = dict[str, tuple[str, bool, int, int]]
"""By a module's name the place of its source below HOME, whether it is a package, and where its code begins and ends
behind this table."""


class Shelf:
    """Finds the modules of the file."""

    def __init__(self, whole: memoryview) -> None:
        begin = _SIZE_BYTES + int.from_bytes(whole[:_SIZE_BYTES], "little")
        self._places: _Places = marshal.loads(whole[_SIZE_BYTES:begin])
        self._codes = whole[begin:]

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The module as Python's own finders would find it, its data beside it."""
        if name not in self._places:
            return None
        place = HOME / self._places[name][0]
        spec = ModuleSpec(name, _ShelvedLoader(name, str(place), self), origin=str(place))
        spec.has_location = True
        spec.submodule_search_locations = [str(place.parent)] if self._places[name][1] else None
        return spec

    def take(self, name: str) -> CodeType | None:
        """The module's code, once: OpenCV looks for itself again, in another folder on purpose."""
        if name not in self._places:
            return None
        _, _, begin, end = self._places.pop(name)
        code: CodeType = marshal.loads(self._codes[begin:end])
        return code


class _ShelvedLoader(SourceFileLoader):
    def __init__(self, name: str, place: str, shelf: Shelf) -> None:
        super().__init__(name, place)
        self._shelf = shelf

    def get_code(self, fullname: str) -> CodeType | None:
        """From the shelf, else as ever."""
        return self._shelf.take(fullname) or super().get_code(fullname)


def write_shelf() -> None:
    """Puts every module that this process has imported from below HOME into the file, and deletes what Python compiled
    of each: nobody reads it any more."""
    found = {spec.name: spec for module in sys.modules.values() if (spec := getattr(module, "__spec__", None))}
    specs = {name: spec for name, spec in sorted(found.items()) if _is_ours(spec)}
    places, codes, end = _Places(), [], 0
    for name, spec in specs.items():
        codes.append(marshal.dumps(spec.loader.get_code(name)))
        begin, end = end, end + len(codes[-1])
        inside = Path(spec.origin).relative_to(HOME)
        places[name] = str(inside), spec.submodule_search_locations is not None, begin, end
    listed = marshal.dumps(places)
    draft = FILE.with_suffix(".new")
    draft.write_bytes(b"".join((len(listed).to_bytes(_SIZE_BYTES, "little"), listed, *codes)))
    draft.replace(FILE)
    for spec in specs.values():
        Path(spec.cached).unlink(missing_ok=True)


def _is_ours(spec: ModuleSpec) -> bool:
    return type(spec.loader) is SourceFileLoader and Path(spec.origin or "").is_relative_to(HOME)


def open_shelf() -> None:
    """Lets Python look into the file before it looks into folders."""
    with FILE.open("rb") as file:
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    sys.meta_path.insert(sys.meta_path.index(PathFinder), Shelf(whole))


if FILE.exists():
    open_shelf()
