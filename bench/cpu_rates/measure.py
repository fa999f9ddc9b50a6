"""Measures the rates of CPU kernels that partition_policy=auto reckons with.

    build/test-env/litert-2.3.0/bin/python bench/cpu_rates/measure.py

writes delegate/partition/cpu_rates.inc and docs/benchmarks/cpu_rates.md, from the layers of layers.py and the networks given, in the
litevk of build/release beside ai-edge-litert. Run it on an idle machine; it takes about five minutes. Build after that, and run it
with --again: the page's estimates are then the new rates'. docs/BENCHMARKING.md
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/ops/harness", "tests/tools", "bench/peers")]

import numpy as np  # noqa: E402
from ai_edge_litert.interpreter import Interpreter  # noqa: E402

import engines  # noqa: E402
import layers  # noqa: E402
import machine  # noqa: E402
import report  # noqa: E402

NETWORKS = ("mobilenet_v1", "mobilenet_v2", "resnet_18")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="the folder of the build")
    parser.add_argument("--networks", nargs="*", type=pathlib.Path, metavar="MODEL.tflite",
                        default=sorted((ROOT / "build/test-env/models").glob("mediapipe/**/*.tflite"))[:3],
                        help="further networks beside MobileNet V1 and V2 and ResNet-18 (three of MediaPipe's)")
    parser.add_argument("--seconds", type=float, default=0.2, help="of each engine and model in a round (0.2)")
    parser.add_argument("--layers", type=int, help="so many layers alone, for a trial")
    parser.add_argument("--out", type=pathlib.Path, help="a folder for both files, in place of their own")
    parser.add_argument("--again", action="store_true", help="take the times of the last run, which lie in the folder of the build")
    return parser.parse_args()


def times_of(args, name, stem):
    """The times of a model in each engine, of this run or of the last one."""
    path = args.build / "cpu_rates_times.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    if not args.again:
        known[name] = [[*key, us] for key, us in engines.measure(stem, args.build / "python", args.seconds).items()]
        path.write_text(json.dumps(known))
    return {(kernels, threads): us for kernels, threads, us in known[name]}


def write_inputs(stem, model):
    """Writes values of the inputs beside the model, as litevk.peers reads them."""
    interpreter, random = Interpreter(model_content=model, num_threads=1), np.random.default_rng(1)
    for number, detail in enumerate(interpreter.get_input_details()):
        if np.issubdtype(detail["dtype"], np.floating):
            values = random.uniform(-1, 1, detail["shape"])
        else:
            values = random.integers(0, 100, detail["shape"])
        np.save(f"{stem}.input{number}.npy", np.asarray(values, detail["dtype"]))


def estimates_of(build, model, isa=None):
    environment = {name: value for name, value in os.environ.items() if name != "LITEVK_CPU"} | ({"LITEVK_CPU": isa} if isa else {})
    command = [build / "litevk-bench", f"--graph={model}", "--cpu_estimates"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)


def measured(args, folder, name, model):
    """The record of a model: its nodes, its times and its estimates."""
    stem = pathlib.Path(folder) / "model"
    for old in pathlib.Path(folder).iterdir():
        old.unlink()
    pathlib.Path(f"{stem}.tflite").write_bytes(model)
    write_inputs(stem, model)
    known, plain = (estimates_of(args.build, f"{stem}.tflite", isa) for isa in (None, "reference"))
    print(name, flush=True)
    return {
        "name": name,
        "nodes": known["nodes"],
        "estimates_us": known["estimates_us"] | {"plain-1": plain["estimates_us"]["litevk-1"]},
        "us": times_of(args, name, stem),
    }


def models(args):
    """(name, bytes, is_layer) of each model."""
    import networks
    from model_builder import ModelBuilder

    for name, is_int8 in layers.names()[: args.layers]:
        yield f"{name}, {'int8' if is_int8 else 'float32'}", layers.build(ModelBuilder(), name, is_int8), True
    if args.layers is None:
        for name in NETWORKS:
            yield name, getattr(networks, name)(), False
        for path in args.networks:
            yield path.stem, path.read_bytes(), False


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as folder:
        records = [(measured(args, folder, name, model), is_layer) for name, model, is_layer in models(args)]
    page = report.page([record for record, _ in records], machine.cpu_name(), machine.commit(ROOT))
    if args.layers is not None:
        print(page)
        return
    table = report.rates_table([record for record, is_layer in records if is_layer])
    inc, markdown = (ROOT / "delegate/partition/cpu_rates.inc", ROOT / "docs/benchmarks/cpu_rates.md")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        inc, markdown = (args.out / path.name for path in (inc, markdown))
    inc.write_text(table)
    markdown.write_text(page)
    print(f"{table}\n{page}\nWritten to {inc} and {markdown}")


if __name__ == "__main__":
    main()
