"""Writes every case as a model with inputs and golden outputs, for test_ops.py to run anywhere.

Run in an environment that has ai-edge-litert: python generate.py --out build/release/op_cases
The goldens are the reference kernels' (harness/reference_kernels.py).
"""

import argparse
import importlib
import pathlib
import shutil
import sys

_OPS = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(_OPS / "harness"), str(_OPS / "cases")]

import case_files  # noqa: E402
import case_writer  # noqa: E402
import graph_builder  # noqa: E402
import sweeps  # noqa: E402

# The modules are found rather than listed, since a module missing from a list would silently never run.
GRAPH_MODULES = sorted(path.stem for path in (_OPS / "cases" / "graphs").glob("*.py"))


def write_op_cases(writer, stem):
    op, cases = case_files.load(stem)
    for case in cases:
        case_writer.write_op_case(writer, stem, op, case)
    for case in sweeps.cases(case_files.content_of(stem)):
        case_writer.write_sweep_case(writer, stem, op, case)


def write_graph_cases(writer):
    for module in GRAPH_MODULES:
        importlib.import_module(f"graphs.{module}")
    for case in graph_builder.REGISTRY.values():
        case_writer.write_graph_case(writer, case)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=pathlib.Path, required=True, help="folder to fill; replaced when it exists"
    )
    parser.add_argument("--op", action="append", metavar="STEM", help="only this operator's cases")
    args = parser.parse_args()
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    writer = case_writer.Writer(args.out)
    for stem in args.op or case_files.stems():
        write_op_cases(writer, stem)
    if not args.op:
        write_graph_cases(writer)
    writer.finish()
    print(f"{len(writer.index)} cases in {args.out}")


if __name__ == "__main__":
    main()
