// Any file must give an ONNX model or a diagnostic, both unchanged and with all options that fold and move
// nodes. Separate from model_fuzz.cc, which runs each file for longer than this takes.
#include <cstdint>
#include <cstdlib>

#include "onnx/convert/convert.h"
#include "runtime/model/model.h"
#include "runtime/platform/guard.h"
#include "tests/fuzz/load_small.h"

namespace litevk {
namespace {

void Convert(const Model& model, const to_onnx::Options& options) {
  const auto run = [&] { return to_onnx::Conversion::Run(model, options); };
  const auto refuse = [](const char* message) -> decltype(run()) { return Internal(message); };
  const auto conversion = Guard(run, refuse);
  if (!conversion.ok() && conversion.status().message().empty()) std::abort();
}

void ConvertAll(const Model& model) {
  to_onnx::Options options;
  options.opset = to_onnx::kNewestOpset;
  Convert(model, options);
  options.opset = to_onnx::kOldestOpset;
  options.has_channels_first_edges = true;
  options.folds_quantization = true;
  options.folds_float16 = true;
  Convert(model, options);
  options.opset = to_onnx::kNewestOpset;
  options.has_channels_first_edges = options.folds_quantization = false;
  options.follows_roundings = true;
  Convert(model, options);
}

}  // namespace
}  // namespace litevk

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (const auto model = litevk::fuzz::LoadSmall(data, size)) litevk::ConvertAll(*model);
  return 0;
}
