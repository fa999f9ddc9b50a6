"""The operator cases, models and values that a kit or the package holds, unpacked.

tests/bringup/pack_data.py writes the archive; its docstring lists the contents.
"""

from __future__ import annotations

import json
import pathlib
import tarfile
import zlib
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

ARCHIVE = "data.tar.xz"


class Data:
    """The contents of the archive. Without an archive there are no cases and no models."""

    def __init__(self, folder: pathlib.Path, index: dict[str, Any]) -> None:
        self._folder = folder
        self._index = index

    @property
    def cases(self) -> Optional[pathlib.Path]:
        """The folder of operator cases, which litevk-delegate-test reads; None where there are none."""
        folder = self._folder / "op_cases"
        return folder if folder.is_dir() else None

    def case_entries(self) -> list[dict[str, Any]]:
        """The index of the cases, in order of importance."""
        entries: list[dict[str, Any]] = json.loads((self._folder / "op_cases" / "index.json").read_text())
        return entries

    @property
    def models(self) -> list[dict[str, Any]]:
        """A dictionary for each model, in order of importance, with its `name` and the other fields of pack_data.py."""
        found: list[dict[str, Any]] = self._index.get("models", [])
        return found

    def folder_of(self, model: str) -> pathlib.Path:
        """The folder with model.tflite and values.npz."""
        return self._folder / "models" / model

    def models_for(self, role: str) -> list[str]:
        """The names of the models that a step uses for a purpose: "soak", "resize", "growth", "speed", "tuning"."""
        return [model["name"] for model in self.models if role in model["roles"]]


def find_archive(kit: Optional[pathlib.Path]) -> Optional[pathlib.Path]:
    """The archive of the kit or, without one, of the package."""
    folder = kit if kit is not None else pathlib.Path(__file__).resolve().parent
    archive = folder / ARCHIVE
    return archive if archive.is_file() else None


def unpack(archive: Optional[pathlib.Path], folder: pathlib.Path) -> Data:
    """Unpacks the archive into the folder and makes the models' inputs anew from their seeds.

    Raises OSError, tarfile.TarError or ValueError for an archive that is damaged.
    """
    if archive is None:
        return Data(folder, {})
    with tarfile.open(archive, "r:xz") as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(folder, filter="data")
        else:
            tar.extractall(folder)
    data = Data(folder, json.loads((folder / "index.json").read_text()))
    for model in data.models:
        _complete(data.folder_of(model["name"]), model["inputs"])
    return data


def _complete(folder: pathlib.Path, inputs: list[dict[str, Any]]) -> None:
    """Adds the inputs to values.npz, which the archive holds with outputs only."""
    with np.load(folder / "values.npz") as packed:
        values = {name: packed[name] for name in packed.files}
    values.update({f"input_{position}": make_input(entry) for position, entry in enumerate(inputs)})
    np.savez(folder / "values.npz", **values)


def make_input(entry: dict[str, Any]) -> npt.NDArray[Any]:
    """The values of an input from its seed: floats in [0, 1), integers from 0 to below `below`.

    Raises ValueError where this numpy makes other values than the one that packed them.
    """
    random = np.random.default_rng(entry["seed"])
    shape = tuple(entry["shape"])
    values: npt.NDArray[Any]
    if entry["dtype"] == "float32":
        values = random.random(shape, dtype=np.float32)
    else:
        values = random.integers(0, entry["below"], shape, dtype=np.dtype(entry["dtype"]))
    if zlib.crc32(values.tobytes()) != entry["crc32"]:
        raise ValueError(f"this numpy ({np.__version__}) makes other values from seeds than the one that packed the kit")
    return values
