"""A model once more with inputs of another batch, where the oracle takes it."""

import dataclasses

import numpy as np
import oracle
from rows import ROWS


# TFLite's kernel does not compare the dims of the operands, and reads past the end of a shorter second one.
_TRUSTS_DIMS = "STABLEHLO_SHIFT_LEFT"


def resized(graph):
    """The graph with every input whose first dim is graph.resize[0] at graph.resize[1], its values repeated, and with the
    values of its nodes; None where there is no such graph, or where not all of it could be compared.
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
    """Operators that jump were given what is exact: it must be so here too."""
    return oracle.is_comparable(tensor) and (tensor.is_exact or not before.is_exact)
