"""Converts models with tf2onnx or tflite2onnx, in an environment that has one of them:

    python3.11 -m venv tf2onnx && tf2onnx/bin/pip install tf2onnx==1.17.0 tensorflow-cpu onnx==1.17.0

    python3.10 -m venv tflite2onnx && tflite2onnx/bin/pip install tflite2onnx==0.4.1 onnx==1.14.1 "numpy<2" "protobuf<5"

    tf2onnx/bin/python tests/onnx/peers/convert.py --out OUT MODELS...

A model of FOLDER/NAME.tflite becomes OUT/NAME.onnx; OUT/outcomes.json has seconds, without those of imports, or an error.
"""

import argparse
import importlib.util
import json
import multiprocessing
import pathlib
import time

SECONDS = 300  # limit for one model


def converter():
    """Returns the installed converter as a function of two paths."""
    if importlib.util.find_spec("tf2onnx"):
        import tensorflow  # noqa: F401  what tf2onnx imports late would count as its time
        import tf2onnx.convert

        return lambda model, written: tf2onnx.convert.from_tflite(str(model), opset=18, output_path=str(written))
    import tflite2onnx

    return lambda model, written: tflite2onnx.convert(str(model), str(written))


def convert(function, model, written, results):
    begin = time.perf_counter()
    try:
        function(model, written)
        results.send({"seconds": time.perf_counter() - begin})
    except BaseException as error:  # tf2onnx ends the process on some models
        results.send({"error": f"{type(error).__name__}: {error}"[:200]})


def outcome(function, model, written):
    """Converts one model in a process of its own, which may crash, and returns its result or error."""
    results, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=convert, args=(function, model, written, sender))
    process.start()
    sender.close()
    try:
        found = results.recv() if results.poll(SECONDS) else {"error": f"not done after {SECONDS} s"}
    except EOFError:
        found = {"error": "its process ended"}
    process.kill()
    process.join()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    multiprocessing.set_start_method("fork")
    function, outcomes = converter(), {}
    for folder in args.folders:
        for model in sorted(folder.rglob("*.tflite")):
            name = str(model.relative_to(folder).with_suffix(""))
            written = args.out / f"{name}.onnx"
            written.parent.mkdir(parents=True, exist_ok=True)
            outcomes[name] = outcome(function, model, written)
            print(name, outcomes[name], flush=True)
    (args.out / "outcomes.json").write_text(json.dumps(outcomes, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
