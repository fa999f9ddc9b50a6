"""The options of litevk's delegate. Output of `litevk-docs python-options`; a test compares."""

from __future__ import annotations

import os
from typing import Sequence, TypedDict, Union

PathLike = Union[str, "os.PathLike[str]"]


class Options(TypedDict, total=False):
    """The options as keywords. OPTIONS tells what each means."""

    device_id: int
    device_name: str
    allow_cpu_device: bool
    on_missing_device: str
    self_test: str
    backend: str
    partition_policy: str
    cpu_kernels: str
    on_left_nodes: str
    max_delegated_partitions: int
    min_nodes_per_partition: int
    first_delegate_node_index: int
    last_delegate_node_index: int
    allowed_builtin_code: int
    error_during_init: bool
    error_during_prepare: bool
    error_during_invoke: bool
    log_level: Union[str, int]
    report_path: PathLike
    enable_op_profiling: bool
    timeline_runs: int
    enable_pipeline_statistics: bool
    debug_dump_dir: PathLike
    serialization_dir: PathLike
    gpu_op_library: PathLike
    tuning: str
    hybrid: str
    max_tile: int
    parallel_workgroups: int
    strict: bool
    verify: bool
    invoke_timeout_ms: int
    max_submit_ms: str
    is_precision_loss_allowed: bool
    disable_fusion: bool
    disable_winograd: bool
    disable_zero_copy: bool
    disable_buffer_handles: bool
    device_buffers: bool
    disable_features: Union[str, Sequence[str]]


