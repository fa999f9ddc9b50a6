"""Reads from a program or a library the hardening that makes memory errors harder to exploit."""

import re
import subprocess


def _read(path, *options):
    return subprocess.run(["readelf", "--wide", *options, str(path)], check=True, capture_output=True, text=True).stdout


def places_searched(path):
    """Folders that are searched for a file's libraries before the system's; an empty one is the current folder."""
    lists = re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", _read(path, "--dynamic"))
    return [place for places in lists for place in places.split(":")]


def is_program_or_library(path):
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def reads_canary(path):
    """True if code of x86-64 reads the stack protector's value, which the C library keeps at %fs:0x28."""
    return re.search(rb"\x64[\x48\x4c]\x8b.\x25\x28\0\0\0", path.read_bytes(), re.S) is not None


def faults(path, has_checks=True):
    """Names of the missing protections. With `has_checks` the file has functions with arrays, which need stack checks."""
    dynamic, segments = _read(path, "--dynamic"), _read(path, "--program-headers")
    symbols = _read(path, "--dyn-syms")
    expected = {
        "lies anywhere (PIE)": re.search(r"Elf file type is DYN", segments),
        "RELRO": re.search(r"GNU_RELRO", segments),
        "BIND_NOW": re.search(r"\((?:FLAGS\).*BIND_NOW|FLAGS_1\).*NOW|BIND_NOW\))", dynamic),
        "no stack that is code": re.search(r"GNU_STACK.* RW +0", segments),
        "no text that is written": "TEXTREL" not in dynamic,
        "$ORIGIN alone in RUNPATH": all(re.match(r"\$ORIGIN(/|$)", place) for place in places_searched(path)),
        # Zig links a __stack_chk_fail of its own, which is not among the finished file's symbols.
        "stack protector": not has_checks or "__stack_chk_fail" in symbols or reads_canary(path),
    }
    return [name for name, is_there in expected.items() if not is_there]


def fortified_functions(path):
    """The used functions of the C library that check a buffer's size, such as __memcpy_chk."""
    return set(re.findall(r"\b__(?!stack)\w+_chk\b", _read(path, "--dyn-syms")))
