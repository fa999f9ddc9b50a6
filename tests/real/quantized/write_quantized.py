"""Quantizes the seeded networks, and two of MediaPipe's, in every scheme: python write_quantized.py --out
build/release/quantized --models build/test-env/models

Runs in the environment `quantizer` of tools/test/setup_env.sh. A model is FOLDER/SCHEME/NETWORK.tflite.
"""

import argparse
import contextlib
import dataclasses
import io
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDERS = ("tests/ops/harness", "tests/real", "tests/real/networks", "tools/test")
sys.path[:0] = [str(ROOT / folder) for folder in FOLDERS]

import faces  # noqa: E402
import model_run  # noqa: E402
import registry  # noqa: E402
import rotating_share  # noqa: E402
import schemes  # noqa: E402
from ai_edge_litert.interpreter import Interpreter  # noqa: E402

# The converter cannot calibrate the bodies of loops.
UNCALIBRATED = {"gru_in_a_loop"}
FACES = (faces.DETECTOR, faces.LANDMARKS)


def schemes_of(name):
    return [s for s in schemes.SCHEMES if name not in UNCALIBRATED or s.startswith("dynamic")]


def seeded(name):
    """A network, and the tests' inputs for its calibration."""
    content = dataclasses.replace(registry.networks()[name], half_weights=False).serialize(name)
    return content, [model_run.seeded_inputs(Interpreter(model_content=content), pathlib.Path(name))]


def real(name, models):
    """A model of MediaPipe, and parts of a photograph for its calibration."""
    return faces.float_model(models, name), faces.samples(faces.photograph(models), name)


def write(name, content, samples, out):
    """Writes the quantized models and returns them."""
    models = {}
    for scheme in schemes_of(name):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            models[scheme] = schemes.quantize(content, scheme, samples)
    for scheme, content in models.items():
        (out / scheme).mkdir(parents=True, exist_ok=True)
        (out / scheme / f"{name}.tflite").write_bytes(content)
    return len(models)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder to fill; replaced when it exists")
    parser.add_argument("--models", type=pathlib.Path, required=True, help="of tools/test/setup_env.sh")
    parser.add_argument("--only", action="append", metavar="NAME", help="this network alone")
    parser.add_argument(rotating_share.OPTION, type=int, default=1, help="one network in so many")
    args = parser.parse_args()
    known = sorted([*registry.networks(), *FACES])
    names = args.only or rotating_share.share(known, args.share, rotating_share.current_turn())
    shutil.rmtree(args.out, ignore_errors=True)
    count = 0
    for name in names:
        content, samples = real(name, args.models) if name in FACES else seeded(name)
        count += write(name, content, samples, args.out)
    print(f"{count} models of {len(names)} networks in {args.out}")


if __name__ == "__main__":
    main()
