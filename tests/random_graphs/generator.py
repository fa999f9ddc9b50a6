"""A random graph of a seed: node after node, each of a random row, kept when the oracle takes it and it can be compared."""

import dataclasses

import numpy as np
import oracle
from choice import ANY, FLOAT, Choice, NotPossible
from graph import DEFAULT, REFERENCE, SETS, Graph, Tensor
from rows import ROWS
from signatures import integer_signatures, moved_types

MOST_NODES = 25
# Nodes that a row adds before its own.
MOST_BEFORE = 3

_NAMES = list(ROWS)
_WEIGHTS = np.array([ROWS[name].weight for name in _NAMES])
_IN_INTEGERS = [name for name in _NAMES if integer_signatures(name)]
_MOVING = [name for name in _NAMES if "int8" in moved_types(name)]


def generate(seed):
    """A graph with values and errors. The same seed gives the same graph."""
    rng = np.random.default_rng(seed)
    graph = Graph(resolver=DEFAULT if rng.random() < 0.1 else REFERENCE)
    choice = Choice(rng, graph, has_special=rng.random() < 0.15, is_quantized=rng.random() < 0.3)
    for _ in range(choice.integer(1, 3)):
        dtype = FLOAT if choice.happens(0.2 if choice.is_quantized else 0.6) else choice.one_type(ANY)
        choice.new_input(dtype, choice.random_shape(), quantization=choice.parameters(dtype))
    wanted = choice.integer(2, MOST_NODES - MOST_BEFORE)
    for _ in range(20 * wanted):
        if len(graph.nodes) >= wanted:
            break
        _grow(choice)
    graph.outputs = _outputs(choice)
    graph = graph.pruned()
    graph.resize = _resize(choice)
    oracle.evaluate(graph, ROWS)
    return graph


def _grow(choice):
    """One more node, if the row that the dice choose finds operands."""
    graph = choice.graph
    first_new = max(graph.tensors, default=-1) + 1
    name = _random_row(choice)
    choice.before, choice.moved = [], moved_types(name)
    try:
        nodes = [ROWS[name].choose(choice)]
        nodes = [*choice.before, *nodes]
        for node in nodes:
            _compute(graph, node)
    except NotPossible:
        graph.drop_from(first_new)
        return
    graph.nodes += nodes


def _random_row(choice):
    """The name of a row, in graphs of quantized tensors rather of one that takes these."""
    if choice.is_quantized and choice.happens(0.5):
        return choice.one_of(_IN_INTEGERS if choice.happens(0.2) else _MOVING)
    return choice.rng.choice(_NAMES, p=_WEIGHTS / _WEIGHTS.sum())


def _compute(graph, node):
    """Gives the node's outputs their values, from a graph of it alone."""
    used = {number: graph.tensors[number] for number in node.inputs if number is not None}
    # Outside of this graph an operand may be a node's output: here it is given.
    given = {number: tensor if tensor.kind == "constant" else _input_like(tensor) for number, tensor in used.items()}
    outputs = {number: graph.tensors[number] for number in node.outputs}
    try:
        oracle.evaluate(Graph({**given, **outputs}, [node], list(node.outputs), graph.resolver), ROWS)
    except (RuntimeError, ValueError) as refusal:  # of dims, or of an operator that this resolver lacks
        raise NotPossible from refusal
    if not all(oracle.is_comparable(tensor) for tensor in outputs.values()):
        raise NotPossible


def _input_like(tensor):
    return dataclasses.replace(tensor, kind="input")


def _outputs(choice):
    """Every result that no node reads, of nodes of several outputs perhaps not all, and some that are read too."""
    graph = choice.graph
    read = graph.read()
    chosen = []
    for node in graph.nodes:
        unread = [number for number in node.outputs if number not in read]
        drops = len(node.outputs) > 1 and choice.happens(0.3)
        chosen += unread[:1] if drops else unread
        chosen += [number for number in node.outputs if number in read and choice.happens(0.08)]
    return chosen


def _resize(choice):
    """Another first dim for those inputs that have one in common, or None. Not where inputs are sizes: the interpreter's own
    SLICE fails when it is resized after a run with such.
    """
    inputs = [choice.tensor(number) for number in choice.graph.of_kind("input")]
    dims = sorted({tensor.shape[0] for tensor in inputs if len(tensor.shape) > 1})
    if not dims or any(tensor.is_size for tensor in inputs) or choice.happens(0.5):
        return None
    dim = choice.one_of(dims)
    return dim, choice.one_of([new for new in range(1, 2 * dim + 2) if new != dim])


assert SETS == 2, "the rows' ranges are of all sets, and the subject runs the first one again after the last"
