"""Compares a quantized network in litevk.Interpreter with the delegate and without it.

python on_gpu.py --library build/release/liblitevk.so MODEL...: prints the outcome, and why nodes were left to the CPU.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/ops/harness", "tests/real", "tests/real/quantized")]

import litevk  # noqa: E402
import outcome  # noqa: E402
import stock  # noqa: E402

# XNNPACK is among the resolvers, since a last bit of floats before a hybrid layer may become a step of its inputs.
RESOLVERS = ("BUILTIN_WITHOUT_DEFAULT_DELEGATES", "BUILTIN")
OPTIONS = {"allow_cpu_device": 1, "strict": 1, "partition_policy": "all"}


@dataclasses.dataclass
class OnGpu:
    """An outcome's kind and text, the number of partitions on the device, and the nodes that the interpreter kept."""

    kind: str
    text: str
    partitions: int
    left: list

    def cell(self):
        """The cell of docs/QUANTIZED_MODELS.md."""
        if self.kind == outcome.REFUSED:
            return self.kind
        pieces = "1 partition" if self.partitions == 1 else f"{self.partitions} partitions"
        kept = f", {len(self.left)} nodes left" if self.left else ""
        return f"{self.kind}, {pieces}{kept}"


def nodes(report):
    """Returns the nodes of all subgraphs."""
    return [node for subgraph in report["subgraphs"] for node in subgraph["nodes"]]


def outcome_of(model, library, folder):
    """Runs the model with the delegate of `library` and returns the outcome; `folder` is for the report."""
    try:
        expected = stock.run(litevk.Interpreter(str(model), experimental_delegates=[]), model)
    except RuntimeError as error:
        return OnGpu(outcome.REFUSED, str(error).splitlines()[0], 0, [])
    path = folder / "report.json"
    delegate = litevk.load_delegate(library, {**OPTIONS, "report_path": path})
    interpreter = litevk.Interpreter(str(model), experimental_delegates=[delegate])
    found = outcome.compared(model, folder, interpreter, stock.run(interpreter, model), expected, RESOLVERS)
    reported = nodes(json.loads(path.read_text()))
    partitions = {node["partition"] for node in reported if node["delegated"]}
    return OnGpu(found.kind, found.text, len(partitions), [node for node in reported if not node["delegated"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", required=True, help="liblitevk.so")
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    for model in args.models:
        with tempfile.TemporaryDirectory() as scratch:
            found = outcome_of(model, args.library, pathlib.Path(scratch))
        print(f"{model.parent.name}/{model.stem}: {found.cell()} {found.text}", flush=True)
        for (op, reason), count in collections.Counter((n["op"], n["reason"]) for n in found.left).most_common():
            print(f"  {count} {op}: {reason}", flush=True)


if __name__ == "__main__":
    main()
