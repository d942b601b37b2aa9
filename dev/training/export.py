"""Makes of the trained weights what the scanner loads.

    python -m dev.training.export model.pt --data FOLDER --fonts FOLDER...

The network as ONNX, in whole numbers (`dev.training.quantise`), beside it the usual writer (`dev.training.prototypes`).
Data and fonts are those of the training. After it: `dev.training.calibrate` (how much to doubt).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import nn

from dev.training.cells.compose import make_training_composer
from dev.training.network import ALPHABET, CLASSES, Recogniser, WithFeatures
from dev.training.prototypes import write_usual_writer
from dev.training.quantise import quantise
from scanner.read.networks import write_seal
from scanner.read.read_numbers import MODEL

OUTPUT = {0: "batch", 1: "columns"}
AXES = {"ink": {0: "batch", 3: "width"}, "logits": OUTPUT, "features": OUTPUT}


def write_onnx(network: nn.Module, example: torch.Tensor, axes: Mapping[str, Mapping[int, str]], target: Path) -> None:
    """The network as one ONNX file. `axes`: of the input, then of the outputs, those that may be of any length."""
    names = list(axes)
    torch.onnx.export(
        network.eval(),
        (example,),
        str(target),
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def main() -> None:
    """Command line of the export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz files of handwriting")
    parser.add_argument("--fonts", type=Path, nargs="*", default=[])
    parser.add_argument("--model", type=Path, default=MODEL)
    args = parser.parse_args()
    network = Recogniser()
    network.load_state_dict(torch.load(args.weights, map_location="cpu", weights_only=True))
    with TemporaryDirectory() as folder:
        floats = Path(folder) / "floats.onnx"
        write_onnx(WithFeatures(network), torch.zeros(2, 1, 40, 128), AXES, floats)
        quantise(floats, args.model, make_training_composer(args.data, args.fonts, 77))
    facts = {"alphabet": ALPHABET, "classes": CLASSES, "temperature": 1.0, "power": 1.0}
    args.model.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    write_seal(args.model.with_suffix(".json"))
    count = write_usual_writer(make_training_composer(args.data, args.fonts, 4242), args.model)
    print(f"wrote {args.model} ({args.model.stat().st_size // 1024} KiB), the usual writer from {count} characters")


if __name__ == "__main__":
    main()
