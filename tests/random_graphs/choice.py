"""Chooses operands for rows: existing tensors, or new inputs and constants with the values that a row needs."""

import contextlib

import numpy as np
from graph import SETS, Node, Tensor
from quantization import is_per_tensor, per_tensor, random_quantized, random_scale, random_zero_point
from signatures import BYTES, CPU, GPU

FLOAT, INT, LONG, BOOL = "float32", "int32", "int64", "bool"
NUMBERS = (FLOAT, INT, LONG)
ANY = (FLOAT, INT, LONG, BOOL, *BYTES)
# In graphs without quantized tensors, the rarer types together are chosen as often as one of the others.
_RARE = {dtype: 1 / len(BYTES) for dtype in BYTES}
_OFTEN = {"int8": 4.0}
# Probability that a constant is one that another node reads too, and that a tensor which is no constant replaces it.
_SHARED, _REPLACED = 0.5, 0.06
# Graphs for the CPU get more inputs, because they have more types, which meet less often.
MAX_INPUTS = {GPU: 6, CPU: 12}
MAX_ELEMENTS = 4096
MANY_ELEMENTS = 40_000
DIMS = (1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 11, 16, 17, 33, 64, 65, 130)
# Dims of graphs of few operators, near multiples of four. There are few of them, so that nodes take each other's results.
FEWER_DIMS = (1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 20)
RANKS = (1, 2, 2, 3, 3, 4, 4, 4, 5, 6)
FEW = 8  # usual magnitude of integers


class NotPossible(Exception):
    """The row has no operands in this graph."""


