"""Writes docs/QUANTIZED_MODELS.md from the models of write_quantized.py: python quantized_table.py --models
build/release/quantized --library build/release/liblitevk.so, in the environment `quantizer` with litevk's package on
Python's path. The library's device is that of VK_ICD_FILENAMES: lavapipe, for the page. Entries of models that the folder
lacks stay as they are.
"""

import argparse
import dataclasses
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

The seeded networks of [MODELS.md](MODELS.md), and MediaPipe's face detector and face landmarks with their own weights, quantized by
ai-edge-quantizer 0.10.0 ([QUANTIZATION.md](QUANTIZATION.md)), in `litevk.Interpreter` on the CPU, beside ai-edge-litert 2.3.0's
reference kernels. `tests/real/quantized/write_quantized.py` makes the models. Schemes are those of
`tests/real/quantized/schemes.py`: integers throughout, with integers, floats or uint8 numbers at the edges; int4 weights of
CONV_2D and FULLY_CONNECTED; int16 activations; and *dynamic* ones, whose activations are floats that kernels quantize.

Networks of *uint8* are as TensorFlow 1's converter wrote them: a scale for each tensor, and weights with any zero point.
ai-edge-quantizer writes none, so `tests/real/quantized/uint8_model.py` makes them of int8 ones and of the floats' weights. Operators
without a kernel of uint8 in TFLite (BATCH_MATMUL, RSQRT, SQUARED_DIFFERENCE, the LSTM and others) stay int8 there, between two
QUANTIZE. TFLite_Detection_PostProcess of ssd_mobilenet_v1 reads uint8 and returns floats, as in the published detectors.

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
    """The results of outcome_of(model, scratch folder), keyed by (network, scheme)."""
    found = {}
    for model in sorted(folder.glob("*/*.tflite")):
        if model.parent.name not in schemes.SCHEMES:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            found[model.stem, model.parent.name] = outcome_of(model, pathlib.Path(scratch))
        print(model.stem, model.parent.name, found[model.stem, model.parent.name], flush=True)
    return found


@dataclasses.dataclass
class Page:
    """The cells of the page, keyed by (network, scheme)."""

    on_cpu: dict
    differences: dict
    on_gpu: dict

    def text(self):
        close = [f"| {n} | {s} | {text} |" for (n, s), text in sorted(self.differences.items())]
        differences = "\n".join(["| network | scheme | differ |", "| --- | --- | --- |", *close])
        on_cpu = f"{HEADER}{table(self.on_cpu)}\n\n## How close\n\nIn order of the outputs.\n\n{differences}\n"
        return f"{on_cpu}{ON_GPU}{table(self.on_gpu)}\n"

    def update(self, found, found_on_gpu):
        """Updates the cells of the models that were run."""
        self.on_cpu |= {model: o.kind for model, o in found.items()}
        self.on_gpu |= {model: o.cell() for model, o in found_on_gpu.items()}
        kept = {model: text for model, text in self.differences.items() if model not in found}
        self.differences = kept | {model: o.text for model, o in found.items() if o.kind == outcome.CLOSE}


def table(cells):
    """A row for each network and a column for each scheme."""
    lines = [["network", *schemes.SCHEMES], ["---"] * (1 + len(schemes.SCHEMES))]
    for name in sorted({name for name, _ in cells}):
        lines.append([name, *(cells.get((name, scheme), "-") for scheme in schemes.SCHEMES)])
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def rows_of(text):
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]


def cells_of(text):
    """The cells of a table of networks by schemes."""
    rows = rows_of(text)
    start = next(i for i, row in enumerate(rows) if row[0] == "network")
    names = rows[start][1:]
    cells = {(row[0], scheme): cell for row in rows[start + 2 :] for scheme, cell in zip(names, row[1:])}
    return {model: cell for model, cell in cells.items() if cell != "-"}


def written():
    """The page as it is in the repository."""
    on_cpu, _, rest = PAGE.read_text().partition("\n## How close")
    differences, _, on_gpu_text = rest.partition("\n## With the delegate")
    texts = {(row[0], row[1]): row[2] for row in rows_of(differences)[2:]}
    return Page(cells_of(on_cpu), texts, cells_of(on_gpu_text))


def written_kind(model):
    """The page's entry for a model on the CPU; None without a row."""
    return written().on_cpu.get((model.stem, model.parent.name))


def written_cell(model):
    """The page's entry for a model with the delegate; None without a row."""
    return written().on_gpu.get((model.stem, model.parent.name))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True, help="what write_quantized.py wrote")
    parser.add_argument("--library", required=True, help="liblitevk.so")
    args = parser.parse_args()
    on_cpu = results(args.models, outcome.outcome_of)
    delegated = results(args.models, lambda model, folder: on_gpu.outcome_of(model, args.library, folder))
    page = written()
    page.update(on_cpu, delegated)
    PAGE.write_text(page.text())


if __name__ == "__main__":
    main()
