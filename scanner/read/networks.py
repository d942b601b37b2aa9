"""Opens a trained network, and turns its output columns into texts with probabilities.

`decode_columns` finds the texts: the prefix beam search of Hannun et al., "First-pass large vocabulary continuous
speech recognition using bi-directional recurrent DNNs", 2014, algorithm 1, without a language model: no rule of the
game enters here. `weigh_texts` says how likely known texts are, for many cells at once: the forward variables of Graves
et al., "Connectionist temporal classification", ICML 2006, section 4.1.

The scribe is how this sheet's writer draws each character, learnt from its clear cells, for its doubtful ones. The
last layer sees every column as a feature vector. Around the usual writer's mean of a character the vectors lie like a
normal distribution; the clear cells show where this writer's mean lies. What is added to a character's score is the
logarithm of how much better the writer's mean explains the column than the usual one (the writer's means by Gauvain and
Lee, "Maximum a posteriori estimation for multivariate Gaussian mixture observations of Markov chains", IEEE TSAP 2,
1994). Cells that are clear are never read again.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BEAM = 12
"""Prefixes kept per column: half as many again as the candidates kept of a cell. 16 reads 7,281 cells alike."""
_FAINT = 1e-4
"""Characters less likely than this in a column are not followed there; 1e-5 reads alike, in a third more time."""
_HOPELESS = 1e-5
"""Prefixes this much less likely than the best are dropped: no later column brings them back into the candidates. 1e-7
moves no candidate of 732 looks by more than 0.000014, and takes a quarter longer."""
Texts = list[tuple[str, float]]
"""Texts with their probabilities, the likeliest first."""
_Beams = dict[str, tuple[float, float]]


def decode_columns(columns: NDArray[np.float32], alphabet: str) -> Texts:
    """The texts that columns (T, classes) float32 of probabilities spell, the likeliest first. Class 0 is the blank,
    class k the k-th character of `alphabet`.
    """
    seen: list[list[tuple[str, float]]] = [[] for _ in columns]
    places, symbols = np.nonzero(columns[:, 1:] > _FAINT)
    chances = columns[places, symbols + 1].tolist()
    for column, symbol, chance in zip(places.tolist(), symbols.tolist(), chances, strict=True):
        seen[column].append((alphabet[symbol], chance))
    beams: _Beams = {"": (1.0, 0.0)}
    for inked, together in groupby(zip(columns[:, 0].tolist(), seen, strict=True), key=lambda column: bool(column[1])):
        if inked:
            for blank, characters in together:
                beams = _grow_prefixes(beams, blank, characters)
        else:
            beams = _pass_blanks(beams, prod(blank for blank, _ in together))
    totals = ((text, ends_blank + ends_char) for text, (ends_blank, ends_char) in beams.items())
    return sorted((item for item in totals if item[1] > 0), key=lambda item: -item[1])


def _pass_blanks(beams: _Beams, blank: float) -> _Beams:
    """The beams after columns of bare paper: every prefix now ends in a blank."""
    return {text: ((ends_blank + ends_char) * blank, 0.0) for text, (ends_blank, ends_char) in beams.items()}


def _grow_prefixes(beams: _Beams, blank: float, characters: Sequence[tuple[str, float]]) -> _Beams:
    """The beams after a column with ink: each prefix stays (by a blank or a repeated character) or grows by one."""
    grown: dict[str, list[float]] = {}
    least = _HOPELESS * max(map(sum, beams.values()))
    for text, (ends_blank, ends_char) in beams.items():
        here, last = grown.setdefault(text, [0.0, 0.0]), text[-1:]
        here[0] += (ends_blank + ends_char) * blank
        for char, chance in characters:
            if char == last:
                here[1] += ends_char * chance
            more = (ends_blank if char == last else ends_blank + ends_char) * chance
            if more > least:
                grown.setdefault(text + char, [0.0, 0.0])[1] += more
    floor = _HOPELESS * max(map(sum, grown.values()))
    best = [(text, pair[0], pair[1]) for text, pair in grown.items() if pair[0] + pair[1] >= floor]
    if len(best) > BEAM:
        best = sorted(best, key=lambda item: -(item[1] + item[2]))[:BEAM]
    return {text: (ends_blank, ends_char) for text, ends_blank, ends_char in best}


def weigh_texts(cells: Sequence[NDArray[np.float32]], texts: Sequence[Sequence[str]], alphabet: str) -> list[Texts]:
    """How likely each cell's known `texts` are, by its columns (T, classes) float32 of probabilities; nothing is
    searched for.
    """
    columns = _pad_cells(cells)
    spelled = _spell_classes([text for several in texts for text in several], alphabet)
    skips = (spelled != 0) & (spelled != np.roll(spelled, 2, 1))
    owner = np.repeat(np.arange(len(cells)), [len(several) for several in texts])
    places = spelled + owner[:, None] * columns.shape[2]
    ends = np.zeros(spelled.shape)  # the paths so far that end in each place of a spelling
    ends[:, 0] = 1.0
    for column in columns:
        before = ends.copy()
        ends[:, 1:] += before[:, :-1]
        ends[:, 2:] += before[:, :-2] * skips[:, 2:]
        ends *= column.take(places)
    last = 2 * np.array([len(text) for several in texts for text in several], np.int64)
    rows = np.arange(len(last))
    totals = iter((ends[rows, last] + ends[rows, last - 1] * (last > 0)).tolist())
    weighed = ([(text, next(totals)) for text in several] for several in texts)
    return [sorted(scored, key=lambda item: -item[1]) for scored in weighed]


def _spell_classes(texts: Sequence[str], alphabet: str) -> NDArray[np.int64]:
    """Each text's classes with blanks before, between and after: (texts, 2 * longest + 1) int64."""
    longest = max(map(len, texts), default=0)
    classes = np.zeros(128, np.int64)
    classes[[ord(char) for char in alphabet]] = np.arange(len(alphabet)) + 1
    letters = "".join(text.ljust(longest, "\0") for text in texts).encode("ascii")
    spelled = np.zeros((len(texts), 2 * longest + 1), np.int64)
    spelled[:, 1::2] = classes[np.frombuffer(letters, np.uint8)].reshape(len(texts), longest)
    return spelled


