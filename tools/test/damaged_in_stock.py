"""Runs damaged models in TFLite's own interpreter, without and with the delegate. Names the models that crash the process, or
take more than 30 seconds, only with the delegate.

    build/test-env/litert-2.3.0/bin/python tools/test/mutate_models.py --cases build/release/op_cases \
      --out build/damaged --count 2000 --seed 777
    VK_ICD_FILENAMES=$(python3 tools/test/driver_file.py lvp) build/test-env/litert-2.3.0/bin/python \
      tools/test/damaged_in_stock.py --library build/release/liblitevk.so --files build/damaged

Each run is a process of its own. The last lines count the outcomes; the status is 1 if a model was named.
"""

import argparse
import collections
import os
import pathlib
import resource
import signal
import sys

import numpy as np
from ai_edge_litert import interpreter as tflite

SECONDS = 30
MOST_BYTES = 12 << 30  # limit of a process's memory
STAGES = ("ran", "refused", "failed to run")


def run(model, delegates):
    """Runs the model and returns the stage that it reaches, as an index of STAGES."""
    try:
        interpreter = tflite.Interpreter(
            model_content=model,
            experimental_delegates=[tflite.load_delegate(*delegate) for delegate in delegates],
            experimental_op_resolver_type=tflite.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
        )
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError, MemoryError):
        return 1
    try:
        random = np.random.default_rng(0)
        for details in interpreter.get_input_details():
            if np.issubdtype(details["dtype"], np.number):
                interpreter.set_tensor(details["index"], (random.random(details["shape"]) * 4).astype(details["dtype"]))
        interpreter.invoke()
    except (RuntimeError, ValueError, MemoryError):
        return 2
    return 0


def outcome(model, delegates):
    """Runs the model in a child process. Returns one of STAGES, or the name of the signal that ended the process."""
    process = os.fork()
    if process == 0:
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(SECONDS)
        os._exit(run(model, delegates))
    status = os.waitpid(process, 0)[1]
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return STAGES[os.WEXITSTATUS(status)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True)
    parser.add_argument("--files", required=True, type=pathlib.Path, help="a folder of models")
    parser.add_argument("--backend", default="vulkan")
    args = parser.parse_args()
    options = {"backend": args.backend, "allow_cpu_device": "1", "partition_policy": "all"}
    counts, named = collections.Counter(), 0
    for path in sorted(args.files.glob("*.tflite")):
        model = path.read_bytes()
        stock = outcome(model, [])
        if stock not in STAGES:
            counts[f"without the delegate: {stock}"] += 1
            continue
        with_delegate = outcome(model, [(args.library, options)])
        counts[f"without the delegate: {stock}, with it: {with_delegate}"] += 1
        if with_delegate not in STAGES:
            named += 1
            print(f"{path}: {with_delegate}", flush=True)
    for text, count in counts.most_common():
        print(f"{count:6} {text}")
    sys.exit(1 if named else 0)


if __name__ == "__main__":
    main()
