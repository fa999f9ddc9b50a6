"""Makes the random graph of a seed node by node, each from a random row. A node is kept if the oracle runs it and its results
can be compared."""

import dataclasses
import functools

import numpy as np
import oracle
from choice import ANY, BYTES, FLOAT, Choice, NotPossible
from graph import DEFAULT, REFERENCE, SETS, Graph
from quantization import is_per_tensor
from rows import QUANTIZED, ROWS, left_out, patterns
from signatures import CPU, GPU, converting, moved_types, stating_scales
from twin_nodes import add_twins

MOST_NODES = 25
# Nodes that a row adds before its own.
MOST_BEFORE = 3

_NAMES = list(ROWS)
# Three shares: quantized graphs among all, nodes with quantized tensors in such a graph, and among these nodes that compute
# with scales. The others move.
_SHARES = {GPU: (0.4, 0.6, 0.4), CPU: (1.0, 1.0, 0.75)}
# Probability that the next node is a pattern of several, and that nothing else reads a pattern's inner tensors.
_PATTERNS, _CLOSED = 0.08, 0.8
# Share of graphs with the operators that the reference kernels lack.
_BY_DEFAULT_KERNELS = {GPU: 0.1, CPU: 0.02}


def generate(seed, taker=GPU, quantized=False, operators=()):
    """A graph with values and errors. The same seed gives the same graph. `taker` names the subject whose quantized signatures
    the graph has. With `quantized` the graph is quantized, whatever the taker's share is. `operators` are the only ones
    allowed; empty: any.
    """
    rng = np.random.default_rng(seed)
    kernels = (DEFAULT, REFERENCE) if rng.random() < _BY_DEFAULT_KERNELS[taker] else (REFERENCE, DEFAULT)
    for resolver in kernels:
        choice = _grown(rng, Graph(resolver=resolver, taker=taker), quantized, tuple(operators))
        if choice.graph.nodes:  # none where these kernels lack all operators
            break
    else:
        raise ValueError(f"no node of {', '.join(operators)} found operands")
    graph = choice.graph
    graph.outputs = _outputs(choice)
    graph.outputs += add_twins(graph, seed, MOST_NODES, _compute)
    graph = graph.pruned()
    graph.resize = _resize(choice)
    oracle.evaluate(graph, ROWS)
    return graph


def _grown(rng, graph, quantized, operators):
    """The choice of the graph, after all steps."""
    share = 1 if quantized else _SHARES[graph.taker][0]
    choice = Choice(rng, graph, rng.random() < 0.15, rng.random() < share, graph.taker, operators)
    for _ in range(choice.integer(1, 3)):
        dtype = FLOAT if choice.happens(0.2 if choice.is_quantized else 0.6) else choice.one_type(ANY)
        choice.new_input(dtype, choice.random_shape(), quantization=choice.parameters(dtype))
    wanted = choice.integer(2, MOST_NODES - MOST_BEFORE)
    for _ in range(20 * wanted):
        if len(graph.nodes) >= wanted:
            break
        grow(choice, lambda: _node(choice))
    return choice


def generate_for(subject, seed):
    """The graph of a seed with which a subject is tested."""
    return generate(seed, subject.taker, subject.quantized, subject.operators)


def _among(names, operators):
    return [name for name in names if not operators or name in operators]


@functools.cache
def computing(taker, resolver, operators=()):
    """The rows whose operators compute with scales, and the signatures of each."""
    found = [(op, QUANTIZED[op]) for op in _among(QUANTIZED, operators)]
    rows = [(row, left_out.taken(op, stating_scales(op, taker) + converting(op, taker))) for op, row in found]
    return [(row, signatures) for row, signatures in rows if signatures and row.resolver == resolver]


@functools.cache
def _moving(taker, operators):
    return [name for name in _among(_NAMES, operators) if set(BYTES) & set(moved_types(name, taker))]


@functools.cache
def _weighted(operators):
    """The names of operators, and the probability of each."""
    names = _among(_NAMES, operators)
    weights = np.array([ROWS[name].weight for name in names])
    return names, weights / weights.sum()


