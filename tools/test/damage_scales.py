"""Writes models whose quantization is damaged: operators x operands x damages, from the operator cases' models.

    build/test-env/litert-2.3.0/bin/python tools/test/damage_scales.py --cases build/release/op_cases \
      --out build/damaged_scales --count 500

The seeds are the smallest quantized models of each operator and combination of types. Each file has one damage to one
quantized tensor, and is named after the case, the tensor and the damage: logistic.int8.0.nan_scale.tflite. The same files
are written each time; without --count all of them.
"""

import argparse
import json
import math
import pathlib
import shutil

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

MOST_BYTES = 16384
_MOST = 2**31 - 1
_TYPES = schema.TensorType
_LIMITS = {_TYPES.INT8: (-128, 127), _TYPES.UINT8: (0, 255), _TYPES.INT16: (-(2**15), 2**15 - 1)}


def _limits(tensor):
    return _LIMITS.get(tensor.type, (-(2**31), _MOST))


def _each_scale(scale):
    def damage(tensor):
        tensor.quantization.scale = [scale] * len(tensor.quantization.scale)

    return damage


def _last_scale(scale):
    """Returns a damage that replaces the last scale of several; not applicable to a single one."""

    def damage(tensor):
        scales = list(tensor.quantization.scale)
        if len(scales) < 2:
            return False
        tensor.quantization.scale = [*scales[:-1], scale]

    return damage


def _zero_point(of_limits):
    def damage(tensor):
        tensor.quantization.zeroPoint = [of_limits(*_limits(tensor))] * len(tensor.quantization.scale)

    return damage


def _axis(of_rank):
    def damage(tensor):
        tensor.quantization.quantizedDimension = of_rank(len(tensor.shape), tensor.quantization.quantizedDimension)

    return damage


def _no_quantization(tensor):
    tensor.quantization = None


def _lists(scales, zero_points):
    """Returns a damage that replaces both lists by the results of the functions `scales` and `zero_points`."""

    def damage(tensor):
        known = tensor.quantization
        known.scale, known.zeroPoint = scales(list(known.scale)), zero_points(list(known.zeroPoint))

    return damage


def _none(values):
    return []


def _same(values):
    return values


def _one_more(values):
    return [*values, values[-1]]


def _one_less(values):
    return values[:-1]


def _many(values):
    return [values[0]] * 1000


# Functions that damage a quantized tensor, keyed by the name in files. They return False if the damage is not applicable.
DAMAGES = {
    "no_quantization": _no_quantization,
    "no_scales": _lists(_none, _none),
    "zero_points_alone": _lists(_none, _same),
    "scales_alone": _lists(_same, _none),
    "one_scale_more": _lists(_one_more, _one_more),
    "one_scale_less": _lists(_one_less, _one_less),
    "one_zero_point_more": _lists(_same, _one_more),
    "a_thousand_scales": _lists(_many, _many),
    "zero_scale": _each_scale(0.0),
    "negative_scale": _each_scale(-0.5),
    "nan_scale": _each_scale(math.nan),
    "infinite_scale": _each_scale(math.inf),
    "least_scale": _each_scale(1e-45),
    "largest_scale": _each_scale(3e38),
    "last_scale_nan": _last_scale(math.nan),
    "last_scale_zero": _last_scale(0.0),
    "last_scale_negative": _last_scale(-1.0),
    "zero_point_above": _zero_point(lambda low, high: high + 1),
    "zero_point_below": _zero_point(lambda low, high: low - 1),
    "zero_point_largest": _zero_point(lambda low, high: _MOST),
    "zero_point_least": _zero_point(lambda low, high: -(2**31)),
    "zero_point_of_64_bits": _zero_point(lambda low, high: 2**40),
    "zero_point_at_the_end": _zero_point(lambda low, high: high),
    "axis_below": _axis(lambda rank, axis: -1),
    "axis_beyond": _axis(lambda rank, axis: rank),
    "axis_largest": _axis(lambda rank, axis: _MOST),
    "another_axis": _axis(lambda rank, axis: (axis + 1) % max(rank, 1)),
}


def is_quantized(tensor):
    return tensor.quantization is not None and tensor.quantization.scale is not None and len(tensor.quantization.scale) > 0


def seeds(folder):
    """(name, model) of the smallest quantized model for each operator and combination of types; refused models are left out."""
    folder, found = pathlib.Path(folder), {}
    for entry in json.loads((folder / "index.json").read_text()):
        data = (folder / entry["name"] / "model.tflite").read_bytes()
        key = None if entry.get("error") or len(data) > MOST_BYTES else _kind(entry["operators"], schema.Model.GetRootAs(data, 0))
        if key is not None and (key not in found or len(data) < len(found[key][1])):
            found[key] = (entry["name"].replace("/", "."), data)
    return sorted(found.values())


def _kind(operators, model):
    """Key of a model's operators, types and kinds of scales, by which models count as alike. None if no tensor is quantized, or
    if the model is a sweep of one operator's nodes.
    """
    if model.SubgraphsLength() > 1 or (len(set(operators)) == 1 and model.Subgraphs(0).OperatorsLength() > 1):
        return None
    tensors = [model.Subgraphs(0).Tensors(index) for index in range(model.Subgraphs(0).TensorsLength())]
    scales = [0 if tensor.Quantization() is None else min(2, tensor.Quantization().ScaleLength()) for tensor in tensors]
    return str((operators, [tensor.Type() for tensor in tensors], scales)) if any(scales) else None


def damaged(data, index, damage):
    """The model with one tensor's quantization damaged; None where that cannot be done."""
    model = schema.ModelT.InitFromPackedBuf(data, 0)
    if damage(model.subgraphs[0].tensors[index]) is False:
        return None
    builder = flatbuffers.Builder(len(data) + 64)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def _places(data):
    tensors = schema.ModelT.InitFromPackedBuf(data, 0).subgraphs[0].tensors
    return [index for index, tensor in enumerate(tensors) if is_quantized(tensor)]


def files(folder, count=None):
    """(name, model) of `count` damaged models, evenly spaced among all, or of all."""
    tried = [(name, data, index, how) for name, data in seeds(folder) for index in _places(data) for how in DAMAGES]
    if count is not None and count < len(tried):
        tried = [tried[int(position)] for position in np.linspace(0, len(tried) - 1, count)]
    for name, data, index, how in tried:
        made = damaged(data, index, DAMAGES[how])
        if made is not None:
            yield f"{name}.{index}.{how}.tflite", made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", required=True, help="a folder of models, as tests/ops/generate.py fills it")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="where the files go; what is there is removed")
    parser.add_argument("--count", type=int, help="how many of all files")
    parser.add_argument("--seeds", action="store_true", help="write the models as they are, for a fuzzer to begin with")
    args = parser.parse_args()
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)
    made = ((f"{name}.tflite", data) for name, data in seeds(args.cases)) if args.seeds else files(args.cases, args.count)
    for name, model in made:
        (args.out / name).write_bytes(model)


if __name__ == "__main__":
    main()
