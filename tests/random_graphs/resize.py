"""A model again with inputs of another batch, if the oracle takes it."""

import dataclasses

import numpy as np
import oracle
from rows import ROWS


# TFLite's kernel does not compare the dims of the operands, and reads past the end of a shorter second one.
_TRUSTS_DIMS = "STABLEHLO_SHIFT_LEFT"


def resized(graph):
    """The graph with first dims of graph.resize[0] changed to graph.resize[1] in all inputs, with repeated values, and with the
    values of its nodes. None if graph.resize is None, or if not all of it could be compared.
    """
    if graph.resize is None:
        return None
    tensors = {number: _at_new_size(tensor, *graph.resize) for number, tensor in graph.tensors.items()}
    other = dataclasses.replace(graph, tensors=tensors, resize=None)
    if other.input_shapes() == graph.input_shapes():
        return None
    if any(node.op == _TRUSTS_DIMS for node in graph.nodes):
        return None
    try:
        oracle.evaluate(other, ROWS, resized_from=graph)
    except (RuntimeError, ValueError):
        return None
    return other if all(_compares_like(tensors[number], tensor) for number, tensor in graph.tensors.items()) else None


def _at_new_size(tensor, dim, new):
    if tensor.kind == "node":
        return tensor.with_values([])
    if tensor.kind == "constant" or not tensor.shape or tensor.shape[0] != dim:
        return tensor
    return tensor.with_values([np.take(values, np.arange(new) % dim, axis=0) for values in tensor.values])


def _compares_like(tensor, before):
    """True if the tensor can be compared, and is exact if it was before: operators that jump need exact operands."""
    return oracle.is_comparable(tensor) and (tensor.is_exact or not before.is_exact)