def grow(choice, choose):
    """Adds the node that `choose()` makes, and the nodes that it needs before it. Returns the node; None without operands."""
    graph = choice.graph
    first_new = max(graph.tensors, default=-1) + 1
    choice.before, choice.moved = [], ()
    try:
        last = choose()
        nodes = [*choice.before, last]
        if len(graph.nodes) + len(nodes) > MOST_NODES:
            raise NotPossible
        for node in nodes:
            _compute(graph, node)
    except NotPossible:
        graph.drop_from(first_new)
        return None
    graph.nodes += nodes
    if choice.happens(_CLOSED):
        choice.inner |= {number for node in choice.before for number in node.outputs}
    return last


def _node(choice):
    """A node of a random row; in quantized graphs, rows that take quantized tensors are preferred."""
    _, taking, by_scales = _SHARES[choice.taker]
    if choice.happens(_PATTERNS) and patterns.patterns(choice):
        return patterns.choose(choice)
    names, weights = _weighted(choice.operators)
    name = choice.rng.choice(names, p=weights)
    if choice.is_quantized and choice.happens(taking):
        rows = computing(choice.taker, choice.graph.resolver, choice.operators)
        moving = _moving(choice.taker, choice.operators)
        if rows and (choice.happens(by_scales) or not moving):
            row, signatures = choice.one_of(rows)
            return row.choose(choice, choice.one_of(signatures))
        name = choice.one_of(moving) if moving else name
    choice.moved = moved_types(name, choice.taker)
    return ROWS[name].choose(choice)


def _compute(graph, node):
    """Computes the values of the node's outputs in a graph with that node only."""
    used = {number: graph.tensors[number] for number in node.inputs if number is not None}
    # An operand that is another node's output becomes an input of that graph.
    given = {number: tensor if tensor.kind == "constant" else _input_like(tensor) for number, tensor in used.items()}
    outputs = {number: graph.tensors[number] for number in node.outputs}
    try:
        oracle.evaluate(_of_one(graph, {**given, **outputs}, node), ROWS)
    except (RuntimeError, ValueError) as refusal:  # wrong dims, or an operator that this resolver lacks
        raise NotPossible from refusal
    if not all(oracle.is_comparable(tensor) for tensor in outputs.values()):
        raise NotPossible


def _of_one(graph, tensors, node):
    return dataclasses.replace(graph, tensors=tensors, nodes=[node], outputs=list(node.outputs))


def _input_like(tensor):
    return dataclasses.replace(tensor, kind="input")


def _outputs(choice):
    """The graph's outputs: results that no node reads, perhaps not all of a node with several outputs, and some that are read
    too."""
    graph = choice.graph
    read = graph.read()
    chosen = []
    for node in graph.nodes:
        unread = [number for number in node.outputs if number not in read]
        drops = len(node.outputs) > 1 and choice.happens(0.3)
        chosen += unread[:1] if drops else unread
        seen = [number for number in node.outputs if number in read and number not in choice.inner]
        chosen += [number for number in seen if choice.happens(0.08)]
    return chosen


def _resize(choice):
    """Another first dim for the inputs that have one in common, or None. None also if each slice of a result has a scale. None
    also if inputs are sizes: the interpreter's own SLICE fails when it is resized after such a run.
    """
    inputs = [choice.tensor(number) for number in choice.graph.of_kind("input")]
    dims = sorted({tensor.shape[0] for tensor in inputs if len(tensor.shape) > 1})
    if not dims or any(tensor.is_size for tensor in inputs) or _has_sliced_results(choice.graph) or choice.happens(0.5):
        return None
    dim = choice.one_of(dims)
    return dim, choice.one_of([new for new in range(1, 2 * dim + 2) if new != dim])


def _has_sliced_results(graph):
    results = [graph.tensors[number].quantization for number in graph.of_kind("node")]
    return any(quantization is not None and not is_per_tensor(quantization) for quantization in results)


assert SETS == 2, "the rows' ranges are of all sets, and the subject runs the first one again after the last"
