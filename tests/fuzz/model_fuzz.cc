// Any file must give a model that runs to its end, or a sentence: loading, preparing and running twice on
// inputs of zeros. Files to begin with: the operators' models (build/*/op_cases) and the samples below.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "kernels_ref/registration/builtin_op_resolver.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/model/model.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "tests/interpreter/damaged/sample_models.h"

// Large allocations fail as on a small device instead of ending the program; so does a model whose output is
// computed to be large, which would only be slow.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=32:detect_leaks=1";
}

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace litevk {
namespace {

// More would only be slow, pooling by the square of it: of all tensors of a subgraph together.
constexpr int64_t kMostElements = 1 << 14;
constexpr auto kLongestRun = std::chrono::milliseconds(500);

// Cancels an interpreter that runs too long: a WHILE may never end.
class Watchdog {
 public:
  explicit Watchdog(Interpreter& interpreter)
      : thread_([this, &interpreter] {
          std::unique_lock lock(mutex_);
          if (!stopped_.wait_for(lock, kLongestRun, [this] { return is_done_; })) interpreter.Cancel();
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    stopped_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool is_done_ = false;
  std::thread thread_;  // last: uses the others
};

int64_t ElementCount(const schema::Tensor& tensor) {
  int64_t count = 1;
  if (tensor.shape() == nullptr) return count;
  for (const int dim : *tensor.shape()) {
    count *= dim;
    if (count > kMostElements) break;
  }
  return count;
}

bool IsSmall(const schema::Model& model) {
  int64_t count = 0;
  for (const schema::SubGraph* subgraph : *model.subgraphs()) {
    if (subgraph->tensors() == nullptr) continue;
    for (const schema::Tensor* tensor : *subgraph->tensors()) count += ElementCount(*tensor);
    if (count > kMostElements) return false;
  }
  return true;
}

void ZeroInputs(Interpreter& interpreter) {
  for (const int id : interpreter.primary().inputs()) {
    if (id < 0) continue;
    const abi::TfLiteTensor& tensor = interpreter.primary().tensor(id);
    if (tensor.data.data != nullptr) std::memset(tensor.data.data, 0, tensor.bytes);
  }
}

void Run(std::shared_ptr<const Model> model) {
  static const BuiltinOpResolver kResolver;
  InterpreterOptions options;
  options.allow_unresolved = true;
  options.report_error = [](std::string_view) {};
  auto interpreter = Interpreter::Create(std::move(model), kResolver, std::move(options));
  if (!interpreter.ok()) return;
  const Watchdog watchdog(**interpreter);
  if (!(*interpreter)->AllocateTensors().ok()) return;
  for (int run = 0; run < 2; ++run) {
    ZeroInputs(**interpreter);
    if (!(*interpreter)->Invoke().ok()) return;
  }
}

}  // namespace
}  // namespace litevk

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto model = litevk::Model::FromBuffer(std::as_bytes(std::span(data, size)));
  if (!model.ok()) {
    if (model.status().message().empty()) std::abort();
    return 0;
  }
  if (litevk::IsSmall((*model)->root())) litevk::Run(*model);
  return 0;
}

// Puts a sample in place of bytes that are no model, so that fuzzing can begin without any file.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
  constexpr char kIdentifier[] = "TFL3";
  if (size >= 8 && std::memcmp(data + 4, kIdentifier, 4) == 0) return LLVMFuzzerMutate(data, size, max_size);
  const auto samples = litevk::test::SampleModels();
  const auto bytes = litevk::test::Serialize(samples[seed % samples.size()].make().model());
  if (bytes.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
