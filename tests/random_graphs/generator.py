"""A random graph of a seed: node after node, each of a random row, kept when the oracle takes it and it can be compared."""

import numpy as np
import oracle
from choice import FLOAT, Choice, NotPossible
from graph import DEFAULT, REFERENCE, SETS, Graph, Tensor
from rows import ROWS

# Beyond these a difference would say little: values whose errors are no longer small beside them, or of many elements.
MAX_MAGNITUDE = 100.0
MAX_ERROR = 2e-3
MAX_ELEMENTS = 16384
MAX_INTEGER = 2**62

_NAMES = list(ROWS)
_WEIGHTS = np.array([ROWS[name].weight for name in _NAMES])


def generate(seed):
    """A graph with values and errors. The same seed gives the same graph."""
    rng = np.random.default_rng(seed)
    graph = Graph(resolver=DEFAULT if rng.random() < 0.1 else REFERENCE)
    choice = Choice(rng, graph)
    for _ in range(choice.integer(1, 3)):
        choice.new_input(choice.one_of((FLOAT, FLOAT, FLOAT, "int32", "int64", "bool")), choice.random_shape())
    wanted = int(rng.integers(2, 26))
    for _ in range(20 * wanted):
        if len(graph.nodes) == wanted:
            break
        _grow(choice)
    graph.outputs = _outputs(choice)
    graph = graph.pruned()
    oracle.evaluate(graph, ROWS)
    return graph


def _grow(choice):
    """One more node, if the row that the dice choose finds operands."""
    graph = choice.graph
    first_new = max(graph.tensors, default=-1) + 1
    name = choice.rng.choice(_NAMES, p=_WEIGHTS / _WEIGHTS.sum())
    try:
        node = ROWS[name].choose(choice)
        _compute(graph, node)
    except NotPossible:
        graph.drop_from(first_new)
        return
    graph.nodes.append(node)


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
    if not all(_is_comparable(tensor) for tensor in outputs.values()):
        raise NotPossible


def _input_like(tensor):
    return Tensor(tensor.dtype, "input", tensor.values, tensor.errors)


def _is_comparable(tensor):
    sizes = {values.shape for values in tensor.values}
    if len(sizes) != 1 or not 0 < tensor.values[0].size <= MAX_ELEMENTS or len(tensor.shape) > 6:
        return False
    if tensor.dtype == "bool":
        return True
    low, high = tensor.range()
    limit = MAX_MAGNITUDE if tensor.dtype == FLOAT else MAX_INTEGER
    return bool(np.isfinite(low + high)) and -limit <= low and high <= limit and max(tensor.errors) <= MAX_ERROR


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


assert SETS == 2, "the rows' ranges are of all sets, and the subject runs the first one again after the last"
