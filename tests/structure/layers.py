"""The layers of the source: the folders that each folder may include, directly or through other files."""
import pathlib
import re

# The folders that a folder's files may include besides itself. Folders that these include in turn have to be listed too: the
# table is compared with the transitive includes.
_BASE = {"runtime/base"}
_PLATFORM = _BASE | {"runtime/platform"}
_IR = _BASE | {"runtime/tflite", "runtime/ir"}
_OPSET = _IR | {"runtime/include", "runtime/opset"}
_MODEL = _OPSET | _PLATFORM | {"runtime/model"}
_LAYOUT = _OPSET | {"runtime/layout"}
_ONNX_FACTS = _MODEL | {"runtime/values", "runtime/layout", "onnx/facts"}
_ONNX_PASSES = _ONNX_FACTS | {"onnx/passes"}
_ONNX_WRITE = _ONNX_FACTS | {"onnx/write"}
_ONNX_OPEN_DIMS = _ONNX_WRITE | {"onnx/open_dims"}
_ONNX_COMMON = _ONNX_WRITE | {"onnx/common"}
_ONNX_FAMILIES = _ONNX_COMMON | {"onnx/conv", "onnx/elementwise", "onnx/recurrent"}
_ONNX_CONVERT = _ONNX_PASSES | _ONNX_OPEN_DIMS | _ONNX_COMMON | {"onnx/convert"}
_ONNX = _ONNX_CONVERT | _ONNX_FAMILIES | {"onnx/ops"}
_INTERPRETER = _MODEL | {"runtime/interpreter"}
_GRAPH = _BASE | {"runtime/graph"}
_INSTANCE = _GRAPH | _PLATFORM | {"runtime/vk/instance"}
_EXEC = _INSTANCE | {"runtime/vk", "runtime/exec"}
_VALUES = _OPSET | {"runtime/values"}
_KERNEL = _OPSET | _GRAPH | {"delegate/kernel"}
_FUSE = _KERNEL | _VALUES | {"delegate/fuse"}
_VIEWS = _FUSE | {"delegate/views"}
_LOWER = _VIEWS | {"delegate/include", "delegate/lower"}
_VERDICT = _LOWER | {"delegate/verdict"}
_PARTITION = _VERDICT | {"delegate/partition"}
_REPORT = _PARTITION | {"delegate/report"}
_VERIFY = _VERDICT | {"delegate/verify"}
_SELF_TEST = _EXEC | {"shaders", "delegate/self_test"}
_ENGINE = _REPORT | _EXEC | _VERIFY | {"delegate/engine"}
_PLUGIN = _ENGINE | _SELF_TEST | {"delegate/import", "delegate/plugin"}
_LITERT = _PLUGIN | {"runtime/litert", "delegate/litert"}
_TOOLS = _PLUGIN | _INTERPRETER | _ONNX | {"kernels_ref", "kernels_cpu", "tools"}

ALLOWED = {
    "runtime/include": set(),
    "runtime/base": set(),
    "runtime/platform": _BASE,
    "runtime/tflite": _BASE,
    "runtime/litert": _BASE,
    "runtime/ir": _IR,
    "runtime/opset": _OPSET,
    "runtime/values": _VALUES,
    "runtime/layout": _LAYOUT,
    "runtime/model": _MODEL,
    "onnx/facts": _ONNX_FACTS,
    "onnx/passes": _ONNX_PASSES,
    "onnx/write": _ONNX_WRITE,
    "onnx/open_dims": _ONNX_OPEN_DIMS,
    "onnx/common": _ONNX_COMMON,
    "onnx/conv": _ONNX_COMMON | {"onnx/conv"},
    "onnx/elementwise": _ONNX_COMMON | {"onnx/elementwise"},
    "onnx/recurrent": _ONNX_COMMON | {"onnx/recurrent"},
    "onnx/ops": _ONNX_FAMILIES | {"onnx/ops"},
    "onnx/convert": _ONNX_CONVERT,
    "runtime/interpreter": _INTERPRETER,
    "runtime/c_api": _INTERPRETER,
    "runtime/examples": {"runtime/include"},
    "runtime/graph": _GRAPH,
    "runtime/vk/instance": _INSTANCE,
    "runtime/vk": _EXEC - {"runtime/exec"},
    "runtime/exec": _EXEC,
    "shaders": _GRAPH,  # the generated headers
    "kernels_ref": _OPSET | _PLATFORM,
    "kernels_cpu": _INTERPRETER | {"kernels_ref", "kernels_cpu"},
    "delegate/include": set(),
    "delegate/examples": {"runtime/include", "delegate/include"},
    "delegate/import": _OPSET,
    "delegate/kernel": _KERNEL,
    "delegate/fuse": _FUSE,
    "delegate/views": _VIEWS,
    "delegate/lower": _LOWER,
    "delegate/ops": _LOWER | {"shaders"},
    "delegate/verdict": _VERDICT,
    "delegate/partition": _PARTITION,
    "delegate/report": _REPORT,
    "delegate/verify": _VERIFY,
    "delegate/self_test": _SELF_TEST,
    "delegate/engine": _ENGINE,
    "delegate/plugin": _PLUGIN,
    "delegate/litert": _LITERT,
    "tools": _TOOLS,
    "bench": _TOOLS | {"shaders", "bench"},
}

