"""Quantizes the seeded networks in every scheme: python write_quantized.py --out build/release/quantized

Runs in the environment `quantizer` of tools/test/setup_env.sh. A model is FOLDER/SCHEME/NETWORK.tflite; its float twin,
with float32 weights, is FOLDER/float/NETWORK.tflite.
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

import model_run  # noqa: E402
import registry  # noqa: E402
import rotating_share  # noqa: E402
import schemes  # noqa: E402
from ai_edge_litert.interpreter import Interpreter  # noqa: E402

# The converter cannot calibrate the bodies of loops.
UNCALIBRATED = {"gru_in_a_loop"}


def schemes_of(name):
    return [s for s in schemes.SCHEMES if name not in UNCALIBRATED or s.startswith("dynamic")]


def write(network, name, out):
    """The float model and the quantized ones, calibrated on the inputs that tests run."""
    content = dataclasses.replace(network, half_weights=False).serialize(name)
    inputs = model_run.seeded_inputs(Interpreter(model_content=content), pathlib.Path(name))
    models = {"float": content}
    for scheme in schemes_of(name):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            models[scheme] = schemes.quantize(content, scheme, [inputs])
    for scheme, content in models.items():
        (out / scheme).mkdir(parents=True, exist_ok=True)
        (out / scheme / f"{name}.tflite").write_bytes(content)
    return len(models) - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder to fill; replaced when it exists")
    parser.add_argument("--only", action="append", metavar="NAME", help="this network alone")
    parser.add_argument(rotating_share.OPTION, type=int, default=1, help="one network in so many")
    args = parser.parse_args()
    networks = registry.networks()
    names = args.only or rotating_share.share(sorted(networks), args.share, rotating_share.current_turn())
    shutil.rmtree(args.out, ignore_errors=True)
    count = sum(write(networks[name], name, args.out) for name in names)
    print(f"{count} models of {len(names)} networks in {args.out}")


if __name__ == "__main__":
    main()
