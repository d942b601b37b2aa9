"""Writes the trained network as ONNX: `python -m dev.training.export model.pt`.

After it: `dev.training.quantise` (whole numbers instead of floats), `dev.training.prototypes` (the usual writer), then
`dev.training.calibrate` (how much to doubt).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from dev.training.network import ALPHABET, CLASSES, Recogniser, WithFeatures
from dev.training.quantise import FLOATS
from scanner.read.networks import write_seal
from scanner.read.read_numbers import MODEL


def write_onnx(weights: Path, target: Path) -> None:
    """The averaged weights as one ONNX file with free batch and width."""
    network = Recogniser()
    network.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    axes = {
        "ink": {0: "batch", 3: "width"},
        "logits": {0: "batch", 1: "columns"},
        "features": {0: "batch", 1: "columns"},
    }
    torch.onnx.export(
        WithFeatures(network).eval(),
        (torch.zeros(2, 1, 40, 128),),
        str(target),
        input_names=["ink"],
        output_names=["logits", "features"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def main() -> None:
    """Command line of the export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, default=FLOATS)
    args = parser.parse_args()
    write_onnx(args.weights, args.out)
    facts = {"alphabet": ALPHABET, "classes": CLASSES, "temperature": 1.0, "power": 1.0}
    MODEL.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    write_seal(MODEL.with_suffix(".json"))
    print(f"wrote {args.out} ({args.out.stat().st_size // 1024} KiB)")


if __name__ == "__main__":
    main()
