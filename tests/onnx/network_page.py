"""Writes docs/ONNX_NETWORKS.md from tests/onnx/networks.json (network_record.py): python tests/onnx/network_page.py"""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "ONNX_NETWORKS.md"
RECORD = pathlib.Path(__file__).resolve().parent / "networks.json"
HEADER = """# Networks as ONNX models

<!-- Written by tests/onnx/network_page.py of tests/onnx/networks.json; tests/onnx/test_network_record.py compares a share. -->

The models of [MODELS.md](MODELS.md) and [QUANTIZED_MODELS.md](QUANTIZED_MODELS.md), converted by litevk-tflite2onnx, by tf2onnx 1.17.0
(opset 18, TensorFlow 2.21) and by tflite2onnx 0.4.1, as onnxruntime 1.32.0 runs them on a CPU with AVX-512 VNNI
([ONNX.md](ONNX.md) says how the models are converted). `tests/onnx/network_record.py` measures; `tests/onnx/peers/convert.py` runs
the other two converters.

- *Nodes* and *Transposes* are all of the file; in parentheses the Transposes that do not stand at an edge of the graph, where
  they bring images into TFLite's order; *own* are the model's TRANSPOSE operators. A model of float16 constants has a Cast for each,
  and half the bytes; with `--fp16 fold`, as the other converters do it, it has the nodes and the size of the last table.
- *Integer* counts integer kernels in onnxruntime's optimised graph, *float* the convolutions and products of matrices there that
  compute in floats.
- *Agreement* is with TFLite's reference kernels on the same inputs. Integers: the share of equal ones, and the largest distance in
  steps. Floats: the largest distance in parts of the largest magnitude of the output (of 1e-3, where that is smaller). Models with
  integer weights beside floats (`dynamic_`) are compared with the same model of these weights as floats. *XNNPACK* is as far as
  TFLite's own fast kernels are from its reference kernels; *exact* is the agreement with `--quant exact`.
- *ms* is the time of a conversion: for litevk the whole program, for the others without the time of their imports.
- *kB* is the size of the file.

"""
COLUMNS = ("nodes", "Transposes", "integer / float", "agreement", "ms", "kB")
ERRORS = {"IndexError": "ends with an IndexError", "AttributeError": "ends with an AttributeError",
          "KeyError": "ends with a KeyError", "AssertionError": "ends with an AssertionError"}


def agreement(entry, is_float):
    if is_float:
        return f"{entry['largest']:.1e}"
    return f"{100 * entry['equal']:.1f} %, {entry['largest']:.0f}"


def failure(entry):
    """Why there is no result, in a few words."""
    if "wrong" in entry:
        return "written, does not run"
    kind = entry["error"].split(":")[0]
    return ERRORS.get(kind, "refused" if kind.endswith("Error") else entry["error"].replace("|", "/"))


def cells(entry):
    """The six cells of an entry, in the order of COLUMNS."""
    if entry is None:
        return ["-"] * 6
    if "error" in entry or "wrong" in entry:
        return [failure(entry), *[""] * 5]
    return [str(entry["nodes"]), f"{entry['transposes']} ({entry['body']})", f"{entry['integer_kernels']} / {entry['float_layers']}",
            agreement(entry, entry["is_float"]), f"{1000 * entry['seconds']:,.0f}", f"{entry['bytes'] / 1000:,.0f}"]


def table(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def own_row(name, row):
    is_float = row["litevk"].get("is_float", True)
    exact = row.get("exact")
    exactly = "-" if exact is None else agreement(exact, is_float) if "equal" in exact else failure(exact)
    return [name, str(row["own_transposes"]), *cells(row["litevk"]), exactly, agreement(row["fast"], is_float)]


def peer_row(name, row, peer):
    return [name, *cells(row.get(peer))]


def text(record):
    parts = [HEADER, "## litevk-tflite2onnx\n\n",
             table(("model", "own", *COLUMNS, "exact", "XNNPACK"), [own_row(n, r) for n, r in sorted(record.items())])]
    for peer in ("tf2onnx", "tflite2onnx"):
        rows = [peer_row(name, row, peer) for name, row in sorted(record.items())]
        parts += [f"\n\n## {peer}\n\n", table(("model", *COLUMNS), rows)]
    folded = [[name, *cells(row["folded"])] for name, row in sorted(record.items()) if "folded" in row]
    parts += ["\n\n## litevk-tflite2onnx --fp16 fold\n\n", table(("model", *COLUMNS), folded)]
    return "".join(parts) + "\n"


def main():
    PAGE.write_text(text(json.loads(RECORD.read_text())))


if __name__ == "__main__":
    main()
