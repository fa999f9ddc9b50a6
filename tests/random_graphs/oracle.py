"""The expected values of a graph, from the interpreter's reference kernels, with the allowed errors.

Each node may add the bound of its operator (tests/ops/harness/tolerance.py) to the propagated errors of its inputs, which its
row computes (growth.py). A bound thus follows from the numeric contract and the values, without a factor of its own. Integers
and bools have no error. Some rows compute them from floats, or jump when a float changes a little, such as rounding,
comparisons and indices of maxima. Such rows take only floats with the same bits everywhere: inputs, constants, and values
moved or selected from them.
"""

import harness
import numpy as np
import tolerance
import winograd
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from graph import SETS
from quantization import stored
from signatures import GPU


def interpreter_of(model, resolver, **options):
    """An interpreter on which the kernels of `resolver` run the nodes that no delegate takes."""
    kernels = getattr(OpResolverType, resolver)
    return Interpreter(model_content=model, experimental_op_resolver_type=kernels, **options)


# Limits beyond which a difference would prove little: large values, large errors, or many elements.
MAX_MAGNITUDE = 100.0
MAX_ERROR = 2e-3
MAX_ELEMENTS = 65536
MAX_INTEGER = 2**62


def evaluate(graph, rows, resized_from=None):
    """Fills in the values and errors of every node's outputs. Raises the interpreter's error for a model that it refuses.
    `resized_from` is the graph whose model is resized to this one's inputs; None: the model has them already.
    """
    model, index = (resized_from or graph).model()
    interpreter = interpreter_of(model, graph.resolver, experimental_preserve_all_tensors=True)
    harness.set_shapes(interpreter, graph.input_sets()[0])
    computed = graph.of_kind("node")
    for number in computed:
        graph.tensors[number].values = []
    shapes = {detail["index"]: detail["shape"] for detail in interpreter.get_tensor_details()}
    for run, inputs in enumerate(graph.input_sets()):
        for detail, values in zip(interpreter.get_input_details(), inputs):
            interpreter.set_tensor(detail["index"], values)
        for node in graph.nodes:
            _check_ahead(graph, node, rows[node.op], run, shapes[index[node.inputs[0]]])
        interpreter.invoke()
        for number in computed:
            graph.tensors[number].values.append(interpreter.get_tensor(index[number]))
    for node in graph.nodes:
        _bound(graph, node, rows[node.op])


def _check_ahead(graph, node, row, run, shape):
    """Checks a node before the kernels run, since some write beyond a tensor whose dims do not fit the other inputs. `shape` is
    the first input's; empty if it is not known yet. If a node computes that input, zeros stand for its values.
    """
    first, *others = graph.inputs_of(node)
    computed = first.kind == "node"
    if (computed and len(shape) == 0) or any(tensor is not None and tensor.kind == "node" for tensor in others):
        return
    values = np.zeros(shape, stored(first.dtype)) if computed else first.values[run]
    _check_defined(node, row, [values, *(None if tensor is None else tensor.values[run] for tensor in others)])


def _check_defined(node, row, values):
    if not row.is_defined(values, node.params):
        raise ValueError(f"{node.op}: the values do not fit the dims")


def _bound(graph, node, row):
    inputs, outputs = graph.inputs_of(node), graph.outputs_of(node)
    for run in range(SETS):
        values = [None if tensor is None else tensor.values[run] for tensor in inputs]
        errors = [0.0 if tensor is None else tensor.errors[run] for tensor in inputs]
        results = [tensor.values[run] for tensor in outputs]
        _check_defined(node, row, values)
        grown = row.growth(values, errors, results, node.params) if any(errors) else 0.0
        # The growth is infinite, for example, for a logarithm whose input may be zero.
        if not 0.0 <= grown < np.inf:
            raise ValueError(f"{node.op}: errors of {errors} have no bound behind it")
        atol, rtol = _tolerance(graph.taker, node, values)
        if not any(errors) and row.is_exact(values, results):
            atol = rtol = 0.0
        for tensor, result in zip(outputs, results):
            is_float = tensor.dtype in ("float32", "complex64")
            tensor.errors[run] = grown + atol + rtol * largest(result) if is_float else 0.0


def _tolerance(taker, node, values):
    if taker == GPU:
        return tolerance.of_delegate(node.op, values, node.params, _algorithm(node, values))
    return tolerance.of_kernel(node.op, values, node.params)


def _algorithm(node, values):
    """The algorithm whose bound holds: Winograd's if the delegate may choose it, which depends on the device."""
    return "winograd" if node.op == "CONV_2D" and winograd.applies(values[1], node.params) else None


def largest(values):
    """The largest finite magnitude."""
    magnitudes = np.abs(values).astype(np.float64)
    return float(np.max(magnitudes[np.isfinite(magnitudes)], initial=0.0))


def is_comparable(tensor):
    """True if a difference between two values of the tensor proves that one of them is wrong."""
    shapes = {values.shape for values in tensor.values}
    if len(shapes) != 1 or not 0 < tensor.values[0].size <= MAX_ELEMENTS or len(tensor.shape) > 6:
        return False
    limit = MAX_MAGNITUDE if tensor.dtype == "float32" else MAX_INTEGER
    return max(map(largest, tensor.values)) <= limit and max(tensor.errors) <= MAX_ERROR
