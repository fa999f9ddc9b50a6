"""Writes models of operators that move quantized values between scales, with the results of TFLite's kernels:

    moved_quantized.py FOLDER    # FOLDER/NAME.tflite and, where TFLite runs it, NAME.npz, with ai-edge-litert's Python

A name is "operator.type.scales.form". In the form "alone" an operator reads the model's inputs and writes its outputs. In the
form "between" it follows a QUANTIZE and precedes a DEQUANTIZE.
"""

import itertools
import pathlib
import sys

import in_tflite
import numpy as np

IMAGE = (1, 4, 6, 4)
TYPES = {"int8": (-5, 9), "uint8": (120, 140), "int16": (0, 0)}  # zero points of operands and of results
SCALES = (0.02, 0.05)
# The operands with the result's scale: all, none, all but the last. Or the last operand or the result has no scale.
RELATIONS = ("same", "other", "mixed", "unscaled", "into_unscaled")
FORMS = ("alone", "between")


class Operands:
    """Makes the operands and results of an operator, with the scales of a relation."""

    def __init__(self, g, name):
        self.g = g
        self.stem, self.dtype, self.relation, self.form = name.split(".")

    def _scale(self, is_result):
        return {"scale": SCALES[is_result], "zero_point": TYPES[self.dtype][is_result]}

    def _of_operand(self, is_last):
        of_result = self.relation == "same" or (self.relation == "mixed" and not is_last)
        if self.relation == "unscaled" and is_last:
            return None
        return self._scale(of_result or self.relation in ("unscaled", "into_unscaled"))

    def read(self, dims=IMAGE, is_last=True):
        quantization = self._of_operand(is_last)
        if self.form == "alone" or quantization is None:
            return self.g.input(dims, self.dtype, quantization=quantization)
        return self.g.op("QUANTIZE", [self.g.input(dims)], [self.g.tensor(dims, self.dtype, quantization=quantization)])

    def constant(self, values):
        return self.g.constant(values, self.dtype, quantization=self._of_operand(True))

    def pair(self, dims=IMAGE, second=None):
        return [self.read(dims, is_last=False), self.read(second or dims)]

    def make(self, stem, inputs, *results, **params):
        """Appends the node. `results` are dims of its results, or ids of results of another type."""
        quantization = None if self.relation == "into_unscaled" else self._scale(True)
        made = [result if isinstance(result, int) else self.g.tensor(result, self.dtype, quantization=quantization)
                for result in results or [IMAGE]]
        self.g.op(stem, inputs, made, **params)
        for tensor, result in zip(made, results or [IMAGE]):
            is_scaled = not isinstance(result, int) and self.form == "between" and quantization is not None
            self.g.outputs(self.g.op("DEQUANTIZE", [tensor], [self.g.tensor(result)]) if is_scaled else tensor)


def _ints(o, *values):
    return [o.g.constant(value, "int32") for value in values]


def _unary(**params):
    return lambda o: o.make(o.stem, [o.read()], **params)


def _pool(o):
    o.make(o.stem, [o.read()], (1, 2, 3, 4), padding="VALID", strideH=2, strideW=2, filterHeight=2, filterWidth=2)


def _with(value, dims=IMAGE, **params):
    """An operator of one operand and a constant of int32."""
    return lambda o: o.make(o.stem, [o.read(), *_ints(o, value)], dims, **params)


def _variable(o):
    # In TensorFlow's converter's models, the value that is read has the scale of the one assigned, or another one.
    handle = o.g.node("VAR_HANDLE", [], [], dtype="resource", sharedName="kept")
    o.g.op("ASSIGN_VARIABLE", [handle, o.read()], [])
    o.make("READ_VARIABLE", [handle])


def _call(o):
    """A call of a subgraph that doubles its argument, in a scale of its own."""
    callee = o.g.model.subgraph("callee")
    own = {"scale": 0.04, "zero_point": TYPES[o.dtype][1]}
    x = callee.input(IMAGE, o.dtype, quantization=own)
    callee.outputs(callee.op("ADD", [x, x], [callee.tensor(IMAGE, o.dtype, quantization={**own, "scale": 0.1})],
                             **({"potScaleInt16": False} if o.dtype == "int16" else {})))
    params = {"CALL": {"subgraph": 1}, "STABLEHLO_COMPOSITE": {"decompositionSubgraphIndex": 1, "name": "callee"},
              "IF": {"thenSubgraphIndex": 1, "elseSubgraphIndex": 1}}
    o.make(o.stem, [*([o.g.constant(np.array(True), "bool")] if o.stem == "IF" else []), o.read()], **params[o.stem])


