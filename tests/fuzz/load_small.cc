#include "tests/fuzz/load_small.h"

#include <cstdlib>
#include <span>

#include "runtime/platform/guard.h"
#include "runtime/tflite/schema/tflite_generated.h"

// Makes large allocations fail, as on a small device, instead of ending the program. The same then happens to
// a model whose output is computed to be large, which would only be slow.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=32:detect_leaks=1";
}

namespace litevk::fuzz {
namespace {

// Limit of the elements of all tensors of a model together: the time of pooling grows with their square.
constexpr int64_t kMostElements = 1 << 14;

int64_t ElementCount(const schema::Tensor& tensor) {
  int64_t count = 1;
  if (tensor.shape() == nullptr) return count;
  for (const int dim : *tensor.shape()) {
    count *= dim;
    if (count > kMostElements) break;
  }
  return count;
}

// True if the file's sizes suggest that the model runs with little time and memory. Larger models would only
// be slow.
bool IsSmall(const Model& model) {
  int64_t count = 0;
  for (const schema::SubGraph* subgraph : *model.root().subgraphs()) {
    if (subgraph->tensors() == nullptr) continue;
    for (const schema::Tensor* tensor : *subgraph->tensors()) count += ElementCount(*tensor);
    if (count > kMostElements) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<const Model> LoadSmall(const uint8_t* data, size_t size) {
  const auto load = [&] { return Model::FromBuffer(std::as_bytes(std::span(data, size))); };
  const auto refuse = [](const char* message) -> decltype(load()) { return Internal(message); };
  const auto model = Guard(load, refuse);
  if (!model.ok() && model.status().message().empty()) std::abort();
  return model.ok() && IsSmall(**model) ? *model : nullptr;
}

}  // namespace litevk::fuzz
