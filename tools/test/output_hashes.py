"""Prints a hash of all outputs that a delegate library computes, as a line of JSON for each model when it is done. The
script tools/test/same_bits.py starts this one in a process for each library, in the interpreter's environment.

    VK_ICD_FILENAMES=$(python3 tools/test/driver_file.py lvp) build/test-env/litert-2.3.0/bin/python \
        tools/test/output_hashes.py build/release/liblitevk.so build/test-env/models
"""

import hashlib
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "real")]

import harness  # noqa: E402
import model_run  # noqa: E402

NOT_LOADABLE = "not loadable by the stock interpreter"


def hash_of(outputs):
    """SHA-256 of types, shapes and bytes of all outputs."""
    digest = hashlib.sha256()
    for values in outputs:
        digest.update(f"{values.dtype.str} {values.shape}\n".encode())
        digest.update(values.tobytes())
    return digest.hexdigest()


def row_of(model, delegates):
    """The hash on fixed inputs, the device, and how many nodes the delegate took."""
    stock = model_run.loaded(model, model_run.Resolver.BUILTIN)
    if stock is None:
        return {"refused": NOT_LOADABLE}
    inputs = model_run.seeded_inputs(stock, model)
    # With strict, the delegate cannot fall back to the CPU and return the CPU's bits.
    interpreter = delegates.interpreter(model, strict=1)
    model_run.set_own_shapes(interpreter, model)
    interpreter.allocate_tensors()
    outputs = harness.run(interpreter, inputs)
    report = delegates.report()
    subgraph = report.subgraph()
    return {
        "sha256": hash_of(outputs),
        "device": report.content["device"],
        "nodes": subgraph["nodes_total"],
        "delegated": subgraph["nodes_delegated"],
    }


def main(library, models):
    models = pathlib.Path(models)
    with tempfile.TemporaryDirectory() as folder:
        delegates = harness.Delegates(
            str(pathlib.Path(library).resolve()), "vulkan", pathlib.Path(folder) / "report.json"
        )
        for model in sorted(models.rglob("*.tflite")):
            name = str(model.relative_to(models)).removesuffix(".tflite")
            print(json.dumps({"model": name, **row_of(model, delegates)}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