# Meaning, values and default of each option, by key.
OPTIONS: dict[str, str] = {
    "device_id": "The Vulkan device to use, by the number that litevk-devices prints. an integer from 0 on; default: the first suitable device.",
    "device_name": "Use a device whose name contains this text. any text; default: none.",
    "allow_cpu_device": "Also use a Vulkan driver that runs on the CPU; the environment variable LITEVK_ALLOW_CPU_DEVICE=1 does the same. 0 or 1; default: 0.",
    "on_missing_device": "Without a device, leave every node to the interpreter, or fail to create the delegate. fallback or error; default: fallback.",
    "self_test": "Ask the device questions with known answers before it is used, and do without what it gets wrong. auto asks GPUs: a CPU driver compiles the questions longer than a small model. auto, always or never; default: auto.",
    "backend": "Where partitions run; reference runs them on the CPU reference kernels, for tests and bug reports. vulkan or reference; default: vulkan.",
    "partition_policy": "auto leaves a partition to the interpreter where an estimate says that it would take more than twice as long on the device as on the CPU, and a whole graph where it says more than four times; with a driver that runs on the CPU, whatever it does not make faster. It never leaves what the interpreter cannot run. all takes every partition. auto or all; default: auto.",
    "cpu_kernels": "The kernels that TFLite's interpreter has for what is left to it, for the estimates of partition_policy=auto: XNNPACK's, which it takes unless told otherwise, or its own. No delegate can ask for them. litevk's own interpreter is known, and so is the number of threads. xnnpack or builtin; default: xnnpack.",
    "on_left_nodes": "Where a node is left to the interpreter, go on, print one line with the nodes and the reasons, or make that line an error. allow, warn or error; default: allow.",
    "max_delegated_partitions": "Keep only this many partitions, the largest; 0 keeps all. an integer from 0 on; default: 0.",
    "min_nodes_per_partition": "Leave smaller partitions to the interpreter; nodes that compute constants do not count. an integer from 0 on; default: 0.",
    "first_delegate_node_index": "Leave nodes of a lower index to the interpreter. an integer from 0 on; default: 0.",
    "last_delegate_node_index": "Leave nodes of a higher index to the interpreter. an integer from 0 on; default: 2147483647.",
    "allowed_builtin_code": "Leave nodes of every other builtin operator code to the interpreter. an integer from 0 on; default: every operator.",
    "error_during_init": "Make the initialization of every partition fail, for tests. 0 or 1; default: 0.",
    "error_during_prepare": "Make the preparation of every partition fail, for tests. 0 or 1; default: 0.",
    "error_during_invoke": "Make every run of a partition fail, for tests. 0 or 1; default: 0.",
    "log_level": "What to print on standard error; info prints a table of all nodes. silent, error, warning, info, verbose or 0 to 4; default: warning.",
    "report_path": "Write the compatibility report, as JSON, whenever the interpreter applies or prepares the delegate. the path of a file; default: none.",
    "enable_op_profiling": "Time every dispatch; when the interpreter is destroyed, the times go into the report and, at level info, into a table. 0 or 1; default: 0.",
    "timeline_runs": "With enable_op_profiling: keep when each step of that many runs began and how long it took, for the report. an integer from 0 on; default: 0.",
    "enable_pipeline_statistics": "Add what the driver tells of each compiled pipeline to the report. 0 or 1; default: 0.",
    "debug_dump_dir": "Write each partition's dispatches, with their nodes and named constants, the algorithms that were chosen, with the reason against each other one, and the memory plan into this folder. the path of a folder; default: none.",
    "serialization_dir": "Keep compiled pipelines and what tuning found in this folder, so that the next process starts faster. auto is the folder litevk in XDG_CACHE_HOME or ~/.cache, where no other user may write into it; it is made where it is missing. the path of a folder, or auto; default: none.",
    "gpu_op_library": "Take operators of the user's own from this library (docs/CUSTOM_OPS.md). A name without a slash is a file of the current folder. What is wrong with the library is a warning, or an error with strict=1. the path of a shared library; default: none.",
    "tuning": "Time several algorithms for each convolution and pooling on the device when the model is prepared, and take the fastest: the few with the best estimates, or all. Slows the start, once where serialization_dir keeps the results. none, fast or exhaustive; default: none.",
    "hybrid": "How layers of floats with integer weights are computed: as TFLite's kernels do, which quantize their inputs in the run, or as layers of floats, with weights that are dequantized when the model is loaded. The latter takes memory for floats, and its results are nearer to the float model's than TFLite's are. reference or dequantize; default: reference.",
    "max_tile": "The most pixels that an invocation of a convolution, a matrix multiplication or a pooling computes, for bug reports; 0 takes the number that litevk-devices prints. Where lanes share pixels, as on lavapipe, convolutions take at least 8. an integer from 0 to 32; default: 0.",
    "parallel_workgroups": "How many workgroups run at once on the device, for experiments: the estimates that split work among workgroups count on so many. 0 takes the number that litevk-devices prints. an integer from 0 on; default: 0.",
    "strict": "Report an error instead of falling back to the CPU when there is no device or the device fails. 0 or 1; default: 0.",
    "verify": "Compare results with the CPU reference kernels, node by node: never, in every run, in the first run of each partition, or in every Nth. A wrong node is named in a warning, computed otherwise, and on the CPU last; with strict=1 the run fails (docs/design/verify.md). 0, 1, first or sample:N; default: 0.",
    "invoke_timeout_ms": "Wait at most this many milliseconds for the device, in each run of a partition and each upload of weights; then the device counts as lost and the CPU takes over. 0 waits as long as it takes. an integer from 0 on; default: 60000, or 0 with a driver that runs on the CPU.",
    "max_submit_ms": "Submit a run in parts that are estimated to take at most this many milliseconds each, so that a display on the same GPU stays alive and no watchdog ends a long run. The estimates are corrected by what runs take. 0 submits a run as a whole. a number from 0 on; default: 50, or 0 with a driver that runs on the CPU.",
    "is_precision_loss_allowed": "Allow results of lower precision than float32, as TFLite's GPU delegate does by default. Accepted, and without effect: results are float32, which is within what it allows. 0 or 1; default: 0.",
    "disable_fusion": "Run every node as a dispatch of its own, for bug reports. 0 or 1; default: 0.",
    "disable_winograd": "Compute every 3x3 convolution directly: smaller rounding errors, and an infinity or NaN in the input reaches no further than the filter. 0 or 1; default: 0.",
    "disable_zero_copy": "Pass inputs and outputs through staging buffers even where the host can write device memory, for bug reports. 0 or 1; default: 0.",
    "disable_buffer_handles": "Copy a tensor that goes from one partition to another to the interpreter's memory, even where no other node reads it. 0 or 1; default: 0.",
    "device_buffers": "In LiteRT's CompiledModel, keep inputs and outputs that only nodes on the device touch in the device's memory, so that a model's output is the next model's input without a copy (docs/LITERT.md). 0 or 1; default: 0.",
    "disable_features": "Do not use these optional features of the device, for bug reports. a comma-separated list of subgroups, storage_16bit, storage_8bit, texel_buffers, timestamps, pipeline_statistics, host_pointers, int64, thread_spreading, coherent_memory, memory_handles, dot_product; default: none.",
}
