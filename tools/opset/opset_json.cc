#include "tools/opset/opset_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "runtime/base/printable.h"
#include "runtime/opset/builtin_options.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "tools/opset/gpu_json.h"
#include "tools/opset/operands_json.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kQuantized = {"refused", "moved", "moved alike", "converted",
                                   "moved alike"};                             // indexed by Quantized
constexpr std::array kKinds = {"exact", "rounding", "transcendental", "sum"};  // indexed by NumericKind
constexpr std::array kRoles = {"implicit", "transparent", "attribute", "terminate"};  // indexed by LayoutRole
constexpr std::array kMoves = {"axis", "per dim", "permutation", "bits"};             // indexed by Moves

template <typename Names, typename Enum>
const char* NameOf(const Names& names, Enum value) {
  return names.at(static_cast<size_t>(value));
}

Json VersionsOf(const OpInfo& info) {
  Json versions = Json::array();
  for (const OpVersion& version : info.versions) {
    versions.push_back(
        {{"version", version.version}, {"runtime", version.runtime}, {"added", version.added}});
  }
  return versions;
}

// Returns the numeric class. For sums of products, "products" has the factors and the sizes that count the
// products of one output.
Json NumericsOf(const NumericClass& numeric_class) {
  Json numerics = {{"class", NameOf(kKinds, numeric_class.kind)}};
  if (numeric_class.kind != NumericKind::kSum) return numerics;
  const SumOfProducts& sum = numeric_class.sum;
  Json& products = numerics["products"] = {{"factors", sum.factors}};
  if (!sum.options.empty()) {
    products["options"] = sum.options;
    return numerics;
  }
  products["counted_input"] = sum.counted_input;
  if (sum.axes_input >= 0) {
    products["axes_input"] = sum.axes_input;
  } else {
    products["dims"] = sum.dims;
  }
  return numerics;
}

Json TypesOf(const OpInfo& info) {
  Json types = Json::array();
  for (const Signature& signature : info.types) {
    types.push_back({{"name", signature.name},
                     {"types", signature.ToString()},
                     {"inputs", OperandsOf(signature.inputs, signature.element)},
                     {"outputs", OperandsOf(signature.outputs, signature.element)},
                     {"element", NamesOf(signature.element)},
                     {"quantized", NameOf(kQuantized, signature.quantized)},
                     {"numerics", NumericsOf(signature.numeric_class.value_or(info.numeric_class))}});
  }
  return types;
}

Json LayoutOf(const Layout& layout) {
  Json moved = Json::object();
  for (const MovedAttribute& attribute : layout.moved) {
    moved[std::string(attribute.name)] = NameOf(kMoves, attribute.moves);
  }
  return {{"role", NameOf(kRoles, layout.role)},
          {"inputs", layout.inputs},
          {"outputs", layout.outputs},
          {"moved", moved}};
}

// Returns the operator's form in shape lists (runtime/opset/layer.h); null if shape lists do not have it.
Json LayerOf(const LayerForm* layer) {
  if (layer == nullptr) return nullptr;
  return {{"operands", layer->operands},
          {"has_weights", layer->weights_outputs >= 0},
          {"has_window", layer->filter_rank > 0 && layer->weights_outputs < 0},
          {"needs", layer->needs},
          {"needs_operand", layer->values != nullptr}};
}

Json RecordOf(const OpInfo& info) {
  Json record = {{"code", IsCustom(info) ? abi::kTfLiteBuiltinCustom : info.op_code},
                 {"stem", info.stem},
                 {"is_custom", IsCustom(info)},
                 {"versions", VersionsOf(info)}};
  record["options"] = nullptr;
  if (info.params.fill != nullptr) record["options"] = OptionsName(info.params);
  record["inputs"] = info.operands.inputs;
  record["outputs"] = info.operands.outputs;
  record["types"] = TypesOf(info);
  record["gpu"] = GpuOf(info);
  record["takes_sparse"] = info.takes_sparse;
  record["reads_only_dims"] = info.reads_only_dims;
  record["calls_subgraphs"] = info.called_subgraphs != nullptr;
  record["numerics"] = NumericsOf(info.numeric_class);
  record["layout"] = LayoutOf(info.layout);
  record["layer"] = LayerOf(info.layer);
  return record;
}

}  // namespace

std::string OpsetJson() {
  Json records = Json::object();
  for (const OpInfo* info : OpInfos()) records[std::string(info->name)] = RecordOf(*info);
  return JsonText(records, 1);
}

}  // namespace litevk::tools
