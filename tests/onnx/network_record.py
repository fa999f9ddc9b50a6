"""Writes tests/onnx/networks.json, from which network_page.py makes docs/ONNX_NETWORKS.md:

    build/test-env/onnx/bin/python tests/onnx/network_record.py --program build/release/litevk-tflite2onnx \\
        --environment build/test-env --peer tf2onnx=OUT --peer tflite2onnx=OUT FOLDERS...

FOLDERS have the models, OUT the results of peers/convert.py for the same folders. Entries of other models and of peers
that are not given stay as they are.
"""

import argparse
import json
import pathlib
import tempfile

import networks

RECORD = pathlib.Path(__file__).resolve().parent / "networks.json"


def of_peer(out, name, arrays):
    outcome = json.loads((out / "outcomes.json").read_text()).get(name)
    if outcome is None:
        return None
    written = out / f"{name}.onnx"
    if "error" in outcome or not written.exists():
        return {"error": outcome.get("error", "nothing written")}
    return {"seconds": round(outcome["seconds"], 3), **networks.measured(written, arrays)}


def ours(program, model, scratch, arrays, *options):
    """A record's entries of litevk's conversion."""
    written = scratch / "model.onnx"
    seconds, refused = networks.convert(program, model, written, *options)
    entries = {"error": "; ".join(refused)} if refused else networks.measured(written, arrays)
    return {"seconds": round(seconds, 3), **entries}


def row(args, peers, folder, model):
    name = str(model.relative_to(folder).with_suffix(""))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        is_run = args.program or any((out / f"{name}.onnx").exists() for out in peers.values())
        arrays = networks.reference(args.environment, model, scratch) if is_run else {}
        if arrays is None:
            return name, None
        found = {peer: of_peer(out, name, arrays) for peer, out in peers.items()}
        return name, found if args.program is None else {**found, **our_row(args.program, model, scratch, arrays)}


def our_row(program, model, scratch, arrays):
    fast = networks.agreement(networks.numbered(arrays, "fast"), networks.numbered(arrays, "output"))
    found = {"bytes": model.stat().st_size, "own_transposes": int(arrays["own_transposes"]),
             "litevk": ours(program, model, scratch, arrays),
             "fast": {"equal": round(fast.equal, 5), "largest": float(f"{fast.largest:.3g}")}}
    if found["litevk"].get("roundings"):
        found["exact"] = ours(program, model, scratch, arrays, "--quant", "exact")
    if found["litevk"].get("halves"):
        found["folded"] = ours(program, model, scratch, arrays, "--fp16", "fold")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", help="litevk-tflite2onnx; without it only the peers are measured")
    parser.add_argument("--environment", required=True, help="the folder that tools/test/setup_env.sh filled")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=OUT")
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    peers = {peer: pathlib.Path(out) for peer, out in (pair.split("=", 1) for pair in args.peer)}
    rows = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    for folder in args.folders:
        for model in sorted(folder.rglob("*.tflite")):
            name, found = row(args, peers, folder, model)
            if found is not None and (args.program or name in rows):
                rows[name] = {**rows.get(name, {}), **found}
                print(name, json.dumps(found), flush=True)
    RECORD.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