_SPLIT = ("runtime", "delegate", "onnx")  # top-level folders whose own folders are layers
# Folders without cycles of includes between their files. A header and its source count as one file.
WITHOUT_CYCLES = ("runtime", "delegate", "kernels_ref", "kernels_cpu", "onnx", "tools", "bench")


def layer_of(path):
    """The folder of the table that the file lies in; the innermost one, where one of them lies within another."""
    folders = [str(folder) for folder in pathlib.PurePosixPath(path).parents]
    parts = path.split("/")
    unlisted = "/".join(parts[:2]) if parts[0] in _SPLIT else parts[0]
    return next((folder for folder in folders if folder in ALLOWED), unlisted)


def folder_of(path):
    return path.rpartition("/")[0]


def unit_of(path):
    return path.rpartition(".")[0]


class Includes:
    """`files` maps each source's path to its text. An include that is not among them is a system header or a generated file."""

    def __init__(self, files):
        self._files = files
        self._included = {path: [self._resolve(path, name) for name in re.findall(r'#include "([^"]+)"', text)]
                          for path, text in files.items()}

    def _resolve(self, path, name):
        if name.startswith("shaders/"):
            return name
        own = folder_of(path) + "/" + name
        candidates = (name, own, "runtime/include/" + name, "delegate/include/" + name, "shaders/" + name)
        return next((candidate for candidate in candidates if candidate in self._files), None)

    def reached(self, path):
        """Each file that `path` includes, directly or not, with the chain of files that leads there."""
        chains, todo = {}, [(path, (path,))]
        while todo:
            at, chain = todo.pop()
            for name in self._included.get(at, ()):
                if name is not None and name not in chains:
                    chains[name] = chain + (name,)
                    todo.append((name, chains[name]))
        return chains

    def cycles(self, folder):
        """Chains of includes below `folder` that lead back to their first file. A header and its source count as one file."""
        needs = {}
        for path, names in self._included.items():
            if path.startswith(folder + "/"):
                others = {unit_of(name) for name in names if name is not None}
                needs.setdefault(unit_of(path), set()).update(others - {unit_of(path)})
        return sorted(filter(None, (self._shortest_way_back(needs, unit) for unit in needs)))

    def folder_cycles(self):
        """Chains of folders, each with a file that includes one of the next, that lead back to their first folder."""
        needs = {}
        for path, names in self._included.items():
            folders = {folder_of(name) for name in names if name in self._files}
            needs.setdefault(folder_of(path), set()).update(folders - {folder_of(path)})
        return sorted(filter(None, (self._shortest_way_back(needs, folder) for folder in needs)))

    @staticmethod
    def _shortest_way_back(needs, unit):
        seen, chains = set(), [(unit,)]
        for chain in chains:
            for other in sorted(needs.get(chain[-1], ())):
                if other == unit:
                    return " -> ".join(chain + (unit,))
                if other not in seen:
                    seen.add(other)
                    chains.append(chain + (other,))
        return None

    def offenders(self, allowed):
        """Sentences on includes that the table does not allow, each with the shortest chain for a pair of layers."""
        found = {}
        for path in self._files:
            layer = layer_of(path)
            for name, chain in self.reached(path).items():
                other = layer_of(name)
                if other == layer or other in allowed[layer]:
                    continue
                if len(chain) < len(found.get((layer, other), chain + (None,))):
                    found[layer, other] = chain
        return [f"{layer} reaches {other}: " + " -> ".join(chain) for (layer, other), chain in sorted(found.items())]
