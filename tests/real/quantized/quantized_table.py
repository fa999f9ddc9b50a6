"""Writes docs/QUANTIZED_MODELS.md of the models that write_quantized.py wrote: python quantized_table.py --models
build/release/quantized --library build/release/liblitevk.so, in the environment `quantizer` with litevk's package on
Python's path. The library's device is that of VK_ICD_FILENAMES: lavapipe, for the page.
"""

import argparse
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/ops/harness", "tests/real", "tests/real/quantized")]

import on_gpu  # noqa: E402
import outcome  # noqa: E402
import schemes  # noqa: E402

PAGE = ROOT / "docs" / "QUANTIZED_MODELS.md"
HEADER = f"""# Quantized networks

<!-- Written by tests/real/quantized/quantized_table.py; tests/real/test_quantized.py compares a share of the models. -->

The seeded networks of [MODELS.md](MODELS.md), quantized by ai-edge-quantizer 0.10.0 ([QUANTIZATION.md](QUANTIZATION.md)), in
`litevk.Interpreter` on the CPU, beside ai-edge-litert 2.3.0's reference kernels. Schemes are those of
`tests/real/quantized/schemes.py`: integers throughout, with integers, floats or uint8 numbers at the edges; int4 weights of
CONV_2D and FULLY_CONNECTED; int16 activations; and *dynamic* ones, whose activations are floats that kernels quantize.

| result | meaning |
| --- | --- |
| {outcome.SAME} | every bit of every output |
| {outcome.CLOSE} | within a step, or as far as TFLite's own kernels are from each other: operators compute in floats too |
| {outcome.REFUSED} | by both interpreters |
| {outcome.ABORTS} | TFLite's process ends; litevk computes the model |
| - | the converter cannot calibrate the network |

"""


ON_GPU = """
## With the delegate

On lavapipe with `partition_policy=all`, beside the same interpreter without the delegate: how many partitions there are, and
the nodes that stay with the interpreter, if any. *Close* is as far as TFLite's own kernels, XNNPACK's among them, are from each
other: where layers of floats with integer weights follow floats, a last bit of these is a step of the layer's inputs.

"""


def results(folder, outcome_of):
    """(network, scheme) to what outcome_of(model, scratch folder) returns."""
    found = {}
    for model in sorted(folder.glob("*/*.tflite")):
        if model.parent.name not in schemes.SCHEMES:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            found[model.stem, model.parent.name] = outcome_of(model, pathlib.Path(scratch))
        print(model.stem, model.parent.name, found[model.stem, model.parent.name], flush=True)
    return found


def table(found, text_of):
    """A row for each network and a column for each scheme."""
    lines = [["network", *schemes.SCHEMES], ["---"] * (1 + len(schemes.SCHEMES))]
    for name in sorted({name for name, _ in found}):
        cells = [found.get((name, scheme)) for scheme in schemes.SCHEMES]
        lines.append([name, *("-" if cell is None else text_of(cell) for cell in cells)])
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def page(found, found_on_gpu):
    close = [f"| {n} | {s} | {o.text} |" for (n, s), o in sorted(found.items()) if o.kind == outcome.CLOSE]
    differences = "\n".join(["| network | scheme | differ |", "| --- | --- | --- |", *close])
    on_cpu = f"{HEADER}{table(found, lambda cell: cell.kind)}\n\n## How close\n\nIn order of the outputs.\n\n{differences}\n"
    return f"{on_cpu}{ON_GPU}{table(found_on_gpu, on_gpu.OnGpu.cell)}\n"


def _written(text, model):
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith(f"| {model.stem} | ")]
    return rows[0][1 + list(schemes.SCHEMES).index(model.parent.name)] if rows else None


def written_kind(model):
    """What the page says of a model on the CPU; none where it has no row."""
    return _written(PAGE.read_text(), model)


def written_cell(model):
    """What the page says of a model with the delegate; none where it has no row."""
    return _written(PAGE.read_text().partition(ON_GPU)[2], model)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True, help="what write_quantized.py wrote")
    parser.add_argument("--library", required=True, help="liblitevk.so")
    args = parser.parse_args()
    on_cpu = results(args.models, outcome.outcome_of)
    delegated = results(args.models, lambda model, folder: on_gpu.outcome_of(model, args.library, folder))
    PAGE.write_text(page(on_cpu, delegated))


if __name__ == "__main__":
    main()
