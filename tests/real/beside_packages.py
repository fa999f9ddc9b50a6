"""Runs litevk in one process with packages that have an LLVM, a GPU runtime or threads of their own. By hand: docs/TESTING.md

    python tests/real/beside_packages.py --library build/release/liblitevk.so FIRST.tflite SECOND.tflite

This Python needs ai-edge-litert or tensorflow, and some of the packages. Each package has a process of its own. It is
imported and used before the delegate runs the models, or between the first and the second model. Status 1: a run crashed
or differs.
"""

import argparse
import importlib
import importlib.util
import subprocess
import sys

import numpy as np


def use_tensorflow(package):
    square_sum = package.function(lambda x: package.reduce_sum(x @ x), jit_compile=True)
    return float(square_sum(package.ones((4, 4))))


def use_torch(package):
    return float((package.ones(4, 4) @ package.ones(4, 4)).sum())


def use_jax(package):
    return float(package.jit(lambda x: (x @ x).sum())(np.ones((4, 4), np.float32)))


def use_numba(package):
    return package.njit(lambda x: x * 16.0)(4.0)


def use_onnxruntime(package):
    return 64 if "CPUExecutionProvider" in package.get_available_providers() else 0


def use_cv2(package):
    return float(package.boxFilter(np.full((4, 4), 4, np.float32), -1, (3, 3)).sum())


PACKAGES = {
    "tensorflow": use_tensorflow,
    "torch": use_torch,
    "jax": use_jax,
    "numba": use_numba,
    "onnxruntime": use_onnxruntime,
    "cv2": use_cv2,
}
INTERPRETERS = ("ai_edge_litert", "tensorflow")


def is_there(name):
    return importlib.util.find_spec(name) is not None


def import_interpreter(name):
    if name == "tensorflow":
        lite = importlib.import_module("tensorflow").lite
        return lite.Interpreter, lite.experimental.load_delegate, lite.experimental.OpResolverType
    module = importlib.import_module("ai_edge_litert.interpreter")
    return module.Interpreter, module.load_delegate, module.OpResolverType


def outputs_of(interpreter):
    interpreter.allocate_tensors()
    random = np.random.default_rng(1)
    for details in interpreter.get_input_details():
        values = random.standard_normal(details["shape"]).astype(details["dtype"])
        interpreter.set_tensor(details["index"], values)
    interpreter.invoke()
    return [interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details()]


def check_model(name, library, model):
    interpreter, load_delegate, resolvers = import_interpreter(name)
    delegate = load_delegate(library, {"allow_cpu_device": "1", "partition_policy": "all", "strict": "1"})
    kernels = {"experimental_op_resolver_type": resolvers.BUILTIN_REF}
    ours = outputs_of(interpreter(model, experimental_delegates=[delegate], **kernels))
    for found, expected in zip(ours, outputs_of(interpreter(model, **kernels))):
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)


def run_child(interpreter, package, order, library, models):
    def use():
        assert PACKAGES[package](importlib.import_module(package)) == 64, package

    if order == "before":
        use()
    for model in models:
        check_model(interpreter, library, model)
        use()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, help="liblitevk.so")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("models", nargs=2)
    arguments = parser.parse_args()
    if arguments.child:
        run_child(*arguments.child, arguments.library, arguments.models)
        return 0
    failed = False
    for interpreter in filter(is_there, INTERPRETERS):
        for package in filter(is_there, PACKAGES):
            for order in ("before", "after"):
                if interpreter == package and order == "after":
                    continue  # the package's interpreter imports the other package
                process = subprocess.run(
                    [sys.executable, __file__, "--child", interpreter, package, order, "--library", arguments.library]
                    + arguments.models, capture_output=True, text=True)
                said = "right" if process.returncode == 0 else f"status {process.returncode} {process.stderr[-500:]}"
                print(f"{interpreter}, {package} {order}: {said}", flush=True)
                failed |= process.returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
