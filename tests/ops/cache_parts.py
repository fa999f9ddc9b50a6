"""The parts of the keys of caches: pipelines, texel views, devices, plans, files, tuned choices and the converter's values. The
script wrong_caches.py removes each part once, and each part of the constants' keys in key_parts.py.
"""

import dataclasses

from key_parts import PARTS

_VK = "runtime/vk/"
_EXEC = "runtime/exec/"
_ENGINE = "delegate/engine/"
_ONNX = "onnx/"


@dataclasses.dataclass(frozen=True)
class Cache:
    """`parts` are (description, edits), each edit a text that occurs once in `file`, and its replacement. `tests` is a regular
    expression of ctest's names: one of these tests must fail with `target`, a changed program or library of the build.
    """

    file: str
    target: str
    tests: str
    parts: tuple


def _without(what, text, rest=""):
    return what, ((text, rest),)



def _of_map(what, found, kept, before, after):
    """A part of a map's key, which the code builds twice: where it looks a value up and where it stores one."""
    return what, tuple((text, text.replace(before, after)) for text in (found, kept))


_SHADER = ("    : module(shader.spirv.bytes().begin(), shader.spirv.bytes().end()),\n"
           "      entry_point(shader.entry_point),\n"
           "      push_bytes(shader.push_bytes) {")
_VIEW = "views_[{range.buffer, range.offset, range.range, kind}]"
_ALIVE = "alive[{index, request.disabled_features.bits()}]"
_DEVICE = 'device_(device.name + ", " + device.driver + ", " + device.pipeline_cache_id)'
_MADE_FOR = ('made_for_(device.name + ", " + device.driver + ", " + device.pipeline_cache_id +\n'
             '                ", litevk " LITEVK_VERSION + "," + FeatureNames(features))')
_DIMS = 'key += " " + InputDims(0).ToString() + " to " + output_dims().ToString() + " " + std::string(parameters);'
_RESULTS = "return std::to_string(results) + node.SerializeAsString();"
_SAME = "if (kept.data_type() != constant.type || !std::ranges::equal(kept.dims(), constant.dims)) return false;"
_WORDS = 'return std::to_string(rows) + "x" + std::to_string(columns) + " of " + std::to_string(of_integer) +'
_NODE = 'std::to_string(graph) + ":" + std::to_string(node.op_code) + ":" + OptionsOf(node);'
_REALS = ("reals_.find({{id, permutation}, is_weight})", "reals_[{{id, permutation}, is_weight}] = Make")
_MODELS = r"^onnx\.layout_models"
_LOWER_TESTS = r"^lower\..*Keys"