def _pad_cells(cells: Sequence[NDArray[np.float32]]) -> NDArray[np.float64]:
    """The cells' columns as (T, cells, classes) float64. Short cells are followed by columns that are surely blank."""
    padded = np.zeros((max(map(len, cells), default=0), len(cells), cells[0].shape[1] if cells else 1))
    padded[:, :, 0] = 1.0
    for i, cell in enumerate(cells):
        padded[: len(cell), i] = cell
    return padded


SEALS = "sha256.json"
"""The file beside each model with the SHA-256 of its files, by name. A damaged or swapped model would read other
numbers without anybody noticing."""


class ModelMissing(Exception):
    """A recogniser's file is missing, or differs from what training wrote: the installation is broken (exit status
    4)."""


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
    """The file's bytes, checked against the SHA-256 in `sha256.json` beside it. Raises OSError, and
    ValueError for any other bytes.
    """
    data = part.read_bytes()
    if json.loads((part.parent / SEALS).read_text("utf-8")).get(part.name) != hashlib.sha256(data).hexdigest():
        raise ValueError(f"{part.name}: SHA-256")
    return data


def write_seal(part: Path) -> None:
    """Stores the SHA-256 of a file that training has just written."""
    book = part.parent / SEALS
    seals = json.loads(book.read_text("utf-8")) if book.exists() else {}
    seals[part.name] = hashlib.sha256(part.read_bytes()).hexdigest()
    book.write_text(json.dumps(seals, indent=1, sort_keys=True) + "\n", "utf-8")


def make_missing_error(part: Path) -> ModelMissing:
    """The error for a recogniser's file that is missing or broken."""
    return ModelMissing(f"The recogniser {part.name} cannot be loaded; please install Kiebitz again.")


PRIOR = 120.0
"""As many characters of the usual writer are taken beside the sheet's own: a dozen odd sevens move the mean by a
tenth."""
MOST = 4.0
"""No column gains or loses more than this for one character: odds of 55 to 1."""
Floats = NDArray[np.float32]
Column = tuple[int, Floats]
"""A character (class of the recogniser) and the features (d,) of the column in which it stands out most."""


@dataclass(frozen=True, slots=True, eq=False)
class CellScores:
    """What the recogniser says about one cell: `logits` (T, classes) and `features` (T, d) of its columns, both
    float32.
    """

    logits: Floats
    features: Floats

    def find_characters(self) -> list[Column]:
        """The characters of the likeliest path, each with the column in which it stands out most."""
        path = self.logits.argmax(-1)
        changes = (np.flatnonzero(path[1:] != path[:-1]) + 1).tolist()
        runs = zip([0, *changes], [*changes, len(path)], strict=True)
        return [
            (int(path[start]), self.features[self._find_plainest(start, end)]) for start, end in runs if path[start]
        ]

    def _find_plainest(self, start: int, end: int) -> int:
        """Of columns `start` to `end` with the same likeliest character, the one in which it leads by most."""
        if end == start + 1:
            return start
        logits = self.logits[start:end]
        return start + int((logits.max(-1) - np.logaddexp.reduce(logits, axis=-1)).argmax())


@dataclass(frozen=True, slots=True, eq=False)
class Usual:
    """The usual writer: `means` (classes, d) of the characters' features, and `precision` (d, d), the inverse of their
    common covariance; both float32.
    """

    means: Floats
    precision: Floats

    @classmethod
    def load(cls, path: Path) -> Usual:
        """From a `.npz` made by `dev.training.prototypes`; raises `ModelMissing`."""
        try:
            with np.load(io.BytesIO(read_sealed(path))) as kept:
                return cls(kept["means"], kept["precision"])
        except Exception as fault:  # whatever a broken file makes of itself
            raise make_missing_error(path) from fault


@dataclass(frozen=True, slots=True, eq=False)
class Scribe:
    """How this sheet's writer differs from the usual one. `slope` (classes, d) and `start` (classes,), both float32:
    the linear function that gives the change of a column's scores.
    """

    slope: Floats
    start: Floats

    @classmethod
    def of(cls, usual: Usual, columns: Iterable[Column]) -> Scribe:
        """The writer whose clear cells have these columns."""
        seen: dict[int, list[Floats]] = {}
        for character, features in columns:
            seen.setdefault(character, []).append(features)
        means = usual.means.copy()
        for character, found in seen.items():
            means[character] = (np.sum(found, axis=0) + PRIOR * means[character]) / (len(found) + PRIOR)
        start = (_measure_norms(usual.means, usual) - _measure_norms(means, usual)) / 2
        slope = np.asarray((means - usual.means) @ usual.precision, np.float32)
        return cls(slope, np.asarray(start, np.float32))

    def measure_gain(self, features: Floats) -> Floats:
        """The change of the scores of columns with these features (T, d) float32: (T, classes) float32."""
        return np.asarray(np.clip(features @ self.slope.T + self.start, -MOST, MOST), np.float32)


def _measure_norms(means: Floats, usual: Usual) -> Floats:
    return np.asarray(np.einsum("ci,ij,cj->c", means, usual.precision, means), np.float32)
