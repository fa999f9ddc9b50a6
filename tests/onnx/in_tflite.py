"""Writes the models of functions that build a graph, and the results of TFLite's reference kernels, in ai-edge-litert's Python."""

import multiprocessing
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "ops" / "harness"))


def _values(details, random):
    """Integers of an input's whole range; floats of few digits, from -1.2 to 1.2."""
    dims, dtype = tuple(details["shape"]), np.dtype(details["dtype"])
    if dtype.kind == "f":
        return np.float32(0.02 * random.integers(-60, 60, dims))
    if dtype.kind == "b":
        return random.integers(0, 2, dims).astype(bool)
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max, dims, dtype, endpoint=True)


def _run(path):
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter = Interpreter(model_path=str(path), experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    random, arrays = np.random.default_rng(1), {}
    for i, details in enumerate(interpreter.get_input_details()):
        arrays[f"input_{i}"] = _values(details, random)
        interpreter.set_tensor(details["index"], arrays[f"input_{i}"])
    interpreter.invoke()
    for i, details in enumerate(interpreter.get_output_details()):
        arrays[f"output_{i}"] = interpreter.get_tensor(details["index"])
    np.savez(path.with_suffix(".npz"), **arrays)


def write(folder, builds):
    """Writes FOLDER/NAME.tflite of each function, and FOLDER/NAME.npz unless TFLite refuses the model or crashes."""
    from model_builder import ModelBuilder

    models = {}
    for name, build in builds.items():
        builder = ModelBuilder()
        build(builder.subgraph())
        models[name] = builder.serialize()
    write_models(folder, models)


def write_models(folder, models):
    """Writes FOLDER/NAME.tflite of each model in bytes, and FOLDER/NAME.npz if TFLite runs it."""
    fork = multiprocessing.get_context("fork")
    for name, model in models.items():
        path = folder / f"{name}.tflite"
        path.write_bytes(model)
        process = fork.Process(target=_run, args=(path,))
        process.start()
        process.join()


def inputs(arrays):
    return [arrays[f"input_{i}"] for i in range(sum(key.startswith("input_") for key in arrays))]
