"""HEIC files as phones write them: a grid of tiles, made by the libheif that pillow-heif brings along."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.open import heif

_HEVC, _YCBCR, _420 = 1, 0, 1  # heif_compression_format, heif_colorspace, heif_chroma
_PLACE = ctypes.c_void_p


def _told(name: str, *arguments: Any) -> None:
    call = getattr(heif._library(), name)
    call.restype = heif._Error
    fault = call(*arguments)
    if fault.code:
        raise ValueError(f"{name}: {fault.message}")


def _made(name: str, *arguments: Any) -> ctypes.c_void_p:
    """What the call hands over in its last argument."""
    made = _PLACE()
    _told(name, *arguments, ctypes.byref(made))
    return made


def grid(grey: NDArray[np.uint8], side: int, folder: Path) -> bytes:
    """The picture (H, W), both multiples of `side`, as a HEIC of square tiles; `folder` to write in."""
    lib: Any = heif._library()
    context = _PLACE(lib.heif_context_alloc())
    rows, columns = grey.shape[0] // side, grey.shape[1] // side
    squares = [grey[y * side : (y + 1) * side, x * side : (x + 1) * side] for y in range(rows) for x in range(columns)]
    tiles = (_PLACE * len(squares))(*(_tile(lib, square).value for square in squares))
    encoder = _made("heif_context_get_encoder_for_format", context, _HEVC)
    size = ctypes.c_uint16(columns), ctypes.c_uint16(rows)
    whole = _made("heif_context_encode_grid", context, tiles, *size, encoder, None)
    _told("heif_context_set_primary_image", context, whole)
    _told("heif_context_write_to_file", context, str(folder / "grid.heic").encode())
    for tile in tiles:
        lib.heif_image_release(tile)
    lib.heif_image_handle_release(whole)
    lib.heif_encoder_release(encoder)
    lib.heif_context_free(context)
    return (folder / "grid.heic").read_bytes()


def _tile(lib: Any, grey: NDArray[np.uint8]) -> ctypes.c_void_p:
    """One tile (h, w) without colours, its light stored from 0 to 255."""
    height, width = grey.shape
    image = _made("heif_image_create", width, height, _YCBCR, _420)
    for channel, plane in enumerate((grey, *(np.full((height // 2, width // 2), 128, np.uint8),) * 2)):
        _told("heif_image_add_plane", image, channel, plane.shape[1], plane.shape[0], 8)
        stride = ctypes.c_int()
        place = lib.heif_image_get_plane_readonly(image, channel, ctypes.byref(stride))
        stored = ctypes.cast(place, ctypes.POINTER(ctypes.c_uint8))
        np.ctypeslib.as_array(stored, (plane.shape[0], stride.value))[:, : plane.shape[1]] = plane
    lib.heif_nclx_color_profile_alloc.restype = ctypes.POINTER(heif._Colours)
    colours = lib.heif_nclx_color_profile_alloc()
    colours.contents.matrix, colours.contents.full_range = 6, 1
    _told("heif_image_set_nclx_color_profile", image, colours)
    lib.heif_nclx_color_profile_free(colours)
    return image
