"""Writes models of matrix multiplications whose weights are stored integers, dequantized and moved before the multiplication:

    float_matmuls.py FOLDER    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python

A name is "move.type.product".
"""

import itertools
import pathlib
import sys

import in_tflite
import numpy as np

ROWS, DEPTH, COLUMNS = 3, 32, 16
MATRIX = (DEPTH, COLUMNS)
# Scales of stored integers, keyed by type; several scales belong to the columns.
TYPES = {"int8": 0.01, "int8_channels": np.linspace(0.005, 0.02, COLUMNS), "uint8": 0.01, "int16": 0.0001}


def _floats(g, dims, kind):
    """Adds a DEQUANTIZE of stored integers."""
    dtype = kind.split("_")[0]
    limits, scale = np.iinfo(dtype), TYPES[kind]
    integers = np.random.default_rng(2).integers(limits.min, limits.max, dims)
    scales = np.atleast_1d(scale)
    axis = dims.index(COLUMNS) if len(scales) > 1 else 0
    quantization = {"scale": scales, "zero_point": [120 if dtype == "uint8" else 0] * len(scales), "axis": axis}
    return g.node("DEQUANTIZE", [g.constant(integers, dtype, quantization=quantization)], dims)


def _ints(g, *values):
    return [g.constant(value, "int32") for value in values]


def _parts(g, kind):
    parts = [g.tensor(MATRIX) for _ in range(2)]
    g.op("SPLIT", [*_ints(g, 0), _floats(g, (2 * DEPTH, COLUMNS), kind)], parts, numSplits=2)
    return parts[1]


# Nodes that move the floats between a DEQUANTIZE and the matrix multiplication.
MOVES = {
    "nothing": lambda g, kind: _floats(g, MATRIX, kind),
    "transpose": lambda g, kind: g.node("TRANSPOSE", [_floats(g, MATRIX[::-1], kind), *_ints(g, [1, 0])], MATRIX),
    "reshape": lambda g, kind: g.node("RESHAPE", [_floats(g, (4, 8, COLUMNS), kind), *_ints(g, MATRIX)], MATRIX),
    "reshape_of_transpose": lambda g, kind: g.node("RESHAPE", [g.node(
        "TRANSPOSE", [_floats(g, (COLUMNS, 4, 8), kind), *_ints(g, [1, 2, 0])], (4, 8, COLUMNS)), *_ints(g, MATRIX)], MATRIX),
    "slice": lambda g, kind: g.node("SLICE", [_floats(g, (40, COLUMNS), kind), *_ints(g, [3, 0], MATRIX)], MATRIX),
    "strided_slice": lambda g, kind: g.node("STRIDED_SLICE", [_floats(g, (64, COLUMNS), kind), *_ints(
        g, [0, 0], [64, COLUMNS], [2, 1])], MATRIX),
    "split": _parts,
    "gather": lambda g, kind: g.node("GATHER", [_floats(g, MATRIX, kind), *_ints(g, np.arange(DEPTH)[::-1])], MATRIX, axis=0),
    "concatenation": lambda g, kind: g.node("CONCATENATION", [_floats(g, (16, COLUMNS), kind)] * 2, MATRIX, axis=0),
    "pack": lambda g, kind: g.node("RESHAPE", [g.node("PACK", [_floats(g, (16, COLUMNS), kind)] * 2, (2, 16, COLUMNS),
                                                      valuesCount=2), *_ints(g, MATRIX)], MATRIX),
    "tile": lambda g, kind: g.node("TILE", [_floats(g, (16, COLUMNS), kind), *_ints(g, [2, 1])], MATRIX),
    "pad": lambda g, kind: g.node("PAD", [_floats(g, (30, COLUMNS), kind), *_ints(g, [[1, 1], [0, 0]])], MATRIX),
    "reverse": lambda g, kind: g.node("REVERSE_V2", [_floats(g, MATRIX, kind), *_ints(g, [0])], MATRIX),
    "expand_and_squeeze": lambda g, kind: g.node("SQUEEZE", [g.node(
        "EXPAND_DIMS", [_floats(g, MATRIX, kind), *_ints(g, 0)], (1, *MATRIX))], MATRIX, squeezeDims=[0]),
    "broadcast": lambda g, kind: g.node("BROADCAST_TO", [_floats(g, (1, COLUMNS), kind), *_ints(g, MATRIX)], MATRIX, version=2),
    "upsampled": lambda g, kind: g.node("RESHAPE", [g.node("RESIZE_NEAREST_NEIGHBOR", [
        _floats(g, (1, 16, 8, COLUMNS), kind), *_ints(g, [4, 8])], (1, 4, 8, COLUMNS)), *_ints(g, MATRIX)], MATRIX),
    "depth_to_space": lambda g, kind: g.node("RESHAPE", [g.node("DEPTH_TO_SPACE", [
        _floats(g, (1, 8, 1, 4 * COLUMNS), kind)], (1, 16, 2, COLUMNS), blockSize=2), *_ints(g, MATRIX)], MATRIX),
}


def _transposed(g, matrix):
    return g.node("TRANSPOSE", [matrix, *_ints(g, [1, 0])], MATRIX[::-1])


def _of_batches(g, matrix):
    batches = g.node("BROADCAST_TO", [matrix, *_ints(g, [2, *MATRIX])], (2, *MATRIX), version=2)
    return g.node("BATCH_MATMUL", [g.input((2, ROWS, DEPTH)), batches], (2, ROWS, COLUMNS))


# Multiplications of the model's input, or of an operator's result, by the matrix.
PRODUCTS = {
    "batch_matmul": lambda g, matrix: g.node("BATCH_MATMUL", [g.input((ROWS, DEPTH)), matrix], (ROWS, COLUMNS)),
    "of_images": lambda g, matrix: g.node("BATCH_MATMUL", [g.input((1, 2, ROWS, DEPTH)), matrix], (1, 2, ROWS, COLUMNS)),
    "of_sums": lambda g, matrix: g.node("BATCH_MATMUL", [g.node("ADD", [g.input((2, ROWS, DEPTH))] * 2, (2, ROWS, DEPTH)), matrix],
                                        (2, ROWS, COLUMNS)),
    "adjoint": lambda g, matrix: g.node("BATCH_MATMUL", [g.input((2, ROWS, DEPTH)), _transposed(g, matrix)], (2, ROWS, COLUMNS),
                                        adjY=True),
    "of_batches": _of_batches,
    "from_the_left": lambda g, matrix: g.node("BATCH_MATMUL", [matrix, g.input((COLUMNS, ROWS))], (DEPTH, ROWS)),
    "fully_connected": lambda g, matrix: g.node("FULLY_CONNECTED", [g.input((ROWS, DEPTH)), _transposed(g, matrix), None],
                                                (ROWS, COLUMNS)),
}


def names():
    of_int8 = [f"{move}.int8.{product}" for move, product in itertools.product(MOVES, PRODUCTS)]
    return [*of_int8, *(f"{move}.{kind}.of_images" for move, kind in itertools.product(("nothing", "transpose"), list(TYPES)[1:]))]


def _build(name):
    move, kind, product = name.split(".")
    return lambda g: g.outputs(PRODUCTS[product](g, MOVES[move](g, kind)))


if __name__ == "__main__":
    in_tflite.write(pathlib.Path(sys.argv[1]), {name: _build(name) for name in names()})
