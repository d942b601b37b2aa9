"""Lets the exported network count in whole numbers.

Weights become 7-bit numbers, and what flows between the layers 8-bit ones (Jacob et al., "Quantization and training of
neural networks for efficient integer-arithmetic-only inference", CVPR 2018), scaled by composed cells of the training
data. The first and the last layer stay as they are. Seven bits, because sums of 8-bit products overflow on processors
without VNNI: the same cell must read alike on every machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from dev.training.cells.compose import Composer
from scanner.read.cell_ink import extract_ink, make_batch
from scanner.read.networks import write_seal

BATCH, CELLS = 40, 400


class Composed(CalibrationDataReader):
    """Batches of composed cells, as the runtime asks for them."""

    def __init__(self, composer: Composer) -> None:
        self._batches = compose_batches(composer, CELLS // BATCH)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next batch, (BATCH, 1, 40, w) float32 by the input's name; None after the last."""
        return next(self._batches, None)


def compose_batches(composer: Composer, count: int) -> Iterator[dict[str, NDArray[np.float32]]]:
    """So many batches of `BATCH` cells' ink, (BATCH, 1, 40, w) float32 by the input's name, each of one width."""
    for _ in range(count):
        aspect = float(composer.rng.uniform(0.85, 3.6))
        inks = [extract_ink(composer.compose_cell(aspect).grey) for _ in range(BATCH)]
        yield {"ink": make_batch(inks, -(-max(part.shape[1] for part in inks) // 8) * 8)}


def quantise(source: Path, target: Path, composer: Composer) -> None:
    """Writes the network of floats `source` as one of whole numbers."""
    with tempfile.TemporaryDirectory() as folder:
        folded = Path(folder) / "folded.onnx"
        quant_pre_process(str(source), str(folded))
        layers = [node.name for node in onnx.load(folded).graph.node if node.op_type == "Conv"]
        quantize_static(
            str(folded),
            str(target),
            Composed(composer),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[layers[0], layers[-1]],
        )
    write_seal(target)