MOVES = {
    "PACK": lambda o: o.make("PACK", o.pair((3, 4)), (2, 3, 4), valuesCount=2),
    "UNPACK": lambda o: o.make("UNPACK", [o.read((2, 3, 4))], (3, 4), (3, 4), num=2),
    "CONCATENATION": lambda o: o.make("CONCATENATION", o.pair(IMAGE, (1, 4, 6, 3)), (1, 4, 6, 7), axis=3),
    "SELECT": lambda o: o.make("SELECT", [o.g.input(IMAGE, "bool"), *o.pair()]),
    "SELECT_V2": lambda o: o.make("SELECT_V2", [o.g.input((4,), "bool"), *o.pair()]),
    "GATHER": _with([3, 0, 1], (1, 4, 3, 4), axis=2),
    "GATHER_ND": _with([[0, 3], [0, 1]], (2, 6, 4)),
    "TILE": _with([1, 2, 1, 2], (1, 8, 6, 8)),
    "MAXIMUM": lambda o: o.make("MAXIMUM", o.pair()),
    "MINIMUM": lambda o: o.make("MINIMUM", o.pair()),
    "SPLIT": lambda o: o.make("SPLIT", [*_ints(o, 3), o.read()], (1, 4, 6, 2), (1, 4, 6, 2), numSplits=2),
    "SPLIT_V": lambda o: o.make("SPLIT_V", [o.read(), *_ints(o, [1, 3], 3)], (1, 4, 6, 1), (1, 4, 6, 3), numSplits=2),
    "SLICE": lambda o: o.make("SLICE", [o.read(), *_ints(o, [0, 1, 2, 0], [1, 2, 3, 4])], (1, 2, 3, 4)),
    "STRIDED_SLICE": lambda o: o.make("STRIDED_SLICE", [o.read(), *_ints(o, [0] * 4, IMAGE, [1, 2, 1, 2])], (1, 2, 6, 2)),
    "RESHAPE": _with([1, 24, 4], (1, 24, 4)),
    "SQUEEZE": lambda o: o.make("SQUEEZE", [o.read()], (4, 6, 4), squeezeDims=[0]),
    "EXPAND_DIMS": _with(0, (1, *IMAGE)),
    "TRANSPOSE": _with([0, 3, 1, 2], (1, 4, 4, 6)),
    "PAD": _with([[0, 0], [1, 2], [0, 1], [0, 0]], (1, 7, 7, 4)),
    "PADV2": lambda o: o.make("PADV2", [o.read(IMAGE, is_last=False), *_ints(o, [[0, 0], [1, 2], [0, 1], [0, 0]]),
                                        o.constant([7])], (1, 7, 7, 4)),
    "MIRROR_PAD": _with([[0, 0], [1, 2], [0, 1], [0, 0]], (1, 7, 7, 4), mode="REFLECT"),
    "DYNAMIC_UPDATE_SLICE": lambda o: o.make("DYNAMIC_UPDATE_SLICE", [*o.pair(IMAGE, (1, 2, 3, 4)), *_ints(o, [0, 1, 2, 0])]),
    "SCATTER_ND": lambda o: o.make("SCATTER_ND", [*_ints(o, [[3], [1]]), o.read((2, 6)), *_ints(o, [5, 6])], (5, 6)),
    "REVERSE_V2": _with([2]),
    "REVERSE_SEQUENCE": lambda o: o.make("REVERSE_SEQUENCE", [o.read(), *_ints(o, [3])], seqDim=1, batchDim=0),
    "SPACE_TO_DEPTH": lambda o: o.make("SPACE_TO_DEPTH", [o.read()], (1, 2, 3, 16), blockSize=2),
    "DEPTH_TO_SPACE": lambda o: o.make("DEPTH_TO_SPACE", [o.read()], (1, 8, 12, 1), blockSize=2),
    "SPACE_TO_BATCH_ND": lambda o: o.make("SPACE_TO_BATCH_ND", [o.read(), *_ints(o, [2, 2], [[0, 0], [2, 0]])], (4, 2, 4, 4)),
    "BATCH_TO_SPACE_ND": lambda o: o.make("BATCH_TO_SPACE_ND", [o.read((4, 2, 4, 4)), *_ints(o, [2, 2], [[0, 0], [2, 0]])]),
    "BROADCAST_TO": _with([2, 4, 6, 4], (2, 4, 6, 4), version=2),
    "RESIZE_BILINEAR": _with([7, 9], (1, 7, 9, 4)),
    "RESIZE_NEAREST_NEIGHBOR": _with([7, 9], (1, 7, 9, 4)),
    "MAX_POOL_2D": _pool,
    "AVERAGE_POOL_2D": _pool,
    "TOPK_V2": lambda o: o.make("TOPK_V2", [o.read((3, 8)), *_ints(o, 2)], (3, 2), o.g.tensor((3, 2), "int32")),
    "REDUCE_MAX": _with([1, 2], (1, 4)),
    "REDUCE_MIN": _with([1, 2], (1, 4)),
    "FILL": lambda o: o.make("FILL", [*_ints(o, [3, 4]), o.read(())], (3, 4)),
    "ONE_HOT": lambda o: o.make("ONE_HOT", [*_ints(o, [0, 2, 1], 4), *o.pair(())], (3, 4), axis=-1),
    "CUMSUM": _with(1),
    "ZEROS_LIKE": _unary(),
    "CAST": _unary(),
    "NEG": _unary(),
    "VARIABLE": _variable,
    "CALL": _call,
    "STABLEHLO_COMPOSITE": _call,
    "IF": _call,
}


def names():
    return [".".join(parts) for parts in itertools.product(MOVES, TYPES, RELATIONS, FORMS)]


def _build(name):
    return lambda g: MOVES[name.split(".")[0]](Operands(g, name))


if __name__ == "__main__":
    in_tflite.write(pathlib.Path(sys.argv[1]), {name: _build(name) for name in names()})
