#include "tests/fuzz/convert_model.h"

#include <cstdlib>

#include "runtime/onnx/convert.h"

namespace litevk::fuzz {
namespace {

void Convert(const Model& model, const to_onnx::Options& options) {
  const auto conversion = to_onnx::Conversion::Run(model, options);
  if (!conversion.ok() && conversion.status().message().empty()) std::abort();
}

}  // namespace

void ConvertModel(const Model& model) {
  Convert(model, {.opset = to_onnx::kNewestOpset});
  to_onnx::Options folding;
  folding.opset = to_onnx::kOldestOpset;
  folding.has_channels_first_edges = true;
  folding.folds_quantization = true;
  folding.folds_halves = true;
  Convert(model, folding);
}

}  // namespace litevk::fuzz
