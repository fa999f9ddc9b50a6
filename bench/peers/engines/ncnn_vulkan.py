"""ncnn on Vulkan, in float32."""

import ncnn
import numpy as np

from engines import nchw


class Engine:
    def __init__(self, stem, options):
        self._stem = stem

    def prepare(self, inputs):
        # ncnn's tensors have no dimension for the batch.
        self._inputs = [nchw.from_nhwc(value)[0] for value in inputs]

    def load(self):
        self._net = ncnn.Net()
        options = self._net.opt
        options.use_vulkan_compute = True
        options.use_fp16_packed = False
        options.use_fp16_storage = False
        options.use_fp16_arithmetic = False
        options.use_bf16_storage = False
        for load, suffix in ((self._net.load_param, "param"), (self._net.load_model, "bin")):
            if load(f"{self._stem}.ncnn.{suffix}") != 0:
                raise RuntimeError(f"ncnn cannot load {self._stem}.ncnn.{suffix}")

    def infer(self):
        extractor = self._net.create_extractor()
        for number, value in enumerate(self._inputs):
            extractor.input(f"in{number}", ncnn.Mat(value))
        status, output = extractor.extract("out0")
        if status != 0:
            raise RuntimeError(f"ncnn's extract() returned {status}")
        return np.array(output)

    def as_nhwc(self, output):
        return nchw.to_nhwc(output[np.newaxis])

    def notes(self):
        if ncnn.get_gpu_count() == 0:
            raise RuntimeError("ncnn found no Vulkan device and ran on the CPU")
        return {"device": ncnn.get_gpu_info(0).device_name()}
