"""Writes docs/QUANTIZED_MODELS.md of the models that write_quantized.py wrote: python quantized_table.py --models
build/release/quantized, in the environment `quantizer` with litevk's package on Python's path.
"""

import argparse
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/ops/harness", "tests/real", "tests/real/quantized")]

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


def results(folder):
    """(network, scheme) to the outcome."""
    found = {}
    for model in sorted(folder.glob("*/*.tflite")):
        if model.parent.name not in schemes.SCHEMES:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            found[model.stem, model.parent.name] = outcome.outcome_of(model, pathlib.Path(scratch))
        print(model.stem, model.parent.name, found[model.stem, model.parent.name], flush=True)
    return found


def page(found):
    names = sorted({name for name, _ in found})
    lines = [["network", *schemes.SCHEMES], ["---"] * (1 + len(schemes.SCHEMES))]
    for name in names:
        cells = [found.get((name, scheme)) for scheme in schemes.SCHEMES]
        lines.append([name, *("-" if cell is None else cell.kind for cell in cells)])
    table = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
    close = [f"| {n} | {s} | {o.text} |" for (n, s), o in sorted(found.items()) if o.kind == outcome.CLOSE]
    differences = "\n".join(["| network | scheme | differ |", "| --- | --- | --- |", *close])
    return f"{HEADER}{table}\n\n## How close\n\nIn order of the outputs.\n\n{differences}\n"


def written_kind(model):
    """What the page says of a model; none where it has no row."""
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith(f"| {model.stem} | ")]
    return rows[0][1 + list(schemes.SCHEMES).index(model.parent.name)] if rows else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True, help="what write_quantized.py wrote")
    PAGE.write_text(page(results(parser.parse_args().models)))


if __name__ == "__main__":
    main()
