"""Patterns of several nodes that a delegate may compute as one, as converters write them. Also near misses: an operand is another
tensor, often one that the pattern itself makes, or a node comes twice.
"""

import contextlib

import numpy as np
from choice import FLOAT, NotPossible
from graph import REFERENCE
from quantization import per_tensor, random_zero_point
from rows.affine import stretch

# Lines of "result = OPERATOR operands". Operands in capitals are made for the pattern.
_DEVIATION = ("variance = MEAN squares", "spread = ADD variance EPSILON", "inverse = RSQRT spread")
_FACTOR = (*_DEVIATION, "factor = MUL inverse SCALE", "scaled = MUL x factor")
_DIFFERENCES = ("mean = MEAN x", "squares = SQUARED_DIFFERENCE x mean")
_MOVED = ("moved = MUL mean factor", "shift = SUB OFFSET moved", "value = ADD scaled shift")
_TURNED = ("moved = MUL turned factor", "shift = ADD moved OFFSET", "value = ADD shift scaled")
_CENTERED = ("mean = MEAN x", "centered = SUB x mean")
FLOATS = (
    (*_DIFFERENCES, *_FACTOR, *_MOVED),
    (*_CENTERED, "squares = SQUARE centered", *_FACTOR, "turned = NEG mean", *_TURNED),
    (*_CENTERED, "squares = MUL centered centered", *_DEVIATION, "scaled = MUL centered inverse", "wide = MUL scaled SCALE",
     "value = ADD wide OFFSET"),
    ("squares = MUL x x", *_FACTOR),
    ("steep = MUL x SLOPE", "share = LOGISTIC steep", "value = MUL x share"),
    ("square = MUL x x", "cube = MUL square x", "small = MUL cube SMALL", "bent = ADD x small", "bend = MUL bent ROOT",
     "curve = TANH bend", "grown = ADD curve ONE", "half = MUL x HALF", "value = MUL half grown"),
)
BYTES = (
    (*_DIFFERENCES, *_FACTOR, *_MOVED),
    (*_DIFFERENCES, *_FACTOR, "floats = DEQUANTIZE mean", "negative = NEG floats", "turned = QUANTIZE negative", *_TURNED),
    ("share = LOGISTIC x", "product = MUL x share"),
)
_NUMBERS = {"ONE": 1.0, "HALF": 0.5, "SMALL": 0.044715, "ROOT": 0.7978845608}
# Results whose operands are not replaced, since others might be negative under a root, or have another type.
_KEPT = ("variance", "spread", "inverse", "floats", "negative", "turned")
# (factor, power): the values of an int8 tensor are about the factor times that power of the input's largest value.
_LARGEST = {
    "mean": (0.3, 1), "squares": (2.0, 2), "variance": (1.0, 2), "spread": (1.1, 2), "inverse": (4.0, -1), "factor": (4.0, -1),
    "scaled": (4.0, 0), "moved": (1.0, 0), "turned": (0.3, 1), "shift": (2.0, 0), "value": (4.0, 0), "product": (1.0, 1),
}  # fmt: skip
# Tensors without values below zero.
_FROM_ZERO = ("squares", "variance", "spread", "inverse")
_LOGISTIC = per_tensor(2.0**-8, -128)


def patterns(choice):
    """The patterns that a graph may have: those of its operators, in int8 if the graph is quantized."""
    known = BYTES if choice.is_quantized else FLOATS
    if choice.graph.resolver != REFERENCE:
        return ()
    return [lines for lines in known if not choice.operators or {op for _, op, _ in map(_parts, lines)} <= set(choice.operators)]


def choose(c):
    """The last node of a random pattern; the other nodes come before it."""
    lines = c.one_of(patterns(c))
    made = {"x": [_rows(c)]}
    for line in lines:
        name, op, operands = _parts(line)
        inputs = [_operand(c, name, made, operand) for operand in operands]
        for _ in range(2 if c.happens(0.04) and line is not lines[-1] else 1):
            c.before.append(_node(c, made["x"][0], name, op, inputs))
            made.setdefault(name, []).append(c.before[-1].outputs[0])
    return c.before.pop()


