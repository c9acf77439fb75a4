"""Slovnet's convolutions, with what is the same for every question worked out once: a third of the time of a parse.

Slovnet pads, copies and turns its matrices for each of six layers, and divides by what could be multiplied with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Layer:
    """A convolution over the words, what is below 0 cut off, the rest normalised."""

    weight: Floats
    """Window x channel by filter."""
    bias: Floats
    scale: Floats
    shift: Floats
    window: int
    padding: int

    @classmethod
    def of(cls, layer: Any) -> _Layer:
        """The same as a layer of Slovnet's (`slovnet.exec.model.CNNEncoderLayer`)."""
        filters, _, window = layer.conv.weight.shape
        weight = layer.conv.weight.array.transpose(2, 1, 0).reshape(-1, filters)
        scale = layer.norm.weight.array / layer.norm.std.array
        shift = layer.norm.bias.array - layer.norm.mean.array * scale
        return cls(
            np.ascontiguousarray(weight), layer.conv.bias.array, scale, shift, window, layer.conv.padding
        )

    def __call__(self, words: Floats) -> Floats:
        """Take and give sentence x word x channel."""
        sentences, length, channels = words.shape
        padded = np.zeros((sentences, length + 2 * self.padding, channels), words.dtype)
        padded[:, self.padding : self.padding + length] = words
        windows = np.concatenate([padded[:, one : one + length] for one in range(self.window)], axis=-1)
        found: Floats = windows @ self.weight
        found += self.bias
        np.maximum(found, 0, out=found)
        found *= self.scale
        found += self.shift
        return found


class Encoder:
    """Stands for a `slovnet.exec.model.CNNEncoder`."""

    def __init__(self, encoder: Any) -> None:
        self._layers = [_Layer.of(layer) for layer in encoder.layers]

    def __call__(self, words: Floats, beyond: NDArray[np.bool_]) -> Floats:
        """Take sentence x word x channel, and the places beyond the ends of the shorter sentences."""
        some = bool(beyond.any())
        for layer in self._layers:
            words = layer(words)
            if some:
                words[beyond] = 0
        return words
