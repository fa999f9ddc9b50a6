"""LiteRT's CompiledModel with its GPU accelerator, which runs ML Drift on WebGPU on Vulkan."""

import numpy as np
from ai_edge_litert.compiled_model import CompiledModel
from ai_edge_litert.hardware_accelerator import HardwareAccelerator
from ai_edge_litert.options import Options


class Engine:
    def __init__(self, stem, options):
        self._model = f"{stem}.tflite"

    def prepare(self, inputs):
        self._inputs = inputs

    def load(self):
        options = Options.create()
        # Operators that the GPU does not support run on the CPU; the notes say so.
        options.hardware_accelerators = HardwareAccelerator.GPU | HardwareAccelerator.CPU
        # The compiled model would compute in float16 if allowed; the other engines compute in float32.
        options.gpu_options.enforce_f32 = True
        self._compiled = CompiledModel.from_file(self._model, options=options)
        self._input_buffers = self._compiled.create_input_buffers(0)
        self._output_buffers = self._compiled.create_output_buffers(0)
        signature = next(iter(self._compiled.get_signature_list()))
        (output,) = self._compiled.get_output_tensor_details(signature).values()
        self._shape = output["shape"]
        self._dtype = np.dtype(output["dtype"])
        self._size = int(np.prod(self._shape))

    def infer(self):
        for buffer, value in zip(self._input_buffers, self._inputs):
            buffer.write(value)
        self._compiled.run_by_index(0, self._input_buffers, self._output_buffers)
        return self._output_buffers[0].read(self._size, self._dtype)

    def as_nhwc(self, output):
        return output.reshape(self._shape)

    def notes(self):
        fully = self._compiled.is_fully_accelerated()
        return {"on the GPU": "all nodes" if fully else "not all nodes"}
