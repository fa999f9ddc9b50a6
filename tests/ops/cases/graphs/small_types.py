"""Types of two bytes and less that only the CPU takes: bfloat16, and int2, int4 and uint4, of which several share a byte.
Graphs begin and end with float32, since CAST alone has both sides.
"""

import numpy as np

from graph_builder import graph_case

VALUES = np.float32([[-8.7, -2.3, -1, 0, 0.5, 1.49, 2.6], [7.4, 20, -300, np.nan, np.inf, -np.inf, 3]])
PACKED = ("int4", "int2", "uint4")
SCALED = {"scale": 0.5, "zero_point": 1}


def small_type_case(name, values=VALUES, **expectations):
    """Registers a function as a case of that name, which only the CPU's kernels run."""

    def register(build):
        build.__name__ = name
        return graph_case(runs_on="kernels", values={0: values}, **expectations)(build)

    return register


def cast(g, x, dtype):
    return g.node("CAST", [x], version=9, dtype=dtype)


def add_round_trip(dtype, middle=None):
    """Casts float32 to the type and back. With `middle` the values are also cast to that type and back in between."""
    values = VALUES if middle is None else np.float32([[-8.7, -2.3, -1, 0, 0.5, 1, 2.6], [7.4, 20, -100, 99, 1.49, 2, 3]])

    @small_type_case(f"cast_{dtype}" if middle is None else f"cast_{dtype}_{middle}", values)
    def build(model):
        g = model.subgraph()
        x = cast(g, g.input([2, 7]), dtype)
        for other in () if middle is None else (middle, dtype):
            x = cast(g, x, other)
        g.outputs(cast(g, x, "float32"))


def add_quantization(op, dtype, scale, zero_point, axis=0):
    quantization = {"scale": scale, "zero_point": zero_point, "axis": axis}
    channels = "per_channel" if isinstance(scale, list) else f"zero_point_{zero_point}"

    # NaN and infinities are left out: QUANTIZE's results for them differ between machines.
    @small_type_case(f"{op.lower()}_{dtype}_{channels}", np.where(np.isfinite(VALUES), VALUES, np.float32(-4.2)))
    def build(model):
        g = model.subgraph()
        x = g.input([2, 7])
        small = g.tensor([2, 7], dtype, quantization=quantization)
        g.op("QUANTIZE" if op == "QUANTIZE" else "CAST", [x], [small], version=6 if op == "QUANTIZE" else 9)
        g.outputs(g.node("DEQUANTIZE", [small], version=8))


def add_constant(dtype, integers):
    @small_type_case(f"dequantize_constant_{dtype}", np.float32([100]))
    def build(model):
        """The number of elements is odd, so that the last byte is not full."""
        g = model.subgraph()
        constant = g.tensor([len(integers)], dtype, values=np.array(integers), quantization=SCALED)
        values = g.node("DEQUANTIZE", [constant], version=8)
        g.outputs(g.node("ADD", [values, g.input([1])], fusedActivationFunction="NONE"))


