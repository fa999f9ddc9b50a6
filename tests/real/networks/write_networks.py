"""Writes the seeded networks as .tflite files: python write_networks.py --out build/release/networks

Runs in an environment that has ai-edge-litert, whose schema it uses. Weights are random, seeded by the network's name.
"""

import argparse
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "ops" / "harness"))

import registry  # noqa: E402

FOLDER = "seeded"  # folder below --out, like a package's folder below the folder of models


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder to fill; replaced when it exists")
    parser.add_argument("--only", action="append", metavar="NAME", help="this network alone")
    args = parser.parse_args()
    networks = registry.networks()
    shutil.rmtree(args.out, ignore_errors=True)
    (args.out / FOLDER).mkdir(parents=True)
    for name in args.only or sorted(networks):
        (args.out / FOLDER / f"{name}.tflite").write_bytes(networks[name].serialize(name))
    print(f"{len(args.only or networks)} networks in {args.out}")


if __name__ == "__main__":
    main()
