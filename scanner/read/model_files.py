"""Opens a trained network for reading: with a number of threads, quietly, and with one error that names the remedy.

Every file of a recogniser is sealed: a damaged or swapped one would read other numbers without a word.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

SEALS = "sha256.json"
"""Beside each model: the SHA-256 of every file of it, by name."""


class ModelMissing(Exception):
    """A recogniser's file is not there, or not the one that training wrote: the installation is broken (status 4)."""


def open_model(model: Path, threads: int = 1) -> tuple[Any, dict[str, Any]]:
    """The ONNX session of `model`, and the facts in the `.json` file beside it; raises `ModelMissing`."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read at the import: nothing may leave this machine
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = threads
    options.log_severity_level = 3
    try:
        facts = json.loads(read_sealed(model.with_suffix(".json")))
        return onnxruntime.InferenceSession(read_sealed(model), options, providers=["CPUExecutionProvider"]), facts
    except Exception as fault:  # the runtime raises its own untyped errors
        raise make_missing_error(model) from fault


def read_sealed(part: Path) -> bytes:
    """The file's bytes, checked against the SHA-256 that stands in `sha256.json` beside it. Raises OSError, and
    ValueError for any other bytes.
    """
    data = part.read_bytes()
    if json.loads((part.parent / SEALS).read_text("utf-8")).get(part.name) != hashlib.sha256(data).hexdigest():
        raise ValueError(f"{part.name}: SHA-256")
    return data


def write_seal(part: Path) -> None:
    """Writes down the SHA-256 of a file that training has just written."""
    book = part.parent / SEALS
    seals = json.loads(book.read_text("utf-8")) if book.exists() else {}
    seals[part.name] = hashlib.sha256(part.read_bytes()).hexdigest()
    book.write_text(json.dumps(seals, indent=1, sort_keys=True) + "\n", "utf-8")


def make_missing_error(part: Path) -> ModelMissing:
    """The error for a file of a recogniser that is not there or broken."""
    return ModelMissing(f"The recogniser {part.name} cannot be loaded; please install Kiebitz again.")
