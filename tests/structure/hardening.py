"""What makes a mistake with memory harder to use, read from a program or a library."""

import re
import subprocess


def _read(path, *options):
    return subprocess.run(["readelf", "--wide", *options, str(path)], check=True, capture_output=True, text=True).stdout


def places_searched(path):
    """Where a file's libraries are looked for before the system's folders; an empty one is the current folder."""
    lists = re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", _read(path, "--dynamic"))
    return [place for places in lists for place in places.split(":")]


def is_program_or_library(path):
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def faults(path):
    """What is missing, in words."""
    dynamic, segments = _read(path, "--dynamic"), _read(path, "--program-headers")
    expected = {
        "lies anywhere (PIE)": re.search(r"Elf file type is DYN", segments),
        "RELRO": re.search(r"GNU_RELRO", segments),
        "BIND_NOW": re.search(r"\((?:FLAGS\).*BIND_NOW|FLAGS_1\).*NOW|BIND_NOW\))", dynamic),
        "no stack that is code": re.search(r"GNU_STACK.* RW +0", segments),
        "no text that is written": "TEXTREL" not in dynamic,
        "$ORIGIN alone in RUNPATH": all(re.match(r"\$ORIGIN(/|$)", place) for place in places_searched(path)),
    }
    return [name for name, is_there in expected.items() if not is_there]