class Choice:
    """The random choices of a graph. With `has_special`, new inputs of floats have infinities and NaNs if the row sets no
    limits. With `is_quantized`, most tensors of the graph are quantized. `taker` is the subject whose signatures of quantized
    tensors are chosen. `operators` are the only ones allowed; empty: any.
    """

    def __init__(self, rng, graph, has_special=False, is_quantized=False, taker=GPU, operators=()):
        self.rng, self.graph, self.has_special, self.is_quantized = rng, graph, has_special, is_quantized
        self.taker, self.operators = taker, operators
        # Nodes that must come before the next one.
        self.before = []
        # Tensors within a pattern, which no other node reads and which are no outputs.
        self.inner = set()
        # Types of quantized tensors that the next node moves.
        self.moved = ()

    def one_of(self, options):
        return options[int(self.rng.integers(len(options)))]

    def one_type(self, dtypes):
        known = _OFTEN if self.is_quantized else _RARE
        weights = np.array([known.get(dtype, 1.0) for dtype in dtypes])
        return str(self.rng.choice(dtypes, p=weights / weights.sum()))

    def happens(self, probability):
        return self.rng.random() < probability

    def integer(self, low, high):
        """A number from `low` to `high`, ends included."""
        return int(self.rng.integers(low, high + 1))

    def tensor(self, number):
        return self.graph.tensors[number]

    def shape(self, number):
        return self.tensor(number).shape

    def pick(self, dtypes=ANY, ranks=range(7), exact=False, low=-np.inf, high=np.inf, new=0.04, when=lambda tensor: True,
             scaled=False):
        """An operand of one of the types and ranks, with values in [low, high]. Usually an existing tensor, rather a late one,
        else a new input. With `exact`, its bits are the same on every device. With `scaled`, it is quantized; otherwise only
        if the node moves quantized tensors.
        """

        def fits(tensor):
            if tensor.kind == "constant" or tensor.dtype not in dtypes or len(tensor.shape) not in ranks:
                return False
            if tensor.quantization is not None and not is_per_tensor(tensor.quantization):
                return False
            if scaled != (tensor.quantization is not None) and (scaled or tensor.dtype not in self.moved):
                return False
            if tensor.dtype != BOOL and np.isfinite([low, high]).any():
                least, most = tensor.range()
                if not (least >= low and most <= high):  # negated, so that a NaN does not fit
                    return False
            return (tensor.is_exact or not exact) and when(tensor)

        known = [number for number, tensor in self.graph.tensors.items() if tensor.values and number not in self.inner and fits(tensor)]
        if known and not self.happens(new):
            return self.one_of(known[-3:] if self.happens(0.6) else known)
        if new == 0.0:
            raise NotPossible
        dtype = self.one_type(dtypes)
        quantization = self.parameters(dtype) if scaled or dtype in self.moved else None
        made = self.new_input(dtype, self.random_shape(ranks), low, high, quantization)
        if not fits(self.tensor(made)):
            raise NotPossible
        return made

    def random_shape(self, ranks=range(1, 7)):
        rank = self.one_of([rank for rank in RANKS if rank in ranks] or list(ranks))
        shape = [self.one_of(FEWER_DIMS if self.operators else DIMS) for _ in range(rank)]
        most = MANY_ELEMENTS if self.happens(0.03) else MAX_ELEMENTS
        while np.prod(shape) > most:
            shape[int(np.argmax(shape))] //= 2
        return tuple(shape)

    def parameters(self, dtype):
        """Returns the parameters of a quantized tensor; None now and then, and for types that are never quantized."""
        if dtype not in BYTES or not self.happens(0.9 if self.is_quantized else 0.3):
            return None
        return per_tensor(random_scale(self.rng), random_zero_point(self.rng, dtype))

    def values(self, dtype, shape, low=-np.inf, high=np.inf, quantization=None):
        """Random values in [low, high]. Floats are often multiples of 1/4, so that some are equal and some are zero. A
        quantized tensor has any integers.
        """
        if quantization is not None:
            return random_quantized(self.rng, dtype, shape, low, high)
        if dtype == BOOL:
            return self.rng.random(shape) < 0.5
        if dtype == FLOAT:
            low, high = (-2.0, 2.0) if not np.isfinite(low + high) else (low, high)
            values = self.rng.uniform(low, high, shape)
            return np.float32(np.clip(np.round(values * 4) / 4, low, high) if self.happens(0.4) else values)
        magnitude = 2**40 if dtype == LONG and not np.isfinite(high) and self.happens(0.1) else FEW
        low, high = max(low, 0 if dtype == "uint8" else -magnitude), min(high, magnitude)
        return self.rng.integers(int(low), int(high) + 1, shape).astype(dtype)

    def _with_special(self, values):
        chosen = self.rng.random(values.shape) < 0.05
        return np.where(chosen, self.rng.choice(np.float32([np.inf, -np.inf, np.nan]), values.shape), values)

    def new_input(self, dtype, shape, low=-np.inf, high=np.inf, quantization=None):
        if not self._takes_inputs():
            raise NotPossible
        values = [self.values(dtype, shape, low, high, quantization) for _ in range(SETS)]
        if self.has_special and dtype == FLOAT and not np.isfinite([low, high]).any():
            values = [self._with_special(v) for v in values]
        return self.graph.add(Tensor(dtype, "input", values, quantization=quantization))

    def _takes_inputs(self):
        return len(self.graph.of_kind("input")) < MAX_INPUTS[self.taker]

    def sizes(self, values, dtype=INT):
        """Axes, dims, counts and the like: a constant, often shared by several nodes, and now and then an input. The input has
        these values in every set. The delegate cannot use its values, and the dims of its reader's output are known only when
        the graph runs.
        """
        if self.happens(0.02) and self._takes_inputs():
            return self.graph.add(Tensor(dtype, "input", [np.asarray(values, dtype=dtype)] * SETS))
        alike = self._constants(dtype, lambda tensor: np.array_equal(tensor.values[0], values))
        return self.one_of(alike) if alike and self.happens(0.5) else self.constant(values, dtype)

    def shared(self, dtype, when, probability=_SHARED):
        """An existing constant, or None, which is the usual result."""
        alike = self._constants(dtype, when) if self.happens(probability) else []
        return self.one_of(alike) if alike else None

    def _constants(self, dtype, when):
        known = self.graph.tensors.items()
        return [number for number, tensor in known if tensor.kind == "constant" and tensor.dtype == dtype and when(tensor)]

    def constant(self, values, dtype=INT):
        return self.graph.add(Tensor(dtype, "constant", [np.asarray(values, dtype=dtype)] * SETS))

    def constant_of(self, integers, quantization, dtype=None):
        """Adds a constant. `dtype` is the packed type, if the integers are packed; the array has a byte for each."""
        return self.graph.add(Tensor(dtype or str(integers.dtype), "constant", [integers] * SETS, quantization=quantization))

    def random_constant(self, dtype, shape, low=-np.inf, high=np.inf, quantization=None):
        """A new constant, an existing constant like it, or a tensor with such values that is no constant."""

        def is_alike(tensor):
            return tensor.shape == tuple(shape) and _is_of(tensor, low, high, quantization)

        known = self.shared(dtype, is_alike)
        if known is not None:
            return known
        if self.happens(_REPLACED):
            with contextlib.suppress(NotPossible):
                scaled = quantization is not None
                return self.pick([dtype], [len(shape)], True, low, high, new=0.0, when=is_alike, scaled=scaled)
        values = np.asarray(self.values(dtype, shape, low, high, quantization), dtype=dtype)
        return self.constant_of(values, quantization)

    def constant_like(self, number, shape):
        """A random constant with the tensor's type and its quantization parameters, if any."""
        return self.random_constant(self.tensor(number).dtype, shape, quantization=self.tensor(number).quantization)

    def pick_like(self, number, ranks, when=lambda tensor: True):
        """An existing tensor with the type and the quantization parameters of the given one."""
        known = self.tensor(number)
        return self.pick([known.dtype], ranks, new=0.0, when=lambda tensor: _same_kind(tensor, known) and when(tensor))

    def weights(self, shape, largest):
        """A constant of floats, now and then in float16 with a node that unpacks it, or an input of the graph."""
        if self.happens(0.1) and self._takes_inputs():
            return self.new_input(FLOAT, shape, -largest, largest)
        if not self.happens(0.1):
            return self.random_constant(FLOAT, shape, -largest, largest)
        halves = self.constant(self.values(FLOAT, shape, -largest, largest), "float16")
        return self.first("DEQUANTIZE", [halves], FLOAT)

    def beside(self, number, exact=False, low=-np.inf, high=np.inf, dtype=None):
        """A second operand whose dims broadcast with those of the first one."""
        quantization = self.tensor(number).quantization if dtype is None else None
        dtype, shape = dtype or self.tensor(number).dtype, self.shape(number)
        if self.happens(0.5):
            return self.fed_beside(dtype, shape, low, high, quantization)

        def broadcasts(tensor):
            return tensor.quantization == quantization and stretches(tensor.shape, shape)

        try:
            return self.pick([dtype], range(7), exact, low, high, new=0.0, when=broadcasts)
        except NotPossible:
            return self.fed_beside(dtype, shape, low, high, quantization)

    def joined(self, dtypes, exact, first, second):
        """Two tensors of one type and shape, from nodes or inputs, as when branches of a model meet. `first` and `second` are
        the limits of their values.
        """

        def may_join(tensor):
            return tensor is not known and tensor.shape == known.shape and _same_kind(tensor, known)

        x = self.pick(dtypes, exact=exact, new=0.0, when=lambda tensor: self._alike(tensor) > 1, **first)
        known = self.tensor(x)
        return x, self.pick([known.dtype], [len(known.shape)], exact, new=0.0, when=may_join, **second)

    def _alike(self, tensor):
        others = self.graph.tensors.values()
        return sum(t.kind != "constant" and t.dtype == tensor.dtype and t.shape == tensor.shape for t in others)

    def fed_beside(self, dtype, shape, low, high, quantization):
        """A constant or an input that broadcasts: of the same shape, the last dims, some dims of 1, or a scalar."""

        def is_alike(tensor):
            return _is_of(tensor, low, high, quantization) and stretches(tensor.shape, shape)

        known = self.shared(dtype, is_alike)
        if known is not None:
            return known
        ones = self.happens(0.3)
        kept = tuple(1 if ones and self.happens(0.5) else dim for dim in shape[self.integer(0, len(shape)) :])
        make = self.new_input if self.happens(0.15) else self.random_constant
        return make(dtype, kept, low, high, quantization)

    def axis(self, number):
        """A random axis, counted from either end."""
        rank = len(self.shape(number))
        if rank == 0:
            raise NotPossible
        return self.integer(-rank, rank - 1)

    def axes(self, number):
        """Some distinct axes, in any order, counted from the front."""
        rank = len(self.shape(number))
        if rank == 0:
            raise NotPossible
        return self.rng.permutation(rank)[: self.integer(1, rank)].tolist()

    def first(self, op, inputs, dtype, **params):
        """Adds a node before the row's own node, and returns its output."""
        self.before.append(self.node(op, inputs, [dtype], **params))
        return self.before[-1].outputs[0]

    def node(self, op, inputs, dtypes, quantization=None, **params):
        """The node with new outputs of these types. `quantization` is the output's; None: that of the tensor it moves."""
        outputs = [
            self.graph.add(Tensor(dtype, "node", quantization=quantization or self._moved_parameters(inputs, dtype)))
            for dtype in dtypes
        ]
        return Node(op, tuple(inputs), tuple(outputs), params)

    def _moved_parameters(self, inputs, dtype):
        tensors = [self.tensor(number) for number in inputs if number is not None]
        return next((t.quantization for t in tensors if t.dtype == dtype and t.quantization is not None), None)


def stretches(shape, other):
    """True if the shapes broadcast to one that is not too large."""
    pairs = list(zip(reversed(shape), reversed(other)))
    return all(a == b or 1 in (a, b) for a, b in pairs) and np.prod([max(a, b) for a, b in pairs]) <= MAX_ELEMENTS


def _is_of(tensor, low, high, quantization):
    """True if the tensor has these quantization parameters, and values in [low, high]."""
    if tensor.quantization != quantization:
        return False
    least, most = tensor.range()
    return tensor.dtype == BOOL or (least >= low and most <= high)


def _same_kind(tensor, other):
    return tensor.dtype == other.dtype and tensor.quantization == other.quantization
