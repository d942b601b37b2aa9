"""Opens a trained network for reading: on so many threads, quietly, and with one error that names the remedy."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class ModelMissing(Exception):
    """The recogniser's file is not there or is not a model: the installation is broken (exit status 4)."""


def open_model(model: Path, threads: int = 1) -> tuple[Any, dict[str, Any]]:
    """The ONNX session of `model`, and the facts in the `.json` file beside it; raises `ModelMissing`."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read at the import: nothing may leave this machine
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = threads
    options.log_severity_level = 3
    try:
        facts = json.loads(model.with_suffix(".json").read_text("utf-8"))
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"]), facts
    except Exception as fault:  # the runtime raises its own untyped errors
        raise not_loaded(model) from fault


def not_loaded(part: Path) -> ModelMissing:
    """The error for a file of a recogniser that is not there or broken."""
    return ModelMissing(f"The recogniser {part.name} cannot be loaded; please install Kiebitz again.")
