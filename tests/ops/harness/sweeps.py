"""The sweeps of a case file: one node in each rank, of each type that the GPU takes. README.md has their format.

Each sweep and type give a model with a node for each rank and one of a single element. All types together give a model with
nodes whose tensors have no elements.
"""

import math

import case_files
import gpu_signatures

SHAPES = {1: [7], 2: [3, 5], 3: [2, 3, 5], 4: [2, 3, 1, 5], 5: [2, 1, 3, 2, 3], 6: [2, 1, 3, 1, 2, 3]}
SWEPT_KEYS = ("inputs", "params", "outputs", "output_quantization", "version", "only_in_newest")
ZERO_POINTS = {"int8": -3, "uint8": 125}
EMPTY = {"rejected": "EMPTY_TENSOR", "text": "has no elements"}


def cases(content):
    """Complete cases as case_files.load returns them; each of their `nodes` is a complete case too."""
    return [case for number, sweep in enumerate(content.get("sweeps", [])) for case in _cases_of(content, sweep, number)]


def ranks_of(content, most_rank):
    """Ranks that the operator takes."""
    return [rank for rank in content.get("coverage", {}).get("ranks", SHAPES) if rank <= most_rank]


def left_out_types(content):
    """Types that the reference kernels refuse, or that the interpreter's Python cannot give a tensor."""
    coverage = content.get("coverage", {})
    return [*coverage.get("refused_types", []), *coverage.get("unset_types", [])]


def node(content, sweep, dtype, shape):
    """A case of one node, whose tensor x has that type and shape."""
    names = {"s": shape, "r": len(shape), "one": math.prod(shape) == 1, "T": dtype}
    case = {key: _evaluated(sweep[key], names) for key in SWEPT_KEYS if key in sweep}
    case = {key: value for key, value in case.items() if value is not None}
    case["inputs"] = [{"type": dtype, "shape": shape} if entry == "x" else _typed(entry, dtype) for entry in case["inputs"]]
    case["outputs"] = [dtype if entry == "T" else entry for entry in case.get("outputs", ["T"])]
    if gpu_signatures.needs_scale(content["op"], dtype):
        case["inputs"] = [_scaled(entry) if "shape" in entry else entry for entry in case["inputs"]]
        case.setdefault("output_quantization", quantization_of(dtype))
    return case_files.merged({**case, "name": "", "runs_on": "gpu", "swept": shape}, content["defaults"])


def quantization_of(dtype):
    """The quantization of a type's tensors for operators that take the type only with a scale."""
    return {"scale": 0.05, "zero_point": ZERO_POINTS.get(dtype, 0)}


def shape_of(sweep, rank):
    return sweep.get("shapes", {}).get(str(rank), SHAPES[rank])


def empty_shape(sweep, rank):
    return sweep.get("empty", [0, *shape_of(sweep, rank)[1:]])


def _cases_of(content, sweep, number):
    ranks = {dtype: ranks_of(content, most_rank) for dtype, most_rank in _types_of(content, sweep).items()}
    for dtype, taken in ranks.items():
        shapes = [*(shape_of(sweep, rank) for rank in taken), [1] * taken[0]]
        yield _case(f"ranks_{dtype}", [node(content, sweep, dtype, shape) for shape in shapes], "delegated")
    if "no_empty" not in content.get("coverage", {}):
        without = content.get("coverage", {}).get("no_empty_types", [])
        of_types = {dtype: taken for dtype, taken in ranks.items() if dtype not in without}
        nodes = [node(content, sweep, dtype, empty_shape(sweep, taken[-1])) for dtype, taken in of_types.items()]
        yield _case(f"empty_of_each_type{f'_{number}' if number else ''}", nodes, EMPTY)


def _types_of(content, sweep):
    """The types of the operator's signatures, or those of them that the sweep names, with the most dims of each."""
    types = {}
    for signature in gpu_signatures.by_operator()[content["op"]]:
        for dtype in signature.types():
            types[dtype] = max(types.get(dtype, 0), signature.most_rank)
    left_out = left_out_types(content)
    return {dtype: most for dtype, most in types.items() if dtype in sweep.get("types", types) and dtype not in left_out}


def _case(name, nodes, expect):
    return {**nodes[0], "name": name, "nodes": nodes, "expect": expect}


def _scaled(entry):
    return {**entry, "quantization": quantization_of(entry["type"])}


def _typed(entry, dtype):
    return {**entry, "type": dtype} if entry["type"] == "T" else entry


def _evaluated(value, names):
    """Evaluates strings that begin with "=": Python expressions in the shape s, its rank r and the type T."""
    if isinstance(value, dict):
        return {key: _evaluated(entry, names) for key, entry in value.items()}
    if isinstance(value, list):
        return [_evaluated(entry, names) for entry in value]
    if isinstance(value, str) and value.startswith("="):
        result = eval(value[1:], {"__builtins__": {"range": range, "min": min}, **names})
        return list(result) if isinstance(result, range) else result
    return value