def _parts(line):
    name, _, op, *operands = line.split()
    return name, op, operands


def _rows(c):
    """Rows of values; now and then a single row, whose statistics are one value."""
    kind, low, high = ("int8", -np.inf, np.inf) if c.is_quantized else (FLOAT, -4.0, 4.0)
    quantization = per_tensor(2.0 ** c.rng.uniform(-8, -3), random_zero_point(c.rng, kind)) if c.is_quantized else None
    if c.happens(0.5):
        with contextlib.suppress(NotPossible):
            return c.pick([kind], range(1, 5), low=low, high=high, new=0.0, scaled=c.is_quantized, when=_are_rows)
    shape = c.random_shape(range(1, 5))
    width = 4 * c.integer(1, 5) if c.happens(0.6) else shape[-1]
    lead = (1,) * (len(shape) - 1) if c.happens(0.6) else shape[:-1]
    return c.new_input(kind, (*lead, width), low, high, quantization)


def _are_rows(tensor):
    scale = 1.0 if tensor.quantization is None else tensor.quantization["scale"]
    return 2.0**-8 <= scale <= 1.0


def _operand(c, name, made, operand):
    x = made["x"][0]
    alike = [each for several in made.values() for each in several if c.tensor(each).dtype == c.tensor(x).dtype]
    if operand in made:
        return c.one_of(alike if name not in _KEPT and c.happens(0.06) else made[operand])
    if operand in _NUMBERS:
        return c.constant(_NUMBERS[operand], FLOAT)
    return c.one_of(alike) if operand in ("SCALE", "OFFSET") and c.happens(0.5) else _fed(c, operand, x)


def _fed(c, operand, x):
    """A constant or another tensor for an operand; epsilon is a constant that keeps roots away from zero."""
    is_number = operand in ("EPSILON", "SLOPE")
    low, high = (0.1, 1.0) if operand == "EPSILON" else (-2.0, 2.0)
    shape = () if is_number else c.shape(x)[-1:]
    if not c.is_quantized:
        if is_number or c.happens(0.6):
            return c.random_constant(FLOAT, shape, low, high)
        return c.beside(x, low=low, high=high)
    if operand == "EPSILON":
        quantization = per_tensor((128 * c.tensor(x).quantization["scale"]) ** 2 / 2550, -128)
        return c.constant_of(np.int8(c.integer(-100, 127)), quantization)
    made = c.random_constant if c.happens(0.7) else c.new_input
    return made("int8", shape, quantization=per_tensor(2 * stretch(c) / 255, random_zero_point(c.rng, "int8")))


def _node(c, x, name, op, inputs):
    is_float = not c.is_quantized or op in ("DEQUANTIZE", "NEG")
    dtype, quantization = (FLOAT, None) if is_float else ("int8", _parameters(c, x, name, op, inputs))
    if op != "MEAN":
        return c.node(op, inputs, [dtype], quantization)
    axis = c.one_of((-1, len(c.shape(x)) - 1))
    return c.node(op, [*inputs, c.sizes([axis])], [dtype], quantization, keepDims=True)


def _parameters(c, x, name, op, inputs):
    if name == "share":
        return _LOGISTIC
    share, power = _LARGEST[name]
    largest = share * (128 * c.tensor(x).quantization["scale"]) ** power
    scale = largest * stretch(c) / (255 if name in _FROM_ZERO else 127)
    zero_point = -128 if name in _FROM_ZERO else random_zero_point(c.rng, "int8")
    return per_tensor(max(scale, _least_scale(c, op, inputs)), zero_point)


def _least_scale(c, op, inputs):
    """The least scale of a result; below a thousandth of it the reference kernels crash."""
    if op not in ("ADD", "SUB", "SQUARED_DIFFERENCE"):
        return 0.0
    largest = max(c.tensor(number).quantization["scale"] for number in inputs)
    return largest**2 / 2 if op == "SQUARED_DIFFERENCE" else largest / 256
