"""A model under test as plain data: the generator grows it, the oracle gives it values, the shrinker cuts it."""

import dataclasses

import numpy as np
from model_builder import ModelBuilder
from signatures import GPU

# The oracle's kernels, and the kernels for a few operators that the oracle's lack (docs/NUMERICS.md).
REFERENCE = "BUILTIN_REF"
DEFAULT = "BUILTIN_WITHOUT_DEFAULT_DELEGATES"
# Number of sets of inputs with which every graph runs, one after the other.
SETS = 2


@dataclasses.dataclass
class Tensor:
    """A tensor. `kind` is "input", "constant" or "node" (some node's output). `values` has one array for each set of inputs;
    for a constant all are the same. `errors` has the bound of a delegate's difference from them for each set. `quantization`
    has the parameters as ModelBuilder takes them; None: the tensor is not quantized.
    """

    dtype: str
    kind: str
    values: list = dataclasses.field(default_factory=list)
    errors: list = dataclasses.field(default_factory=lambda: [0.0] * SETS)
    quantization: dict | None = None

    @property
    def shape(self):
        """The shape is () before the oracle has found it."""
        return self.values[0].shape if self.values else ()

    @property
    def is_size(self):
        """True if all sets share one array, as for axes and sizes."""
        return self.values[0] is self.values[1]

    @property
    def is_exact(self):
        return not any(self.errors)

    def with_values(self, values, kind=None):
        """Returns a copy with these values, which are exact, and with another kind if one is given."""
        return dataclasses.replace(self, kind=kind or self.kind, values=values, errors=[0.0] * SETS)

    def range(self):
        """Least and greatest value of all sets; NaN if any value is NaN."""
        return np.min([v.min() for v in self.values]), np.max([v.max() for v in self.values])


@dataclasses.dataclass
class Node:
    """A node. Tensors are ids in the graph; None is an absent optional input."""

    op: str
    inputs: tuple
    outputs: tuple
    params: dict


@dataclasses.dataclass
class Graph:
    """A model under test. The nodes are in an order in which they can run."""

    tensors: dict = dataclasses.field(default_factory=dict)
    nodes: list = dataclasses.field(default_factory=list)
    outputs: list = dataclasses.field(default_factory=list)
    resolver: str = REFERENCE
    # (from, to): after the runs, inputs with the first dim `from` are resized to `to` (resize.py); None: none is.
    resize: tuple | None = None
    # The subject whose signatures the graph uses, and whose numeric bounds hold (signatures.py).
    taker: str = GPU

    def add(self, tensor):
        number = max(self.tensors, default=-1) + 1
        self.tensors[number] = tensor
        return number

    def drop_from(self, number):
        """Forgets the tensors that were added since `number` was the next one."""
        for known in [known for known in self.tensors if known >= number]:
            del self.tensors[known]

    def of_kind(self, kind):
        return [number for number, tensor in self.tensors.items() if tensor.kind == kind]

    def inputs_of(self, node):
        return [None if number is None else self.tensors[number] for number in node.inputs]

    def outputs_of(self, node):
        return [self.tensors[number] for number in node.outputs]

    def read(self):
        """The tensors that a node reads."""
        return {number for node in self.nodes for number in node.inputs if number is not None}

    def pruned(self):
        """The part that the outputs depend on."""
        needed, nodes = set(self.outputs), []
        for node in reversed(self.nodes):
            if needed & set(node.outputs):
                nodes.insert(0, node)
                needed |= {number for number in node.inputs if number is not None} | set(node.outputs)
        tensors = {number: tensor for number, tensor in self.tensors.items() if number in needed}
        return dataclasses.replace(self, tensors=tensors, nodes=nodes)

    def model(self):
        """The .tflite file, and each tensor's index in it. Inputs of the model are in the order of their ids."""
        builder = ModelBuilder()
        main, index = builder.subgraph(), {}
        for number, tensor in self.tensors.items():
            index[number] = _ADD[tensor.kind](main, tensor)
        for node in self.nodes:
            inputs = [None if number is None else index[number] for number in node.inputs]
            main.op(node.op, inputs, [index[number] for number in node.outputs], **node.params)
        main.outputs(*(index[number] for number in self.outputs))
        return builder.serialize(), index

    def input_shapes(self):
        return [self.tensors[number].shape for number in self.of_kind("input")]

    def input_sets(self):
        return [[self.tensors[number].values[run] for number in self.of_kind("input")] for run in range(SETS)]

    def text(self):
        """A line for each input or constant, one for each node, and one for the outputs."""
        fed = [_fed(number, tensor) for number, tensor in self.tensors.items() if tensor.kind != "node"]
        nodes = [self._line(node) for node in self.nodes]
        outputs = "outputs " + ", ".join(f"t{number}" for number in self.outputs)
        resize = [] if self.resize is None else ["then first dims of inputs from {} to {}".format(*self.resize)]
        kernels = [] if self.resolver == REFERENCE else [f"kernels {self.resolver}"]
        return "\n".join([*fed, *nodes, outputs, *resize, *kernels])

    def _line(self, node):
        outputs = ", ".join(_named(number, self.tensors[number]) for number in node.outputs)
        inputs = ", ".join("none" if number is None else f"t{number}" for number in node.inputs)
        params = "".join(f" {name}={value}" for name, value in node.params.items())
        return f"{outputs} = {node.op}({inputs}){params}"


_ADD = {
    "input": lambda main, tensor: main.input(tensor.shape, tensor.dtype, quantization=tensor.quantization),
    "constant": lambda main, tensor: main.tensor(
        tensor.shape, tensor.dtype, values=tensor.values[0], quantization=tensor.quantization
    ),
    "node": lambda main, tensor: main.tensor(tensor.shape, tensor.dtype, quantization=tensor.quantization),
}


def _named(number, tensor):
    return f"t{number} {tensor.dtype}{list(tensor.shape)}{_quantized(tensor.quantization)}"


def _quantized(parameters):
    """The text " scale 0.5 zero 3"; for a scale per channel, with the first one."""
    if parameters is None:
        return ""
    scales = parameters["scale"]
    if isinstance(scales, list):
        return f" {len(scales)} scales from {scales[0]:g}"
    return f" scale {scales:g} zero {parameters['zero_point']}"


def _fed(number, tensor):
    """The line of an input or constant, with its values if they are few, as for axes and sizes."""
    name = f"{tensor.kind} {_named(number, tensor)}"
    if tensor.values[0].size > 8:
        return name
    distinct = tensor.values if tensor.kind == "input" else tensor.values[:1]
    return f"{name} = " + " then ".join(str(np.asarray(values).tolist()) for values in distinct)
