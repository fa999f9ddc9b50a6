"""The nodes of an interpreter, as dictionaries with TFLite's keys."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import tensors
from ._native import NodeInfo, api
from .handle import Handle


def details_of_nodes(handle: Handle) -> list[dict[str, Any]]:
    """The nodes in the order in which they run; a delegate's partition is one node."""
    return [_details(handle, position) for position in range(api.InterpreterGetNodeCount(handle.pointer))]


def details_of_node(handle: Handle, index: int) -> dict[str, Any]:
    """The node with that `index`. Raises IndexError where none runs."""
    for details in details_of_nodes(handle):
        if details["index"] == index:
            return details
    raise IndexError(f"no node {index} runs: the model does not have it, or a delegate took it")


def _details(handle: Handle, position: int) -> dict[str, Any]:
    node = NodeInfo()
    api.InterpreterGetNodeInfo(handle.pointer, position, ctypes.byref(node))
    inputs, outputs = node.inputs[: node.input_count], node.outputs[: node.output_count]
    return {
        "index": node.node_index,
        "op_name": node.op_name.decode(errors="replace"),
        "inputs": np.array(inputs, np.int32),
        "outputs": np.array(outputs, np.int32),
        "operand_types": _types(handle, inputs),
        "result_types": _types(handle, outputs),
    }


def _types(handle: Handle, indices: list[int]) -> list[Any]:
    """The types of the tensors. Operands that a node omits (-1) are skipped."""
    return [tensors.dtype_of(api.InterpreterGetSubgraphTensor(handle.pointer, 0, i)) for i in indices if i != -1]
