"""Selects the operator cases of the bring-up's archive: those that run on the GPU, the first case of every operator first."""

import json
import lzma
import shutil

# Compression level that the sizes are estimated with.
_PRESET = 6


def write(cases, out, most_bytes, largest_case):
    """Copies cases into `out` until they have about `most_bytes`, compressed. Returns the number of cases."""
    index = json.loads((cases / "index.json").read_text())
    entries = [entry for entry in index if _is_wanted(entry) and _size(cases / entry["name"]) <= largest_case]
    taken = _fitting(cases, in_turns(entries), most_bytes)
    for entry in taken:
        shutil.copytree(cases / entry["name"], out / entry["name"])
    out.mkdir(parents=True, exist_ok=True)
    (out / "index.json").write_text(json.dumps(taken))
    return len(taken)


def _is_wanted(entry):
    """True for cases that the GPU runs: strings and cases for kernels_ref only do not matter there."""
    return entry["runs_on"] == "gpu" and not entry.get("rejected") and not entry.get("error")


def _size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def in_turns(entries):
    """The first case of each operator, then the second of each, so that any leading part has cases of all operators."""
    turns, seen = [], {}
    for entry in entries:
        stem = entry["name"].split("/")[0]
        turns.append((seen.setdefault(stem, 0), entry))
        seen[stem] += 1
    return [entry for _, entry in sorted(turns, key=lambda pair: pair[0])]


def _fitting(cases, entries, most_bytes):
    """The longest leading part of `entries` that compresses, as one stream, to at most `most_bytes`."""
    compressor = lzma.LZMACompressor(preset=_PRESET)
    written, taken = 0, []
    for entry in entries:
        for path in sorted((cases / entry["name"]).rglob("*")):
            if path.is_file():
                written += len(compressor.compress(path.read_bytes()))
        if written > most_bytes:
            break
        taken.append(entry)
    return taken
