"""The light of a HEIC picture as it is stored, beside its colours: libheif, asked for colours, keeps two pictures.

pillow-heif asks for colours always, so its libheif is asked past it. Where that cannot be, Pillow decodes.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

_AS_STORED = 99  # heif_colorspace_undefined, heif_chroma_undefined
_LUMA = 0  # heif_channel_Y
_YCBCR, _MONOCHROME = 0, 2  # heif_colorspace
_LIKE_PILLOW = frozenset({2, 5, 6})
"""Matrix coefficients (ITU-T H.273) that weigh red, green and blue as Pillow does for "L"; 2: not told."""


class _Error(ctypes.Structure):
    """heif_error, returned by value."""

    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


class _Colours(ctypes.Structure):
    """The beginning of heif_color_profile_nclx."""

    _fields_ = [
        ("version", ctypes.c_uint8), ("primaries", ctypes.c_int), ("transfer", ctypes.c_int), ("matrix", ctypes.c_int),
        ("full_range", ctypes.c_uint8),
    ]  # fmt: skip


_PLACE, _PLACES = ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "heif_context_alloc": (_PLACE, ()),
    "heif_context_free": (None, (_PLACE,)),
    "heif_context_read_from_memory_without_copy": (_Error, (_PLACE, ctypes.c_char_p, ctypes.c_size_t, _PLACE)),
    "heif_context_get_primary_image_handle": (_Error, (_PLACE, _PLACES)),
    "heif_image_handle_release": (None, (_PLACE,)),
    "heif_decode_image": (_Error, (_PLACE, _PLACES, ctypes.c_int, ctypes.c_int, _PLACE)),
    "heif_image_get_decoding_warnings": (ctypes.c_int, (_PLACE, ctypes.c_int, _PLACE, ctypes.c_int)),
    "heif_image_release": (None, (_PLACE,)),
    "heif_image_get_colorspace": (ctypes.c_int, (_PLACE,)),
    "heif_image_get_width": (ctypes.c_int, (_PLACE, ctypes.c_int)),
    "heif_image_get_height": (ctypes.c_int, (_PLACE, ctypes.c_int)),
    "heif_image_get_bits_per_pixel_range": (ctypes.c_int, (_PLACE, ctypes.c_int)),
    "heif_image_get_plane_readonly": (_PLACE, (_PLACE, ctypes.c_int, ctypes.POINTER(ctypes.c_int))),
    "heif_image_get_nclx_color_profile": (_Error, (_PLACE, ctypes.POINTER(ctypes.POINTER(_Colours)))),
    "heif_nclx_color_profile_free": (None, (ctypes.POINTER(_Colours),)),
}
"""What is called of libheif's interface (heif.h), with the types of results and arguments."""


def grey(data: bytes) -> NDArray[np.uint8] | None:
    """The upright pixels (H, W) uint8 of the first picture in `data`; None where they are not stored as plain light of
    8 bits, or nothing can be decoded. Raises ValueError where tiles of it cannot, which libheif leaves black."""
    lib = _library()
    if lib is None:
        return None
    context, handle, image = lib.heif_context_alloc(), ctypes.c_void_p(), ctypes.c_void_p()
    try:
        if (
            lib.heif_context_read_from_memory_without_copy(context, data, len(data), None).code
            or lib.heif_context_get_primary_image_handle(context, ctypes.byref(handle)).code
            or lib.heif_decode_image(handle, ctypes.byref(image), _AS_STORED, _AS_STORED, None).code
        ):
            return None
        if lib.heif_image_get_decoding_warnings(image, 0, None, 0):
            raise ValueError("tiles are missing")
        return _luma(lib, image) if _plain(lib, image) else None
    finally:
        lib.heif_image_release(image)
        lib.heif_image_handle_release(handle)
        lib.heif_context_free(context)


@cache
def _library() -> Any | None:
    """The libheif that pillow-heif brings along, found through its extension module."""
    try:
        import _pillow_heif  # type: ignore[import-not-found]

        lib = ctypes.CDLL(_pillow_heif.__file__)
        for name, (result, arguments) in _SIGNATURES.items():
            call = getattr(lib, name)
            call.restype, call.argtypes = result, arguments
    except (ImportError, OSError, AttributeError):
        return None
    return lib


def _plain(lib: Any, image: ctypes.c_void_p) -> bool:
    """Whether the light is what Pillow would make of the colours: 8 bits from 0 to 255, weighed alike."""
    if lib.heif_image_get_bits_per_pixel_range(image, _LUMA) != 8:
        return False
    if lib.heif_image_get_colorspace(image) not in (_YCBCR, _MONOCHROME):
        return False
    told = ctypes.POINTER(_Colours)()
    if lib.heif_image_get_nclx_color_profile(image, ctypes.byref(told)).code:
        return False
    plain = bool(told.contents.full_range) and told.contents.matrix in _LIKE_PILLOW
    lib.heif_nclx_color_profile_free(told)
    return plain


def _luma(lib: Any, image: ctypes.c_void_p) -> NDArray[np.uint8]:
    stride = ctypes.c_int()
    plane = lib.heif_image_get_plane_readonly(image, _LUMA, ctypes.byref(stride))
    width, height = lib.heif_image_get_width(image, _LUMA), lib.heif_image_get_height(image, _LUMA)
    stored = ctypes.cast(plane, ctypes.POINTER(ctypes.c_uint8))
    return np.ctypeslib.as_array(stored, (height, stride.value))[:, :width].copy()
