"""Floats to train on from the shipped network: `python -m dev.training.unfold --data FOLDER --fonts ... --out
start.pt`.

Its whole numbers are multiplied out, and each convolution gets back the batch norm that was folded into it: mean and
variance are those of composed cells, weight and bias such that nothing changes. `--mean A B` instead writes the mean of
two networks, one trained on from the other (Wortsman et al., "Model soups", ICML 2022).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from dev.training.cells.compose import make_training_composer
from dev.training.network import CLASSES, Recogniser
from dev.training.quantise import BATCH, compose_batches
from scanner.read.read_numbers import MODEL

Folded = dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]]
"""By the name of its layer in the network, a convolution's weight and bias."""
_AFTER = {
    "/stem/stem.2": "stem.0",
    "/column/column.2": "column.0",
    "/along/along.2": "along.0",
    "/along/along.6": "along.4",
    "/out": "out",
    "/stem/stem.0": "stem.0",
}
_LAST = ("out.weight", "out.bias")
UNLIKELY = -6.0
"""The score at which a class begins that the shipped network does not know yet."""
_IN_STAGE = {"body.2": "body.0", "body.3": "body.3", "short.0": "short.0"}


def load_folded(model: Path) -> Folded:
    """The convolutions of a network of whole numbers, as floats."""
    graph = onnx.load(model).graph
    values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in values:
            whole, scale, zero = (values[name].astype(np.float32) for name in node.input)
            shape = (-1, *[1] * (whole.ndim - 1))
            values[node.output[0]] = (whole - zero.reshape(shape)) * scale.reshape(shape)
    convolutions = (node for node in graph.node if node.op_type == "Conv")
    return {_name_layer(node.output[0]): (values[node.input[1]], values[node.input[2]]) for node in convolutions}


def _name_layer(output: str) -> str:
    """The layer whose convolution has this output; the name may be that of the ReLU after it."""
    parts = output.strip("/").split("/")
    if parts[0] != "stages":
        return _AFTER["/" + "/".join(parts[:-1])]
    return f"{parts[1]}.{_IN_STAGE[parts[3]]}"


def unfold_network(layers: Folded, cells: Iterator[Tensor]) -> Recogniser:
    """The network with batch norms that computes what `layers` do; `cells`: batches of ink (B, 1, 40, W)."""
    network = Recogniser().eval()
    layers = {**layers, "out": _add_classes(*layers["out"])}
    norms = {name: network.get_submodule(_name_norm(name)) for name in layers if name != "out"}
    for name, (weight, bias) in layers.items():
        layer = network.get_submodule(name)
        layer.weight.data = torch.tensor(weight)
        holder = norms.get(name, layer)
        holder.bias.data = torch.tensor(bias)
    for norm in norms.values():
        norm.running_var.fill_(1 - norm.eps)
    for norm, (mean, variance) in zip(norms.values(), _measure_moments(network, list(norms), cells), strict=True):
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data = (variance + norm.eps).sqrt().float()
        norm.bias.data = (norm.bias.double() + mean).float()
    return network


def _add_classes(
    weight: NDArray[np.float32], bias: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weight (classes, d, 1) and bias (classes,) of the last layer with rows for the classes that are new."""
    new = CLASSES - len(bias)
    return np.pad(weight, ((0, new), (0, 0), (0, 0))), np.pad(bias, (0, new), constant_values=UNLIKELY)


def _name_norm(name: str) -> str:
    """The batch norm after a convolution."""
    stem, _, number = name.rpartition(".")
    return f"{stem}.{int(number) + 1}"


@torch.no_grad()
def _measure_moments(network: nn.Module, names: list[str], cells: Iterator[Tensor]) -> list[tuple[Tensor, Tensor]]:
    """Mean and variance (channels,) of the outputs of these layers."""
    sums: dict[str, list[Tensor]] = {name: [] for name in names}

    def keep(name: str, out: Tensor) -> None:
        flat = out.double().transpose(0, 1).flatten(1)
        sums[name].append(torch.stack([torch.full((len(flat),), flat.shape[1]), flat.sum(1), flat.square().sum(1)]))

    hooks = [
        network.get_submodule(name).register_forward_hook(lambda _layer, _in, out, name=name: keep(name, out))
        for name in names
    ]
    for batch in cells:
        network(batch)
    for hook in hooks:
        hook.remove()
    totals = [torch.stack(sums[name]).sum(0) for name in names]
    return [(total / count, squares / count - (total / count) ** 2) for count, total, squares in totals]


def average_weights(one: dict[str, Tensor], other: dict[str, Tensor]) -> dict[str, Tensor]:
    """Half of each of two networks' weights; a class that `one` does not know yet is the other's."""
    known = (one["out.weight"] != 0).flatten(1).any(1)
    mean = {name: (value + other[name]) / 2 if value.is_floating_point() else value for name, value in one.items()}
    last = {name: torch.where(known.view(-1, *[1] * (mean[name].ndim - 1)), mean[name], other[name]) for name in _LAST}
    return mean | last


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--cells", type=int, default=1600)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--mean", type=Path, nargs=2, metavar="WEIGHTS", help="write the mean of two instead")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if args.mean:
        one, other = (torch.load(path, map_location="cpu", weights_only=True) for path in args.mean)
        torch.save(average_weights(one, other), args.out)
        return
    composed = compose_batches(make_training_composer(args.data, args.fonts, args.seed), args.cells // BATCH)
    network = unfold_network(load_folded(args.model), (torch.from_numpy(batch["ink"]) for batch in composed))
    torch.save(network.state_dict(), args.out)


if __name__ == "__main__":
    main()
