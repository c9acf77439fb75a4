"""Slovnet's tagger and parser run as one, sentence by sentence: half the time of a parse, with the same outcome.

Both look up the same words and have layers of the same sizes; Slovnet runs them one after the other, pads, copies and
turns its matrices, masks what a single sentence does not have, and divides by what could be multiplied with. It also
reads the 250,000 words once for each of them, which took half of the time that loading did. The first layer, more than
half of the work, is a sum of what each word adds to it, which is remembered: most of a question's words are common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from slovnet.conll import parse_conll_tag
from slovnet.const import REL, SHAPE, TAG
from slovnet.exec.model import Morph, Syntax
from slovnet.exec.pack import Pack
from slovnet.shape import word_shape

from simba.russian.vectors import natashas

Floats = NDArray[np.float32]
MAX_WORDS = 4_000
"""Words of which it is remembered what they add to the first layer: 6 KB each."""


class ParsedWord(NamedTuple):
    """What the models say of a word: its part of speech and features, its head's number from 1 (0: none), relation."""

    pos: str
    features: Mapping[str, str]
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class _Layer:
    """A convolution over the words, what is below 0 cut off, the rest normalised; of both models."""

    weight: Floats
    """Model by window x channel by filter."""
    bias: Floats
    scale: Floats
    shift: Floats
    window: int
    padding: int

    @classmethod
    def of(cls, layers: Sequence[Any]) -> _Layer:
        """The same as a layer of each model (`slovnet.exec.model.CNNEncoderLayer`)."""
        filters, _, window = layers[0].conv.weight.shape
        weights = [layer.conv.weight.array.transpose(2, 1, 0).reshape(-1, filters) for layer in layers]
        scales = [layer.norm.weight.array / layer.norm.std.array for layer in layers]
        shifts = [
            layer.norm.bias.array - layer.norm.mean.array * scale
            for layer, scale in zip(layers, scales, strict=True)
        ]
        return cls(
            np.stack(weights),
            np.stack([layer.conv.bias.array for layer in layers])[:, np.newaxis],
            np.stack(scales)[:, np.newaxis],
            np.stack(shifts)[:, np.newaxis],
            window,
            layers[0].conv.padding,
        )

    def __call__(self, words: Floats, between: NDArray[np.bool_]) -> Floats:
        """Take and give model x word x channel, with zeros in the rows between sentences."""
        models, length, channels = words.shape
        padded = np.zeros((models, length + 2 * self.padding, channels), words.dtype)
        padded[:, self.padding : self.padding + length] = words
        windows = np.concatenate([padded[:, one : one + length] for one in range(self.window)], axis=-1)
        return self.normalised(windows @ self.weight, between)

    def normalised(self, found: Floats, between: NDArray[np.bool_]) -> Floats:
        """What the layer makes of its product, in place."""
        found += self.bias
        np.maximum(found, 0, out=found)
        found *= self.scale
        found += self.shift
        found[:, between] = 0
        return found


class _Words:
    """What the models see of words."""

    def __init__(self, embedding: Any, models: Sequence[Any], shapes: Any) -> None:
        """Take the embedding (`navec.Navec`), and Slovnet's models with their vocabulary of how words are written."""
        self._words, self._unknown = embedding.vocab.word_ids, embedding.vocab.unk_id
        self._indexes, self._codes = embedding.pq.indexes, embedding.pq.codes
        self._chunks, self._shapes = np.arange(len(self._codes)), shapes
        self.written: Floats = np.stack([model.emb.shape.weight.array for model in models])
        """Model x way of writing x channel."""

    def meant(self, words: Sequence[str]) -> Floats:
        """Word x channel of the embedding, which the models share."""
        numbers = [self._words.get(word.lower(), self._unknown) for word in words]
        found: Floats = self._codes[self._chunks, self._indexes[numbers]].reshape(len(words), -1)
        return found

    def shape(self, word: str) -> int:
        """The number of the way that a word is written in."""
        number: int = self._shapes.encode(word_shape(word))
        return number


class _FirstLayer:
    """The first layer, as the sum of what each word adds to it and to its neighbours, which is remembered."""

    def __init__(self, layer: _Layer, words: _Words) -> None:
        """Take the layer as it is, and what it is of."""
        models, _, filters = layer.weight.shape
        weight = layer.weight.reshape(models, layer.window, -1, filters)
        channels = weight.shape[2] - words.written.shape[2]
        # One matrix for all models and places of the window: a word's row times it is read from memory in one go.
        self._meant = weight[:, :, :channels].transpose(2, 0, 1, 3).reshape(channels, -1)
        written = words.written[:, np.newaxis] @ weight[:, :, channels:]
        self._written: Floats = np.ascontiguousarray(written.transpose(2, 0, 1, 3))
        self._layer, self._words = layer, words
        self._remembered: dict[str, Floats] = {}

    def __call__(self, words: Sequence[str], between: NDArray[np.bool_]) -> Floats:
        """Model x word x channel of the words, with zeros in the rows between sentences."""
        layer, length = self._layer, len(between)
        added = np.array(self._added(words)).transpose(1, 2, 0, 3)
        models, window, _, filters = added.shape
        padded = np.zeros((models, window, length + 2 * layer.padding, filters), added.dtype)
        padded[:, :, layer.padding : layer.padding + length][:, :, ~between] = added
        found = padded[:, 0, :length].copy()
        for one in range(1, window):
            found += padded[:, one, one : one + length]
        return layer.normalised(found, between)

    def _added(self, words: Sequence[str]) -> list[Floats]:
        """What each word adds: model x place of the window x channel."""
        known = self._remembered
        found: dict[str, Floats | None] = {word: known.pop(word, None) for word in words}
        new = [word for word, one in found.items() if one is None]
        added = {word: one for word, one in found.items() if one is not None}
        if new:
            added.update(zip(new, map(self._of_new, new, self._words.meant(new)), strict=True))
        known.update(added)  # those seen last are the last to be forgotten
        for word in list(islice(known, max(0, len(known) - MAX_WORDS))):
            known.pop(word, None)
        return [added[word] for word in words]

    def _of_new(self, word: str, meant: Floats) -> Floats:
        written = self._written[self._words.shape(word)]
        added: Floats = (meant @ self._meant).reshape(written.shape)
        added += written
        return added


