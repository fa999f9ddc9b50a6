#include "tools/run/dynamic_range.h"

#include <algorithm>

#include "runtime/model/model.h"
#include "runtime/model/model_graph.h"
#include "runtime/values/dequantized_weights.h"
#include "tools/program/output.h"

namespace litevk::tools {
namespace {

constexpr const char* kInIntegers =
    "the model has layers of floats with integer weights, which quantize their inputs anew in each run: a "
    "last "
    "bit that a function of floats before such a layer has otherwise becomes a step there. With -o "
    "hybrid=dequantize these layers compute in floats, 1 to 4 % of an output's range from TFLite's in the "
    "networks that were tried (docs/QUANTIZATION.md)";
constexpr const char* kInFloats =
    "hybrid=dequantize computes the model's layers of floats with integer weights in floats, the CPU kernels "
    "quantize the inputs of these to 8 bits as TFLite does: outputs differ by what that loses, 1 to 4 % of "
    "their range in the networks that were tried (docs/QUANTIZATION.md)";

bool IsDynamicRange(const std::filesystem::path& path) {
  const auto model = Model::FromFile(path.string());
  if (!model.ok()) return false;
  auto imported = ModelProgram::Import(**model);
  return imported.ok() && std::ranges::any_of(imported->program().subgraphs, HasDynamicInt8Nodes);
}

}  // namespace

std::string DynamicRangeAdvice(const std::filesystem::path& model,
                               const std::vector<std::pair<std::string, std::string>>& delegate_options) {
  if (!IsDynamicRange(model)) return "";
  const auto is_in_floats = [](const auto& option) {
    return option.first == "hybrid" && option.second == "dequantize";
  };
  return std::ranges::any_of(delegate_options, is_in_floats) ? kInFloats : kInIntegers;
}

void PrintDynamicRangeAdvice(const std::filesystem::path& model,
                             const std::vector<std::pair<std::string, std::string>>& delegate_options) {
  const std::string advice = DynamicRangeAdvice(model, delegate_options);
  if (!advice.empty()) Printf("litevk: %s\n", advice.c_str());
}

}  // namespace litevk::tools
