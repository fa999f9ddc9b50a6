"""TFLite's Python interface on litevk's own interpreter."""

from __future__ import annotations

import enum
import inspect
import operator
import os
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import tensors
from ._native import api, int_array, is_c_int
from ._options import Options
from .arguments import content_argument, delegates_argument, index_argument, libraries_argument, threads_argument
from .delegates import Delegate, own_delegate
from .handle import Handle, NotCopied, PathLike, alone, check_path
from .nodes import details_of_node, details_of_nodes
from .signatures import SignatureRunner, signatures_of
from .tensors import TensorDetails

if TYPE_CHECKING:
    from typing_extensions import Unpack


@enum.unique
class OpResolverType(enum.Enum):
    """TFLite's sets of CPU kernels. litevk has one, so they all mean the same here."""

    AUTO = 0
    BUILTIN = 1
    BUILTIN_REF = 2
    BUILTIN_WITHOUT_DEFAULT_DELEGATES = 3


class _NoSuchTensor(IndexError, ValueError):
    """An index that no tensor has. TFLite raises ValueError for it."""


class Interpreter(NotCopied):
    """Runs a TFLite model, by default on the GPU. Nodes that the GPU cannot take, or all nodes without a GPU, run on
    litevk's CPU kernels, and a line on standard error says why.

    Either `model_path` or `model_content`, the bytes of a model, which are kept and not copied. `experimental_delegates`
    are delegates of `litevk.delegate`, `litevk.load_delegate` or another package, applied at once; an empty list leaves
    the model to the CPU. Without the argument, the first allocate_tensors() applies litevk's own delegate, since the shapes
    of inputs are known then. The keywords `options` (`litevk.OPTIONS`), such as allow_cpu_device=True, are its options.
    `experimental_preserve_all_tensors` keeps the values of intermediate tensors. `custom_op_libraries` are shared
    libraries with CPU kernels of custom operators. `num_threads` is the number of threads that the CPU kernels may use, one
    without it; results do not depend on it. TFLite's other arguments are accepted and have no effect.

    Make an interpreter for each thread; Python's lock is released while an interpreter works. Threads that share one must
    hold a lock of the program's own from set_tensor() to the last get_tensor(). Without the lock, methods raise
    RuntimeError rather than return another thread's results. All methods do so while another thread's call is under way.
    The methods invoke() and get_tensor() do so once another thread has set a tensor that this thread had set.

    Raises ValueError for a model that cannot be read and for a bad value of an argument or an option. Raises TypeError for
    an unknown option, RuntimeError where a delegate fails.
    """

    def __init__(
        self,
        model_path: Optional[PathLike] = None,
        model_content: Optional[bytes] = None,
        experimental_delegates: Optional[Sequence[Any]] = None,
        num_threads: Optional[int] = None,
        experimental_op_resolver_type: OpResolverType = OpResolverType.AUTO,
        experimental_preserve_all_tensors: bool = False,
        experimental_disable_delegate_clustering: bool = False,
        experimental_default_delegate_latest_features: bool = False,
        experimental_compress_quantization_zero_points: bool = False,
        experimental_disable_delegate_node_fusion: bool = False,
        experimental_force_delegate_node_profiling: bool = False,
        *,
        custom_op_libraries: Sequence[PathLike] = (),
        **options: Unpack[Options],
    ) -> None:
        delegates = delegates_argument(experimental_delegates)
        if experimental_delegates is not None and options:
            raise TypeError(f"options of litevk's own delegate beside experimental_delegates: {', '.join(options)}")
        # Made before the model is read, so that a wrong option is reported at once.
        self._default: Optional[Delegate] = None
        if experimental_delegates is None:
            self._default = self._own_delegate(options)
        content = content_argument(model_content)
        if model_path is not None:
            check_path(model_path, "pass model_content=")
        if not model_path and not content:
            raise ValueError("`model_path` or `model_content` must be specified.")
        if model_path and content:
            raise ValueError("Can't both provide `model_path` and `model_content`")
        self.experimental_compress_quantization_zero_points = experimental_compress_quantization_zero_points
        self._handle = Handle(
            model_path or None, content, threads_argument(num_threads), experimental_preserve_all_tensors,
            libraries_argument(custom_op_libraries)
        )
        for delegate in delegates:
            self._handle.apply(delegate)

    @alone
    def allocate_tensors(self) -> None:
        """Plans memory for the shapes that the inputs have. Raises RuntimeError where an operator does not fit them, and
        while arrays of tensor() are held."""
        self._handle.ensure_nothing_is_lent()
        self._apply_default()
        self._handle.check(api.InterpreterAllocateTensors(self._handle.pointer))

    @alone
    def invoke(self) -> None:
        """Runs the model. Other Python threads go on meanwhile. Raises RuntimeError before allocate_tensors(), where an
        operator fails, and while arrays of tensor() are held."""
        self._handle.ensure_nothing_is_lent()
        self._handle.check(api.InterpreterInvoke(self._handle.pointer))

    @alone
    def resize_tensor_input(self, input_index: int, tensor_size: npt.ArrayLike, strict: bool = False) -> None:
        """Gives the input with that tensor index other dims, from the next allocate_tensors() on.

        With `strict`, dims that the model does not leave open keep their sizes. Raises ValueError for a tensor that is
        no input and for dims that are not integers, RuntimeError where `strict` or the interpreter refuses.
        """
        self._handle.ensure_nothing_is_lent()
        input_index = index_argument(input_index)
        dims = np.asarray(tensor_size)
        if dims.ndim != 1 or (dims.size and dims.dtype.kind not in "iu"):
            raise ValueError(f"tensor_size is a list of dims, found {tensor_size!r}")
        sizes = [int(size) for size in dims]
        if any(size < 0 for size in sizes):
            raise RuntimeError(f"tensor_size {tensor_size!r} has a dim below 0: expected the sizes of the next run")
        if strict:
            tensors.check_strict(self._tensor(input_index), sizes)
        position = self._input_indices().index(input_index) if input_index in self._input_indices() else -1
        if position < 0:
            inputs = [f"{index} '{tensors.name_of(self._tensor(index))}'" for index in self._input_indices() if index >= 0]
            raise ValueError(f"tensor {input_index} is not an input of the model; its inputs are {', '.join(inputs)}")
        array = int_array(sizes)
        self._handle.check(api.InterpreterResizeInputTensor(self._handle.pointer, position, array, len(sizes)))

    @alone
    def set_tensor(self, tensor_index: int, value: npt.ArrayLike) -> None:
        """Copies `value`, of the tensor's shape and type, into the tensor with that index. Strings are arrays of str or
        bytes. Raises ValueError where shape or type differ, and before allocate_tensors()."""
        tensors.set_value(self._tensor(tensor_index), value)

    @alone
    def get_tensor(self, tensor_index: int, subgraph_index: int = 0) -> npt.NDArray[Any]:
        """A copy of the tensor's value, an array of its shape and type. Raises ValueError where it has none in the host's
        memory: before allocate_tensors(), and for an intermediate tensor that is not preserved. An index that no tensor has
        raises an IndexError that is a ValueError too, as in every function that takes a tensor's index."""
        found = self._tensor(tensor_index, subgraph_index)
        self._handle.check(api.TensorCheckThread(found))
        return tensors.value_of(found)

    @alone
    def tensor(self, tensor_index: int) -> Callable[[], npt.NDArray[Any]]:
        """A function that returns an array on the tensor's own memory, of its shape and type, without a copy.

        Keep the function and not the arrays: while one is held, allocate_tensors(), invoke() and resize_tensor_input()
        raise RuntimeError. Arrays on constants are read-only. The function raises ValueError where get_tensor() does.
        """
        found = self._tensor(tensor_index)
        is_input = tensor_index in self._input_indices()

        def view() -> npt.NDArray[Any]:
            with self._handle:
                if not is_input:  # an input may be written, which is setting it
                    self._handle.check(api.TensorCheckThread(found))
                memory, array = tensors.memory_of(found)
                self._handle.lend(memory)
                return array

        return view

    @alone
    def reset_all_variables(self) -> None:
        """Sets the states of the model to zero. Raises RuntimeError where one cannot be."""
        self._handle.check(api.InterpreterResetVariableTensors(self._handle.pointer))

    @alone
    def get_input_details(self) -> list[TensorDetails]:
        """The inputs in the model's order, as `litevk.TensorDetails`."""
        return [self._details_of(self._tensor(index)) for index in self._input_indices()]

    @alone
    def get_output_details(self) -> list[TensorDetails]:
        """The outputs in the model's order, as `litevk.TensorDetails`."""
        pointer = self._handle.pointer
        indices = [
            api.InterpreterGetOutputTensorIndex(pointer, output)
            for output in range(api.InterpreterGetOutputCount(pointer))
        ]
        return [self._details_of(self._tensor(index)) for index in indices]

    @alone
    def get_tensor_details(self, subgraph_index: int = 0) -> list[TensorDetails]:
        """Every tensor of a subgraph that has a type. Raises ValueError for a subgraph that the model does not have."""
        if not 0 <= subgraph_index < self.num_subgraphs():
            raise ValueError(f"subgraph {subgraph_index} is out of range: the model has {self.num_subgraphs()}")
        count = api.InterpreterGetSubgraphTensorCount(self._handle.pointer, subgraph_index)
        found = [self._tensor(index, subgraph_index) for index in range(count)]
        return [self._details_of(tensor) for tensor in found if tensors.dtype_of(tensor) is not None]

    def num_subgraphs(self) -> int:
        """How many subgraphs the model has."""
        return int(api.InterpreterGetSubgraphCount(self._handle.pointer))

    def get_signature_list(self) -> dict[str, dict[str, list[str]]]:
        """For each signature the names of its `inputs` and `outputs`."""
        return signatures_of(self._handle)

    def get_signature_runner(self, signature_key: Optional[str] = None) -> SignatureRunner:
        """A function that runs a signature. Keywords are the inputs, and the result is a dictionary of outputs by name.

        Without a key, the model must have exactly one signature. Raises ValueError otherwise, and for a key that the model
        does not have.
        """
        return SignatureRunner(self._handle, signature_key, self._apply_default)

    @alone
    def _get_ops_details(self) -> list[dict[str, Any]]:
        """The nodes in the order in which they run; a delegate's partition is one node. The method's name is TFLite's."""
        return details_of_nodes(self._handle)

    @alone
    def _get_op_details(self, op_index: int) -> dict[str, Any]:
        """The node with that `index`, if it runs. The method's name is TFLite's."""
        return details_of_node(self._handle, op_index)

    def _own_delegate(self, options: Options) -> Delegate:
        own = inspect.getfullargspec(Interpreter.__init__)
        return own_delegate("Interpreter", options, own.args[1:] + own.kwonlyargs)

    def _apply_default(self) -> None:
        if self._default is not None:
            delegate, self._default = self._default, None
            self._handle.apply(delegate)

    def _details_of(self, tensor: int) -> TensorDetails:
        return tensors.details_of(tensor, self.experimental_compress_quantization_zero_points)

    def _input_indices(self) -> list[int]:
        pointer = self._handle.pointer
        count = api.InterpreterGetInputCount(pointer)
        return [api.InterpreterGetInputTensorIndex(pointer, position) for position in range(count)]

    def _tensor(self, index: int, subgraph: int = 0) -> int:
        place = operator.index(subgraph), index_argument(index)
        fits = all(is_c_int(number) for number in place)
        found: Optional[int] = api.InterpreterGetSubgraphTensor(self._handle.pointer, *place) if fits else None
        if found is None:
            count = api.InterpreterGetSubgraphTensorCount(self._handle.pointer, place[0]) if is_c_int(place[0]) else 0
            raise _NoSuchTensor(f"tensor {index} of subgraph {subgraph} is out of range: there are {count}")
        return found


class InterpreterWithCustomOps(Interpreter):
    """Stands in for TFLite's class of that name. Registerers fill a C++ table of TFLite, which litevk does not have, so they
    are accepted and not called. Operators that litevk lacks come from `custom_op_libraries` (docs/CUSTOM_OPS.md)."""

    def __init__(self, custom_op_registerers: Optional[Sequence[Any]] = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
