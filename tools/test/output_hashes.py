"""What a delegate library computes of models, as a hash of all outputs: a line of JSON for each model, when it is
done. tools/test/same_bits.py starts this in a process for each library, in the environment of the interpreter.

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
    # strict: a delegate that falls back to the CPU would show the bits of the CPU.
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