@dataclass(frozen=True, slots=True)
class _Linear:
    """A projection, what is below 0 cut off."""

    weight: Floats
    bias: Floats

    @classmethod
    def of(cls, layer: Any) -> _Linear:
        """The same as `slovnet.exec.model.FF`."""
        return cls(layer.proj.weight.array, layer.proj.bias.array)

    def __call__(self, words: Floats) -> Floats:
        found: Floats = words @ self.weight
        found += self.bias
        return np.maximum(found, 0, out=found)


class _Heads:
    """Which word each hangs on, and by which relation (`slovnet.exec.model.SyntaxHead` and `SyntaxRel`)."""

    def __init__(self, model: Any) -> None:
        head, rel = model.head, model.rel
        self._root, self._kernel = head.root.array.reshape(1, -1), head.kernel.array
        self._above, self._below = _Linear.of(head.head), _Linear.of(head.tail)
        self._relation_root, self._relation_kernel = rel.root.array.reshape(1, -1), rel.kernel.array
        self._relation_above, self._relation_below = _Linear.of(rel.head), _Linear.of(rel.tail)

    def __call__(self, words: Floats) -> tuple[list[int], list[int]]:
        """Numbers of heads, from 1, with 0 for the root's, and of relations."""
        rooted = np.concatenate((self._root, words))
        scores = self._above(rooted) @ self._kernel @ self._below(rooted).T
        heads = scores[1:].argmax(-1)
        above = np.concatenate((self._relation_root, words))[heads]
        turned = (self._relation_above(above) @ self._relation_kernel).reshape(
            len(words), -1, self._relation_kernel.shape[0]
        )
        relations = turned @ self._relation_below(words)[:, :, np.newaxis]
        return heads.tolist(), relations[:, :, 0].argmax(-1).tolist()


class Models:
    """Natasha's tagger and parser, which must be of one embedding."""

    def __init__(self, embedding: Any) -> None:
        """Take the embedding (`navec.Navec`); raises ValueError where they are of another."""
        tagger, shapes, tags = _read("slovnet_morph_news_v1", Morph, TAG, embedding)
        parser, _, self._relations = _read("slovnet_syntax_news_v1", Syntax, REL, embedding)
        models = tagger, parser
        first, *self._layers = [
            _Layer.of(layers) for layers in zip(*(model.encoder.layers for model in models), strict=True)
        ]
        self._first = _FirstLayer(first, _Words(embedding, models, shapes))
        self._gap = max(layer.padding for layer in (first, *self._layers))
        self._tag_weight, self._tag_bias = tagger.head.proj.weight.array, tagger.head.proj.bias.array
        self._heads = _Heads(parser)
        self._tags = [parse_conll_tag(tag) for tag in tags]

    def __call__(self, sentences: Sequence[Sequence[str]]) -> list[list[ParsedWord]]:
        """Parse sentences that have words, at least one: a product a layer for all.

        They lie behind one another with rows of zeros between, as each alone is padded. Products of more rows may round
        differently in the last bit: of 6841 questions in parcels of 8, none had another tag, head or relation.
        """
        gap = self._gap
        starts = [0, *accumulate(len(sentence) + gap for sentence in sentences)]
        places = [slice(start, start + len(words)) for start, words in zip(starts, sentences, strict=False)]
        between = np.ones(starts[-1] - gap, bool)
        for place in places:
            between[place] = False
        found = self._first([word for sentence in sentences for word in sentence], between)
        for layer in self._layers:
            found = layer(found, between)
        best = (found[0] @ self._tag_weight + self._tag_bias).argmax(-1).tolist()
        return [self._parsed(best[place], found[1, place]) for place in places]

    def _parsed(self, best: Sequence[int], words: Floats) -> list[ParsedWord]:
        """A sentence's words, with the numbers of their tags and what the parser's layers made of them."""
        tags = [self._tags[tag] for tag in best]
        return [
            ParsedWord(pos, features, head, self._relations[relation])
            for (pos, features), head, relation in zip(tags, *self._heads(words), strict=True)
        ]


def _read(file: str, kind: Any, labels: str, embedding: Any) -> tuple[Any, Any, list[str]]:
    """One of the models, its vocabulary of how words are written, and its labels; its words are the embedding's."""
    with Pack(natashas("model", file)) as pack:
        pack.load_meta().check_protocol()
        model = pack.load_model(kind)
        model = model.inject_arrays(dict(pack.load_arrays(model.weights))).inject_navec(embedding)
        return model, pack.load_vocab(SHAPE), pack.load_vocab(labels).items
