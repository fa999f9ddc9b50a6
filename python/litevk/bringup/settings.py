"""The command line."""

from __future__ import annotations

import argparse
import math
import os
import pathlib
from dataclasses import dataclass
from typing import Optional, Sequence

from ..parser import Parser

DEFAULT_MINUTES = 8.0
DEFAULT_FOLDER = "litevk-bringup"


@dataclass(frozen=True)
class Settings:
    """The values of the command line."""

    minutes: float
    out: pathlib.Path
    device: str  # a number of litevk-devices or a part of a name; "": the one that litevk would take
    allow_cpu_device: bool
    kit: Optional[pathlib.Path]  # a folder with data of its own; None: what the package has
    steps: Sequence[str]


def _minutes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f'expected a number above 0, found "{text}"')
    return value


def _option(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or key not in ("device_id", "device_name", "allow_cpu_device"):
        raise argparse.ArgumentTypeError(f'expected device_id=, device_name= or allow_cpu_device=, found "{text}"')
    return key, value


def parse(arguments: Sequence[str], steps: Sequence[str]) -> Settings:
    """Parses the command line. Ends the program with status 2 and a message if it is wrong."""
    parser = Parser(
        prog="litevk bringup",
        description="Finds out what is wrong and what is slow with litevk on this GPU, and writes it into one folder.",
    )
    parser.add_argument("--minutes", type=_minutes, default=DEFAULT_MINUTES, help="how long it may take (%(default)g)")
    parser.add_argument(
        "--out", type=pathlib.Path, default=pathlib.Path(DEFAULT_FOLDER), help="the folder to write; new or empty (%(default)s)"
    )
    parser.add_argument("--device", default="", metavar="ID|NAME", help="a number or part of a name of litevk-devices")
    parser.add_argument("--allow-cpu-device", action="store_true", help="also take a Vulkan driver that runs on the CPU")
    parser.add_argument(
        "-o", type=_option, action="append", default=[], dest="options", metavar="KEY=VALUE",
        help="an option of the delegate that chooses a device: device_id, device_name or allow_cpu_device",
    )
    parser.add_argument("--kit", type=pathlib.Path, help="a folder of tools/bringup/pack.sh, for its cases, models and peers")
    parser.add_argument(
        "--step", action="append", choices=steps, dest="steps", help="this step alone, after devices; may be repeated"
    )
    found = parser.parse_args(arguments)
    if found.kit is not None and not found.kit.is_dir():
        parser.error(f"--kit: {found.kit} is no folder")
    if found.out.exists() and (not found.out.is_dir() or any(found.out.iterdir())):
        parser.error(f"--out: {found.out} is there already; name a new folder, or an empty one")
    nearest = next(folder for folder in (found.out.absolute(), *found.out.absolute().parents) if folder.exists())
    if not os.access(nearest, os.W_OK | os.X_OK):
        parser.error(f"--out: you may not write into the folder {nearest}")
    options = dict(found.options)
    allowed = options.get("allow_cpu_device", "0") in ("1", "true", "True")
    return Settings(
        minutes=found.minutes,
        out=found.out,
        device=options.get("device_name", options.get("device_id", found.device)),
        allow_cpu_device=found.allow_cpu_device or allowed,
        kit=found.kit,
        steps=found.steps or list(steps),
    )