def add_lookup(dtype, scale, integers):
    name = f"embedding_lookup_{dtype}_{'per_row' if isinstance(scale, list) else 'of_one_scale'}"

    @small_type_case(name, np.int32([1, 0, 1]))
    def build(model):
        g = model.subgraph()
        quantization = {"scale": scale, "zero_point": [0, 0] if isinstance(scale, list) else 0}
        table = g.tensor([2, len(integers) // 2], dtype, values=np.array(integers), quantization=quantization)
        g.outputs(g.node("EMBEDDING_LOOKUP", [g.input([3], "int32"), table], version=5))


def ints(g, values):
    return g.constant(values, "int32")


def part_of(g, x, dtype):
    return g.node("SLICE", [x, ints(g, [1, 0]), ints(g, [1, 3])], version=7, dtype=dtype)


def pairs_of(g, x, dtype):
    """Reshapes to slices of whole bytes, since GATHER supports no others of packed types."""
    return g.node("RESHAPE", [x, ints(g, [7, 2])], dtype=dtype)


# Inputs and options of operators that move a 2x7 tensor.
MOVES = {
    "RESHAPE": lambda g, x, dtype: ([x, ints(g, [7, 2])], {}),
    "EXPAND_DIMS": lambda g, x, dtype: ([x, ints(g, 1)], {}),
    "SLICE": lambda g, x, dtype: ([x, ints(g, [0, 1]), ints(g, [2, 5])], {}),
    "GATHER": lambda g, x, dtype: ([pairs_of(g, x, dtype), ints(g, [3, 0, 6])], {"axis": 0, "batchDims": 0}),
    "CONCATENATION": lambda g, x, dtype: ([x, x], {"axis": 1, "fusedActivationFunction": "NONE"}),
    "TRANSPOSE": lambda g, x, dtype: ([x, ints(g, [1, 0])], {}),
    "DYNAMIC_UPDATE_SLICE": lambda g, x, dtype: ([x, part_of(g, x, dtype), ints(g, [0, 2])], {}),
    "PAD": lambda g, x, dtype: ([x, ints(g, [[1, 0], [0, 2]])], {}),
    "REVERSE_V2": lambda g, x, dtype: ([x, ints(g, [1])], {}),
    "GATHER_ND": lambda g, x, dtype: ([x, ints(g, [[1, 3], [0, 6]])], {}),
    "BROADCAST_TO": lambda g, x, dtype: ([x, ints(g, [2, 2, 7])], {}),
    "STRIDED_SLICE": lambda g, x, dtype: ([x, ints(g, [0, 1]), ints(g, [2, 7]), ints(g, [1, 2])], {}),
    "TILE": lambda g, x, dtype: ([x, ints(g, [2, 1])], {}),
    "SELECT_V2": lambda g, x, dtype: ([g.constant([[True], [False]], "bool"), x, x], {}),
}
# Versions above 1 that the types need.
VERSIONS = {"SLICE": 7, "GATHER": 7, "CONCATENATION": 5, "TRANSPOSE": 8, "BROADCAST_TO": 2, "GATHER_ND": 1}


def add_move(op, dtype):
    @small_type_case(f"{op.lower()}_{dtype}")
    def build(model):
        g = model.subgraph()
        inputs, params = MOVES[op](g, cast(g, g.input([2, 7]), dtype), dtype)
        g.outputs(cast(g, g.node(op, inputs, (), VERSIONS.get(op, 1), dtype, **params), "float32"))


for small in (*PACKED, "bfloat16"):
    add_round_trip(small)
for other in ("float16", "float64", "int8", "uint8", "int16", "int32", "uint32", "int64", "bool"):
    add_round_trip("bfloat16", other)
for small in PACKED:
    add_quantization("CAST", small, 0.5, 0)
    add_quantization("CAST", small, 0.25, 1)
    add_quantization("CAST", small, [0.5, 2.0], [0, 0])
for small in ("int4", "uint4"):
    add_quantization("QUANTIZE", small, 0.5, 0)
    add_quantization("QUANTIZE", small, 1.5, 3)
add_constant("int4", [-8, 7, -1, 0, 3])
add_constant("uint4", [15, 0, 8, 7, 1])
add_constant("int2", [-2, 1, 0, -1, 1])
for row_scale in (0.5, [0.5, 2.0]):
    add_lookup("int8", row_scale, [-128, 127, 3, 0, -1, 5])
    add_lookup("int4", row_scale, [-8, 7, 3, 0, -1, 5, -2, 6])
    add_lookup("int2", row_scale, [-2, 1, 0, -1, 1, -1, 0, -2])
for move in MOVES:
    add_move(move, "bfloat16")
for move in ("RESHAPE", "EXPAND_DIMS", "SLICE", "GATHER", "CONCATENATION", "TRANSPOSE", "DYNAMIC_UPDATE_SLICE"):
    add_move(move, "int4")
for move in ("RESHAPE", "EXPAND_DIMS", "TRANSPOSE"):
    add_move(move, "uint4")
for move in ("RESHAPE", "EXPAND_DIMS"):
    add_move(move, "int2")