CACHES = (
    Cache(_VK + "pipeline.cc", "litevk-test-gpu", r"^gpu\..*(Pipeline|ShaderContent|DeviceTest)", (
        ("module", ((_SHADER, _SHADER.replace("module(shader.spirv.bytes().begin(), shader.spirv.bytes().end()),\n      ", "")),)),
        ("entry point", ((_SHADER, _SHADER.replace("entry_point(shader.entry_point),\n      ", "")),)),
        ("bytes of push constants", ((_SHADER, _SHADER.replace(",\n      push_bytes(shader.push_bytes)", "")),)),
        _without("kinds of bindings", "for (const gpu::BindingInfo& binding : shader.bindings) bindings.push_back(binding.kind);"),
        _without("specialization", "Key(shader, {request.spec.begin(), request.spec.end()}, capture_statistics)",
                 "Key(shader, {}, capture_statistics)"),
        _without("statistics", "{request.spec.begin(), request.spec.end()}, capture_statistics)",
                 "{request.spec.begin(), request.spec.end()}, capture_statistics && false)"),
    )),
    Cache(_EXEC + "descriptors.cc", "litevk-test-gpu", r"^gpu\.TexelViews", (
        _without("buffer of a texel view", _VIEW, _VIEW.replace("range.buffer", "VK_NULL_HANDLE")),
        _without("offset of a texel view", _VIEW, _VIEW.replace("range.offset", "0")),
        _without("range of a texel view", _VIEW, _VIEW.replace("range.range", "0")),
        _without("kind of a texel view", _VIEW, _VIEW.replace("kind", "gpu::BindingKind::kStorage")),
    )),
    Cache(_VK + "acquire_device.cc", "litevk-test-gpu", r"^gpu\..*Device", (
        _without("index of a device", _ALIVE, _ALIVE.replace("index", "0")),
        _without("features of a device", _ALIVE, _ALIVE.replace("request.disabled_features.bits()", "0")),
    )),
    Cache(_EXEC + "constants.cc", "litevk-test-gpu", r"^gpu\..*ConstantStore", (
        ("key of a constant", (("Find(item.constant->key,", 'Find("",'), ("Add(item.constant->key,", 'Add("",'))),
        ("bytes of a constant", (("Find(item.constant->key, item.bytes)", "Find(item.constant->key, 0)"),
                                 ("Add(item.constant->key, item.bytes,", "Add(item.constant->key, 0,"))),
    )),
    Cache(_EXEC + "pipeline_file.cc", "litevk-test-gpu", r"^gpu\.PipelineFile", (
        _without("device", _DEVICE, _DEVICE.replace('device.name + ", " + ', "")),
        _without("driver", _DEVICE, _DEVICE.replace('device.driver + ", " + ', "")),
        _without("id of the driver's cache", _DEVICE, _DEVICE.replace(' + ", " + device.pipeline_cache_id', "")),
        _without("device in the name", "hash.AddWords(std::span<const char>(device_));"),
        _without("modules", "hash.AddWords(dispatch.shader->spirv.bytes());"),
        _without("entry points", "hash.AddWords(std::span(dispatch.shader->entry_point));"),
        _without("specializations", "hash.AddWords(std::span<const uint32_t>(dispatch.spec));"),
    )),
    Cache(_ENGINE + "tuning_file.cc", "litevk-test-plugin", r"^plugin\..*Tun", (
        _without("device in the name", "std::string name = device.name;", "std::string name;"),
        _without("features in the name", "std::to_string(features.bits())", 'std::string("0")'),
        *(_without(what, _MADE_FOR, _MADE_FOR.replace(text, rest)) for what, text, rest in (
            ("device", 'device.name + ", " + ', ""),
            ("driver", 'device.driver + ", " + ', ""),
            ("id of the driver's cache", 'device.pipeline_cache_id +\n', 'std::string() +\n'),
            ("version", '", litevk " LITEVK_VERSION', '", litevk "'),
            ("features", ' + "," + FeatureNames(features)', ""))),
    )),
    Cache("delegate/lower/lowering.cc", "litevk-test-lower", r"^lower\.Choices", (
        _without("operator of a choice", "std::string key(FindOpInfo(view_.node())->stem);", "std::string key;"),
        _without("dims of the input", _DIMS, _DIMS.replace("InputDims(0).ToString()", "std::string()")),
        _without("dims of the output", _DIMS, _DIMS.replace("output_dims().ToString()", "std::string()")),
        _without("parameters", _DIMS, _DIMS.replace("std::string(parameters)", "std::string()")),
        _without("fused steps", "std::to_string(fused_.epilogue.steps.size() + stored)", "std::string()"),
        _without("largest tile", "std::to_string(limits().profile.max_tile)", "std::string()"),
        _without("without Winograd's", 'if (!limits().profile.winograd) key += ", without Winograd\'s";'),
    )),
    Cache("delegate/ops/matmul/quantized_fully_connected_pack.cc", "litevk-test-lower", _LOWER_TESTS, (
        *(_without(f"{what} of a choice's weights", _WORDS, _WORDS.replace(f"std::to_string({what})", "std::string()"))
          for what in ("rows", "columns", "of_integer")),
        _without("zero point of a choice's weights", "std::to_string(zero)", "std::string()"),
    )),
    *(Cache(part.file, "litevk-test-lower", _LOWER_TESTS, ((part.within or part.text, (part.taken_out(),)),))
      for part in PARTS),
    Cache("delegate/plugin/delegate_kernel.cc", "litevk-test-plugin", r"^plugin\..*Resize", (
        _without("shapes of a plan", "std::ranges::find(plans_, shapes, &CachedPlan::shapes)", "plans_.begin()"),
    )),
    Cache(_ONNX + "write/graph_writer.cc", "litevk-test-interpreter", r"^interpreter\..*GraphWriter", (
        _without("operator of a node", "  node.set_op_type(std::string(op));\n  for (const Name& input : inputs) node.add_input(input);\n"
                                       "  for (const Attribute&", "  for (const Name& input : inputs) node.add_input(input);\n"
                                                                  "  for (const Attribute&"),
        _without("inputs of a node", "  for (const Name& input : inputs) node.add_input(input);\n  for (const Attribute&",
                 "  for (const Attribute&"),
        _without("attributes of a node",
                 "for (const Attribute& attribute : attributes) Fill(attribute, *node.add_attribute());\n  return std"
                 , "return std"),
        _without("count of results", _RESULTS, "return node.SerializeAsString();"),
        _without("type of a constant", _SAME, _SAME.replace("kept.data_type() != constant.type || ", "")),
        _without("dims of a constant", _SAME, "if (kept.data_type() != constant.type) return false;"),
        _without("elements of a constant", "kept.raw_data() == DigestOf(elements) : kept.raw_data() == elements",
                 "true : kept.raw_data().size() == elements.size()"),
    )),
    Cache(_ONNX + "write/tensor_values.cc", "litevk-tflite2onnx", _MODELS, tuple(
        _of_map(f"{what} of a value", "values_.find({id, permutation})", "values_[{id, permutation}] = Make", *change)
        for what, *change in (("tensor", "{id,", "{0,"), ("permutation", ", permutation}", ", Permutation()}")))),
    Cache(_ONNX + "write/real_values.cc", "litevk-tflite2onnx", _MODELS, tuple(
        _of_map(f"{what} of floats", *_REALS, *change)
        for what, *change in (("tensor", "{{id,", "{{0,"), ("permutation", ", permutation}", ", Permutation()}")))),
    Cache(_ONNX + "write/real_values.cc", "litevk-test-interpreter", r"^interpreter\.WeightsApart",
          (_of_map("weights", *_REALS, "}, is_weight}", "}, false}"),)),
    Cache(_ONNX + "write/stored_values.cc", "litevk-test-interpreter", r"^interpreter\.TensorValues", tuple(
        _of_map(f"{what} of columns", "const auto key = std::pair(id, columns);", "columns_[{id, columns}] = name;", *change)
        for what, *change in (("tensor", "id, columns", "0, columns"), ("permutation", "id, columns", "id, ColumnLayout()")))),
    Cache("runtime/interpreter/resources.cc", "litevk-test-interpreter", r"^interpreter\.Variables", (
        _without("container of a variable", "std::string(container)", "std::string()"),
        _without("name of a variable", "std::string(shared_name)", "std::string()"),
    )),
    Cache("runtime/graph/spirv_constants.cc", "litevk-test-unit", r"^unit\.(Specialize|LiveCode|SpirvConstants)", (
        *(_of_map(f"{what} of a module's constant", "std::pair(type, value)", "by_value_.find({type, value})", "type, value", key)
          for what, key in (("type", "0U, value"), ("value", "type, 0U"))),
    )),
    Cache(_ONNX + "facts/run_dims.cc", "litevk-test-interpreter", r"^interpreter\.RunDims", (
        _without("graph", _NODE, _NODE.replace("std::to_string(graph)", "std::string()")),
        _without("operator", _NODE, _NODE.replace("std::to_string(node.op_code)", "std::string()")),
        _without("options", _NODE, _NODE.replace("OptionsOf(node)", "std::string()")),
        _without("operands", 'for (const ir::TensorId input : node.inputs) key += "," + std::to_string(input);'),
        _without("output", "std::to_string(output)", "std::string()"),
        _without("axis", 'std::to_string(output) + ":" + std::to_string(axis)', 'std::to_string(output) + ":"'),
    )),
)
