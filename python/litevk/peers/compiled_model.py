"""LiteRT's CompiledModel with its GPU accelerator, which computes with WebGPU on Vulkan."""

from __future__ import annotations

import re
from typing import Any, Sequence

import numpy as np

from .engine import Array, Missing, import_one_of, version_of
from .network import Network
from .overheard import overhear


class Engine:
    """A compiled model in float32. The accelerator may leave operators to the CPU; a note says so."""

    def __init__(self, network: Network) -> None:
        self._compiled_model = import_one_of("ai_edge_litert.compiled_model")
        self._accelerator = import_one_of("ai_edge_litert.hardware_accelerator").HardwareAccelerator
        self._options = import_one_of("ai_edge_litert.options").Options
        self.version = f"ai_edge_litert {version_of(self._compiled_model)}"
        self._network = network
        plain = import_one_of("ai_edge_litert.interpreter").Interpreter(str(network.model))
        self._input_order = [detail["index"] for detail in plain.get_input_details()]
        self._output_order = [detail["index"] for detail in plain.get_output_details()]

    def load(self) -> None:
        """Compiles the model. The accelerator's log names its device, or the reason why it has none."""
        with overhear() as log:
            try:
                self._model = self._compile()
            except RuntimeError:
                self._model = None
        if self._model is None:
            raise self._failure(log.text)
        adapter = re.search(r"Selected adapter: (.*)", log.text)
        self._adapter = adapter.group(1).strip() if adapter else "an adapter that it does not name"
        self._arrange()

    def _compile(self) -> Any:
        options = self._options.create()
        options.hardware_accelerators = self._accelerator.GPU | self._accelerator.CPU
        options.gpu_options.enforce_f32 = True
        return self._compiled_model.CompiledModel.from_file(str(self._network.model), options=options)

    @staticmethod
    def _failure(log: str) -> Exception:
        if "No adapters found" not in log:
            return RuntimeError("the model cannot be compiled; the log above says why")
        causes = re.findall(r"^Warning: (.*?)\.?$", log, re.MULTILINE)
        return Missing(f"WebGPU finds no adapter here{': ' if causes else ''}{'; '.join(causes)}.")

    def _arrange(self) -> None:
        """Maps the signature's order, which buffers have, to the model's order, which values have."""
        (signature, *_) = self._model.get_signature_list()
        inputs = [detail["index"] for detail in self._model.get_input_tensor_details(signature).values()]
        self._details = list(self._model.get_output_tensor_details(signature).values())
        self._inputs = [self._network.inputs[self._input_order.index(index)] for index in inputs]
        self._sizes = [(int(np.prod(detail["shape"])), np.dtype(detail["dtype"]).type) for detail in self._details]
        self._input_buffers = self._model.create_input_buffers(0)
        self._output_buffers = self._model.create_output_buffers(0)

    def infer(self) -> list[Array]:
        """Writes the inputs, runs and reads the outputs."""
        for buffer, value in zip(self._input_buffers, self._inputs):
            buffer.write(value)
        self._model.run_by_index(0, self._input_buffers, self._output_buffers)
        return [buffer.read(size, dtype) for buffer, (size, dtype) in zip(self._output_buffers, self._sizes)]

    def outputs(self, result: list[Array]) -> Sequence[Array]:
        """The arrays in the model's order and shapes."""
        found = {detail["index"]: array.reshape(detail["shape"]) for detail, array in zip(self._details, result)}
        return [found[index] for index in self._output_order]

    def runs_on(self) -> str:
        """The adapter, as the accelerator's log names it."""
        return self._adapter

    def notes(self) -> list[str]:
        """A note if some operators run on the CPU."""
        return [] if self._model.is_fully_accelerated() else ["Not all operators run on the GPU."]
