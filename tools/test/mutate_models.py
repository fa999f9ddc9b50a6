"""Writes damaged models for tests/fuzz: always the same ones for the same operator cases and seed.

    build/test-env/litert-2.3.0/bin/python tools/test/mutate_models.py --cases build/release/op_cases \
      --out build/fuzz/files --count 5000

Most files are valid FlatBuffers with changed contents. Dims, types, ids, options or versions differ, values are cut off, or
an operator, a tensor or an output is added or removed. A quarter has other lists of tensors at operators and subgraphs, and
nothing else. The rest has flipped bits and changed numbers anywhere, most of which the loader refuses at once.
"""

import argparse
import math
import pathlib
import shutil
import struct

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

MOST_BYTES = 16384
MOST_MISTAKES = 4
INTEGERS = (0, 1, 2, 3, 4, 7, 8, 16, 255, 65536, 2**30, 2**31 - 1, -1, -2, -(2**31))
FLOATS = (0.0, -1.0, 1.0, 0.5, 1e30, -1e-30, math.inf, -math.inf, math.nan)


class Random:
    """A linear congruential generator (Knuth's MMIX): the same numbers in every Python."""

    def __init__(self, seed):
        self._state = seed
        self.below(1)

    def below(self, limit):
        """A number from 0 to limit - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % limit

    def of(self, values):
        return values[self.below(len(values))]


def other_integer(value, random):
    return random.of((int(value) + random.below(7) - 3, random.of(INTEGERS), random.below(256)))


def other_number(value, random):
    if isinstance(value, (bool, np.bool_)):
        return not value
    if isinstance(value, (float, np.floating)):
        return random.of(FLOATS)
    return other_integer(value, random)


def other_list(values, random):
    """Returns a list with an element more, less or changed, or in another order. Objects are shared: one may occur twice."""
    values = list(values)
    position, kind = random.below(len(values)), random.below(5)
    if kind == 0:
        del values[position]
    elif kind == 1:
        values.insert(position, random.of(values))
    elif kind == 2:
        other = random.below(len(values))
        values[position], values[other] = values[other], values[position]
    elif isinstance(values[position], (int, float, np.number)):
        values[position] = other_number(values[position], random)
    return values


def other_bytes(data, random):
    """Returns changed or shortened bytes for a buffer or for a custom operator's options."""
    changed = bytearray(bytes(data))
    for _ in range(1 + random.below(4)):
        changed[random.below(len(changed))] = random.below(256)
    kept = len(changed) if random.below(3) else random.below(len(changed))
    return np.frombuffer(bytes(changed[:kept]), np.uint8)


def slots_of(part):
    """(object, attribute) of everything below an object of the schema that can be changed."""
    found = []
    for name, value in sorted(vars(part).items()):
        if isinstance(value, (int, float, bool, np.number, np.ndarray)) or (isinstance(value, list) and value):
            found.append((part, name))
        for child in value if isinstance(value, list) else [value]:
            if type(child).__module__ == schema.__name__:
                found.extend(slots_of(child))
    return found


def change_slot(part, name, random):
    value = getattr(part, name)
    if isinstance(value, np.ndarray) and value.dtype == np.uint8:
        changed = other_bytes(value, random) if len(value) else value
    elif isinstance(value, (list, np.ndarray)):
        changed = other_list(value, random) if len(value) else value
    else:
        changed = other_number(value, random)
    setattr(part, name, changed)


def packed(model, size):
    builder = flatbuffers.Builder(size + 64)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def says_something_else(data, random):
    """The model with changed contents. Fails if the format cannot hold them, such as 65536 in a byte."""
    model = schema.ModelT.InitFromPackedBuf(data, 0)
    slots = slots_of(model)
    for _ in range(1 + random.below(MOST_MISTAKES)):
        change_slot(*random.of(slots), random)
    return packed(model, len(data))


def operand_lists(model):
    """(object, attribute, ids that exist there) of each list of tensors: of operators, and of subgraphs' edges."""
    found = []
    for subgraph in model.subgraphs:
        ids = len(subgraph.tensors or [])
        for part in [subgraph, *(subgraph.operators or [])]:
            for name in ("inputs", "outputs", "intermediates"):
                if getattr(part, name, None) is not None:
                    found.append((part, name, ids))
    return found


def other_operands(ids, count, most, random):
    """Returns a list of tensors with one dropped, added, left out, swapped or replaced by another of a subgraph."""
    ids, kind = [int(number) for number in ids], random.below(6)
    any_id = random.of((random.below(max(count, 1)), random.below(max(most, 1)), -1, count, *INTEGERS))
    if not ids or kind == 0:
        return [*ids, any_id]
    position, other = random.below(len(ids)), random.below(len(ids))
    if kind == 1:
        del ids[position]
    elif kind == 2:
        ids[position] = -1
    elif kind == 3:
        ids[position], ids[other] = ids[other], ids[position]
    elif kind == 4:
        ids = ids[:position]
    else:
        ids[position] = any_id
    return ids


def has_other_operands(data, random):
    """The model with other lists of tensors, and nothing else."""
    model = schema.ModelT.InitFromPackedBuf(data, 0)
    lists = operand_lists(model)
    most = max(count for _, _, count in lists)
    for _ in range(1 + random.below(2)):
        part, name, count = random.of(lists)
        setattr(part, name, np.array(other_operands(getattr(part, name), count, most, random), np.int32))
    return packed(model, len(data))


def has_other_bytes(data, random):
    changed = bytearray(data)
    for _ in range(1 + random.below(2)):
        if random.below(2):
            changed[random.below(len(changed))] ^= 1 << random.below(8)
        else:
            struct.pack_into("<i", changed, 4 * random.below(len(changed) // 4), random.of(INTEGERS))
    return bytes(changed if random.below(20) else changed[: random.below(len(changed))])


def mutated(data, random):
    if random.below(5) == 0:
        return has_other_bytes(data, random)
    damage = random.of((says_something_else, says_something_else, has_other_operands))
    while True:
        try:
            return damage(data, random)
        except (AttributeError, TypeError, ValueError, OverflowError, struct.error):
            continue  # Python's FlatBuffers raise these for numbers that do not fit


def models_below(folder):
    paths = sorted(pathlib.Path(folder).rglob("model.tflite"))
    return [path for path in paths if 16 <= path.stat().st_size <= MOST_BYTES]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", required=True, help="a folder of models, as tests/ops/generate.py fills it")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="where the files go; what is there is removed")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    models = models_below(args.cases)
    if not models:
        parser.error(f"there are no models in {args.cases}; run ctest --preset release -R ops.generate first")
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    random = Random(args.seed)
    np.seterr(all="ignore")
    for number in range(args.count):
        model = random.of(models).read_bytes()
        (args.out / f"{number:05}.tflite").write_bytes(mutated(model, random))


if __name__ == "__main__":
    main()
