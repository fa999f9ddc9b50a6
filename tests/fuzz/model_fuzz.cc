// Any file must give a model that runs to its end, or a diagnostic. Each is run in the interpreter alone, run
// with the delegate on its reference kernels, and planned for a device. Initial files: the operators' models
// (build/*/op_cases) and the samples below.
#include <cstdint>
#include <cstring>

#include "delegate/plugin/delegate.h"
#include "runtime/model/model.h"
#include "runtime/platform/guard.h"
#include "tests/fuzz/load_small.h"
#include "tests/fuzz/run_model.h"
#include "tests/runtime/model/damaged/sample_models.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace litevk {
namespace {

// Returns one delegate for all files, as a process has one for all its models.
abi::TfLiteDelegate* ReferenceDelegate() {
  static const auto kDelegate =
      Delegate::Create({{"backend", "reference"}, {"partition_policy", "all"}, {"log_level", "silent"}});
  return (*kDelegate)->abi();
}

// Calls fn as the C API does: if memory runs out, the standard library throws.
template <typename Fn>
void Try(Fn&& fn) {
  const auto run = [&] {
    fn();
    return true;
  };
  Guard(run, [](const char*) { return false; });
}

void RunEverywhere(const std::shared_ptr<const Model>& model) {
  Try([&] { fuzz::RunModel(model, nullptr); });
  Try([&] { fuzz::RunModel(model, ReferenceDelegate()); });
  Try([&] { fuzz::LowerModel(*model); });
}

}  // namespace
}  // namespace litevk

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (const auto model = litevk::fuzz::LoadSmall(data, size)) litevk::RunEverywhere(model);
  return 0;
}

// Replaces bytes that are not a model by a sample, so that fuzzing can start without files.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
  constexpr char kIdentifier[] = "TFL3";
  if (size >= 8 && std::memcmp(data + 4, kIdentifier, 4) == 0) return LLVMFuzzerMutate(data, size, max_size);
  const auto samples = litevk::test::SampleModels();
  const auto bytes = litevk::test::Serialize(samples[seed % samples.size()].make().model());
  if (bytes.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
