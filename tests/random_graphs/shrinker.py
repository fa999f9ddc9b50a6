"""Finds the smallest graph that still fails: fewer outputs, fewer nodes, fewer values."""

import dataclasses
import time

import numpy as np
from graph import SETS


def shrink(graph, attempt, seconds=np.inf):
    """Shrinks a graph. `attempt(candidate)` returns the candidate with its values if it fails too, else None. Takes the first
    failing candidate of every kind, until none fails or the time is over.
    """
    end = time.monotonic() + seconds
    while True:
        smaller = _first(attempt, candidates(graph), end)
        if smaller is None:
            return graph
        graph = smaller


def _first(attempt, tried, end):
    for candidate in tried:
        if time.monotonic() > end:
            return None
        found = attempt(candidate)
        if found is not None:
            return found
    return None


def candidates(graph):
    """Yields smaller graphs, the smallest ones first."""
    if graph.resize is not None:
        yield dataclasses.replace(graph, resize=None)
    yield from _with_one_output(graph)
    yield from _ended_early(graph)
    yield from _started_late(graph)
    yield from _without_one_node(graph)
    yield from _of_smaller_dims(graph)


def _with_outputs(graph, outputs):
    return dataclasses.replace(graph, outputs=outputs).pruned()


def _with_one_output(graph):
    if len(graph.outputs) == 1:
        return
    for output in graph.outputs:
        yield _with_outputs(graph, [output])
    for output in graph.outputs:
        yield _with_outputs(graph, [other for other in graph.outputs if other != output])


def _ended_early(graph):
    """Yields graphs whose only output is the result of one node."""
    for node in graph.nodes:
        for output in node.outputs:
            if output in graph.tensors and graph.outputs != [output]:
                candidate = _with_outputs(graph, [output])
                if len(candidate.nodes) < len(graph.nodes):
                    yield candidate


def _started_late(graph):
    """Yields graphs without the first nodes, whose results become inputs with the computed values."""
    count = len(graph.nodes)
    for first in dict.fromkeys((count - 1, count * 3 // 4, count // 2, count // 4)):
        if first > 0:
            yield _given(graph, graph.nodes[:first])


def _without_one_node(graph):
    """Yields graphs without one node. Its results become inputs, or vanish if nothing reads them."""
    if len(graph.nodes) == 1:
        return
    for node in graph.nodes:
        candidate = _given(graph, [node])
        if candidate.outputs:
            yield candidate


def _given(graph, nodes):
    known = {number for node in nodes for number in node.outputs}
    tensors = {number: _input(tensor) if number in known else tensor for number, tensor in graph.tensors.items()}
    rest = [node for node in graph.nodes if node not in nodes]
    outputs = [number for number in graph.outputs if number not in known]
    return dataclasses.replace(graph, tensors=tensors, nodes=rest, outputs=outputs).pruned()


def _input(tensor):
    return tensor.with_values(tensor.values, "input")


def _of_smaller_dims(graph):
    """Yields graphs with a smaller dim: wherever it occurs, also in constants that are sizes, or in one tensor."""
    fed = {number: tensor for number, tensor in graph.tensors.items() if tensor.kind != "node"}
    dims = sorted({dim for tensor in fed.values() for dim in tensor.shape if dim > 1}, reverse=True)
    for dim in dims:
        for smaller in dict.fromkeys((1, dim // 2, dim - 1)):
            changed = {number: _narrowed(tensor, dim, smaller) for number, tensor in fed.items()}
            if graph.resize is not None and graph.resize[0] == dim:
                yield dataclasses.replace(_with_tensors(graph, changed), resize=(smaller, graph.resize[1]))
            yield _with_tensors(graph, changed)
            yield _with_tensors(graph, {n: _restated(t, dim, smaller) for n, t in changed.items()})
    for number, tensor in fed.items():
        for dim in sorted({dim for dim in tensor.shape if dim > 1}, reverse=True):
            for smaller in dict.fromkeys((1, dim // 2, dim - 1)):
                yield _with_tensors(graph, {number: _narrowed(tensor, dim, smaller)})


def _with_tensors(graph, changed):
    # The oracle writes values into the tensors of nodes, so this candidate needs its own.
    tensors = {n: t if t.kind != "node" else t.with_values([]) for n, t in graph.tensors.items()}
    return dataclasses.replace(graph, tensors={**tensors, **changed})


def _narrowed(tensor, dim, smaller):
    """The tensor with only the first values along every axis of that dim."""
    part = tuple(slice(smaller) if size == dim else slice(None) for size in tensor.shape)
    narrowed = tensor.with_values([values[part] for values in tensor.values])
    return dataclasses.replace(narrowed, quantization=_of_slices(tensor.quantization, narrowed.shape))


def _of_slices(parameters, shape):
    """The parameters with the scales of the remaining slices, if there is a scale for each slice."""
    if parameters is None or "axis" not in parameters or len(parameters["scale"]) == 1:
        return parameters
    count = shape[parameters["axis"]]
    return {**parameters, "scale": parameters["scale"][:count], "zero_point": parameters["zero_point"][:count]}


def _restated(tensor, dim, smaller):
    """A constant of integers that may be a shape, with the dim changed."""
    if tensor.kind != "constant" or tensor.dtype not in ("int32", "int64"):
        return tensor
    values = np.where(tensor.values[0] == dim, smaller, tensor.values[0]).astype(tensor.dtype)
    return tensor.with_values([values] * SETS)
