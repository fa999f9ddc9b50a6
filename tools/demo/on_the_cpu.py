"""Finds faces on the CPU in litevk.Interpreter alone and in ai-edge-litert as it comes, and compares times and faces.

Prints the size of each model's input and the faces that litevk finds. The median times of both interpreters, in turns, and their
ratio follow, and the nodes that take litevk longest. Exits with 1 when faces differ, or when litevk takes more than --most times as long.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image

import blazeface

ROUNDS = 5
# Scores and boxes of two interpreters, in pixels of the photograph.
SCORE_TOLERANCE, BOX_TOLERANCE = 1e-3, 1.0


class Timed:
    """An interpreter with the image, as a user makes it."""

    def __init__(self, name, interpreter, image):
        self.name, self._interpreter = name, interpreter
        interpreter.allocate_tensors()
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], image)
        interpreter.invoke()
        self.times_ms = []

    def run(self, repeats):
        times = []
        for _ in range(repeats):
            begin = time.perf_counter()
            self._interpreter.invoke()
            times.append((time.perf_counter() - begin) * 1e3)
        self.times_ms.append(statistics.median(times))

    @property
    def ms(self):
        return statistics.median(self.times_ms)

    def outputs(self):
        details = self._interpreter.get_output_details()
        return {detail["name"]: self._interpreter.get_tensor(detail["index"]).copy() for detail in details}


def interpreters(model, threads):
    """Functions that make both interpreters. Without `threads` each has its default."""
    import litevk
    from ai_edge_litert.interpreter import Interpreter

    return {
        "ai-edge-litert": lambda: Interpreter(model_path=str(model), num_threads=threads),
        "litevk": lambda: litevk.Interpreter(str(model), num_threads=threads, experimental_delegates=[]),
    }


def slowest_nodes(bench, model, threads, count):
    """(operator, node, share of the time) of litevk's slowest nodes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "bench.json"
        command = [bench, f"--graph={model}", "--use_cpu", "--enable_op_profiling", f"--num_threads={threads or 1}", f"--json={path}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = json.loads(path.read_text())["operators"]
    total = sum(row["mean_us"] for row in rows)
    slowest = sorted(rows, key=lambda row: -row["mean_us"])[:count]
    return [(row["op"], row["node"], row["mean_us"] / total) for row in slowest]


def agree(mine, theirs):
    """True if both lists have the same faces."""
    return len(mine) == len(theirs) and all(
        abs(one.score - other.score) <= SCORE_TOLERANCE and np.abs(one.box - other.box).max() <= BOX_TOLERANCE
        for one, other in zip(mine, theirs)
    )


def compare(model, photo, arguments):
    """Prints the comparison of one model, and returns its ratio; None where the faces differ."""
    makers = interpreters(model, arguments.threads)
    probe = makers["litevk"]()
    size = int(probe.get_input_details()[0]["shape"][1])
    image, fit = blazeface.make_input(photo, size)
    timed = {name: Timed(name, make(), image) for name, make in makers.items()}
    for round_index in range(ROUNDS):
        for name in sorted(timed, reverse=round_index % 2 == 1):
            timed[name].run(arguments.repeats)
    faces = {name: blazeface.find_faces(run.outputs(), size, fit) for name, run in timed.items()}
    print(f"Model:         {model.name}, input {size}x{size}")
    for face in faces["litevk"]:
        print(f"  face: score {face.score:.3f}, box {np.round(face.box).astype(int).tolist()}")
    for name, run in timed.items():
        print(f"  {name + ':':16} {run.ms:8.2f} ms ({min(run.times_ms):.2f}..{max(run.times_ms):.2f})")
    ratio = timed["litevk"].ms / timed["ai-edge-litert"].ms
    print(f"  litevk takes {ratio:.2f} times as long; its slowest nodes:")
    for op, node, share in slowest_nodes(arguments.bench, model, arguments.threads, arguments.nodes):
        print(f"    {share:6.1%}  {op} node {node}")
    return ratio if faces["litevk"] and agree(faces["litevk"], faces["ai-edge-litert"]) else None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, nargs="+", required=True, help="BlazeFace .tflite files")
    parser.add_argument("--photo", type=pathlib.Path, required=True)
    parser.add_argument("--bench", type=pathlib.Path, required=True, help="litevk-bench")
    parser.add_argument("--repeats", type=int, default=50, help="timed inferences of each round, default %(default)s")
    parser.add_argument("--threads", type=int, help="of both interpreters, whose default is one")
    parser.add_argument("--nodes", type=int, default=5, help="slowest nodes to list, default %(default)s")
    parser.add_argument("--most", type=float, default=2.0, help="times as long as ai-edge-litert, default %(default)s")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    photo = Image.open(arguments.photo).convert("RGB")
    ratios = [compare(model, photo, arguments) for model in arguments.models]
    if None in ratios:
        print("FAILED: the faces differ, or there is none", file=sys.stderr)
        return 1
    if max(ratios) > arguments.most:
        print(f"FAILED: more than {arguments.most:g} times as long", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
