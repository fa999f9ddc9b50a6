"""Adds twins to a graph: copies of nodes with another scale, zero point, element of a constant, or option. A constant or a table
that two nodes share by mistake is wrong for one of them.

The twins are chosen by a random generator of their own, so that they do not change a seed's other nodes.
"""

import dataclasses

import numpy as np
from choice import NotPossible
from graph import SETS
from quantization import is_per_tensor, limits_of, per_tensor

# Most twins of a graph, and enumerators whose values every kernel checks.
_MOST = 3
_ENUMERATORS = {
    "fusedActivationFunction": ("NONE", "RELU", "RELU_N1_TO_1", "RELU6"),
    "padding": ("SAME", "VALID"),
}


def add_twins(graph, seed, most_nodes, compute):
    """Adds twins up to `most_nodes` nodes, and returns their results. `compute(graph, node)` computes their values, or raises
    NotPossible.
    """
    rng, results = np.random.default_rng([seed, _MOST]), []
    originals = list(graph.nodes)
    for _ in range(min(int(rng.integers(_MOST + 1)), most_nodes - len(graph.nodes))):
        first_new = max(graph.tensors) + 1
        try:
            node = _twin(graph, originals[int(rng.integers(len(originals)))], rng)
            compute(graph, node)
        except NotPossible:
            graph.drop_from(first_new)
            continue
        graph.nodes.append(node)
        results += node.outputs
    return results


def _twin(graph, node, rng):
    changes = [*_options(node), *_operands(graph, node, rng), *_results(graph, node, rng)]
    if not changes:
        raise NotPossible
    change = changes[int(rng.integers(len(changes)))]
    outputs = tuple(graph.add(dataclasses.replace(graph.tensors[number], values=[])) for number in node.outputs)
    return change(dataclasses.replace(node, outputs=outputs, params=dict(node.params)))


def _options(node):
    """Yields twins with another value of one flag, enumerator or float."""
    for name, value in node.params.items():
        for other in _others(name, value):
            yield lambda twin, name=name, other=other: dataclasses.replace(twin, params={**twin.params, name: other})


def _others(name, value):
    if name in _ENUMERATORS:
        return [other for other in _ENUMERATORS[name] if other != value]
    if isinstance(value, bool):
        return [not value]
    return [value * 1.5] if isinstance(value, float) and value > 0 else []


def _operands(graph, node, rng):
    """Yields twins with another operand: an input or constant with other parameters, or a constant with another element."""
    for position, number in enumerate(node.inputs):
        if number is None or graph.tensors[number].kind == "node":
            continue
        tensor = graph.tensors[number]
        if is_per_tensor(tensor.quantization):
            yield lambda twin, position=position, tensor=tensor: _with(graph, twin, position, _of_other_parameters(tensor, rng))
        if tensor.kind == "constant" and (tensor.dtype == "float32" or tensor.quantization is not None):
            yield lambda twin, position=position, tensor=tensor: _with(graph, twin, position, _of_another_element(tensor, rng))


def _with(graph, twin, position, operand):
    inputs = list(twin.inputs)
    inputs[position] = graph.add(operand)
    return dataclasses.replace(twin, inputs=tuple(inputs))


def _results(graph, node, rng):
    """Yields twins whose result has another scale or zero point."""
    for position, number in enumerate(node.outputs):
        if is_per_tensor(graph.tensors[number].quantization):
            yield lambda twin, position=position: _in_another_scale(graph, twin, position, rng)


def _in_another_scale(graph, twin, position, rng):
    result = twin.outputs[position]
    graph.tensors[result] = _of_other_parameters(graph.tensors[result], rng)
    return twin


def _of_other_parameters(tensor, rng):
    """The tensor with another scale or another zero point. A zero point that must be 0 stays, and a scale stays below 1, as
    TFLite's comparisons require.
    """
    scale, zero_point = tensor.quantization["scale"], tensor.quantization["zero_point"]
    low, high = limits_of(tensor.dtype)
    if tensor.dtype in ("int8", "uint8") and rng.random() < 0.5:
        other = per_tensor(scale, low + (zero_point - low + int(rng.integers(1, 64))) % (high - low + 1))
    else:
        factors = [0.5, 0.73, *([1.37] if scale >= 1 or scale * 1.37 < 1 else [])]
        other = per_tensor(scale * float(rng.choice(factors)), zero_point)
    return dataclasses.replace(tensor, quantization=other)


def _of_another_element(tensor, rng):
    values = tensor.values[0].copy()
    position = int(rng.integers(values.size))
    values.flat[position] = -values.flat[position] + 1 if values.dtype.kind == "f" else values.flat[position] ^ 1
    return dataclasses.replace(tensor, values=[values] * SETS)
