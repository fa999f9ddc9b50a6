"""Compares random graphs on the delegate, on the CPU kernels or as ONNX models with the interpreter's reference kernels.

    python run.py --library build/release/liblitevk.so --backend reference --count 1000
    python run.py --library build/release/liblitevk.so --backend interpreter --count 1000
    python run.py --library build/release/liblitevk.so --backend instruction-sets --count 2000 --jobs 2

    python run.py --library build/release/litevk-tflite2onnx --backend onnx --python build/test-env/onnx/bin/python --count 500
    python run.py --library build/release/liblitevk.so --backend vulkan --driver llvmpipe --seed 4711 --count 1 --show

Graph number i has the seed SEED + i. Status 1: a graph failed, or the delegate took too few nodes. docs/TESTING.md
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import queue
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tools" / "test")]

import rotating_share  # noqa: E402
from generator import generate_for  # noqa: E402
from instruction_sets_subject import InstructionSets  # noqa: E402
from onnx_subject import Onnx  # noqa: E402
from smallest import write_smallest  # noqa: E402
from rows import ROWS  # noqa: E402
from stored_quantized_subject import StoredQuantized  # noqa: E402
from subject import Delegate, Kernels  # noqa: E402
from worker import Result, Worker  # noqa: E402

# The features of a device that change the kernels of quantized tensors.
FEATURES = ("dot_product", "texel_buffers", "storage_8bit", "storage_16bit", "subgroups", "int64")
# Number of seeds for one turn; the next turn's seeds follow them.
SEEDS_A_TURN = 10_000
# Number of failures that are shrunk; further ones are only listed.
MOST_SHRUNK = 3
# The least share of nodes that the delegate must take: below it the test would say little of the delegate.
MIN_SHARE = 0.6


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, help="liblitevk.so; litevk-tflite2onnx of the backend onnx")
    parser.add_argument(
        "--backend",
        choices=["vulkan", "reference", "interpreter", "instruction-sets", "onnx"],
        default="vulkan",
        help="delegate option; interpreter: quantized graphs on kernels_ref in the project's own interpreter; "
        "instruction-sets: the fast CPU kernels of each that this processor has, held against the plain loops; "
        "onnx: models of litevk-tflite2onnx in onnxruntime",
    )
    parser.add_argument("--python", help="one with onnx and onnxruntime, of the backend onnx")
    parser.add_argument("--driver", default="", help="the report's device name must contain this text")
    parser.add_argument("--quantized", action="store_true", help="graphs of quantized tensors alone")
    parser.add_argument("--operators", nargs="+", default=[], choices=sorted(ROWS), metavar="OPERATOR", help="graphs of these alone")
    parser.add_argument("--list", action="version", version="\n".join(sorted(ROWS)), help="print these operators and stop")
    parser.add_argument(
        "--stored-quantized",
        action="store_true",
        help="QUANTIZE behind each output of floats: its numbers within the dispatch of the floats, and beside it",
    )
    parser.add_argument(
        "--disable-features", help='delegate option; "one": the turn\'s own of those that integers are computed with'
    )
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="another delegate option")
    parser.add_argument("--count", type=int, default=100, help="how many graphs")
    parser.add_argument("--seed", type=int, help="of the first graph; the turn's own unless given")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--limit", type=float, default=60, help="seconds that one graph may take")
    parser.add_argument("--shrink-seconds", type=float, default=120, help="seconds to make one failure smaller")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "random_graphs", help="folder for failures")
    parser.add_argument("--show", action="store_true", help="print every graph")
    args = parser.parse_args()
    if not pathlib.Path(args.library).is_file():
        parser.error(f"--library: {args.library} is not a file")
    if args.disable_features == "one":
        args.disable_features = FEATURES[(rotating_share.current_turn() or 0) % len(FEATURES)]
    return args


def seed_of_the_turn():
    return (rotating_share.current_turn() or 0) * SEEDS_A_TURN


def run_all(subject, args):
    """(seed, result) of each graph, in order; the seed is None if a process failed after its last graph."""
    waiting, workers = queue.SimpleQueue(), [Worker(subject, args.limit) for _ in range(args.jobs)]
    for worker in workers:
        waiting.put(worker)

    def run(seed):
        worker = waiting.get()
        try:
            return seed, worker.run(seed)
        finally:
            waiting.put(worker)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        yield from pool.map(run, range(args.seed, args.seed + args.count))
    for failure in [worker.close() for worker in workers]:
        if failure:
            yield None, Result(failure)


def command(args, seed):
    given = {"--driver": args.driver, "--disable-features": args.disable_features, "--python": args.python}
    further = "".join(f" {name} {value}" for name, value in given.items() if value)
    further += " --quantized" if args.quantized else ""
    further += " --stored-quantized" if args.stored_quantized else ""
    further += f" --operators {' '.join(args.operators)}" if args.operators else ""
    further += "".join(f" --option {option}" for option in args.option)
    names = ("VK_ICD_FILENAMES", "LITEVK_VALIDATION", "LITEVK_OPSET")
    prefix = "".join(f"{name}={os.environ[name]} " for name in names if name in os.environ)
    options = f"--library {args.library} --backend {args.backend}{further} --seed {seed} --count 1 --show"
    return f"{prefix}{sys.executable} {__file__} {options}"


def report_failure(subject, args, seed, result, is_shrunk):
    print(f"FAILED seed {seed}: {result.failure}", flush=True)
    if seed is None or not is_shrunk:
        return
    print(f"  again: {command(args, seed)}", flush=True)
    if result.failure.kind != "refused":
        print(write_smallest(subject, seed, result.failure, args), flush=True)


def summary(taken, left, failed, args, seconds):
    nodes = taken.total() + left.total()
    share = taken.total() / max(1, nodes)
    delegated = f", {share:.0%} of them delegated, of {len(taken)} operators" if args.backend not in ("interpreter", "instruction-sets") else ""
    operators = f"{nodes} nodes of {len(taken | left)} operators{delegated}"
    print(f"{args.count} graphs from seed {args.seed}, {operators}: {len(failed)} failed {failed or ''} ({seconds:.0f} s)")
    return share


def subject_of(args):
    operators = tuple(args.operators)
    if args.backend == "onnx":
        return Onnx(args.library, args.python, args.quantized, operators)
    if args.backend == "interpreter":
        return Kernels(args.library, operators)
    if args.backend == "instruction-sets":
        subject = InstructionSets(args.library, args.quantized, operators)
        print(f"plain loops, and {', '.join(subject.names)}", flush=True)
        return subject
    options = dict(option.split("=", 1) for option in args.option)
    kind = StoredQuantized if args.stored_quantized else Delegate
    return kind(args.library, args.backend, args.driver, args.quantized, args.disable_features, options, operators)


def main():
    args = arguments()
    args.seed = seed_of_the_turn() if args.seed is None else args.seed
    args.library = str(pathlib.Path(args.library).resolve())
    without = f" without {args.disable_features}" if args.disable_features else ""
    given = "".join(f", {option}" for option in args.option)
    print(f"{args.count} graphs from seed {args.seed}, backend {args.backend}{without}{given}", flush=True)
    subject = subject_of(args)
    taken, left, failed, start = collections.Counter(), collections.Counter(), [], time.monotonic()
    for seed, result in run_all(subject, args):
        taken, left = taken + result.taken, left + result.left
        if args.show and seed is not None:
            print(f"seed {seed}\n{generate_for(subject, seed).text()}")
        if result.failure:
            failed.append(seed)
            report_failure(subject, args, seed, result, len(failed) <= MOST_SHRUNK)
    share = summary(taken, left, failed, args, time.monotonic() - start)
    if args.count >= 50 and share < MIN_SHARE:
        print(f"FAILED: at least {MIN_SHARE:.0%} of the nodes must be delegated")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
