"""Writes the trained network as ONNX, with its calibration: `python -m training.export model.pt --data FOLDER`.

The temperature is fitted on cells of writers who were never trained on (Guo et al., "On calibration of modern neural
networks", ICML 2017).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scanner.digits import MODEL, DigitReader
from training.measure import kept_apart
from training.network import ALPHABET, CLASSES, Recogniser


class Exported(nn.Module):
    """The network with its first input named as the reader knows it."""

    def __init__(self, network: Recogniser) -> None:
        super().__init__()
        self.network = network

    def forward(self, ink: Tensor) -> Tensor:
        """(B, 1, 40, W) to (B, W / 4, 15)."""
        return self.network(ink)  # type: ignore[no-any-return]


def write_onnx(weights: Path, target: Path) -> None:
    """The averaged weights as one ONNX file with free batch and width."""
    network = Recogniser()
    network.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    axes = {"ink": {0: "batch", 3: "width"}, "logits": {0: "batch", 1: "columns"}}
    torch.onnx.export(
        Exported(network.eval()),
        (torch.zeros(2, 1, 40, 128),),
        str(target),
        input_names=["ink"],
        output_names=["logits"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def fitted_temperature(logits: list[NDArray[np.float32]], texts: list[str]) -> float:
    """The temperature that makes the true texts likeliest, by a scan over 0.6 to 2.5."""

    def loss(temperature: float) -> float:
        total = 0.0
        for columns, text in zip(logits, texts, strict=True):
            scores = torch.from_numpy(columns / temperature).log_softmax(-1)[:, None]
            target = torch.tensor([[ALPHABET.index(char) + 1 for char in text]], dtype=torch.long).reshape(1, -1)
            lengths = torch.tensor([scores.shape[0]]), torch.tensor([len(text)])
            total += min(float(nn.functional.ctc_loss(scores, target, *lengths, reduction="sum")), 20.0)
        return total

    return float(min(np.arange(0.6, 2.51, 0.1), key=loss))


def main() -> None:
    """Command line of the export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=MODEL)
    parser.add_argument("--cells", type=int, default=3000, help="cells for the calibration")
    args = parser.parse_args()
    write_onnx(args.weights, args.out)
    facts = {"alphabet": ALPHABET, "classes": CLASSES, "temperature": 1.0}
    args.out.with_suffix(".json").write_text(json.dumps(facts), "utf-8")
    reader, cells = DigitReader.load(args.out), kept_apart(args.data, args.cells, seed=99)
    from scanner.ink import ink

    logits = [reader.logits([ink(cell.grey)])[0] for cell in cells]
    facts["temperature"] = round(fitted_temperature(logits, [cell.text for cell in cells]), 2)
    args.out.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    print(f"wrote {args.out} ({args.out.stat().st_size // 1024} KiB), temperature {facts['temperature']}")


if __name__ == "__main__":
    main()
